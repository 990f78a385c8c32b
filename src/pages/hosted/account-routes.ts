/** Pages to verify an address and to choose a password, opened from mails. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { renderAlert, renderOnward } from './pages.ts'
import { type CreateVisit, getFormField, getQueryValue, rateLimited, raw, send, sendForm, sendPage } from './visit.ts'

/** Pages ask for a confirmation before they use a token, because mail programs open links to scan them. */
export function registerVerificationPages(app: App, visit: CreateVisit) {
  const verify = { button: 'Confirm my address' } as const
  app.get('/app/verify-email', { config: raw }, (request, reply) =>
    sendForm(visit(request, reply), 'Confirm your e-mail address', verify),
  )
  app.post('/app/verify-email', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { token: getQueryValue(request, 'token') }
    const answer = await send(here, 'POST /auth/email/verify', {}, body)
    return answer.ok
      ? sendPage(here, 'Your address is confirmed', [
          html`<p>${answer.message} ${here.frame.writer.write('Thank you. Nothing else is to be done.')}</p>`,
          renderOnward(here.frame, '/app', 'My account'),
        ])
      : sendPage(
          here,
          'Confirm your e-mail address',
          [renderAlert(answer), renderOnward(here.frame, '/app/settings', 'Settings')],
          answer.status,
        )
  })
}

/** For the owner of an address that another person entered. */
export function registerRejectionPages(app: App, visit: CreateVisit) {
  const reject = { button: 'Remove my address' } as const
  const title = 'This was not you?'
  app.get('/app/reject-email', { config: raw }, (request, reply) => sendForm(visit(request, reply), title, reject))
  app.post('/app/reject-email', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { token: getQueryValue(request, 'token') }
    const answer = await send(here, 'POST /auth/email/reject', {}, body)
    return answer.ok
      ? sendPage(
          here,
          'Your address is removed',
          html`<p>${here.frame.writer.write('The account can no longer use your address.')}</p>`,
        )
      : sendPage(here, title, renderAlert(answer), answer.status)
  })
}

export function registerPasswordPages(app: App, visit: CreateVisit, { basePath }: Config) {
  const choose = {
    fields: [
      { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
      {
        name: 'password_confirmation',
        label: 'The same once more',
        type: 'password',
        autocomplete: 'new-password',
      },
    ],
    button: 'Save the password',
  } as const
  app.get('/app/reset-password', { config: raw }, (request, reply) =>
    sendForm(visit(request, reply), 'Choose a new password', choose),
  )
  app.post('/app/reset-password', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = {
      token: getQueryValue(request, 'token'),
      email: getQueryValue(request, 'email'),
      password: getFormField(request, 'password'),
      password_confirmation: getFormField(request, 'password_confirmation'),
    }
    const answer = await send(here, 'POST /auth/reset-password', {}, body)
    const { write, writeHtml } = here.frame.writer
    if (!answer.ok) return sendForm(here, 'Choose a new password', choose, answer)
    const link = html`<p>${writeHtml('You are signed out everywhere. {link} with the new password.', {
      link: html`<a href="${basePath}/app/sign-in">${write('Sign in')}</a>`,
    })}</p>`
    return sendPage(here, 'Your password is changed', link)
  })
}

export function registerForgottenPasswordPages(app: App, visit: CreateVisit) {
  const ask = {
    fields: [{ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email' }],
    button: 'Send me a link',
  } as const
  app.get('/app/forgot-password', { config: raw }, (request, reply) =>
    sendForm(visit(request, reply), 'Forgotten your password?', ask),
  )
  app.post('/app/forgot-password', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { email: getFormField(request, 'email') }
    const answer = await send(here, 'POST /auth/forgot-password', {}, body)
    return answer.ok
      ? sendPage(here, 'Look into your mail', [
          html`<p>${answer.message} ${here.frame.writer.write('It works for an hour.')}</p>`,
          renderOnward(here.frame, '/app/sign-in', 'Sign in'),
        ])
      : sendForm(here, 'Forgotten your password?', ask, answer)
  })
}
