/** Decides when passes begin: soon after a change, and rarely while there are changes all the time, so that many of them are read together. */

import type { PassResult } from './pass.ts'

/** The changes of so long are read together. */
const wokenAfterMs = 20
/** The time between two passes while there are changes. */
const restMs = 500
/** A process that has written within this time is busy: then followers that may lag do, for ten seconds at most. */
const busyMs = 200
const maxLagMs = 10_000
/** Pauses before rows are read that transactions, which are open, may still come before; they double. */
const shortestWaitMs = 20
const longestWaitMs = 1_000

export class Pacing {
  readonly #wake: () => void
  #timer: NodeJS.Timeout | undefined
  #waitMs = shortestWaitMs
  /** In milliseconds of the process. */
  #restsUntil = 0
  #committedAt = Number.NEGATIVE_INFINITY
  #laggingSince: number | null = null
  #isRunning = false
  #hasNews = false

  constructor(wake: () => void) {
    this.#wake = wake
  }

  noticeCommit(): void {
    this.#committedAt = performance.now()
    if (this.#isRunning) this.#hasNews = true
    else this.#wakeIn(Math.max(wokenAfterMs, this.#restsUntil - this.#committedAt))
  }

  /** Begins a pass. Returns whether followers may lag in it. */
  begin(): boolean {
    this.#isRunning = true
    this.#hasNews = false
    const now = performance.now()
    const isLate = this.#laggingSince !== null && now - this.#laggingSince > maxLagMs
    return now - this.#committedAt < busyMs && !isLate
  }

  /** Ends a pass that has failed, or has this result. */
  end(result: Pick<PassResult, 'isWaiting' | 'isLagging'> | null): void {
    const now = performance.now()
    this.#isRunning = false
    this.#restsUntil = now + restMs
    const { isWaiting, isLagging } = result ?? { isWaiting: false, isLagging: false }
    this.#waitMs = isWaiting ? Math.min(longestWaitMs, this.#waitMs * 2) : shortestWaitMs
    this.#laggingSince = isLagging ? (this.#laggingSince ?? now) : null
    if (isWaiting) this.#wakeIn(this.#waitMs)
    else if (isLagging || this.#hasNews) this.#wakeIn(restMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  /** Many commits are followed by one pass. */
  #wakeIn(ms: number) {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      this.#wake()
    }, ms).unref()
  }
}
