/** Runs computations in worker threads that start and end on demand. */

import { availableParallelism } from 'node:os'
import type { Piscina } from 'piscina'
import { Semaphore } from '#core/concurrency.ts'
import { isMemoryScarce, youngGenerationMb } from '#core/low-memory.ts'
import { createUnavailable } from '#core/problem.ts'
import type { FunctionName, GivenOf, ResultOf, WorkerModule } from '#core/worker-module.ts'

/** The most calls that wait, of all callers and of one; further ones are answered 503. */
const maxWaiting = 200
const maxWaitingOfCaller = 20
const busy = createUnavailable('Too much to do at the moment; please try again in a few seconds.', 5)

/** On two processors, which the event loop and the search use too, a second thread would take 60 MB and save no time. */
const maxThreads = isMemoryScarce || availableParallelism() <= 2 ? 1 : 2

/** The same threads for all modules, because each takes 60 MB, and what the modules share is loaded once. */
let threads: Promise<Piscina> | undefined

async function startThreads() {
  const { Piscina } = await import('piscina')
  return new Piscina({
    minThreads: 0,
    maxThreads,
    idleTimeout: 10_000,
    concurrentTasksPerWorker: 1,
    // A small young generation is collected more often, which costs little and saves 100 MB. The limit of the old
    // generation is for documents of thousands of pages.
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb, maxOldGenerationSizeMb: isMemoryScarce ? 128 : 256 },
  })
}

const places = new Semaphore(maxThreads)

/**
 * Returns a function that runs the named function of the module in a thread. Callers, who are named by a user or a
 * network, take turns. Throws 503 when too many calls wait.
 */
export function runInThreads<Exports, Name extends FunctionName<Exports>>(
  { url }: WorkerModule<Exports>,
  name: Name,
): (input: GivenOf<Exports, Name>, caller: string) => Promise<ResultOf<Exports, Name>> {
  return async (input, caller) => {
    const own = places.countWaiting('normal', caller)
    // Who has none waiting is not kept out by others.
    if (own >= maxWaitingOfCaller || (own > 0 && places.countWaiting() >= maxWaiting)) throw busy
    return places.run(
      async () => {
        threads ??= startThreads()
        return (await threads).run(input, { filename: url.href, name })
      },
      'normal',
      caller,
    )
  }
}
