/** Sign-in through providers at the hosted pages: the way to the provider and back. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { hostedCallbackPath } from '#config/external-services.ts'
import type { Config } from '#config.ts'
import { type Html, html } from '#core/html.ts'
import type { App } from '#http/routes.ts'
import { fill } from '#language/sentence.ts'
import { renderAlert } from './pages.ts'
import { getNextPath, type Login, respondToLogin, toNextPath } from './sign-in.ts'
import { type CreateVisit, getQueryValue, rateLimited, sendPage, type Visit } from './visit.ts'

export interface Methods {
  providers: { name: string; label: string }[]
}

/** What the browser remembers while it is at the provider. */
interface Journey {
  state: string
  provider: string
  next: string
  /** The token of an invitation that the sign-in accepts; empty without one. */
  invitation: string
}

const cookieName = 'sign_in'
const longestSeconds = 600

/** Returns how users can sign in. */
export async function fetchMethods({ call }: Visit): Promise<Methods> {
  const answer = await call<Methods>({ method: 'GET', path: '/auth/methods' })
  return answer.ok ? answer.data : { providers: [] }
}

/** Renders a link to each provider. Links, because the policy of the pages lets no form lead to another site. */
export function renderProviders(
  { basePath }: Config,
  { request, frame }: Visit,
  { providers }: Methods,
  invitation = '',
): Html | null {
  if (providers.length === 0) return null
  const query = new URLSearchParams({ next: getNextPath(request), ...(invitation === '' ? {} : { invitation }) })
  return html`<ul class="providers">${providers.map(
    ({ name, label }) =>
      html`<li><a href="${basePath}/app/sign-in/with/${name}?${String(query)}">${frame.writer.write(
        fill('Continue with {provider}', { provider: label }),
      )}</a></li>`,
  )}</ul>`
}

export function registerProviderPages(app: App, visit: CreateVisit, config: Config) {
  const redirect_uri = `${config.publicUrl}${hostedCallbackPath}`
  const cookie = {
    path: `${config.basePath}/app/sign-in`,
    httpOnly: true,
    sameSite: 'lax',
    secure: config.publicUrl.startsWith('https:'),
  } as const

  app.get('/app/sign-in/with/:provider', { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const provider = encodeURIComponent(String((request.params as { provider: string }).provider))
    const body = { action: 'login', redirect_uri }
    const begun = await here.call<{ url: string; state: string }>({
      method: 'POST',
      path: `/auth/${provider}/start`,
      body,
    })
    if (!begun.ok) return sendPage(here, 'Sign in', renderAlert(begun), begun.status)
    const journey: Journey = {
      state: begun.data.state,
      provider,
      next: getNextPath(request),
      invitation: getQueryValue(request, 'invitation'),
    }
    return reply
      .setCookie(cookieName, encodeJourney(journey), { ...cookie, maxAge: longestSeconds })
      .header('Cache-Control', 'no-store')
      .redirect(begun.data.url, 302)
  })

  app.get(hostedCallbackPath, { config: rateLimited }, async (request, reply) => {
    const here = visit(request, reply)
    const journey = takeJourney(request, reply, cookie)
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => getQueryValue(request, name))
    const again = html`<p><a href="${config.basePath}/app/sign-in">${here.frame.writer.write('Sign in')}</a></p>`
    if (journey === null || journey.state !== state || code === '') {
      const message = here.frame.writer.write('The sign-in was not finished. Please start again.')
      return sendPage(here, 'Sign in', [renderAlert({ message, errors: {} }), again], 422)
    }
    const { provider, invitation, next } = journey
    const body = { code, state, action: 'login', redirect_uri, invitation: invitation || null, iss: iss || null }
    const answer = await here.call<Login>({ method: 'POST', path: `/auth/${provider}/callback`, body })
    if (!answer.ok) return sendPage(here, 'Sign in', [renderAlert(answer), again], answer.status)
    return respondToLogin(config, here, answer.data, next)
  })
}

/** Reads what the browser remembers, once. */
function takeJourney({ cookies }: FastifyRequest, reply: FastifyReply, cookie: { path: string }): Journey | null {
  const stored = cookies[cookieName]
  reply.clearCookie(cookieName, cookie)
  return stored === undefined ? null : decodeJourney(stored)
}

const encodeJourney = (journey: Journey) => Buffer.from(JSON.stringify(journey)).toString('base64url')

function decodeJourney(text: string): Journey | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    if (typeof value !== 'object' || value === null) return null
    const read = (name: string) => String(Reflect.get(value, name) ?? '')
    return {
      state: read('state'),
      provider: read('provider'),
      invitation: read('invitation'),
      next: toNextPath(read('next')),
    }
  } catch {
    return null
  }
}
