/** Sends requests over HTTP: URL, headers, body, and the envelope of the response. */

import { fillPath, type Located } from './addresses.ts'
import { createForm } from './forms.ts'
import { readProblem } from './problems.ts'
import { type BytesSent, canTellProgress, fetchWithProgress } from './progress.ts'
import type { Done } from './replies.ts'
import { type Patience, sendWithRetries } from './retries.ts'

export interface ClientOptions extends Patience {
  /** The URL of the service, with its base path if it has one: `https://api.example.org`. */
  baseUrl: string
  /** The access token, or a function that returns the current one. */
  token?: string | (() => string | null | undefined | Promise<string | null | undefined>) | null | undefined
  /**
   * Called when the service refuses the token (401). Sign in again and return a new token; the request is then repeated
   * once. Without this function the request fails. Requests refused at the same moment share one call.
   */
  onUnauthorized?: (() => string | null | undefined | Promise<string | null | undefined>) | undefined
  /** Headers for every request, for example for tracing: `traceparent`, `baggage`, `sentry-trace`. */
  headers?: Record<string, string> | (() => Record<string, string>) | undefined
  /** Replaces the platform's `fetch`. */
  fetch?: typeof fetch | undefined
  /**
   * Sends an `Idempotency-Key` with every POST that supports it. The service does the work of such a request only once,
   * so the client repeats it if there is no response.
   */
  idempotencyKeys?: boolean | undefined
}

/** The options of one call. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Record<string, string> | undefined
  /** The service does the work of a POST once per key and repeats the first response for 24 hours. */
  idempotencyKey?: string | undefined
  /** Called with the number of bytes sent, where the platform can report it (browsers, React Native). */
  onBytesSent?: BytesSent | undefined
  /** States that this request may safely be sent twice, so that it is repeated if there is no response. */
  repeatable?: boolean | undefined
}

/** An operation of the API. */
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

/** Calls an operation. Returns its result or throws an `ApiProblem`. */
export async function call(
  client: ClientOptions,
  place: Place,
  input: Input,
  options: CallOptions,
): Promise<Done | Response> {
  // A request that is safe to repeat needs no key, so that the service has nothing to store.
  const wantsKey = client.idempotencyKeys && place.keyed && options.repeatable === undefined
  const key = options.idempotencyKey ?? (wantsKey ? createKey() : undefined)
  const response = await send(client, {
    method: place.method,
    url: fillPath(client.baseUrl, place.path, input),
    headers: {
      accept: place.answers === 'file' ? '*/*' : 'application/json',
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...options.headers,
    },
    body: createBody(place, input.body),
    repeatable: options.repeatable ?? (place.method === 'GET' || (place.keyed === true && key !== undefined)),
    signal: options.signal,
    onBytesSent: options.onBytesSent,
  })
  if (place.answers === 'file') return response
  const { code, message, data, meta } = (await response.json()) as Envelope
  return { status: code, message, ...removeUndefined({ data, meta }) }
}

/** A request that is ready to be sent. */
export interface Outgoing {
  method: string
  url: string
  headers: Record<string, string>
  body?: string | FormData | undefined
  /** Whether the request may be repeated if there is no response. */
  repeatable: boolean
  signal: AbortSignal | undefined
  onBytesSent?: BytesSent | undefined
}

/** Sends a request. Returns a successful response and throws any other. */
export async function send(client: ClientOptions, outgoing: Outgoing): Promise<Response> {
  const { token, retries, onUnauthorized } = client
  const { repeatable, signal } = outgoing
  let present: string | null | undefined
  const attempt = async () => {
    present = typeof token === 'function' ? await token() : token
    return sendOnce(client, outgoing, present)
  }
  const patience = { ...client, retries: repeatable ? retries : 0 }
  const response = await sendWithRetries(attempt, patience, signal)
  if (response.ok) return response
  const problem = await readProblem(response)
  if (problem.status !== 401 || !present || onUnauthorized === undefined) throw problem
  const renewed = await renew(onUnauthorized, present)
  if (!renewed) throw problem
  // The service did none of the work that it refused, so this is not a repetition.
  const again = await sendWithRetries(() => sendOnce(client, outgoing, renewed), patience, signal)
  if (again.ok) return again
  if (again.status === 401) renewals.delete(onUnauthorized)
  throw await readProblem(again)
}

function sendOnce(client: ClientOptions, outgoing: Outgoing, token: string | null | undefined): Promise<Response> {
  const { method, url, body, signal, onBytesSent } = outgoing
  const more = typeof client.headers === 'function' ? client.headers() : client.headers
  const headers = {
    ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...more,
    ...outgoing.headers,
  }
  const request = { method, headers, ...removeUndefined({ body, signal }) }
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

/**
 * Requests that were refused with the same token share one call, even if they learn of it later: one sign-in instead of
 * twenty.
 */
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

function createBody(place: Place, body: object | undefined): string | FormData | undefined {
  if (place.takes === 'form') return createForm(body ?? {})
  return body === undefined ? undefined : JSON.stringify(body)
}

/** Removes properties that are undefined. */
function removeUndefined<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
}

/** A unique key. `randomUUID` is not available on pages without TLS. */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
