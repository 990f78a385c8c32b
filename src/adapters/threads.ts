/** Runs computations in worker threads that start and end on demand. */

import { Piscina } from 'piscina'
import { unavailable } from '#core/problem.ts'

/** When more wait, callers get 503. */
const mostWaiting = 200
const busy = unavailable('Too much to do at the moment; please try again in a few seconds.', 5)

/**
 * Returns a function that runs the named function of the module in at most two threads. Throws 503 when too many calls
 * wait.
 */
export function inThreads<Given, Result>(module: URL, name: string): (given: Given) => Promise<Result> {
  let threads: Piscina<Given, Result> | undefined
  return async (given) => {
    threads ??= new Piscina<Given, Result>({
      filename: module.href,
      minThreads: 0,
      maxThreads: 2,
      idleTimeout: 30_000,
      concurrentTasksPerWorker: 1,
    })
    if (threads.queueSize >= mostWaiting) throw busy
    return threads.run(given, { name })
  }
}
