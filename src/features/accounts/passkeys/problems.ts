import { createFieldProblem, createRuleViolation, Problem } from '#core/problem.ts'

/** Which rule was broken is not revealed: an honest browser breaks none. */
export const invalidPasskey = createFieldProblem(
  'credential',
  'This passkey cannot be used: it is unknown, of another site, or the attempt has expired. Please try again.',
)
export const passkeyTaken = createFieldProblem('credential', 'This passkey is registered already.')
export const tooManyPasskeys = createRuleViolation('You have 20 passkeys; remove one first.')
export const lastLoginMethod = createRuleViolation(
  'This is the only way to sign in to the account. Set a password or link a provider first.',
)
export const needsDomain = new Problem(
  503,
  'Passkeys need a domain name; PUBLIC_URL and FRONTEND_URL of this service have none.',
)
