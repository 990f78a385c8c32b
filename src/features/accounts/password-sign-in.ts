/** Whether passwords are used (`PASSWORD_SIGN_IN`), and the link with which an administrator uses one nevertheless. */

import type { AnyContext, Context } from '#context.ts'
import { ensure, Problem } from '#core/problem.ts'
import { ensureSigned, signPath } from '#core/signed-links.ts'
import { addDuration } from '#core/time.ts'

export const passwordsDisabled = new Problem(
  403,
  'Passwords are not used here. Please sign in through a provider or with a passkey.',
)

/** How long the link of the command line works. */
const linkValidFor = { minutes: 15 }

const getPath = (email: string) => `/sign-in-links/${encodeURIComponent(email)}`

/** Throws 403 where users do not sign in with passwords. */
export function ensurePasswordSignIn({ config }: AnyContext): void {
  ensure(config.passwordSignIn, passwordsDisabled)
}

/** Throws 403 where users do not sign in with passwords, unless the link was made for this address. */
export function ensureMayUsePassword(ctx: Context, email: string, link: string | undefined): void {
  if (ctx.config.passwordSignIn) return
  ensure(link !== undefined, passwordsDisabled)
  const [expires = '', signature = ''] = link.split('.')
  ensureSigned(ctx.config.appSecret, getPath(email), { expires, signature }, ctx.clock.now())
}

/** Returns the value of `link` with which the administrator signs in with the password, for 15 minutes. */
export function createSignInLink({ config, clock }: Context, email: string): string {
  const path = signPath(config.appSecret, getPath(email), addDuration(clock.now(), linkValidFor))
  const query = new URLSearchParams(path.slice(path.indexOf('?')))
  return `${query.get('expires')}.${query.get('signature')}`
}
