/** Sign-in and sign-out of the hosted pages. */

import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { renderAlert, renderForm } from './pages.ts'
import { fetchMethods, type Methods, renderProviders } from './provider-routes.ts'
import {
  getAddress,
  getNextPath,
  type Login,
  openSession,
  renderSecondStep,
  respondToLogin,
  type Session,
} from './sign-in.ts'
import {
  type CreateVisit,
  cookieName,
  getFormField,
  isForeignOrigin,
  rateLimited,
  raw,
  renderForeignForm,
  sendPage,
  type Visit,
} from './visit.ts'

/** The form for the password where passwords are used, and a link to each provider. */
function renderFirstStep(config: Config, visit: Visit, methods: Methods, email = '') {
  const { request, frame } = visit
  const { writer } = frame
  const providers = [renderProviders(config, visit, methods), renderSignUpLink(config, visit, methods)]
  if (!methods.password) return providers
  return [
    renderForm(writer, {
      fields: [
        { name: 'email', label: 'E-mail', type: 'email', value: email, autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      button: 'Sign in',
      action: getAddress(config, '/app/sign-in', getNextPath(request)),
    }),
    html`<p><a href="${config.basePath}/app/forgot-password">${writer.write('Forgotten your password?')}</a></p>`,
    ...providers,
  ]
}

function renderSignUpLink(config: Config, { request, frame }: Visit, { sign_up }: Methods): Html | null {
  if (sign_up !== 'open') return null
  const { write, writeHtml } = frame.writer
  const link = html`<a href="${getAddress(config, '/app/sign-up', getNextPath(request))}">${write('Create an account')}</a>`
  return html`<p>${writeHtml('You are new here? {link}', { link })}</p>`
}

export function registerSignInPages(app: App, visit: CreateVisit, config: Config) {
  const { basePath } = config
  app.get('/app/sign-in', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    return sendPage(here, 'Sign in', renderFirstStep(config, here, await fetchMethods(here)))
  })

  app.post('/app/sign-in', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const body = { email: getFormField(request, 'email'), password: getFormField(request, 'password') }
    const form = renderFirstStep(config, here, await fetchMethods(here), body.email)
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Sign in', [renderForeignForm(here.frame.writer), form], 403)
    const answer = await here.call<Login>({ method: 'POST', path: '/auth/login', body })
    if (!answer.ok) return sendPage(here, 'Sign in', [renderAlert(answer), form], answer.status)
    return respondToLogin(config, here, answer.data, getNextPath(request))
  })

  app.post('/app/sign-in/code', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const again = renderFirstStep(config, here, await fetchMethods(here))
    if (isForeignOrigin(request, config))
      return sendPage(here, 'Sign in', [renderForeignForm(here.frame.writer), again], 403)
    const body = { challenge: getFormField(request, 'challenge'), code: getFormField(request, 'code') }
    const answer = await here.call<Session>({ method: 'POST', path: '/auth/two-factor', body })
    if (answer.ok) return openSession(config, here, answer.data, getNextPath(request))
    if ('challenge' in answer.errors) return sendPage(here, 'Sign in', [renderAlert(answer), again], answer.status)
    const form = renderSecondStep(config, here, body.challenge, getNextPath(request))
    return sendPage(here, 'Enter a code', [renderAlert(answer), form], answer.status)
  })

  app.post('/app/sign-out', { config: raw }, async (request, reply) => {
    const { token, call } = visit(request, reply)
    if (token !== undefined && !isForeignOrigin(request, config)) await call({ method: 'POST', path: '/auth/logout' })
    return reply.clearCookie(cookieName, { path: `${basePath}/app` }).redirect(`${basePath}/app/sign-in`, 303)
  })
}
