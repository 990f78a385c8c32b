/** Writes the requests of administrators, changes by agents, and refused requests for what only administrators may do, to the audit log. */

import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Actor, Context } from '#context.ts'
import { runInTransaction } from '#context.ts'
import { toNetwork } from '#core/ip-network.ts'
import { type AuditEntry, appendToAuditLog, createAuditEvent, type PendingAuditEvent } from '#platform/audit/audit.ts'
import { countAttempt } from '#platform/throttle.ts'
import type { Access } from './routes.ts'

/**
 * The header of requests that agents make through `agents/`. Its value is known within this process only, so that other requests cannot
 * have it.
 */
export const agentHeader: Readonly<Record<string, string>> = { 'x-agent': randomUUID() }

const isFromAgent = ({ headers }: FastifyRequest) => headers['x-agent'] === agentHeader['x-agent']

const events = new WeakMap<FastifyRequest, PendingAuditEvent>()
/** The reasons of changes, read before the validation, which drops what an operation does not declare. */
const reasons = new WeakMap<FastifyRequest, string>()

/** Returns whether only administrators may call the route. */
const isForAdministrators = (access: Access | undefined): boolean =>
  typeof access === 'object' && access.every((role) => role === 'admin')

/** Adds the audit log to a route; returns a function that begins the audit event of a request by an administrator, or of a change by an agent. */
export function registerAuditedRoute(route: RouteOptions): (request: FastifyRequest) => void {
  const { access, scope, discloses = false, unaudited = false } = route.config ?? {}
  const isChange = ![route.method].flat().some((method) => method === 'GET' || method === 'HEAD')
  // A public address may show administrators what it hides from others.
  const isAudited = !unaudited && (isChange ? access !== 'public' : discloses)
  // A preview or a search is sent by POST, and changes nothing.
  const isRead = !isChange || scope?.endsWith(':read') === true
  const subject: Subject = { action: getAction(route), kind: getObjectKind(route.url), isRead }
  if (isAudited || (isForAdministrators(access) && !unaudited))
    route.onSend = [
      (request, reply, _payload, done) => {
        if (!isRecorded(request, reply, access)) return done()
        recordOutcome(request, reply, subject).then(() => done(), done)
      },
      ...[route.onSend ?? []].flat(),
    ]

  if (isAudited && isChange) route.preValidation = [keepReason, ...[route.preValidation ?? []].flat()]

  return (request) => {
    const { ctx } = request
    const isAgentsChange = !isRead && isFromAgent(request)
    if (!isAudited || (ctx.actor.role !== 'admin' && !isAgentsChange) || readsOwnData(request, isChange)) return
    const event = createAuditEvent(() => describeRequest(request, subject, isChange))
    events.set(request, event)
    request.ctx = { ...ctx, auditEvent: event }
  }
}

interface Subject {
  action: string
  kind: string | null
  isRead: boolean
}

/** The operation of the API description, or else the method and the path. */
const getAction = ({ schema, method, url }: RouteOptions): string =>
  schema !== undefined && 'operationId' in schema && typeof schema.operationId === 'string'
    ? schema.operationId
    : `${method} ${url}`

/** `job_post` for `/job-posts/:id/applications`; null for a path without an id. */
const getObjectKind = (url: string): string | null =>
  /(?<![\w-])([\w-]+)\/:/.exec(url)?.[1]?.replaceAll('-', '_').replace(/s$/, '') ?? null

const getParameter = ({ params }: FastifyRequest): string | null => {
  const [first] = typeof params === 'object' && params !== null ? Object.values(params) : []
  return typeof first === 'string' || typeof first === 'number' ? String(first) : null
}

/** Administrators read their own data like other users. */
const readsOwnData = (request: FastifyRequest, isChange: boolean) =>
  !isChange && request.routeOptions.url?.includes('/users/:id') === true && getRawId(request) === request.ctx.actor.id

/** The parameters are not validated yet. */
const getRawId = (request: FastifyRequest) => Number(getParameter(request))

