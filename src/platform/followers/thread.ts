/** What the writing thread runs for `runtime.ts`. */

import { MovableClock } from '#core/time.ts'
import type { TransactionalConnection } from '#database/database.ts'
import { loadFollowers } from './follower.ts'
import { type PassResult, runPass } from './pass.ts'

export interface ThreadPass {
  modules: readonly string[]
  paused: readonly string[]
  maxMs: number
  isBusy: boolean
  /** The time of the service, whose clock tests advance. */
  now: string
}

export const workerFunctions = {
  /** Runs a pass, and returns whether it queued tasks. */
  async follow(
    { db }: { db: TransactionalConnection },
    { modules, paused, now, ...options }: ThreadPass,
  ): Promise<PassResult & { hasTasks: boolean }> {
    let hasTasks = false
    const clock = new MovableClock()
    clock.moveTo(now)
    const wake = () => {
      hasTasks = true
    }
    const ctx = { db, clock, wake }
    const result = await runPass(ctx, await loadFollowers(modules), { paused: new Set(paused), ...options })
    return { ...result, hasTasks }
  },
}
