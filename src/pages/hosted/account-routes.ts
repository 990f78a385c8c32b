/** Pages to verify an address and to choose a password, opened from mails. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { defineForm } from '../form-declaration.ts'
import { type RefusedForm, sendFormPage, sendOperationForm } from './operation-forms.ts'
import { renderAlert, renderOnward } from './pages.ts'
import { type CreateVisit, getQueryValue, rateLimited, raw, send, sendForm, sendPage, type Visit } from './visit.ts'

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

const ofLink = 'The link of the mail has it.'

const newPassword = defineForm('POST /auth/reset-password', {
  groups: ['password', 'password_confirmation'],
  widgets: { password: { label: 'New password' }, password_confirmation: { label: 'Password again' } },
  leftOut: { token: ofLink, email: ofLink },
})

export function registerPasswordPages(app: App, visit: CreateVisit, { basePath }: Config) {
  const show = (here: Visit, refused?: RefusedForm) =>
    sendFormPage(here, 'Choose a new password', newPassword, { button: 'Save the password', refused })
  app.get('/app/reset-password', { config: raw }, (request, reply) => show(visit(request, reply)))
  app.post('/app/reset-password', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const further = { token: getQueryValue(request, 'token'), email: getQueryValue(request, 'email') }
    const answer = await sendOperationForm(here, newPassword, { parameters: {}, further })
    const { write, writeHtml } = here.frame.writer
    if (!answer.ok) return show(here, answer)
    const link = html`<p>${writeHtml('You are signed out everywhere. {link} with the new password.', {
      link: html`<a href="${basePath}/app/sign-in">${write('Sign in')}</a>`,
    })}</p>`
    return sendPage(here, 'Your password is changed', link)
  })
}

const forgottenPassword = defineForm('POST /auth/forgot-password', { groups: ['email'] })

export function registerForgottenPasswordPages(app: App, visit: CreateVisit) {
  const show = (here: Visit, refused?: RefusedForm) =>
    sendFormPage(here, 'Forgotten your password?', forgottenPassword, { button: 'Send me a link', refused })
  app.get('/app/forgot-password', { config: raw }, (request, reply) => show(visit(request, reply)))
  app.post('/app/forgot-password', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const answer = await sendOperationForm(here, forgottenPassword, { parameters: {} })
    if (!answer.ok) return show(here, answer)
    return sendPage(here, 'Look into your mail', [
      html`<p>${answer.message} ${here.frame.writer.write('It works for an hour.')}</p>`,
      renderOnward(here.frame, '/app/sign-in', 'Sign in'),
    ])
  })
}
