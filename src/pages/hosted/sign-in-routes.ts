/** Signing in to the hosted pages, and out again. */

import type { FastifyRequest } from 'fastify'
import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { alertOf, form } from './pages.ts'
import {
  cookieName,
  fieldOf,
  foreign,
  isForeign,
  limited,
  queryOf,
  raw,
  show,
  type Visiting,
} from './visit.ts'

/** Only paths of these pages, so that no link can lead on to another site. */
const nextOf = (request: FastifyRequest) => {
  const next = queryOf(request, 'next')
  return /^\/app(\/[\w/-]*)?$/.test(next) ? next : '/app'
}

interface Login {
  token: string
  expires_at: string
}

export function signInPages(app: App, visit: Visiting, config: Config) {
  const { basePath, publicUrl } = config
  const page = (email = '') => [
    form(
      [
        { name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      'Sign in',
    ),
    html`<p><a href="${basePath}/app/forgot-password">Forgotten your password?</a></p>`,
  ]
  app.get('/app/sign-in', { config: raw }, (request, reply) => show(visit(request, reply), 'Sign in', page()))
  app.post('/app/sign-in', { config: limited }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeign(request, config)) return show(here, 'Sign in', [foreign, page()], 403)
    const body = { email: fieldOf(request, 'email'), password: fieldOf(request, 'password') }
    const answer = await here.call<Login>({ method: 'POST', path: '/auth/login', body })
    if (!answer.ok) return show(here, 'Sign in', [alertOf(answer), page(body.email)], answer.status)
    return reply
      .setCookie(cookieName, answer.data.token, {
        path: `${basePath}/app`,
        httpOnly: true,
        sameSite: 'lax',
        secure: publicUrl.startsWith('https:'),
        expires: new Date(answer.data.expires_at),
      })
      .header('Cache-Control', 'no-store')
      .redirect(`${basePath}${nextOf(request)}`, 303)
  })
  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const { token, call } = visit(request, reply)
    if (token !== undefined && !isForeign(request, config))
      await call({ method: 'POST', path: '/auth/logout' })
    return reply.clearCookie(cookieName, { path: `${basePath}/app` }).redirect(`${basePath}/app/sign-in`, 303)
  })
}
