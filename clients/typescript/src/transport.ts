/** Speaks HTTP: addresses, headers, bodies, and the envelope around what comes back. */

import { addressIn, type Located } from './addresses.ts'
import { formOf } from './forms.ts'
import { problemIn } from './problems.ts'
import { type BytesSent, canTellProgress, fetchWithProgress } from './progress.ts'
import type { Done } from './replies.ts'
import { type Patience, patiently } from './retries.ts'

export interface ClientOptions extends Patience {
  /** Where the service is, with its base path if it has one: `https://api.example.org`. */
  baseUrl: string
  /** The token of a login, or a function that knows the present one. */
  token?: string | (() => string | null | undefined | Promise<string | null | undefined>) | null | undefined
  /**
   * Called when the token is refused (401): sign in again and answer a new token, and the request is sent once more. Without
   * one it fails. Requests that are refused at one moment share one call.
   */
  onUnauthorized?: (() => string | null | undefined | Promise<string | null | undefined>) | undefined
  /** Sent with every request, for example those of tracing: `traceparent`, `baggage`, `sentry-trace`. */
  headers?: Record<string, string> | (() => Record<string, string>) | undefined
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
  /** Told how many bytes of the body were sent, where the platform can tell (browsers, React Native). */
  onBytesSent?: BytesSent | undefined
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
    onBytesSent: options.onBytesSent,
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
  onBytesSent?: BytesSent | undefined
}

/** Sends a request. What the service answers well is answered, the rest is thrown. */
export async function send(client: ClientOptions, outgoing: Outgoing): Promise<Response> {
  const { token, retries, onUnauthorized } = client
  const { repeatable, signal } = outgoing
  let present: string | null | undefined
  const once = async () => {
    present = typeof token === 'function' ? await token() : token
    return sendOnce(client, outgoing, present)
  }
  const patience = { ...client, retries: repeatable ? retries : 0 }
  const response = await patiently(once, patience, signal)
  if (response.ok) return response
  const problem = await problemIn(response)
  if (problem.status !== 401 || !present || onUnauthorized === undefined) throw problem
  const renewed = await renew(onUnauthorized, present)
  if (!renewed) throw problem
  // The service did nothing of what it refused, so that sending it again is no repetition.
  const again = await patiently(() => sendOnce(client, outgoing, renewed), patience, signal)
  if (again.ok) return again
  if (again.status === 401) renewals.delete(onUnauthorized)
  throw await problemIn(again)
}

function sendOnce(
  client: ClientOptions,
  outgoing: Outgoing,
  token: string | null | undefined,
): Promise<Response> {
  const { method, url, body, signal, onBytesSent } = outgoing
  const more = typeof client.headers === 'function' ? client.headers() : client.headers
  const headers = {
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...more,
    ...outgoing.headers,
  }
  const request = { method, headers, ...defined({ body, signal }) }
  if (onBytesSent !== undefined && client.fetch === undefined && canTellProgress())
    return fetchWithProgress(url, request, onBytesSent)
  return (client.fetch ?? globalThis.fetch)(url, request)
}

type Renewing = NonNullable<ClientOptions['onUnauthorized']>
interface Renewal {
  refused: string
  token: Promise<string | null | undefined>
}
const renewals = new WeakMap<Renewing, Renewal>()

/** One call for all requests that were refused with one token, however late they hear of it: one sign-in, not twenty. */
async function renew(onUnauthorized: Renewing, refused: string): Promise<string | null | undefined> {
  const known = renewals.get(onUnauthorized)
  const renewal = known?.refused === refused ? known : { refused, token: Promise.resolve(onUnauthorized()) }
  renewals.set(onUnauthorized, renewal)
  try {
    const token = await renewal.token
    if (!token) renewals.delete(onUnauthorized)
    return token
  } catch (error) {
    renewals.delete(onUnauthorized)
    throw error
  }
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
