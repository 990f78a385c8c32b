/** Sign-in through providers at the console: the way to the provider and back. */

import type { FastifyReply, FastifyRequest } from 'fastify'
import { consoleCallbackPath } from '#config/external-services.ts'
import type { Config } from '#config.ts'
import type { App } from '#http/routes.ts'
import type { Arguments, Operation } from '../contract.ts'
import { sendApiRequest } from '../hosted/api.ts'
import { createJourneys } from '../hosted/provider-journey.ts'
import { getQueryValue, rateLimited } from '../hosted/visit.ts'

/** Begins a session of the console with the token, and returns whether it did. */
type Begin = (request: FastifyRequest, reply: FastifyReply, token: string) => Promise<boolean>

export function registerProviderSignIn(app: App, config: Config, begin: Begin) {
  const { basePath, publicUrl } = config
  const redirect_uri = `${publicUrl}${consoleCallbackPath}`
  const journeys = createJourneys(config, 'console')
  const call = <O extends Operation>(request: FastifyRequest, operation: O, ...sent: Arguments<O>) =>
    sendApiRequest(app, { request, basePath, token: undefined }, operation, ...sent)
  const refuse = (reply: FastifyReply) => reply.redirect(`${basePath}/console?sign-in=refused`, 303)

  app.get('/console/sign-in/with/:provider', { config: rateLimited }, async (request, reply) => {
    const { provider } = request.params as { provider: string }
    const body = { action: 'login', redirect_uri }
    const begun = await call(request, 'POST /auth/{provider}/start', { provider }, body)
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
    const answer = await call(request, 'POST /auth/{provider}/callback', { provider: journey.provider }, body)
    if (!answer.ok) return refuse(reply)
    // Behind the #, which no server sees.
    if (answer.data.two_factor_required)
      return reply.redirect(`${basePath}/console#challenge=${answer.data.challenge}`, 303)
    return (await begin(request, reply, answer.data.token)) ? reply.redirect(`${basePath}/console`, 303) : refuse(reply)
  })
}
