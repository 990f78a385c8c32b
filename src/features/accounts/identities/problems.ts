import { createFieldProblem, createRuleViolation, invalidFields, Problem } from '#core/problem.ts'

export const foreignRedirect = invalidFields({
  redirect_uri: ['The redirect uri is not allowed; OAUTH_REDIRECT_URIS lists those that are.'],
})
export const linkNeedsSession = new Problem(403, 'Sign in before you link a provider to your account.')
export const unknownState = createFieldProblem(
  'state',
  'This sign-in is unknown, was used or has expired. Start again.',
)
export const refusedCode = createFieldProblem('code', 'The provider does not accept this code. Start again.')
export const refusedCredential = createFieldProblem(
  'credential',
  'This credential is invalid or has expired. Sign in again.',
)
export const withoutEmail = createFieldProblem(
  'email',
  'The provider shared no e-mail address. Allow it there, or sign up with a password.',
)
export const unprovenEmail = createFieldProblem(
  'email',
  'An account with this e-mail address exists, but the provider has not verified that it is yours. Sign in with your password and link the provider there.',
)
export const privilegedAccount = createFieldProblem(
  'email',
  'An account with this e-mail address exists that this provider may not open. Sign in to it in another way and link the provider there.',
)
export const otherIdentity = createFieldProblem(
  'provider',
  'The account is linked with another identity of this provider. Sign in with that one, or unlink it first.',
)
export const identityTaken = createFieldProblem(
  'provider',
  'This identity belongs to another account. Sign in with it, or unlink it there first.',
)
export const lastLoginMethod = createRuleViolation(
  'This is the only way to sign in to the account. Set a password or link another provider first.',
)
/** An example for the API description; the thrown problem names the provider. */
export const badGateway = new Problem(502, 'The provider does not answer as it should at the moment.')
export const notConfigured = new Problem(503, 'Signing in with this provider is not configured.')
export const foreignAddress = new Problem(
  403,
  'This provider is for other e-mail addresses. Please sign in in another way.',
)
