/** Gives every route what all routes share: limits, the access check, common answers, the envelope. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Context } from '#context.ts'
import { forbidden, notFound, unauthenticated } from '#core/problem.ts'
import { Again, errorAnswers, success } from './envelope.ts'
import { type Conflicts, explained } from './errors.ts'
import type { Limiters } from './rate-limits.ts'
import { type Answer, onlyOnce } from './repeatable.ts'
import type { Access } from './routes.ts'

interface Shared {
  limits: Limiters
  conflicts: Conflicts
}

/** Throws when the route does not say who may call it, or what it answers. */
export function furnish(route: RouteOptions, { limits, conflicts }: Shared) {
  const { access, raw = false, limit } = route.config ?? {}
  if (access === undefined)
    throw new Error(`The route ${route.method} ${route.url} does not say who may call it.`)

  const own = [route.onRequest ?? []].flat()
  const further = [limit ?? []].flat().map((one) => limits[one])
  const checks = [limits.general, ...further].filter((one) => one !== null)
  route.onRequest = [...checks, allow(access), ...own]
  route.preHandler = [refuseImpossibleParameters, ...[route.preHandler ?? []].flat()]
  if (!raw || route.schema?.tags) addCommonAnswers(route, access)
  if (raw) return

  // The answers are kept, so what hands out tokens (which is what public routes do) is never repeated.
  const repeatable = route.method === 'POST' && access !== 'public' && access !== 'optional'
  const answer = answering(route, conflicts)
  route.handler = async function (request, reply) {
    const run = () => answer.call(this, request, reply)
    const runHolding = (ctx: Context) => {
      request.ctx = ctx
      return run()
    }
    const key = repeatable ? request.headers['idempotency-key'] : undefined
    const same = [request.method, request.url, request.body ?? null]
    const { status, body } =
      typeof key === 'string' ? await onlyOnce(request.ctx, key, same, runHolding) : await run()
    return reply.code(status).send(body)
  }
}

/** The handler of a route, and the envelope around what it returns. */
function answering({ handler, config, ...route }: RouteOptions, conflicts: Conflicts) {
  const code = successCode(route)
  const message = config?.message ?? 'OK'
  return async function (
    this: FastifyInstance,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Answer> {
    try {
      const result: unknown = await handler.call(this, request, reply)
      const status = result instanceof Again ? 200 : code
      const data = result instanceof Again ? result.value : result
      return { status, body: success(status, message, data, () => addressOf(request)) }
    } catch (error) {
      throw explained(error, conflicts)
    }
  }
}

function allow(access: Access) {
  return ({ ctx, headers }: FastifyRequest, _: FastifyReply, done: () => void) => {
    const { role } = ctx.actor
    if (access === 'public') return done()
    // Where a token is optional a wrong one is refused, or its sender would silently be a stranger.
    if (access === 'optional' && headers.authorization === undefined) return done()
    if (role === 'anonymous') throw unauthenticated
    if (typeof access !== 'string' && !access.some((one) => one === role)) throw forbidden
    done()
  }
}

const successCode = ({ schema, method, url }: Pick<RouteOptions, 'schema' | 'method' | 'url'>): 200 | 201 => {
  const { response } = schema ?? {}
  if (typeof response === 'object' && response !== null) {
    if ('201' in response) return 201
    if ('200' in response) return 200
  }
  throw new Error(`The route ${method} ${url} does not say what it answers.`)
}

function addCommonAnswers(route: RouteOptions, access: Access) {
  const schema = route.schema ?? {}
  const statuses = [429, 500, 503]
  if (access !== 'public') statuses.push(401)
  if (typeof access !== 'string') statuses.push(403)
  if (route.method === 'POST') statuses.push(400, 422)
  if (schema.params) statuses.push(404)
  if (route.method !== 'GET') statuses.push(400, 413, 415)
  if (schema.body || schema.querystring) statuses.push(422)
  const declared = typeof schema.response === 'object' ? schema.response : {}
  route.schema = { ...schema, response: { ...errorAnswers(statuses), ...declared } }
}

/** A path that cannot lead anywhere is 404, but only after an ill-typed body (`validation.ts` leaves it to this). */
function refuseImpossibleParameters({ params }: FastifyRequest, _: FastifyReply, done: () => void) {
  if (params === null) throw notFound
  done()
}

/** The address as its caller knows it: a proxy may serve us under a path of its own. */
function addressOf({ ctx, url }: FastifyRequest): URL {
  const { publicUrl, basePath } = ctx.config
  return new URL(`${publicUrl.slice(0, publicUrl.length - basePath.length)}${url}`)
}
