/** What all sign-ins at the hosted pages share: the session in a cookie, and the second step. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { createSessionCookie } from '#http/cookies.ts'
import type { SignedIn, TwoFactorRequired } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import { showKeptForm } from './kept-form-page.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import { codeLabel } from './pages.ts'
import { renderPasskeySignIn } from './passkeys.ts'
import { getQueryValue, sendPasskeyPage, type Visit } from './visit.ts'

/** A session. */
type Session = Pick<SignedIn, 'token' | 'expires_at'>

/** A session, or the challenge for the second factor. */
type Login = Session | Pick<TwoFactorRequired, 'challenge' | 'methods'>

/** Only paths of these pages, so that no link redirects to another site. */
export const getNextPath = (request: FastifyRequest): string => toNextPath(getQueryValue(request, 'next'))

/** The path, or that of the first page for what is no path of these pages. */
export const toNextPath = (next: string): string => (/^\/app(\/[\w/-]*)?$/.test(next) ? next : '/app')

/** Forms name their address, because the second step is shown at the address of the first. */
export const getAddress = ({ basePath }: Config, path: string, next: string): string =>
  `${basePath}${path}?next=${encodeURIComponent(next)}`

export const getPasskeyAddress = (config: Config, next: string): string =>
  getAddress(config, '/app/sign-in/passkey', next)

export const secondStep = defineForm('POST /auth/two-factor', {
  groups: ['challenge', 'code'],
  widgets: { challenge: { input: 'hidden' }, code: { label: codeLabel } },
})

interface SecondStepPage {
  /** With `passkey`, a passkey takes the place of the code. */
  methods: readonly string[]
  next: string
  challenge?: string
  refused?: RefusedForm
}

/** Asks for the second factor. */
export function sendSecondStep(config: Config, here: Visit, { methods, next, challenge, refused }: SecondStepPage) {
  const { writer, base } = here.frame
  const content = [
    renderOperationForm(here, secondStep, {
      button: 'Sign in',
      hidden: { methods: methods.join(' ') },
      action: getAddress(config, '/app/sign-in/code', next),
      object: { challenge },
      refused,
    }),
    methods.includes('passkey') && renderPasskeySignIn(writer, base, getPasskeyAddress(config, next)),
  ]
  return sendPasskeyPage(here, { heading: 'Enter a code', content, status: refused?.status ?? 200 })
}

/** Stores the session in a cookie and leads to the page that the visitor wanted, with the form that has waited for it. */
export async function openSession(config: Config, here: Visit, { token, expires_at }: Session, next: string) {
  const { name, options } = createSessionCookie(config)
  const { reply } = here
  reply.setCookie(name, token, { ...options, expires: new Date(expires_at) }).header('Cache-Control', 'no-store')
  return (await showKeptForm(here.withToken(token))) ? reply : reply.redirect(`${config.basePath}${next}`, 303)
}

/** Removes the session from the browser. */
export function closeSession(config: Config, { reply }: Visit) {
  const { name, options } = createSessionCookie(config)
  return reply.clearCookie(name, options)
}

/** Stores the session, or asks for the second factor. */
export const respondToLogin = (config: Config, visit: Visit, login: Login, next: string) =>
  'token' in login ? openSession(config, visit, login, next) : sendSecondStep(config, visit, { ...login, next })
