/** Sign-in and sign-out of the hosted pages. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { renderAlert, renderForm } from './pages.ts'
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
} from './visit.ts'

/** Only paths of these pages, so that no link redirects to another site. */
const getNextPath = (request: FastifyRequest) => {
  const next = getQueryValue(request, 'next')
  return /^\/app(\/[\w/-]*)?$/.test(next) ? next : '/app'
}

interface Login {
  token: string
  expires_at: string
}

export function registerSignInPages(app: App, visit: CreateVisit, config: Config) {
  const { basePath, publicUrl } = config
  const page = (email = '') => [
    renderForm(
      [
        { name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      'Sign in',
    ),
    html`<p><a href="${basePath}/app/forgot-password">Forgotten your password?</a></p>`,
  ]
  app.get('/app/sign-in', { config: raw }, (request, reply) => sendPage(visit(request, reply), 'Sign in', page()))
  app.post('/app/sign-in', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeignOrigin(request, config)) return sendPage(here, 'Sign in', [foreignFormContent, page()], 403)
    const body = { email: getFormField(request, 'email'), password: getFormField(request, 'password') }
    const answer = await here.call<Login>({ method: 'POST', path: '/auth/login', body })
    if (!answer.ok) return sendPage(here, 'Sign in', [renderAlert(answer), page(body.email)], answer.status)
    return reply
      .setCookie(cookieName, answer.data.token, {
        path: `${basePath}/app`,
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
        expires: new Date(answer.data.expires_at),
      })
      .header('Cache-Control', 'no-store')
      .redirect(`${basePath}${getNextPath(request)}`, 303)
  })
  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const { token, call } = visit(request, reply)
    if (token !== undefined && !isForeignOrigin(request, config)) await call({ method: 'POST', path: '/auth/logout' })
    return reply.clearCookie(cookieName, { path: `${basePath}/app` }).redirect(`${basePath}/app/sign-in`, 303)
  })
}
