/** What all sign-ins at the hosted pages share: the session in a cookie, and the second step. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import type { Fragment } from '#core/html.ts'
import { createSessionCookie } from '#http/cookies.ts'
import type { SignedIn, TwoFactorRequired } from '../contract.ts'
import { codeLabel, renderForm } from './pages.ts'
import { renderPasskeySignIn } from './passkeys.ts'
import { getQueryValue, sendPasskeyPage, type Visit } from './visit.ts'

/** A session. */
type Session = Pick<SignedIn, 'token' | 'expires_at'>

/** The challenge for the second factor. */
interface SecondStep extends Pick<TwoFactorRequired, 'challenge'> {
  /** With `passkey`, a passkey takes the place of the code. */
  methods: readonly string[]
}

/** A session, or the challenge for the second factor. */
type Login = Session | SecondStep

/** Only paths of these pages, so that no link redirects to another site. */
export const getNextPath = (request: FastifyRequest): string => toNextPath(getQueryValue(request, 'next'))

/** The path, or that of the first page for what is no path of these pages. */
export const toNextPath = (next: string): string => (/^\/app(\/[\w/-]*)?$/.test(next) ? next : '/app')

/** Forms name their address, because the second step is shown at the address of the first. */
export const getAddress = ({ basePath }: Config, path: string, next: string): string =>
  `${basePath}${path}?next=${encodeURIComponent(next)}`

export const getPasskeyAddress = (config: Config, next: string): string =>
  getAddress(config, '/app/sign-in/passkey', next)

export const renderSecondStep = (
  config: Config,
  { frame }: Visit,
  { challenge, methods }: SecondStep,
  next: string,
): Fragment => [
  renderForm(frame.writer, {
    fields: [
      { name: 'challenge', label: null, type: 'hidden', value: challenge },
      { name: 'methods', label: null, type: 'hidden', value: methods.join(' ') },
      { name: 'code', label: codeLabel, type: 'text', autocomplete: 'one-time-code' },
    ],
    button: 'Sign in',
    action: getAddress(config, '/app/sign-in/code', next),
  }),
  methods.includes('passkey') && renderPasskeySignIn(frame.writer, frame.base, getPasskeyAddress(config, next)),
]

/** Stores the session in a cookie and leads to the page that the visitor wanted. */
export function openSession(config: Config, { reply }: Visit, { token, expires_at }: Session, next: string) {
  const { name, options } = createSessionCookie(config)
  return reply
    .setCookie(name, token, { ...options, expires: new Date(expires_at) })
    .header('Cache-Control', 'no-store')
    .redirect(`${config.basePath}${next}`, 303)
}

/** Removes the session from the browser. */
export function closeSession(config: Config, { reply }: Visit) {
  const { name, options } = createSessionCookie(config)
  return reply.clearCookie(name, options)
}

/** Stores the session, or asks for the second factor. */
export const respondToLogin = (config: Config, visit: Visit, login: Login, next: string) =>
  'token' in login
    ? openSession(config, visit, login, next)
    : sendPasskeyPage(visit, { heading: 'Enter a code', content: renderSecondStep(config, visit, login, next) })
