import { setImmediate as turn } from 'node:timers/promises'

/** Nobody waits longer than this for their turn, in milliseconds. */
const maxBlockingMs = 4
let since = 0

/** To be awaited between two steps of a long computation: lets others have their turn when it is time. */
export async function yieldToEventLoop(): Promise<void> {
  if (performance.now() - since < maxBlockingMs) return
  await turn()
  since = performance.now()
}
