/** Sign-in and sign-out of the hosted pages. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { codeLabel, renderAlert, renderForm } from './pages.ts'
import {
  type CreateVisit,
  cookieName,
  getFormField,
  getQueryValue,
  isForeignOrigin,
  rateLimited,
  raw,
  renderForeignForm,
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

const renderFirstStep = (config: Config, { request, frame: { writer } }: Visit, email = '') => [
  renderForm(writer, {
    fields: [
      { name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username' },
      { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
    ],
    button: 'Sign in',
    action: getAddress(config, '/app/sign-in', request),
  }),
  html`<p><a href="${config.basePath}/app/forgot-password">${writer.write('Forgotten your password?')}</a></p>`,
]

const renderSecondStep = (config: Config, { request, frame }: Visit, challenge: string) =>
  renderForm(frame.writer, {
    fields: [
      { name: 'challenge', label: null, type: 'hidden', value: challenge },
      { name: 'code', label: codeLabel, type: 'text', autocomplete: 'one-time-code' },
    ],
    button: 'Sign in',
    action: getAddress(config, '/app/sign-in/code', request),
  })

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
  app.get('/app/sign-in', { config: raw }, (request, reply) => {
    const here = visit(request, reply)
    return sendPage(here, 'Sign in', renderFirstStep(config, here))
  })

  app.post('/app/sign-in', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { email: getFormField(request, 'email'), password: getFormField(request, 'password') }
    const form = renderFirstStep(config, here, body.email)
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Sign in', [renderForeignForm(here.frame.writer), form], 403)
    const answer = await here.call<Login>({ method: 'POST', path: '/auth/login', body })
    if (!answer.ok) return sendPage(here, 'Sign in', [renderAlert(answer), form], answer.status)
    if ('token' in answer.data) return enter(config, here, answer.data)
    return sendPage(here, 'Enter a code', renderSecondStep(config, here, answer.data.challenge))
  })

  app.post('/app/sign-in/code', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const again = renderFirstStep(config, here)
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Sign in', [renderForeignForm(here.frame.writer), again], 403)
    const body = { challenge: getFormField(request, 'challenge'), code: getFormField(request, 'code') }
    const answer = await here.call<Session>({ method: 'POST', path: '/auth/two-factor', body })
    if (answer.ok) return enter(config, here, answer.data)
    if ('challenge' in answer.errors) return sendPage(here, 'Sign in', [renderAlert(answer), again], answer.status)
    const form = renderSecondStep(config, here, body.challenge)
    return sendPage(here, 'Enter a code', [renderAlert(answer), form], answer.status)
  })

  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const { token, call } = visit(request, reply)
    if (token !== undefined && !isForeignOrigin(request, config)) await call({ method: 'POST', path: '/auth/logout' })
    return reply.clearCookie(cookieName, { path: `${basePath}/app` }).redirect(`${basePath}/app/sign-in`, 303)
  })
}
