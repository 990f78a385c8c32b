/** Adds to every route what all routes share: rate limits, the access check, common responses, idempotency, the envelope. */

import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Context } from '#context.ts'
import { collectErrors, invalidFields, isInvalidFields, notFound, Problem } from '#core/problem.ts'
import { StreamedData } from '#core/streamed-data.ts'
import { getRunningClock } from '#core/time.ts'
import { fill } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'
import { type Answer, runIdempotent } from '#platform/idempotency.ts'
import { checkAccess } from './access.ts'
import { registerAuditedRoute } from './audit.ts'
import { limitBody } from './body-limits.ts'
import { isCsvPreferred, sendCsv } from './csv.ts'
import { collectAnswers, getAnswers, listAnswers } from './declared-answers.ts'
import { AlreadyExists, createErrorResponses, ErrorEnvelope, toFailure, toSuccess } from './envelope.ts'
import { type Conflicts, toConflict } from './errors.ts'
import type { Limiters } from './fast/rate-limits.ts'
import { setContentLanguage } from './language.ts'
import { chooseReplica } from './replica.ts'
import type { Access, Check, FileTitle, RouteScope } from './routes.ts'
import { sendStreamed } from './streaming.ts'
import { addUnknownFieldChecks } from './unknown-fields.ts'
import { InvalidInput } from './validation.ts'

/** The most parameters of a query. */
const maxParameters = 100
const tooManyParameters = new Problem(
  422,
  fill('At most {most} query parameters are accepted.', { most: maxParameters }),
)

/** A request that only reads has one time, unless it stays open. */
function keepTimeRunning(request: FastifyRequest, _: FastifyReply, done: () => void) {
  request.ctx = { ...request.ctx, clock: getRunningClock(request.ctx.clock) }
  done()
}

function refuseManyParameters({ url }: FastifyRequest, _: FastifyReply, done: () => void) {
  const start = url.indexOf('?')
  if (start !== -1 && url.split('&', maxParameters + 1).length > maxParameters) throw tooManyParameters
  done()
}

interface SharedServices {
  limits: Limiters
  conflicts: Conflicts
}

function requireDeclarations(
  { method, url }: RouteOptions,
  access: Access | undefined,
  scope: RouteScope | undefined,
): asserts access is Access {
  if (access === undefined) throw new Error(`The route ${method} ${url} does not say who may call it.`)
  if (scope === undefined && access !== 'public')
    throw new Error(`The route ${method} ${url} does not say which scope an API key needs.`)
}

/** Throws when the route declares no access rule or no response. */
export function applyRouteDefaults(route: RouteOptions, { limits, conflicts }: SharedServices) {
  const {
    access,
    scope,
    furtherScopes = [],
    beforeSecondFactor = false,
    answersSecret = false,
    raw = false,
    limit,
    check,
  } = route.config ?? {}
  requireDeclarations(route, access, scope)
  limitBody(route)
  const own = [route.onRequest ?? []].flat()
  const further = [limit ?? []].flat().map((one) => limits[one])
  const limiters = [limits.general, ...further].filter((one) => one !== null)
  addUnknownFieldChecks(route)
  const beginAct = registerAuditedRoute(route)
  const accessCheck = checkAccess({ access, scope: scope ?? null, furtherScopes, beforeSecondFactor }, beginAct)
  const letTimeGoOn = route.config?.staysOpen ? [keepTimeRunning] : []
  route.onRequest = [refuseManyParameters, ...letTimeGoOn, ...limiters, accessCheck, ...own]
  // Otherwise Fastify answers before the check can add its messages.
  const checks = [check ?? []].flat()
  if (checks.length > 0) route.attachValidation = true
  route.preHandler = [
    ...(checks.length > 0 ? [refuseInvalidInput(checks)] : []),
    ...(route.config?.readsReplica ? [chooseReplica] : []),
    refuseImpossibleParameters,
    ...[route.preHandler ?? []].flat(),
  ]
  // Answers are stored, so routes that return tokens (the public ones) or other secrets are excluded.
  const isIdempotent = route.method === 'POST' && !raw && access !== 'public' && access !== 'optional' && !answersSecret
  if (!raw || route.schema?.tags) addCommonAnswers(route, access, isIdempotent)
  if (raw) return
  const answerInEnvelope = createAnswering(route, conflicts, isIdempotent)
  route.handler =
    route.config?.csv === undefined ? answerInEnvelope : offerCsv(route.handler, answerInEnvelope, route.config.csv)
}

type Handler = RouteOptions['handler']

/** Sends the list of a route as CSV to clients that prefer it. */
const offerCsv = (list: Handler, answerInEnvelope: Handler, title: FileTitle): Handler =>
  async function (request, reply) {
    return isCsvPreferred(request, reply)
      ? sendCsv(request, reply, { title, read: async () => list.call(this, request, reply) })
      : answerInEnvelope.call(this, request, reply)
  }

