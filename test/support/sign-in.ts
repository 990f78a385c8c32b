/** Signs users in through the sandbox provider, like a browser and a frontend. */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'
import type { Client, Reply } from './client.ts'

export const redirectUri = 'http://localhost:5173/callback'

export interface SignIn {
  provider?: string
  action?: 'login' | 'signup' | 'link'
  redirect_uri?: string
  email?: string
  name?: string
  email_verified?: boolean
  role?: string | null
  /** The token of an invitation that the sign-in accepts. */
  invitation?: string
}

/** The provider's answer to the frontend. */
export interface Answer {
  code: string
  state: string
  iss: string
}

/** The address of the provider that a redirect leads to. */
export async function beginSignIn(client: Client, signIn: SignIn = {}): Promise<URL> {
  const { provider = 'google', action = 'login', redirect_uri = redirectUri } = signIn
  const query = new URLSearchParams({ action, redirect_uri })
  const reply = await client.get(`/auth/${provider}/redirect?${query}`)
  assert.equal(reply.status, 302, reply.text)
  return new URL(reply.headers.get('location') ?? '')
}

/** Fills in the form of the sandbox. */
export async function signInAtProvider(app: TestApp, signIn: SignIn = {}, client: Client = app.anonymous) {
  const page = await beginSignIn(client, signIn)
  return submitSignIn(app, page, signIn)
}

export async function submitSignIn(app: TestApp, page: URL, signIn: SignIn = {}): Promise<Answer> {
  const { email = createAddress(), name = 'Grace Hopper', email_verified = true } = signIn
  const form = new URLSearchParams({ email, name, ...(email_verified ? { email_verified: 'true' } : {}) })
  const reply = await app.anonymous.send('POST', `${page.pathname}${page.search}`, { body: form })
  assert.equal(reply.status, 303, reply.text)
  return parseRedirect(reply.headers.get('location'))
}

/** The answer in the address that the browser was redirected to. */
export function parseRedirect(location: string | null): Answer {
  const query = new URL(location ?? '').searchParams
  const part = (name: string) => query.get(name) ?? ''
  return { code: part('code'), state: part('state'), iss: part('iss') }
}

/** Sends an answer to the callback. */
export const callBack = (client: Client, answer: Partial<Answer>, signIn: SignIn = {}): Promise<Reply> => {
  const { provider = 'google', action = 'login', redirect_uri = redirectUri, role = null, invitation } = signIn
  return client.post(`/auth/${provider}/callback`, { ...answer, action, redirect_uri, role, invitation })
}

/** The whole sign-in; `client` is signed in for the action `link`. */
export async function signIn(app: TestApp, signIn: SignIn = {}, client: Client = app.anonymous) {
  return callBack(client, await signInAtProvider(app, signIn, client), signIn)
}

export const createAddress = () => `person-${randomBytes(6).toString('hex')}@example.org`
