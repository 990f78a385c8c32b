/** Who may create an account without an invitation. */

import type { AnyContext } from '#context.ts'
import { ensure, Problem } from '#core/problem.ts'
import { identities } from './queries.ts'

export const signUpByInvitation = new Problem(403, 'Sign-up is by invitation.')

/** An address, and whether a provider says that it belongs to the user. */
interface NewAddress {
  /** Null from a provider that shares none. */
  email: string | null
  /** Undefined for a sign-up with a password, whose address is verified by mail. */
  isVerified?: boolean
}

/** Throws 403 unless an account with this address may be created without an invitation. */
export function ensureMaySignUp({ config }: AnyContext, { email, isVerified = true }: NewAddress): void {
  const { signUp, signUpDomains } = config
  ensure(signUp === 'open', signUpByInvitation)
  if (signUpDomains.length === 0) return
  const domain = email?.slice(email.lastIndexOf('@') + 1) ?? ''
  ensure(isVerified && signUpDomains.includes(domain), signUpByInvitation)
}

/**
 * Returns whether the account must verify its address before it is used. Where the domain of the address decides who may
 * sign up, an address that is not verified is only a claim. An account that began at ORCID has no address but an identity.
 */
export async function isAwaitingVerification(
  ctx: AnyContext,
  { id, email_verified_at }: { id: number; email_verified_at: string | null },
): Promise<boolean> {
  if (ctx.config.signUpDomains.length === 0 || email_verified_at !== null) return false
  return (await identities.any.maybe(ctx, { user_id: id })) === null
}