function createAnswering(route: RouteOptions, conflicts: Conflicts, isIdempotent: boolean): Handler {
  const handle = createHandler(route, conflicts)
  return async function (request, reply) {
    const run = () => handle.call(this, request, reply)
    const runWith = (ctx: Context) => {
      request.ctx = ctx
      return run().catch((error: unknown) => toStoredAnswer(error, ctx.wording))
    }
    const key = isIdempotent ? request.headers['idempotency-key'] : undefined
    const same = [request.method, request.url, request.body ?? null]
    const { status, body } =
      typeof key === 'string' ? await runIdempotent(request.ctx, key, same, runWith) : await run()
    setContentLanguage(reply, request.ctx.wording)
    reply.code(status)
    // Fastify sends what is returned. A returned reply would have listeners of its own for its end.
    return 'data' in body && body.data instanceof StreamedData ? sendStreamed(reply, body, body.data) : body
  }
}

/** Problems of the caller are answers that are stored too. Errors of the service and 429 are not: they may be repeated. */
function toStoredAnswer(error: unknown, wording: Localizer): Answer {
  if (error instanceof Problem && error.status < 500 && error.status !== 429)
    return { status: error.status, body: toFailure(error, wording) }
  throw error
}

const isForm = (body: unknown) => typeof body === 'object' && body !== null && 'form' in body

/** Wraps the handler of a route, so that it returns the envelope around its result. */
function createHandler({ handler, config, ...route }: RouteOptions, conflicts: Conflicts) {
  const code = getSuccessCode(route)
  const message = config?.message ?? 'OK'
  // The files of a form may be gone by then, so its service runs the checks itself.
  const checks = isForm(route.schema?.body) ? [] : [config?.check ?? []].flat()
  return async function (this: FastifyInstance, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
    try {
      const result: unknown = await handler.call(this, request, reply)
      const status = result instanceof AlreadyExists ? 200 : code
      const data = result instanceof AlreadyExists ? result.value : result
      const sentence = typeof message === 'function' ? message(data) : message
      const writing = { wording: request.ctx.wording, address: () => getPublicUrl(request) }
      return { status, body: toSuccess({ code: status, message: sentence, result: data }, writing) }
    } catch (error) {
      throw await addMessages(toConflict(error, conflicts), request, checks)
    }
  }
}

const getSuccessCode = ({ schema, method, url }: Pick<RouteOptions, 'schema' | 'method' | 'url'>): 200 | 201 => {
  const statuses = listAnswers(schema ?? {}).map(([status]) => status)
  if (statuses.includes('201')) return 201
  if (statuses.includes('200')) return 200
  throw new Error(`The route ${method} ${url} does not say what it answers.`)
}

function addCommonAnswers(route: RouteOptions, access: Access, isIdempotent: boolean) {
  const schema = route.schema ?? {}
  const statuses = [429, 500, 503]
  // 403: the role, the scope of the API key, or a missing second factor.
  if (access !== 'public') statuses.push(401, 403)
  if (route.method === 'POST') statuses.push(400)
  if (isIdempotent) statuses.push(409)
  if (schema.params) statuses.push(404)
  if (route.method !== 'GET') statuses.push(400, 413, 415)
  // A field that names another person is refused everywhere.
  statuses.push(422)
  // What a raw route sends is in no envelope, and says no status.
  const response = route.config?.raw
    ? { ...createErrorResponses(statuses), ...getAnswers(schema) }
    : collectAnswers([...statuses.map((status) => [`${status}`, ErrorEnvelope] as const), ...listAnswers(schema)])
  route.schema = { ...schema, response }
}

/** Answers 404 to ids that cannot exist, after the body was validated (see `validation.ts`). */
function refuseImpossibleParameters({ params }: FastifyRequest, _: FastifyReply, done: () => void) {
  if (params === null) throw notFound
  done()
}

/** Refuses input that failed its validation, with the messages of its schema and those of the checks. */
const refuseInvalidInput =
  (checks: readonly Check[]) =>
  async ({ validationError, ctx, params }: FastifyRequest): Promise<void> => {
    if (validationError === undefined) return
    if (!(validationError instanceof InvalidInput)) throw validationError
    const { valid, isInvalid, errors } = validationError
    const possible = params === null ? [] : checks
    const found = await collectErrors(...possible.map((check) => () => check(ctx, valid, { params, isInvalid })))
    throw invalidFields({ ...found, ...errors })
  }

/** Adds the messages of the checks to an error of the service about a field, which stopped at the first one. */
async function addMessages(error: unknown, { ctx, body, params }: FastifyRequest, checks: readonly Check[]) {
  if (!isInvalidFields(error) || checks.length === 0) return error
  const input = typeof body === 'object' && body !== null ? body : {}
  const found = await collectErrors(
    ...checks.map((check) => () => check(ctx, input, { params, isInvalid: () => false })),
  )
  return invalidFields({ ...found, ...error.errors })
}

/** Returns the URL as the caller knows it; a proxy may serve the API under another path. */
function getPublicUrl({ ctx, url }: FastifyRequest): URL {
  const { publicUrl, basePath } = ctx.config
  return new URL(`${publicUrl.slice(0, publicUrl.length - basePath.length)}${url}`)
}
