/** The page behind the link of an invitation: set a password, or sign in through a provider. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import type { Failure } from './api.ts'
import { type Form, renderAlert, renderForm, renderOnward } from './pages.ts'
import { fetchMethods, renderProviders } from './provider-routes.ts'
import { respondToLogin } from './sign-in.ts'
import { type CreateVisit, getFormField, getQueryValue, rateLimited, raw, send, sendPage, type Visit } from './visit.ts'

const passwordForm: Form = {
  fields: [
    { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password' },
    { name: 'password_confirmation', label: 'The same once more', type: 'password', autocomplete: 'new-password' },
  ],
  button: 'Save the password',
}

export function registerWelcomePages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/welcome', { config: raw }, async (request, reply) => showWelcome(visit(request, reply)))

  app.post('/app/welcome', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = {
      token: getQueryValue(request, 'token'),
      password: getFormField(request, 'password'),
      password_confirmation: getFormField(request, 'password_confirmation'),
    }
    const answer = await send(here, 'POST /auth/invitations/accept', {}, body)
    if (answer.ok) return respondToLogin(config, here, answer.data, '/app')
    return showWelcome(here, { alert: renderAlert(answer), status: answer.status })
  })

  async function showWelcome(here: Visit, { alert = null, status = 200 }: Shown = {}) {
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
        alert,
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
        methods.password && html`<h2>${write('Choose a password')}</h2>${renderForm(here.frame.writer, passwordForm)}`,
        methods.password && providers !== null && html`<h2>${write('Or sign in through a provider')}</h2>`,
        providers,
      ],
      status,
    )
  }
}

const sendRefusal = (here: Visit, failure: Failure) =>
  sendPage(here, 'Welcome', [renderAlert(failure), renderOnward(here.frame, '/app/sign-in', 'Sign in')], failure.status)

interface Shown {
  alert?: ReturnType<typeof renderAlert> | null
  status?: number
}
