import { setImmediate as turn } from 'node:timers/promises'

/** Maximum time without yielding. */
const maxBlockingMs = 4
let since = 0

/** Call between two steps of a long computation: lets other work run when the time is over. */
export async function waitForEventLoop(): Promise<void> {
  if (performance.now() - since < maxBlockingMs) return
  await turn()
  since = performance.now()
}
