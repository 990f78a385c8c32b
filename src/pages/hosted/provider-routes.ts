/** Sign-in through providers at the hosted pages: the way to the provider and back. */

import { hostedCallbackPath } from '#config/external-services.ts'
import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import type { SignInMethods } from '../contract.ts'
import { isForeign, sendForeign } from './foreign-forms.ts'
import { renderAlert, renderSignInAgain } from './pages.ts'
import { createJourneys, type Journeys } from './provider-journey.ts'
import { getNextPath, respondToLogin, toNextPath } from './sign-in.ts'
import { type CreateVisit, get, getQueryValue, rateLimited, send, sendPage, type Visit } from './visit.ts'

/** Returns how users can sign in. */
export async function fetchMethods(here: Visit): Promise<SignInMethods> {
  const answer = await get(here, 'GET /auth/methods')
  return answer.ok ? answer.data : { sign_up: 'closed', password: true, providers: [] }
}

/** Renders a link to each provider. Links, because the policy of the pages lets no form lead to another site. */
export function renderProviders(
  { basePath }: Config,
  { request, frame, sealedForm }: Visit,
  { providers }: SignInMethods,
  invitation = '',
): Html | null {
  if (providers.length === 0) return null
  const query = new URLSearchParams({ next: getNextPath(request), ...(invitation === '' ? {} : { invitation }) })
  return html`<ul class="providers">${providers.map(
    ({ name, label }) =>
      html`<li><a href="${basePath}/app/sign-in/with/${name}?${String(query)}"${sealedForm !== '' && html` target="_blank"`}>${frame.writer.write(
        fill('Continue with {provider}', { provider: label }),
      )}</a></li>`,
  )}</ul>`
}

export function registerProviderPages(app: App, visit: CreateVisit, config: Config) {
  const { publicUrl, basePath } = config
  const redirectUri = `${publicUrl}${hostedCallbackPath}`
  const journeys = createJourneys(config, 'app')
  registerBeginnings(app, visit, config, { redirectUri, journeys })

  app.get(hostedCallbackPath, { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const journey = journeys.end(request, reply)
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => getQueryValue(request, name))
    const again = html`<p><a href="${basePath}/app/sign-in">${here.frame.writer.write('Sign in')}</a></p>`
    if (journey === null || journey.state !== state || code === '') {
      const message = here.frame.writer.write('The sign-in was not finished. Please start again.')
      return sendPage(here, 'Sign in', [renderAlert({ message, errors: {} }), again], 422)
    }
    const { provider, invitation, isLink = false } = journey
    const next = toNextPath(journey.next)
    const action = isLink ? 'link' : 'login'
    const body = { code, state, action, redirect_uri: redirectUri, invitation: invitation || null, iss: iss || null }
    const answer = await send(here, 'POST /auth/{provider}/callback', { provider }, body)
    if (!answer.ok) return sendPage(here, 'Sign in', [renderAlert(answer), again], answer.status)
    return isLink ? reply.redirect(`${basePath}${next}#sign-in`, 303) : respondToLogin(config, here, answer.data, next)
  })
}

interface JourneyStart {
  redirectUri: string
  journeys: Journeys
}

function registerBeginnings(app: App, visit: CreateVisit, config: Config, { redirectUri, journeys }: JourneyStart) {
  const begin = async (here: Visit, action: 'login' | 'link', next: string) => {
    const { provider } = here.request.params as { provider: string }
    const body = { action, redirect_uri: redirectUri }
    const begun = await send(here, 'POST /auth/{provider}/start', { provider }, body)
    if (!begun.ok) {
      const again = renderSignInAgain({ ...here.frame, path: next }, begun)
      return sendPage(here, 'Sign in', [renderAlert(begun), again], begun.status)
    }
    const { url, state } = begun.data
    const invitation = action === 'login' ? getQueryValue(here.request, 'invitation') : ''
    const journey = { state, provider, next, invitation, isLink: action === 'link' }
    return journeys.begin(here.reply, url, journey)
  }

  app.get('/app/sign-in/with/:provider', { config: rateLimited }, (request, reply) =>
    begin(visit(request, reply), 'login', getNextPath(request)),
  )

  // It changes something and is no form, because the policy of the pages lets no form lead to another site.
  app.get('/app/sign-in/link/:provider', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    if (isForeign(request, config)) return sendForeign(here)
    return begin(here, 'link', '/app/settings')
  })
}
