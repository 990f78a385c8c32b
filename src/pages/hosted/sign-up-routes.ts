/** The page on which a person creates an account, where the installation lets people do so. */

import type { Config } from '#config.ts'
import { type Fragment, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import type { Failure } from './api.ts'
import { renderFormAlert, renderSelect, renderTextField } from './fields.ts'
import { fetchMethods, renderProviders } from './provider-routes.ts'
import { getAddress, getNextPath, openSession } from './sign-in.ts'
import { type CreateVisit, rateLimited, raw, readFields, send, sendPage, type Visit } from './visit.ts'

const fields = ['name', 'email', 'password', 'password_confirmation', 'role'] as const

/** What a person can be by their own choice. */
const roles = { learner: 'Learner', student: 'Student', researcher: 'Researcher', recruiter: 'Recruiter' } as const

function renderSignUpForm(config: Config, visit: Visit, values: Record<string, string>, failure?: Failure): Fragment {
  const { writer } = visit.frame
  const { write } = writer
  const state = { writer, values, errors: failure?.errors ?? {} }
  const choices = Object.entries(roles).map(([value, name]) => ({ value, text: write(name) }))
  return [
    failure && renderFormAlert(failure, fields),
    html`<form class="stacked" method="post" action="${getAddress(config, '/app/sign-up', getNextPath(visit.request))}">
${renderTextField(state, { name: 'name', label: 'Name', most: 200, isRequired: true, autocomplete: 'name' })}
${renderTextField(state, { name: 'email', label: 'E-mail', type: 'email', most: 254, isRequired: true, autocomplete: 'username' })}
${renderTextField(state, { name: 'password', label: 'Password', type: 'password', most: 200, isRequired: true, autocomplete: 'new-password' })}
${renderTextField(state, { name: 'password_confirmation', label: 'The same once more', type: 'password', most: 200, isRequired: true, autocomplete: 'new-password' })}
${renderSelect(state, { name: 'role', label: 'I am here as', choices })}
<button>${write('Create my account')}</button></form>`,
  ]
}

async function showSignUp(config: Config, here: Visit, values: Record<string, string> = {}, failure?: Failure) {
  const { write, writeHtml } = here.frame.writer
  const methods = await fetchMethods(here)
  const signIn = html`<a href="${getAddress(config, '/app/sign-in', getNextPath(here.request))}">${write('Sign in')}</a>`
  const content = [
    methods.sign_up !== 'open' && html`<p class="lede">${write('Sign-up is by invitation.')}</p>`,
    methods.sign_up === 'open' && methods.password && renderSignUpForm(config, here, values, failure),
    methods.sign_up === 'open' && renderProviders(config, here, methods),
    html`<p>${writeHtml('You have an account? {link}', { link: signIn })}</p>`,
  ]
  return sendPage(here, 'Create an account', content, failure?.status ?? 200)
}

export function registerSignUpPages(app: App, visit: CreateVisit, config: Config) {
  app.get('/app/sign-up', { config: raw }, (request, reply) => showSignUp(config, visit(request, reply)))

  app.post('/app/sign-up', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const values = readFields(request, fields)
    const body = { ...values, role: values.role || 'learner', locale: here.frame.writer.wording.locale }
    const answer = await send(here, 'POST /auth/signup', {}, body)
    return answer.ok
      ? openSession(config, here, answer.data, getNextPath(request))
      : showSignUp(config, here, values, answer)
  })
}
