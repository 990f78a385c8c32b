/** The page on which a person creates an account, where the installation lets people do so. */

import type { Config } from '#config.ts'
import { html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { defineForm } from '../form-declaration.ts'
import { showFailure } from './object-routes.ts'
import { type RefusedForm, renderOperationForm, sendOperationForm } from './operation-forms.ts'
import { fetchMethods, renderProviders } from './provider-routes.ts'
import { getAddress, getNextPath, openSession, respondToLogin } from './sign-in.ts'
import { type CreateVisit, get, rateLimited, raw, send, sendPage, type Visit } from './visit.ts'

const signUp = defineForm('POST /auth/signup', {
  groups: ['name', 'email', 'password', 'password_confirmation', 'role'],
  widgets: {
    email: { autocomplete: 'username' },
    password_confirmation: { label: 'Password again', isRequired: true },
    role: { label: 'I am here as' },
  },
  leftOut: { timezone: 'It is that of the site until the person chooses one.', locale: 'It is that of the page.' },
})

async function showSignUp(config: Config, here: Visit, refused?: RefusedForm) {
  const { write, writeHtml } = here.frame.writer
  const methods = await fetchMethods(here)
  const signIn = html`<a href="${getAddress(config, '/app/sign-in', getNextPath(here.request))}">${write('Sign in')}</a>`
  const action = getAddress(config, '/app/sign-up', getNextPath(here.request))
  const form = { button: 'Create my account', action, object: { role: 'learner' }, refused } as const
  const content = [
    methods.sign_up !== 'open' && html`<p class="lede">${write('Sign-up is by invitation.')}</p>`,
    methods.sign_up === 'open' && methods.password && renderOperationForm(here, signUp, form),
    methods.sign_up === 'open' && renderProviders(config, here, methods),
    html`<p>${writeHtml('You have an account? {link}', { link: signIn })}</p>`,
  ]
  return sendPage(here, 'Create an account', content, refused?.status ?? 200)
}

export function registerSignUpPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/sign-up', { config: raw }, (request, reply) => showSignUp(config, visit(request, reply)))

  app.post('/app/sign-up', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const further = { locale: here.frame.writer.wording.locale }
    const answer = await sendOperationForm(here, signUp, { parameters: {}, further })
    const next = `/app/signed-up?next=${encodeURIComponent(getNextPath(request))}`
    if (answer.ok) return openSession(config, here, answer.data, next)
    return (await signInInstead(config, here, answer)) ?? showSignUp(config, here, answer)
  })

  app.get('/app/signed-up', { config: raw }, async (request, reply) => {
    const here = visit(request, reply)
    const { writer, base } = here.frame
    const me = await get(here, 'GET /auth/me')
    if (!me.ok) return showFailure(here, me)
    const { email } = me.data
    return sendPage(here, 'Your account is made', [
      html`<p role="status">${writer.writeHtml('We have sent a mail to {email}. Open the link in it to confirm your address.', { email })}</p>
<p class="soft">${writer.write('It comes within a few minutes. If not, look into the folder for spam, or correct the address in your settings.')}</p>
<p><a class="button" href="${base}${getNextPath(request)}">${writer.write('Go on')}</a> <a class="button quiet" href="${base}/app/settings">${writer.write('Settings')}</a></p>`,
    ])
  })
}

/** Signs in who has the account already, such as by a first click on the same button; null for all others. */
async function signInInstead(config: Config, here: Visit, { entered = {}, errors }: RefusedForm) {
  if (Object.keys(errors).join() !== 'email') return null
  const { email = '', password = '' } = entered
  const answer = await send(here, 'POST /auth/login', {}, { email, password })
  return answer.ok ? respondToLogin(config, here, answer.data, getNextPath(here.request)) : null
}
