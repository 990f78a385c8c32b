/** Receives notifications and changes over a connection that is reopened when it is lost. */

import { fillPath } from './addresses.ts'
import type { Change, Notification } from './contract.ts'
import { readEvents } from './events.ts'
import { isProblem } from './problems.ts'
import { sleep } from './retries.ts'
import { type ClientOptions, send } from './transport.ts'

export interface FollowOptions {
  /** Ends the stream. */
  signal?: AbortSignal | undefined
  /** The id of the last known notification or change. Later ones are delivered first. */
  after?: number | undefined
  /**
   * The milliseconds without data after which a connection counts as lost and is reopened; by default 60,000. The
   * service sends a heartbeat every 25 seconds.
   */
  silenceLimitMs?: number | undefined
  /** Called when the state of the connection changes. */
  onState?: ((state: StreamState) => void) | undefined
}

/** `waiting` is the pause before the connection is reopened. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed'

/** Milliseconds before the stream is reopened: one second, doubled after each failure, at most half a minute. */
const shortestPause = 1_000
const longestPause = 30_000

/**
 * Yields each of the caller's notifications once, until the signal aborts or the service refuses with an `ApiProblem`,
 * for example 401 when the token has expired. A lost connection is reopened, and missed notifications are delivered.
 *
 * @example
 * const client = { baseUrl: 'https://api.example.org', token: 'rps_…' }
 * for await (const { title, message } of followNotifications(client)) console.log(title, message)
 */
export const followNotifications = (
  client: ClientOptions,
  options: FollowOptions = {},
): AsyncGenerator<Notification, void, undefined> =>
  followStream<Notification>(client, { ...options, event: 'notification', path: '/notifications/stream' })

export interface FollowChangesOptions extends FollowOptions {
  /** Only these types or kinds, such as `job_post` or `job_post.created`. */
  types?: readonly Change['type'][] | readonly Change['object']['kind'][] | undefined
}

/**
 * Yields each change of what the caller may see once, in the order in which the changes were saved, until the signal
 * aborts or the service refuses with an `ApiProblem`: 401 when the token has expired, 410 when changes after `after` are
 * not kept any more. A lost connection is reopened, and missed changes are delivered.
 *
 * @example
 * const client = { baseUrl: 'https://api.example.org', token: 'rps_…' }
 * for await (const { type, object } of followChanges(client, { types: ['job_post'] })) console.log(type, object.id)
 */
export const followChanges = (
  client: ClientOptions,
  { types, ...options }: FollowChangesOptions = {},
): AsyncGenerator<Change, void, undefined> =>
  followStream<Change>(client, {
    ...options,
    event: 'change',
    path: '/changes/stream',
    query: types === undefined ? {} : { types: types.join() },
  })

interface Source extends FollowOptions {
  path: string
  query?: Record<string, string>
  /** The name of its events. */
  event: string
}

async function* followStream<T>(
  client: ClientOptions,
  { signal, after, silenceLimitMs = 60_000, onState, ...source }: Source,
): AsyncGenerator<T, void, undefined> {
  const { pause = sleep } = client
  const known = { last: after === undefined ? '' : String(after), failures: 0 }
  try {
    while (!signal?.aborted) {
      onState?.('connecting')
      yield* followOnce<T>(client, known, { ...source, signal, silenceLimitMs, onState })
      if (signal?.aborted) break
      onState?.('waiting')
      // Half of the delay is random, so that the clients of a restarted service do not all reconnect at the same
      // moment.
      const wait = Math.min(shortestPause * 2 ** known.failures++, longestPause) * (0.5 + Math.random() / 2)
      // An aborted signal ends the loop without an error.
      await pause(wait, signal).catch(() => undefined)
    }
  } finally {
    onState?.('closed')
  }
}

/**
 * The state that is kept between connections: the id of the last event, and the number of connections in a row without
 * one.
 */
interface Known {
  last: string
  failures: number
}

type Following = Required<Pick<Source, 'silenceLimitMs' | 'path' | 'event'>> &
  Pick<Source, 'signal' | 'onState' | 'query'>

/** Reads one connection until it is lost. Throws errors that reconnecting would not solve. */
async function* followOnce<T>(
  client: ClientOptions,
  known: Known,
  { signal, silenceLimitMs = 60_000, onState, event: name, ...source }: Following,
): AsyncGenerator<T, void, undefined> {
  const silence = watchSilence(silenceLimitMs, signal)
  try {
    const response = await open(client, source, known.last, silence.signal)
    onState?.('open')
    for await (const { event, data, id } of readEvents(response, silence.heard)) {
      known.failures = 0
      known.last = id
      if (event === name) yield JSON.parse(data)
    }
  } catch (error) {
    if (isRefusal(error) || error instanceof SyntaxError) throw error
  } finally {
    silence.stop()
  }
}

/** A signal that also aborts when no data arrived for the given time. */
function watchSilence(limit: number, signal: AbortSignal | undefined) {
  const lost = new AbortController()
  const end = () => lost.abort(new Error(`Nothing came for ${limit} ms.`))
  let timer = setTimeout(end, limit)
  return {
    signal: signal === undefined ? lost.signal : AbortSignal.any([lost.signal, signal]),
    heard() {
      clearTimeout(timer)
      timer = setTimeout(end, limit)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Errors that reconnecting does not solve, unlike those of a service that is restarting. */
const isRefusal = (error: unknown) => isProblem(error) && error.status < 500 && error.status !== 429

function open(
  client: ClientOptions,
  { path, query = {} }: Pick<Following, 'path' | 'query'>,
  last: string,
  signal: AbortSignal | undefined,
) {
  return send(client, {
    method: 'GET',
    url: fillPath(client.baseUrl, path, { query }),
    headers: { accept: 'text/event-stream', ...(last === '' ? {} : { 'last-event-id': last }) },
    repeatable: true,
    signal,
  })
}
