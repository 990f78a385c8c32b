/** When to ask again, and after how long. */

import { secondsIn } from './problems.ts'

/** How patient a client is. */
export interface Patience {
  /** How often a request is sent again that may be sent again; 2 unless given, 0 for never. */
  retries?: number | undefined
  /** A service that wants to be left alone for longer than this is not asked again; 60 seconds unless given. */
  longestPause?: number | undefined
  /** Lets the time pass. For tests and programs with a clock of their own. */
  pause?: ((milliseconds: number, signal: AbortSignal | undefined) => Promise<void>) | undefined
}

/**
 * Sends until there is an answer worth to have. Too many requests (429), not now (503) and no answer at all are reasons to
 * try again; everything else is an answer.
 */
export async function patiently(
  send: () => Promise<Response>,
  { retries = 2, longestPause = 60, pause = sleep }: Patience,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const response = await send().catch((error: unknown) => {
      if (attempt >= retries || signal?.aborted) throw error
      return null
    })
    const seconds = response === null ? null : secondsIn(response)
    if (response !== null) {
      const busy = response.status === 429 || response.status === 503
      if (!busy || attempt >= retries || (seconds ?? 0) > longestPause) return response
      // What is not read would hold the connection.
      await response.body?.cancel()
    }
    await pause(seconds === null ? backoff(attempt) : seconds * 1000, signal)
  }
}

/** Half a second, one, two, … each up to twice as long, so that not everybody comes back at one moment. */
const backoff = (attempt: number) => 500 * 2 ** attempt * (1 + Math.random())

/** Waits, and gives up waiting with the signal. */
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
