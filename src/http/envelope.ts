/** The envelope of all responses, and the declaration of the responses of a route. */

import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { Page, UnpagedList } from '#core/page.ts'
import type { Problem } from '#core/problem.ts'
import { withDescription } from '#core/schema.ts'
import type { StreamedData } from '#core/streamed-data.ts'
import type { Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import type { Localizer } from '#language/wording.ts'

declare const carries: unique symbol

/** The schema of an envelope; `T` is what the handler returns. */
export type Envelope<T> = TSchema & { readonly [carries]: T }

const envelope = <T>(code: number, more: TProperties) =>
  Type.Object({
    code: Type.Integer({ const: code }),
    error: Type.Boolean({ const: false, description: 'False: the request was done.' }),
    status: Type.String({ const: 'success', description: 'Says the same in a word.' }),
    message: Type.String({ description: 'One sentence that a person can read.' }),
    ...more,
  }) as unknown as Envelope<T>

export const ErrorEnvelope = Type.Object(
  {
    code: Type.Integer({ description: 'The HTTP status.' }),
    error: Type.Boolean({ const: true, description: 'True: the request was refused.' }),
    status: Type.String({ const: 'error', description: 'Says the same in a word.' }),
    message: Type.String({ description: 'One sentence a person can read.' }),
    errors: Type.Optional(
      Type.Record(Type.String(), Type.Array(Type.String()), { description: 'Messages for each field.' }),
    ),
  },
  { title: 'Error' },
)

const Link = Type.Unsafe<string | null>({ type: ['string', 'null'] })

const pagingFields = {
  current_page: Type.Integer({ description: 'The page, from 1.' }),
  per_page: Type.Integer({ description: 'How many a page has at most.' }),
  total: Type.Integer({ description: 'How many there are on all pages.' }),
  last_page: Type.Integer({ description: 'The last page, at least 1.' }),
  from: Type.Integer({ description: 'The place of the first one here, from 1; 0 on an empty page.' }),
  to: Type.Integer({ description: 'The place of the last one here; 0 on an empty page.' }),
  path: Type.String({ description: 'The address of the list without its query.' }),
  first_page_url: Type.String({ description: 'The address of the first page.' }),
  last_page_url: Type.String({ description: 'The address of the last page.' }),
  next_page_url: withDescription(Link, 'The address of the next page; null on the last one.'),
  prev_page_url: withDescription(Link, 'The address of the page before; null on the first one.'),
}

const ListMeta = Type.Object(pagingFields, { title: 'ListMeta', description: 'Where in the list this page is.' })

/** The responses of the problems. */
export const createProblemResponses = (problems: readonly Problem[]) =>
  Object.fromEntries(problems.map(({ status }) => [status, ErrorEnvelope]))

/** Says what `data` is, unless its schema does, or it is a component, which is described once. */
const describeResult = (data: TSchema): TSchema =>
  'title' in data || 'description' in data
    ? data
    : withDescription(data, 'type' in data && data.type === 'array' ? 'All rows of the list.' : 'The result.')

/** The responses of a route that returns `data`. */
export const responds = <Code extends 200 | 201, S extends TSchema>(code: Code, data: S, ...problems: Problem[]) =>
  ({ [code]: envelope<Static<S>>(code, { data: describeResult(data) }), ...createProblemResponses(problems) }) as {
    [K in Code]: Envelope<Static<S>>
  }

/** The responses of a route that sends `data` while it is computed. */
export const respondsStreamed = <S extends TSchema>(data: S, ...problems: Problem[]) => ({
  200: envelope<StreamedData>(200, { data }),
  ...createProblemResponses(problems),
})

/** The result of a repeated creation: 200 instead of 201. */
export class AlreadyExists<T> {
  readonly value: T

  constructor(value: T) {
    this.value = value
  }
}

/** The responses of a route that creates `data` with 201, and returns it with 200 (`AlreadyExists`) when repeated. */
export const respondsOnce = <S extends TSchema>(data: S, ...problems: Problem[]) => ({
  ...responds(201, data, ...problems),
  200: envelope<AlreadyExists<Static<S>>>(200, { data: describeResult(data) }),
})

/** The responses of a route that returns a page of items; `extra` are additional fields of `meta`. */
export const respondsPage = <S extends TSchema, Extra extends TProperties = TProperties>(
  item: S,
  { extra, problems = [] }: { extra?: Extra; problems?: Problem[] } = {},
) => ({
  200: envelope<Page<Static<S>>>(200, {
    data: Type.Array(item, { description: 'The rows of this page.' }),
    meta:
      extra === undefined
        ? ListMeta
        : Type.Object(
            { ...pagingFields, ...extra },
            { description: 'Where in the list this page is, and figures of the whole list.' },
          ),
  }),
  ...createProblemResponses(problems),
})

/** The responses of a route that returns a whole list with its own `meta`. */
export const respondsWholeList = <S extends TSchema, M extends TObject>(item: S, meta: M, ...problems: Problem[]) => ({
  200: envelope<UnpagedList<Static<S>, Static<M> & object>>(200, {
    data: Type.Array(item, { description: 'The rows of the list.' }),
    meta: withDescription(meta, 'Figures of the list.'),
  }),
  ...createProblemResponses(problems),
})

/** The responses of a route that returns only a message. */
export const respondsMessage = (...problems: Problem[]) => ({
  200: envelope<void>(200, {}),
  ...createProblemResponses(problems),
})

/** Error responses by status, added to those that a route declares. */
export const createErrorResponses = (statuses: readonly number[]) =>
  Object.fromEntries(statuses.map((status) => [status, ErrorEnvelope]))

export interface SuccessBody {
  code: number
  error: false
  status: 'success'
  message: string
  data?: unknown
  meta?: object
}

export interface Success {
  code: number
  message: Sentence
  result: unknown
}

/** How a response is written. */
export interface EnvelopeOptions {
  wording: Localizer
  /** Returns the absolute URL of the request with its query. */
  address: () => URL
}

export function toSuccess({ code, message, result }: Success, { wording, address }: EnvelopeOptions): SuccessBody {
  const body: SuccessBody = { code, error: false, status: 'success', message: translate(message, wording) }
  if (result instanceof Page) {
    body.data = result.rows
    body.meta = pageMeta(result, address())
  } else if (result instanceof UnpagedList) {
    body.data = result.rows
    body.meta = result.meta
  } else if (result !== undefined) body.data = result
  return body
}

export interface ErrorBody {
  code: number
  error: true
  status: 'error'
  message: string
  errors?: Record<string, string[]>
}

export function toFailure({ status, sentence, errors }: Problem, wording: Localizer): ErrorBody {
  const body: ErrorBody = { code: status, error: true, status: 'error', message: translate(sentence, wording) }
  if (errors)
    body.errors = Object.fromEntries(
      Object.entries(errors).map(([field, all]) => [field, all.map((one) => translate(one, wording))]),
    )
  return body
}

/** The paging fields, see the specification, "Conventions" 4 and 5. */
function pageMeta({ rows, total, page, limit, extra }: Page<unknown>, address: URL) {
  const last = Math.max(1, Math.ceil(total / limit))
  const first = (page - 1) * limit
  const path = `${address.origin}${address.pathname}`
  // Not those of the address, which would build the whole address anew for each link.
  const parameters = new URLSearchParams(address.search)
  const link = (number: number) => {
    parameters.set('page', String(number))
    return `${path}?${parameters}`
  }
  return {
    current_page: page,
    per_page: limit,
    total,
    last_page: last,
    from: rows.length > 0 ? first + 1 : 0,
    to: rows.length > 0 ? first + rows.length : 0,
    path,
    first_page_url: link(1),
    last_page_url: link(last),
    next_page_url: page < last ? link(page + 1) : null,
    prev_page_url: page > 1 ? link(page - 1) : null,
    ...extra,
  }
}
