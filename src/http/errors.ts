/** Maps errors to error envelopes. Unexpected errors are logged here, once. */

import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { StorageUnreachable } from '#adapters/storage/storage.ts'
import { isDiskFull } from '#core/disk-full.ts'
import { STATUS_CODES } from '#core/node-http.ts'
import { createUnavailable, notFound, Problem } from '#core/problem.ts'
import { UniqueViolation } from '#database/database.ts'
import { verbatim } from '#language/sentence.ts'
import type { Localizer } from '#language/wording.ts'
import { isPagePreferred } from './content-negotiation.ts'
import { toFailure } from './envelope.ts'
import { getRequestLocalizer, setContentLanguage } from './language.ts'
import { recordPageProblem } from './request-origin.ts'

/** The problem for each unique constraint, by its name. */
export type Conflicts = Readonly<Record<string, Problem>>

const broken = 'Something went wrong on our side. Please try again; if it stays, tell us the request id.'

/** The media type of RFC 9457. */
const problemDetails = 'application/problem+json'

/** Logged as an error, because only the operator can free disk space. */
const diskFull = createUnavailable('There is no room to store this at the moment. Please try again later.', 60)

/** Logged as an error, because only the operator can restore the storage. */
const storageAway = createUnavailable('The file storage cannot be reached at the moment. Please try again later.', 5)

// Errors of Fastify, https://fastify.dev/docs/latest/Reference/Errors/
const framework: Record<string, Problem> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Problem(415, 'This Content-Type is not supported here; send application/json.'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Problem(413, 'The request body is too large.'),
  FST_ERR_CTP_INVALID_JSON_BODY: new Problem(400, 'The request body is not valid JSON.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Problem(400, 'The Content-Length does not match the request body.'),
  FST_ERR_BAD_URL: notFound,
}

/** How problems are shown in a browser: the HTML page and its content security policy. */
export interface ErrorPages {
  /** `path` is that of the request, with the base path. */
  page(problem: { status: number; message: string; path: string }, wording: Localizer): string
  policy: string
}

export function createErrorHandler(conflicts: Conflicts, pages: ErrorPages) {
  return (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const meant = toConflict(error, conflicts)
    const problem = meant instanceof Problem ? meant : toProblem(error)
    if (problem.status >= 500 && !(meant instanceof Problem))
      request.log.error({ err: error, request_id: request.id }, 'request failed')
    return sendProblem({ request, reply, pages }, problem)
  }
}

interface Exchange {
  request: FastifyRequest
  reply: FastifyReply
  pages: ErrorPages
}

/** Sends a problem: as a page to a browser that opened the address, otherwise as the envelope. */
export function sendProblem({ request, reply, pages }: Exchange, problem: Problem) {
  const wording = getRequestLocalizer(request)
  setContentLanguage(reply, wording)
  if (request.method !== 'GET' || !isPagePreferred(request.raw)) return send(request, reply, problem, wording)
  if (problem.retryAfter !== undefined) reply.header('Retry-After', problem.retryAfter)
  return reply
    .code(problem.status)
    .header('Content-Security-Policy', pages.policy)
    .header('Cache-Control', 'no-store')
    .header('Vary', 'Accept')
    .type('text/html; charset=utf-8')
    .serializer((page: unknown) => String(page))
    .send(
      pages.page({ status: problem.status, message: describeProblem(problem, wording), path: request.url }, wording),
    )
}

/** Returns what is wrong in words: the messages of the fields, or else that of the problem. */
function describeProblem(problem: Problem, wording: Localizer): string {
  const { message, errors = {} } = toFailure(problem, wording)
  const sentences = Object.values(errors).flat()
  return sentences.length === 0 ? message : sentences.join(' ')
}

/** Sends the envelope, or Problem Details (RFC 9457) to clients that ask for them. */
function send(request: FastifyRequest, reply: FastifyReply, problem: Problem, wording: Localizer) {
  recordPageProblem(problem)
  if (problem.status === 401) reply.header('WWW-Authenticate', 'Bearer')
  if (problem.retryAfter !== undefined) reply.header('Retry-After', problem.retryAfter)
  const prefersDetails = new Negotiator(request.raw).mediaType(['application/json', problemDetails]) === problemDetails
  return reply
    .code(problem.status)
    .type(prefersDetails ? problemDetails : 'application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(prefersDetails ? toProblemDetails(request, problem, wording) : toFailure(problem, wording))
}

function toProblemDetails({ id, url }: FastifyRequest, problem: Problem, wording: Localizer) {
  const { code: status, message: detail, errors } = toFailure(problem, wording)
  const [instance] = url.split('?')
  const known = { type: 'about:blank', title: STATUS_CODES[status], status, detail, instance, request_id: id }
  return errors === undefined ? known : { ...known, errors }
}

/** Maps a violated unique constraint to its problem; returns other errors unchanged. */
export const toConflict = (error: unknown, conflicts: Conflicts): unknown =>
  error instanceof UniqueViolation ? (conflicts[error.constraint] ?? error) : error

function toProblem(error: FastifyError): Problem {
  const known = framework[error.code]
  if (known) return known
  if (isDiskFull(error)) return diskFull
  if (error instanceof StorageUnreachable) return storageAway
  // Errors of libraries for other services have a status too, which says nothing of the request.
  const status = error.code?.startsWith('FST_') ? (error.statusCode ?? 500) : 500
  return status >= 400 && status < 500 ? new Problem(status, verbatim(error.message)) : new Problem(500, broken)
}
