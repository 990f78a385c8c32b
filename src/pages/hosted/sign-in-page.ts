/** The page of the sign-in. */

import type { Config } from '#config.ts'
import { type Fragment, type Html, html } from '#core/html.ts'
import type { SignInMethods } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import { type RefusedForm, renderOperationForm, renderRefusal } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import { renderPasskeySignIn } from './passkeys.ts'
import { fetchMethods, renderProviders } from './provider-routes.ts'
import { getAddress, getNextPath, getPasskeyAddress } from './sign-in.ts'
import { sendPasskeyPage, type Visit } from './visit.ts'

const heading = 'Sign in'

export const signIn = defineForm('POST /auth/login', {
  groups: ['email', 'password'],
  widgets: { email: { autocomplete: 'username' }, password: { autocomplete: 'current-password' } },
  leftOut: { link: 'The console has it, for administrators where passwords are not used.' },
})

/** The form for the password where passwords are used, a button for a passkey, and a link to each provider. */
function renderFirstStep(config: Config, visit: Visit, methods: SignInMethods, { next, refused }: Shown): Fragment {
  const { writer, base } = visit.frame
  const action = getAddress(config, '/app/sign-in', next)
  const password = [
    renderOperationForm(visit, signIn, { button: 'Sign in', action, refused }),
    html`<p><a href="${base}/app/forgot-password">${writer.write('Forgotten your password?')}</a></p>`,
  ]
  return [
    methods.password ? password : renderRefusal(refused),
    renderPasskeySignIn(writer, base, getPasskeyAddress(config, next)),
    renderProviders(config, visit, methods),
    visit.sealedForm !== '' && methods.providers.length > 0 && renderReturn(config, visit),
    renderSignUpLink(config, visit, methods, next),
  ]
}

/** A provider is visited in another tab, while the form waits in this one. */
const renderReturn = ({ basePath }: Config, { frame: { writer } }: Visit): Html =>
  html`<p class="soft">${writer.write('A provider opens in a new tab. Come back to this one when you have signed in there.')}</p>
${renderForm(writer, { button: 'Show what I typed', action: `${basePath}/app/kept-form`, isQuiet: true })}`

function renderSignUpLink(config: Config, { frame }: Visit, { sign_up }: SignInMethods, next: string): Html | null {
  if (sign_up !== 'open') return null
  const { write, writeHtml } = frame.writer
  const link = html`<a href="${getAddress(config, '/app/sign-up', next)}">${write('Create an account')}</a>`
  return html`<p>${writeHtml('You are new here? {link}', { link })}</p>`
}

interface Shown {
  /** Where the way goes on. */
  next: string
  refused?: RefusedForm | undefined
}

interface SignInPage extends Partial<Shown> {
  alert?: Html
  status?: number
}

/** Shows the sign-in. */
export async function sendSignIn(
  config: Config,
  visit: Visit,
  { alert, refused, next = getNextPath(visit.request), status = refused?.status ?? 200 }: SignInPage = {},
) {
  const form = renderFirstStep(config, visit, await fetchMethods(visit), { next, refused })
  return sendPasskeyPage(visit, { heading, content: [alert, form], status })
}
