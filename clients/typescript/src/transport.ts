/** Speaks HTTP: addresses, headers, bodies, and the envelope around what comes back. */

import { addressIn, type Located } from './addresses.ts'
import { formOf } from './forms.ts'
import { problemIn } from './problems.ts'
import type { Done } from './replies.ts'
import { type Patience, patiently } from './retries.ts'

export interface ClientOptions extends Patience {
  /** Where the service is, with its base path if it has one: `https://api.example.org`. */
  baseUrl: string
  /** The token of a login, or a function that knows the present one. */
  token?: string | (() => string | null | undefined | Promise<string | null | undefined>) | null | undefined
  /** Instead of the `fetch` of the platform. */
  fetch?: typeof fetch | undefined
  /**
   * Gives every POST that the service keeps the answer of an `Idempotency-Key` of its own. Such a request does its work
   * once, so it is sent again when no answer comes.
   */
  idempotencyKeys?: boolean | undefined
}

/** What may differ from one call to the next. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** The service does a POST once for each key, for 24 hours, and gives the first answer again. */
  idempotencyKey?: string | undefined
  /** Says that it does no harm to send this request twice, so that it is sent again when no answer comes. */
  repeatable?: boolean | undefined
}

/** An operation as the contract has it. */
export interface Place {
  readonly method: string
  readonly path: string
  readonly takes?: 'form'
  readonly answers?: 'file'
  readonly keyed?: true
}

export interface Input extends Located {
  body?: object | undefined
}

interface Envelope {
  code: number
  message: string
  data?: unknown
  meta?: unknown
}

/** Calls an operation: what it answers, or an `ApiProblem`. */
export async function call(
  client: ClientOptions,
  place: Place,
  input: Input,
  options: CallOptions,
): Promise<Done | Response> {
  // What does no harm twice needs no key, and the service nothing to remember.
  const wantsKey = client.idempotencyKeys && place.keyed && options.repeatable === undefined
  const key = options.idempotencyKey ?? (wantsKey ? randomName() : undefined)
  const response = await send(client, {
    method: place.method,
    url: addressIn(client.baseUrl, place.path, input),
    headers: {
      accept: place.answers === 'file' ? '*/*' : 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...options.headers,
    },
    body: bodyOf(place, input.body),
    repeatable: options.repeatable ?? (place.method === 'GET' || (place.keyed === true && key !== undefined)),
    signal: options.signal,
  })
  if (place.answers === 'file') return response
  const { code, message, data, meta } = (await response.json()) as Envelope
  return { status: code, message, ...defined({ data, meta }) }
}

/** A request that is ready to be sent. */
export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  /** Whether it may be sent again when no answer comes. */
  repeatable: boolean
  signal: AbortSignal | undefined
}

/** Sends a request. What the service answers well is answered, the rest is thrown. */
export async function send(client: ClientOptions, outgoing: Outgoing): Promise<Response> {
  const { fetch: fetching = globalThis.fetch, token, retries } = client
  const { method, url, body, repeatable, signal } = outgoing
  const once = async () => {
    const present = typeof token === 'function' ? await token() : token
    const headers = {
      ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
      ...(present ? { authorization: `Bearer ${present}` } : {}),
      ...outgoing.headers,
    }
    return fetching(url, { method, headers, ...defined({ body, signal }) })
  }
  const patience = { ...client, retries: repeatable ? retries : 0 }
  const response = await patiently(once, patience, signal)
  if (!response.ok) throw await problemIn(response)
  return response
}

function bodyOf(place: Place, body: object | undefined): string | FormData | undefined {
  if (place.takes === 'form') return formOf(body ?? {})
  return body === undefined ? undefined : JSON.stringify(body)
}

/** Without the properties that are undefined. */
function defined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** A name nobody else comes upon. Not `randomUUID`, which pages without TLS do not have. */
export function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
