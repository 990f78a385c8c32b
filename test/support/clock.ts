/** A clock that stands still until a test moves it. */

import { addDuration, type Clock, type Duration } from '#core/time.ts'

export interface FakeClock extends Clock {
  advance(duration: Duration): void
  /** Sets the time, also to an earlier one. */
  set(moment: string): void
}

export function createFakeClock(start = '2026-11-21T09:00:00.000Z'): FakeClock {
  let present = start
  return {
    now: () => present,
    advance(duration) {
      present = addDuration(present, duration)
    },
    set(moment) {
      present = new Date(moment).toISOString()
    },
  }
}
