/** Confirming an address and choosing a password, by the link of a mail. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { alertOf, form } from './pages.ts'
import { fieldOf, limited, queryOf, raw, show, type Visiting } from './visit.ts'

/** A mail program that looks at links must not use them up, so each page asks before it does anything. */
export function verificationPages(app: App, visit: Visiting) {
  const verify = form([], 'Confirm my address')
  app.get('/app/verify-email', { config: raw }, (request, reply) =>
    show(visit(request, reply), 'Confirm your e-mail address', verify),
  )
  app.post('/app/verify-email', { config: limited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { token: queryOf(request, 'token') }
    const answer = await here.call({ method: 'POST', path: '/auth/email/verify', body })
    return answer.ok
      ? show(here, 'Your address is confirmed', html`<p>Thank you. Nothing else is to be done.</p>`)
      : show(here, 'Confirm your e-mail address', alertOf(answer), answer.status)
  })
}

export function passwordPages(app: App, visit: Visiting, { basePath }: Config) {
  const choose = form(
    [
      { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
      {
        name: 'password_confirmation',
        label: 'The same once more',
        type: 'password',
        autocomplete: 'new-password',
      },
    ],
    'Save the password',
  )
  app.get('/app/reset-password', { config: raw }, (request, reply) =>
    show(visit(request, reply), 'Choose a new password', choose),
  )
  app.post('/app/reset-password', { config: limited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = {
      token: queryOf(request, 'token'),
      email: queryOf(request, 'email'),
      password: fieldOf(request, 'password'),
      password_confirmation: fieldOf(request, 'password_confirmation'),
    }
    const answer = await here.call({ method: 'POST', path: '/auth/reset-password', body })
    if (!answer.ok) return show(here, 'Choose a new password', [alertOf(answer), choose], answer.status)
    const link = html`<p>You are signed out everywhere. <a href="${basePath}/app/sign-in">Sign in</a> with the new password.</p>`
    return show(here, 'Your password is changed', link)
  })
}

export function forgottenPasswordPages(app: App, visit: Visiting) {
  const ask = form(
    [{ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' }],
    'Send me a link',
  )
  app.get('/app/forgot-password', { config: raw }, (request, reply) =>
    show(visit(request, reply), 'Forgotten your password?', ask),
  )
  app.post('/app/forgot-password', { config: limited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { email: fieldOf(request, 'email') }
    const answer = await here.call({ method: 'POST', path: '/auth/forgot-password', body })
    return answer.ok
      ? show(here, 'Look into your mail', html`<p>${answer.message} It works for an hour.</p>`)
      : show(here, 'Forgotten your password?', [alertOf(answer), ask], answer.status)
  })
}
