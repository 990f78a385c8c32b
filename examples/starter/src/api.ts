/** The service, and who is signed in. */

import { createClient } from '@research-platform/client'
import type { SignedIn, TwoFactorRequired, User } from '@research-platform/client/contract'

/** Another address of the service is set in `.env.local`. */
const baseUrl: string = import.meta.env.VITE_API_URL ?? 'http://127.0.0.1:3000'

// The token lives as long as the tab: put it nowhere else that a script of others could read.
let token = sessionStorage.getItem('token')

export const client = { baseUrl, token: () => token, idempotencyKeys: true }
export const api = createClient(client)

export function keepSession(session: SignedIn): User {
  token = session.token
  sessionStorage.setItem('token', token)
  return session.user
}

export function endSession(): void {
  token = null
  sessionStorage.removeItem('token')
}

/** Returns who is signed in, or the challenge that a second factor answers. */
export async function signIn(body: { email: string; password: string }): Promise<User | TwoFactorRequired> {
  const { data } = await api.login({ body })
  return data.two_factor_required ? data : keepSession(data)
}

/** Returns the user of the token that the tab has kept; null without one, or when it has ended. */
export const findUser = async (): Promise<User | null> =>
  token === null ? null : ((await api.showMe().catch(() => null))?.data ?? null)