const getActorKind = ({ token_id, role }: Actor) => {
  if (token_id === 0) return 'command_line'
  return role === 'admin' ? 'administrator' : 'user'
}

function describeRequest(request: FastifyRequest, { action, kind, isRead }: Subject, isChange: boolean): AuditEntry {
  const { ctx, body, id } = request
  const parameter = getParameter(request)
  const input = isChange ? readFields(body) : {}
  return {
    actor: getActorKind(ctx.actor),
    actorId: ctx.actor.id,
    action,
    requestId: id,
    address: ctx.origin.address,
    reason: reasons.get(request) ?? null,
    isRead,
    ...(kind === null || parameter === null ? {} : { object: { kind, id: parameter.slice(0, 100) } }),
    ...describeInput(input, request),
  }
}

/** Without better knowledge, the fields of the body are what was changed, and the query is what was read. */
function describeInput(input: Record<string, unknown>, { query }: FastifyRequest) {
  const { reason: _, ...fields } = input
  if (Object.keys(fields).length > 0) return { before: null, after: fields }
  const asked = readFields(query)
  return Object.keys(asked).length > 0 ? { before: null, after: { query: asked } } : {}
}

const readFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}

/** Reads one field without copying the others, of which there may be very many before the validation. */
const readField = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function keepReason(request: FastifyRequest, _: FastifyReply, done: () => void): void {
  const reason = readField(request.body, 'reason') ?? readField(request.query, 'reason')
  if (typeof reason === 'string') reasons.set(request, reason)
  done()
}

/** Returns whether the outcome of a request has a row: it has an event, or a stranger was refused what is for administrators. */
const isRecorded = (request: FastifyRequest, { statusCode }: FastifyReply, access: Access | undefined): boolean =>
  events.has(request) || ((statusCode === 401 || statusCode === 403) && isForAdministrators(access))

async function recordOutcome(
  request: FastifyRequest,
  { statusCode: status }: FastifyReply,
  subject: Subject,
): Promise<void> {
  const event = events.get(request)
  events.delete(request)
  // An error of the service has changed nothing, or is in the log already.
  if (status >= 500) return
  if (event !== undefined) {
    const outcome = status < 400 ? 'done' : 'refused'
    if (outcome === 'refused' || !event.written) await event.finish(request.ctx, { outcome, status })
  } else {
    await recordStranger(request, subject, status).catch((error: unknown) =>
      request.log.error({ err: error, request_id: request.id }, 'refused request not recorded'),
    )
  }
}

const window = { hours: 1 }
/** Refused requests of one account or network that have a row each, in an hour. */
const singleRows = 20
/** The same for all visitors without an account together. */
const singleVisitorRows = 1_000

/** After `most` requests, only the 100th, 1,000th and so on are logged, with the count so far. */
const hasRow = (count: number, most: number) => count <= most || /^10{2,}$/.test(String(count))

async function recordStranger(request: FastifyRequest, { action, kind }: Subject, status: number): Promise<void> {
  const { ctx, id } = request
  const { actor, origin } = ctx
  const isVisitor = actor.id === 0
  const network = toNetwork(origin.address ?? '')
  const own = await countRefusal(ctx, isVisitor ? ['network', network] : ['user', String(actor.id)])
  const all = isVisitor ? await countRefusal(ctx, ['visitors']) : 1
  if (!hasRow(own, singleRows) || !hasRow(all, singleVisitorRows)) return
  const parameter = getParameter(request)
  await runInTransaction({ ...ctx, auditEvent: null }, (tx) =>
    appendToAuditLog(tx, {
      actor: isVisitor ? 'visitor' : 'user',
      actorId: isVisitor ? null : actor.id,
      action,
      outcome: 'refused',
      status,
      requestId: id,
      address: origin.address,
      ...(kind === null || parameter === null ? {} : { object: { kind, id: parameter.slice(0, 100) } }),
      ...(own > singleRows ? { before: null, after: { refused_this_hour: own } } : {}),
    }),
  )
}

const countRefusal = async (ctx: Context, parts: string[]): Promise<number> =>
  (await countAttempt(ctx, 'refused-admin-requests', parts, window)).attempts
