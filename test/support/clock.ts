/** A clock that stands still until a test moves it, or that goes on at each reading. */

import { addDuration, type Clock, type Duration } from '#core/time.ts'

export interface FakeClock extends Clock {
  /**
   * How far it goes on at each reading, in milliseconds, as a real clock does between two readings: a decision that reads it twice is
   * different then. 0 by default; `CLOCK_TICK_MS=1 npm test …` sets it for all tests.
   */
  tickMs: number
  advance(duration: Duration): void
  /** Sets the time, also to an earlier one. */
  set(moment: string): void
}

export function createFakeClock(start = '2026-11-21T09:00:00.000Z'): FakeClock {
  let present = start
  return {
    tickMs: Number(process.env.CLOCK_TICK_MS ?? 0),
    now() {
      const read = present
      if (this.tickMs > 0) present = addDuration(present, { milliseconds: this.tickMs })
      return read
    },
    advance(duration) {
      present = addDuration(present, duration)
    },
    set(moment) {
      present = new Date(moment).toISOString()
    },
  }
}
