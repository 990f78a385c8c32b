import { setImmediate as turn } from 'node:timers/promises'

/** Nobody waits longer than this for their turn, in milliseconds. */
const longest = 4
let since = 0

/** To be awaited between two steps of a long computation: lets others have their turn when it is time. */
export async function breathe(): Promise<void> {
  if (performance.now() - since < longest) return
  await turn()
  since = performance.now()
}
