/** Sign-in and sign-out of the hosted pages. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { codeLabel, renderAlert, renderForm } from './pages.ts'
import {
  type CreateVisit,
  cookieName,
  foreignFormContent,
  getFormField,
  getQueryValue,
  isForeignOrigin,
  rateLimited,
  raw,
  sendPage,
  type Visit,
} from './visit.ts'

/** Only paths of these pages, so that no link redirects to another site. */
const getNextPath = (request: FastifyRequest) => {
  const next = getQueryValue(request, 'next')
  return /^\/app(\/[\w/-]*)?$/.test(next) ? next : '/app'
}

interface Session {
  token: string
  expires_at: string
}

/** A session, or the challenge for the second factor. */
type Login = Session | { challenge: string }

/** Forms name their address, because the second step is shown at the address of the first. */
const getAddress = ({ basePath }: Config, path: string, request: FastifyRequest) =>
  `${basePath}${path}?next=${encodeURIComponent(getNextPath(request))}`

const renderFirstStep = (config: Config, request: FastifyRequest, email = '') => [
  renderForm(
    [
      { name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
    'Sign in',
    getAddress(config, '/app/sign-in', request),
  ),
  html`<p><a href="${config.basePath}/app/forgot-password">Forgotten your password?</a></p>`,
]

const renderSecondStep = (config: Config, request: FastifyRequest, challenge: string) =>
  renderForm(
    [
      { name: 'challenge', label: '', type: 'hidden', value: challenge },
      { name: 'code', label: codeLabel, type: 'text', autocomplete: 'one-time-code' },
    ],
    'Sign in',
    getAddress(config, '/app/sign-in/code', request),
  )

/** Stores the session in a cookie and leads to the page that the visitor wanted. */
const enter = ({ basePath, publicUrl }: Config, { request, reply }: Visit, { token, expires_at }: Session) =>
  reply
    .setCookie(cookieName, token, {
      path: `${basePath}/app`,
      httpOnly: true,
      sameSite: 'lax',
      secure: publicUrl.startsWith('https:'),
      expires: new Date(expires_at),
    })
    .header('Cache-Control', 'no-store')
    .redirect(`${basePath}${getNextPath(request)}`, 303)

export function registerSignInPages(app: App, visit: CreateVisit, config: Config) {
  const { basePath } = config
  app.get('/app/sign-in', { config: raw }, (request, reply) =>
    sendPage(visit(request, reply), 'Sign in', renderFirstStep(config, request)),
  )

  app.post('/app/sign-in', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { email: getFormField(request, 'email'), password: getFormField(request, 'password') }
    const form = renderFirstStep(config, request, body.email)
    if (isForeignOrigin(request, config)) return sendPage(here, 'Sign in', [foreignFormContent, form], 403)
    const answer = await here.call<Login>({ method: 'POST', path: '/auth/login', body })
    if (!answer.ok) return sendPage(here, 'Sign in', [renderAlert(answer), form], answer.status)
    if ('token' in answer.data) return enter(config, here, answer.data)
    return sendPage(here, 'Enter a code', renderSecondStep(config, request, answer.data.challenge))
  })

  app.post('/app/sign-in/code', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const again = renderFirstStep(config, request)
    if (isForeignOrigin(request, config)) return sendPage(here, 'Sign in', [foreignFormContent, again], 403)
    const body = { challenge: getFormField(request, 'challenge'), code: getFormField(request, 'code') }
    const answer = await here.call<Session>({ method: 'POST', path: '/auth/two-factor', body })
    if (answer.ok) return enter(config, here, answer.data)
    if ('challenge' in answer.errors) return sendPage(here, 'Sign in', [renderAlert(answer), again], answer.status)
    const form = renderSecondStep(config, request, body.challenge)
    return sendPage(here, 'Enter a code', [renderAlert(answer), form], answer.status)
  })

  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const { token, call } = visit(request, reply)
    if (token !== undefined && !isForeignOrigin(request, config)) await call({ method: 'POST', path: '/auth/logout' })
    return reply.clearCookie(cookieName, { path: `${basePath}/app` }).redirect(`${basePath}/app/sign-in`, 303)
  })
}
