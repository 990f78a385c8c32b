import { fieldProblem, Problem, ruleViolation } from '#core/problem.ts'

/** Which rule was broken is not revealed: an honest browser breaks none. */
export const invalidPasskey = fieldProblem(
  'credential',
  'This passkey cannot be used: it is unknown, of another site, or the attempt has expired. Please try again.',
)
export const passkeyTaken = fieldProblem('credential', 'This passkey is registered already.')
export const tooManyPasskeys = ruleViolation('You have 20 passkeys; remove one first.')
export const lastLoginMethod = ruleViolation(
  'This is the only way to sign in to the account. Set a password or link a provider first.',
)
export const needsDomain = new Problem(
  503,
  'Passkeys need a domain name; PUBLIC_URL and FRONTEND_URL of this service have none.',
)
