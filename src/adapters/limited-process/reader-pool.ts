/**
 * Reads what strangers sent, in limited processes. What one person sends waits for each other, so that one person does not take the turns of others, and
 * what costs too much is a problem of the caller.
 */

import { KeyedMutex } from '#core/concurrency.ts'
import { createUnavailable, type Problem } from '#core/problem.ts'
import type { FunctionName, GivenOf, ResultOf } from '#core/worker-module.ts'
import { type PoolOptions, ProcessFailure, ProcessPool } from './process-pool.ts'

/** Readings that wait, of all people and of one person; further ones are answered 503. */
const maxWaiting = 20
const maxWaitingPerPerson = 10
const busy = createUnavailable('Too much to do at the moment; please try again in a few seconds.', 5)

export class ReaderPool<Exports> {
  readonly #pool: ProcessPool<Exports>
  readonly #people = new KeyedMutex()
  readonly #tooCostly: Problem

  /** `tooCostly` is thrown for an input that takes more than the limits. */
  constructor(options: PoolOptions<Exports>, tooCostly: Problem) {
    this.#pool = new ProcessPool(options)
    this.#tooCostly = tooCostly
  }

  /** Returns what the exported function returns for the input. 422 when it is too costly, 503 when too many wait. */
  async run<Name extends FunctionName<Exports>>(
    name: Name,
    input: GivenOf<Exports, Name>,
    person: number,
  ): Promise<ResultOf<Exports, Name>> {
    const key = String(person)
    if (this.#pool.waiting >= maxWaiting || this.#people.countWaiting(key) >= maxWaitingPerPerson) throw busy
    try {
      return await this.#people.runExclusive(key, () => this.#pool.run(name, input))
    } catch (error) {
      if (!(error instanceof ProcessFailure)) throw error
      throw error.isInterruption ? busy : this.#tooCostly
    }
  }
}
