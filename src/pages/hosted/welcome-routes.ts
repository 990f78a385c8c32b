/** The page behind the link of an invitation: set a password, or sign in through a provider. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import { defineForm } from '../form-declaration.ts'
import type { Failure } from './api.ts'
import { type RefusedForm, renderOperationForm, renderRefusal, sendOperationForm } from './operation-forms.ts'
import { renderAlert, renderOnward } from './pages.ts'
import { fetchMethods, renderProviders } from './provider-routes.ts'
import { respondToLogin } from './sign-in.ts'
import { type CreateVisit, getQueryValue, rateLimited, raw, send, sendPage, type Visit } from './visit.ts'

const firstPassword = defineForm('POST /auth/invitations/accept', {
  groups: ['password', 'password_confirmation'],
  widgets: {
    password: { label: 'New password' },
    password_confirmation: { label: 'Password again', isRequired: true },
  },
  leftOut: { token: 'The link of the mail has it.' },
})

export function registerWelcomePages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/welcome', { config: raw }, async (request, reply) => showWelcome(visit(request, reply)))

  app.post('/app/welcome', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const further = { token: getQueryValue(request, 'token') }
    const answer = await sendOperationForm(here, firstPassword, { parameters: {}, further })
    return answer.ok ? respondToLogin(config, here, answer.data, '/app') : showWelcome(here, answer)
  })

  async function showWelcome(here: Visit, refused?: RefusedForm) {
    const token = getQueryValue(here.request, 'token')
    const invitation = await send(here, 'POST /auth/invitations/show', {}, { token })
    if (!invitation.ok) return sendRefusal(here, invitation)
    const { write } = here.frame.writer
    const { name, email, invited_by, message } = invitation.data
    const methods = await fetchMethods(here)
    const providers = renderProviders(config, here, methods, token)
    return sendPage(
      here,
      'Welcome',
      [
        html`<p>${write(fill('Hello {name},', { name }))}</p>
<p>${
          invited_by === ''
            ? write(fill('an account at {organization} waits for you.', { organization: config.organizationName }))
            : write(
                fill('{inviter} has created an account for you at {organization}.', {
                  inviter: invited_by,
                  organization: config.organizationName,
                }),
              )
        } <bdi>${email}</bdi></p>`,
        message === '' ? null : html`<blockquote class="text">${message}</blockquote>`,
        methods.password
          ? html`<h2>${write('Choose a password')}</h2>${renderOperationForm(here, firstPassword, { button: 'Save the password', refused })}`
          : renderRefusal(refused),
        methods.password && providers !== null && html`<h2>${write('Or sign in through a provider')}</h2>`,
        providers,
      ],
      refused?.status ?? 200,
    )
  }
}

const sendRefusal = (here: Visit, failure: Failure) =>
  sendPage(here, 'Welcome', [renderAlert(failure), renderOnward(here.frame, '/app/sign-in', 'Sign in')], failure.status)
