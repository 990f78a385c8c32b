/** Work that would hold the event loop, in threads that come and go. */

import { Piscina } from 'piscina'
import { unavailable } from '#core/problem.ts'

/** Beyond so many that wait, callers are told to come back. */
const mostWaiting = 200
const busy = unavailable('Too much to do at the moment; please try again in a few seconds.', 5)

/** Runs a function of the module, by its name, in at most two threads. Throws a 503 when too many wait. */
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
