/** Runs the followers of the journal while the service runs: in a thread of their own, or in the process where memory is scarce and in tests. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { describeModule } from '#core/worker-module.ts'
import { startLoop } from '../loop.ts'
import { type FollowerModule, loadFollowers } from './follower.ts'
import { FollowerMonitor } from './monitor.ts'
import { type PassResult, runPass, seenEveryHours } from './pass.ts'
import { journalRows } from './queries.ts'

/** The time of one pass: then the thread tells what it did. */
const passMs = { thread: 500, process: 100 }
/** Changes of so long are read together. */
const wokenAfterMs = 20
/** Pauses before rows are read that transactions, which are open, may still come before; they double. */
const shortestWaitMs = 20
const longestWaitMs = 1_000
/** A pass is made so often, also without changes. */
const seenEveryMs = seenEveryHours * 3_600_000
/** How long `settle` waits for transactions that are open. */
const settledWithinMs = 10_000

const thread = describeModule<typeof import('./thread.ts')>(new URL('./thread.ts', import.meta.url))

export interface Followers {
  /** Resolves when all have read all. */
  settle(): Promise<void>
  /** Resolves when the slice that runs has ended. */
  stop(): Promise<void>
  readonly monitor: FollowerMonitor
}

interface Options {
  /** Whether they run in a thread, after each commit; otherwise they run in the process, at each poll. */
  inThread: boolean
  /** Milliseconds between two looks for rows of other processes. */
  poll?: number | undefined
}

/** Starts running the followers. */
export function startFollowers(ctx: Context, modules: readonly FollowerModule[], options: Options): Followers {
  const { inThread, poll = 1_000 } = options
  const monitor = new FollowerMonitor(ctx)
  const runner = createRunner(ctx, monitor, { urls: modules.map(({ url }) => url.href), inThread })
  let waitMs = shortestWaitMs
  let timer: NodeJS.Timeout | undefined

  const loop = startLoop(ctx.log, 'followers', poll, async () => {
    const isWaiting = await runner.runAll()
    waitMs = isWaiting ? Math.min(longestWaitMs, waitMs * 2) : shortestWaitMs
    if (isWaiting) wakeSoon(waitMs)
    return isWaiting
  })
  /** Many commits are followed by one run. */
  function wakeSoon(ms = wokenAfterMs) {
    timer ??= setTimeout(() => {
      timer = undefined
      loop.wake()
    }, ms).unref()
  }
  const endListening = inThread ? ctx.db.onCommit(() => wakeSoon()) : null

  return {
    monitor,
    async settle() {
      const giveUpAt = performance.now() + settledWithinMs
      while ((await loop.run()) && performance.now() < giveUpAt) await pause(shortestWaitMs)
    },
    async stop() {
      runner.end()
      endListening?.()
      await loop.stop()
      clearTimeout(timer)
    },
  }
}

interface RunnerOptions {
  urls: readonly string[]
  inThread: boolean
}

/** Creates what runs passes until all is read. */
function createRunner(ctx: Context, monitor: FollowerMonitor, { urls, inThread }: RunnerOptions) {
  /** Until when there is nothing to do without rows of the journal. */
  let wholeUntil = 0
  let isEnded = false

  async function runOnce(): Promise<PassResult> {
    const paused = monitor.listPaused()
    if (!inThread) return runPass(ctx, await loadFollowers(urls), { paused: new Set(paused), maxMs: passMs.process })
    const input = { modules: urls, paused, maxMs: passMs.thread, now: ctx.clock.now() }
    const { hasTasks, ...result } = await ctx.db.runInWritingThread({ module: thread, name: 'follow', input })
    if (hasTasks) ctx.wake()
    return result
  }

  /** The first pass adds the rows of new followers, and builds what is missing. */
  const isIdle = async () => performance.now() < wholeUntil && (await journalRows.first.maybe(ctx, {})) === null

  /** Returns whether rows are left that cannot be read yet. */
  async function runAll(): Promise<boolean> {
    if (urls.length === 0) return false
    for (;;) {
      if (isEnded || (await isIdle())) return false
      const result = await runOnce()
      monitor.record(result)
      if (result.isUnfinished) continue
      const isWhole = !result.isWaiting && result.failures.length === 0 && monitor.listPaused().length === 0
      wholeUntil = isWhole ? performance.now() + seenEveryMs : 0
      return result.isWaiting
    }
  }

  return {
    runAll,
    end() {
      isEnded = true
    },
  }
}
