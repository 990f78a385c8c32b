/** Divides long work of the event loop into steps, between which other work runs. */

import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work without a pause. */
const maxBlockingMs = 4

/** Returns a function to call between two steps; it pauses when the steps since the last pause have taken too long. */
export function createPacer(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxBlockingMs) return
    await nextTurn()
    since = performance.now()
  }
}
