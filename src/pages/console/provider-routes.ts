/** Sign-in through providers at the console: the way to the provider and back. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { consoleCallbackPath } from '#config/external-services.ts'
import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import { sendApiRequest } from '../hosted/api.ts'
import { createJourneys } from '../hosted/provider-journey.ts'
import { getQueryValue, rateLimited } from '../hosted/visit.ts'

interface Login {
  token?: string
  challenge?: string
}

/** Begins a session of the console with the token, and returns whether it did. */
type Begin = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<boolean>

export function registerProviderSignIn(app: App, config: Config, begin: Begin) {
  const { basePath, publicUrl } = config
  const redirect_uri = `${publicUrl}${consoleCallbackPath}`
  const journeys = createJourneys(config, 'console')
  const call = <T>(request: FastifyRequest, path: string, body: object) =>
    sendApiRequest<T>(app, { request, basePath, token: undefined }, { method: 'POST', path, body })
  const refuse = (reply: FastifyReply) => reply.redirect(`${basePath}/console?sign-in=refused`, 303)

  app.get('/console/sign-in/with/:provider', { config: rateLimited }, async (request, reply) => {
    const { provider } = request.params as { provider: string }
    const body = { action: 'login', redirect_uri }
    const begun = await call<{ url: string; state: string }>(
      request,
      `/auth/${encodeURIComponent(provider)}/start`,
      body,
    )
    if (!begun.ok) return refuse(reply)
    const journey = { state: begun.data.state, provider, next: '', invitation: '' }
    return journeys.begin(reply, begun.data.url, journey)
  })

  app.get(consoleCallbackPath, { config: rateLimited }, async (request, reply) => {
    const journey = journeys.end(request, reply)
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => getQueryValue(request, name))
    reply.header('Cache-Control', 'no-store')
    if (journey === null || journey.state !== state || code === '') return refuse(reply)
    const body = { code, state, action: 'login', redirect_uri, iss: iss || null }
    const answer = await call<Login>(request, `/auth/${encodeURIComponent(journey.provider)}/callback`, body)
    if (!answer.ok) return refuse(reply)
    const { token, challenge } = answer.data
    // Behind the #, which no server sees.
    if (challenge !== undefined) return reply.redirect(`${basePath}/console#challenge=${challenge}`, 303)
    const isBegun = token !== undefined && (await begin(request, reply, token))
    return isBegun ? reply.redirect(`${basePath}/console`, 303) : refuse(reply)
  })
}
