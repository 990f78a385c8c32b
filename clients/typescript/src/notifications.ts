/** Notifications as they come, over a connection that is opened anew when it is lost. */

import { addressIn } from './addresses.ts'
import type { Notification } from './contract.ts'
import { eventsIn } from './events.ts'
import { isProblem } from './problems.ts'
import { sleep } from './retries.ts'
import { type ClientOptions, send } from './transport.ts'

export interface FollowOptions {
  /** Ends it. */
  signal?: AbortSignal | undefined
  /** The id of the last notification that is known: those after it come first. */
  after?: number | undefined
  /**
   * A connection on which nothing came for so many milliseconds is lost, and opened anew; 60,000 unless given. The service
   * says something every 25 seconds.
   */
  silenceLimitMs?: number | undefined
  /** Told how the connection is. */
  onState?: ((state: StreamState) => void) | undefined
}

/** `waiting` is the pause before the connection is opened anew. */
export type StreamState = 'connecting' | 'open' | 'waiting' | 'closed'

/** Milliseconds before the stream is opened anew: from one second, doubled after each failure, up to half a minute. */
const shortestPause = 1_000
const longestPause = 30_000

/**
 * The caller's notifications, each once, until the signal or an `ApiProblem` ends it: 401 when the token is no longer good.
 * A lost connection is opened again, and what came in between is made up for.
 */
export async function* followNotifications(
  client: ClientOptions,
  { signal, after, silenceLimitMs = 60_000, onState }: FollowOptions = {},
): AsyncGenerator<Notification, void, undefined> {
  const { pause = sleep } = client
  const known = { last: after === undefined ? '' : String(after), failures: 0 }
  try {
    while (!signal?.aborted) {
      onState?.('connecting')
      yield* followOnce(client, known, { signal, silenceLimitMs, onState })
      if (signal?.aborted) break
      onState?.('waiting')
      // Half of it by chance, so that all clients of a service that was restarted do not come back at one moment.
      const wait = Math.min(shortestPause * 2 ** known.failures++, longestPause) * (0.5 + Math.random() / 2)
      // The end of the signal is the end of the loop, not an error.
      await pause(wait, signal).catch(() => undefined)
    }
  } finally {
    onState?.('closed')
  }
}

/** What is known from one connection to the next: the id of the last event, and how often none came. */
interface Known {
  last: string
  failures: number
}

type Following = Required<Pick<FollowOptions, 'silenceLimitMs'>> & Pick<FollowOptions, 'signal' | 'onState'>

/** One connection, until it is lost. Throws what another connection would not mend. */
async function* followOnce(
  client: ClientOptions,
  known: Known,
  { signal, silenceLimitMs = 60_000, onState }: Following,
): AsyncGenerator<Notification, void, undefined> {
  const silence = watchSilence(silenceLimitMs, signal)
  try {
    const response = await open(client, known.last, silence.signal)
    onState?.('open')
    for await (const { event, data, id } of eventsIn(response, silence.heard)) {
      known.failures = 0
      known.last = id
      if (event === 'notification') yield JSON.parse(data)
    }
  } catch (error) {
    if (isRefusal(error) || error instanceof SyntaxError) throw error
  } finally {
    silence.stop()
  }
}

/** A signal that also ends when nothing was heard for so long. */
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

/** What will not be better in a moment, unlike a service that is being restarted. */
const isRefusal = (error: unknown) => isProblem(error) && error.status < 500 && error.status !== 429

const open = (client: ClientOptions, last: string, signal: AbortSignal | undefined) =>
  send(client, {
    method: 'GET',
    url: addressIn(client.baseUrl, '/notifications/stream', {}),
    headers: { accept: 'text/event-stream', ...(last === '' ? {} : { 'last-event-id': last }) },
    repeatable: true,
    signal,
  })
