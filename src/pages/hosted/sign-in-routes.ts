/** Sign-in and sign-out of the hosted pages. */

import type { Config } from '#config.ts'
import { type Fragment, type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { SignInMethods } from '../contract.ts'
import type { Failure } from './api.ts'
import { renderAlert, renderForm } from './pages.ts'
import { createNoCredential, readCredential, renderPasskeySignIn } from './passkeys.ts'
import { fetchMethods, renderProviders } from './provider-routes.ts'
import {
  closeSession,
  getAddress,
  getNextPath,
  getPasskeyAddress,
  openSession,
  renderSecondStep,
  respondToLogin,
} from './sign-in.ts'
import { type CreateVisit, getFormField, rateLimited, raw, send, sendPasskeyPage, type Visit } from './visit.ts'

const heading = 'Sign in'

/** The form for the password where passwords are used, a button for a passkey, and a link to each provider. */
function renderFirstStep(config: Config, visit: Visit, methods: SignInMethods, email: string): Fragment {
  const { request, frame } = visit
  const { writer, base } = frame
  const next = getNextPath(request)
  const password = methods.password && [
    renderForm(writer, {
      fields: [
        { name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      button: 'Sign in',
      action: getAddress(config, '/app/sign-in', next),
    }),
    html`<p><a href="${base}/app/forgot-password">${writer.write('Forgotten your password?')}</a></p>`,
  ]
  return [
    password,
    renderPasskeySignIn(writer, base, getPasskeyAddress(config, next)),
    renderProviders(config, visit, methods),
    renderSignUpLink(config, visit, methods),
  ]
}

function renderSignUpLink(config: Config, { request, frame }: Visit, { sign_up }: SignInMethods): Html | null {
  if (sign_up !== 'open') return null
  const { write, writeHtml } = frame.writer
  const link = html`<a href="${getAddress(config, '/app/sign-up', getNextPath(request))}">${write('Create an account')}</a>`
  return html`<p>${writeHtml('You are new here? {link}', { link })}</p>`
}

interface SignInPage {
  alert?: Html
  email?: string
  status?: number
}

async function sendSignIn(config: Config, visit: Visit, { alert, email = '', status = 200 }: SignInPage = {}) {
  const form = renderFirstStep(config, visit, await fetchMethods(visit), email)
  return sendPasskeyPage(visit, { heading, content: [alert, form], status })
}

const sendRefusal = (config: Config, visit: Visit, failure: Failure, email = '') =>
  sendSignIn(config, visit, { alert: renderAlert(failure), email, status: failure.status })

export function registerSignInPages(app: App, visit: CreateVisit, config: Config) {
  const { basePath } = config
  app.get('/app/sign-in', { config: raw }, (request, reply) => sendSignIn(config, visit(request, reply)))

  app.post('/app/sign-in', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { email: getFormField(request, 'email'), password: getFormField(request, 'password') }
    const answer = await send(here, 'POST /auth/login', {}, body)
    if (!answer.ok) return sendRefusal(config, here, answer, body.email)
    return respondToLogin(config, here, answer.data, getNextPath(request))
  })

  app.post('/app/sign-in/code', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { challenge: getFormField(request, 'challenge'), code: getFormField(request, 'code') }
    const answer = await send(here, 'POST /auth/two-factor', {}, body)
    if (answer.ok) return openSession(config, here, answer.data, getNextPath(request))
    if ('challenge' in answer.errors) return sendRefusal(config, here, answer)
    const step = { challenge: body.challenge, methods: getFormField(request, 'methods').split(' ') }
    const content = [renderAlert(answer), renderSecondStep(config, here, step, getNextPath(request))]
    return sendPasskeyPage(here, { heading: 'Enter a code', content, status: answer.status })
  })

  app.post('/app/sign-in/passkey', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const credential = readCredential(request)
    if (credential === null) return sendRefusal(config, here, createNoCredential(here.frame.writer))
    const answer = await send(here, 'POST /auth/passkeys/login', {}, { credential })
    if (!answer.ok) return sendRefusal(config, here, answer)
    return openSession(config, here, answer.data, getNextPath(request))
  })

  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    if (here.token !== undefined) await send(here, 'POST /auth/logout')
    return closeSession(config, here).redirect(`${basePath}/app/sign-in`, 303)
  })
}
