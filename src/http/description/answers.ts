/** Describes the answers of operations: what each status means, and the errors that many operations share. */

import { isObject, isSame, type JsonObject } from './json.ts'

const meanings: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  400: 'The request cannot be read.',
  401: 'No token, or one that is unknown, expired or revoked; at the login, wrong credentials.',
  403: 'The caller may not do this.',
  404: 'Not found, or not visible to the caller.',
  409: 'Another request stands in the way: the first one with this `Idempotency-Key` is still running and enough repetitions wait for it, or an upload does not continue where it ended.',
  410: 'It is no longer there, and will not come back.',
  413: 'The body is larger than the operation takes: `x-max-body-bytes` for JSON; for a form, the limits of its fields.',
  415: 'The body has a type that is not understood here.',
  422: 'Something in the request is invalid, or a rule forbids it; `errors` names the fields.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  500: 'Something went wrong on our side; tell us the `X-Request-Id`.',
  502: 'A service we depend on did not answer well.',
  503: 'Not possible at the moment; `Retry-After` says when to come back.',
}

export const listResponses = ({ responses = {} }: JsonObject) => Object.entries(responses as Record<string, JsonObject>)

const page: JsonObject = {
  schema: { type: 'string', description: 'The message as a page, for a browser that opens the address.' },
}

/** Says what each status means, that errors also come as RFC 9457, and those of a GET as a page. */
export function describeAnswers(method: string, operation: JsonObject) {
  for (const [status, answer] of listResponses(operation)) {
    answer.description = meanings[status] ?? answer.description ?? ''
    const { content } = answer
    if (Number(status) < 400 || !isObject(content)) continue
    content['application/problem+json'] = { schema: { $ref: '#/components/schemas/ProblemDetails' } }
    if (method === 'get') content['text/html'] = page
  }
}

/** The names of errors among the shared responses. */
const errorNames: Record<string, string> = {
  400: 'BadRequest',
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'BodyTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'ServerError',
  502: 'BadGateway',
  503: 'Unavailable',
}

/** What any request may be answered, whatever it asks for. */
const general = new Set(['400', '413', '415', '429', '500', '503'])

/** Describes an error that many operations have once, and once more where it may be a page. */
export function shareErrors(method: string, { responses = {} }: JsonObject, errors: JsonObject) {
  const all = responses as Record<string, JsonObject>
  shareFailures(method === 'get' ? 'FailureOrPage' : 'Failure', all, errors)
  for (const [status, answer] of Object.entries(all)) {
    const error = errorNames[status]
    if (error === undefined) continue
    const name = method === 'get' ? `${error}OrPage` : error
    if (!isSame(errors[name], answer)) continue
    errors[name] = answer
    all[status] = { $ref: `#/components/responses/${name}` }
  }
}

/**
 * Puts the general errors of an operation into its `default`. OpenAPI cannot refer to several answers at once, so one
 * component stands for them, and its `x-statuses` says what each status means.
 */
function shareFailures(name: string, responses: Record<string, JsonObject>, errors: JsonObject) {
  const found = Object.entries(responses).filter(([status]) => general.has(status))
  const [first] = found
  if (first === undefined || found.some(([, { content = null }]) => !isSame(first[1].content, content))) return
  const failure: JsonObject = {
    ...first[1],
    description: found.map(([status, { description }]) => `- ${status}: ${description}`).join('\n'),
    'x-statuses': Object.fromEntries(found.map(([status, { description = '' }]) => [status, description])),
  }
  if (!isSame(errors[name], failure)) return
  errors[name] = failure
  for (const [status] of found) delete responses[status]
  responses.default = { $ref: `#/components/responses/${name}` }
}

const text = (description: string): JsonObject => ({ type: 'string', description })

/** What errors are for clients that ask for `application/problem+json`. */
export const problemDetails: JsonObject = {
  type: 'object',
  title: 'ProblemDetails',
  description: 'RFC 9457.',
  required: ['type', 'title', 'status', 'detail', 'instance', 'request_id'],
  properties: {
    type: text('`about:blank`: the status says what kind of problem it is.'),
    title: text('The name of the status.'),
    status: { type: 'integer', description: 'The HTTP status.' },
    detail: text('One sentence a person can read.'),
    instance: text('The path of the request.'),
    request_id: text('The `X-Request-Id` of the response.'),
    errors: {
      type: 'object',
      description: 'Messages for each field.',
      additionalProperties: { type: 'array', items: { type: 'string' } },
    },
  },
}
