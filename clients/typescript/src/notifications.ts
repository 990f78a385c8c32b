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
}

/** How long to wait before the stream is opened anew, in milliseconds. */
const pauseBetween = 1_000

/**
 * The caller's notifications, each once, until the signal or an `ApiProblem` ends it: 401 when the token is no longer good.
 * A lost connection is opened again, and what came in between is made up for.
 */
export async function* followNotifications(
  client: ClientOptions,
  { signal, after }: FollowOptions = {},
): AsyncGenerator<Notification, void, undefined> {
  const { pause = sleep } = client
  let last = after === undefined ? '' : String(after)
  while (!signal?.aborted) {
    try {
      for await (const { event, data, id } of eventsIn(await open(client, last, signal))) {
        last = id
        if (event === 'notification') yield JSON.parse(data)
      }
    } catch (error) {
      if (isRefusal(error) || error instanceof SyntaxError) throw error
    }
    // The end of the signal is the end of the loop, not an error.
    await pause(pauseBetween, signal).catch(() => undefined)
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
