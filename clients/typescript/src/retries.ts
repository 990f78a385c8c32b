/** Decides whether a request is repeated, and after how long. */

import { parseSeconds } from './problems.ts'

/** The limits of repetition. */
export interface Patience {
  /** How often a repeatable request is repeated; by default 2, 0 for never. */
  retries?: number | undefined
  /**
   * The longest `Retry-After` that is respected, in seconds; by default 60. If the service asks for more, the request
   * fails.
   */
  longestPause?: number | undefined
  /** Waits. Tests and programs with their own clock can replace it. */
  pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/**
 * Sends a request until there is a usable response. 429, 503 and a missing response are repeated; every other response
 * is returned.
 */
export async function sendWithRetries(
  send: () => Promise<Response>,
  { retries = 2, longestPause = 60, pause = sleep }: Patience,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await send().catch((error: unknown) => {
      if (attempt >= retries || signal?.aborted) throw error
      return null
    })
    const seconds = response === null ? null : parseSeconds(response)
    if (response !== null) {
      const busy = response.status === 429 || response.status === 503
      if (!busy || attempt >= retries || (seconds ?? 0) > longestPause) return response
      // An unread body would keep the connection busy.
      await response.body?.cancel()
    }
    await pause(seconds === null ? getDelay(attempt) : seconds * 1000, signal)
  }
}

/**
 * Half a second, then one, two, … plus a random part of the same length, so that clients do not all return at the same
 * moment.
 */
const getDelay = (attempt: number) => 500 * 2 ** attempt * (1 + Math.random())

/** Waits, unless the signal aborts. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** A promise that another function resolves. */
export function createSignal() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
