/** Runs the followers of the journal while the service runs: in a thread of their own, or in the process where memory is scarce and in tests. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { describeModule } from '#core/worker-module.ts'
import { startLoop } from '../loop.ts'
import { type FollowerModule, loadFollowers } from './follower.ts'
import { FollowerMonitor } from './monitor.ts'
import { Pacing } from './pacing.ts'
import { type PassResult, recordSeen, runPass, seenEveryHours } from './pass.ts'
import { followerRows, journalRows } from './queries.ts'
import { hasPending, isOfLaterRelease } from './slice.ts'

/** The time of one pass: then the thread tells what it did. */
const passMs = { thread: 500, process: 100 }
/** The pause of `settle` before it looks again. */
const settledAgainMs = 20
/** It is looked so often whether they have something to do besides the rows of the journal. */
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
  const runner = createRunner(ctx, monitor, { modules, inThread })
  const pacing = new Pacing(() => loop.wake())
  let isSettling = false

  const loop = startLoop(ctx.log, 'followers', poll, async () => {
    const isBusy = pacing.begin() && !isSettling
    let result: Progress | null = null
    try {
      result = await runner.runAll(isBusy)
      return result.isWaiting
    } finally {
      pacing.end(result)
    }
  })
  const endListening = inThread ? ctx.db.onCommit(() => pacing.noticeCommit()) : null

  return {
    monitor,
    async settle() {
      const giveUpAt = performance.now() + settledWithinMs
      isSettling = true
      while ((await loop.run()) && performance.now() < giveUpAt) await pause(settledAgainMs)
      isSettling = false
    },
    async stop() {
      runner.end()
      endListening?.()
      await loop.stop()
      pacing.stop()
    },
  }
}

/** Returns whether the followers have nothing to read, to build or left to do, so that none of them needs to be loaded. */
async function isAllDone(ctx: Context, modules: readonly FollowerModule[]): Promise<boolean> {
  if ((await journalRows.first.maybe(ctx, {})) !== null) return false
  const states = await followerRows.list.all(ctx, {})
  for (const declaration of modules.flatMap(({ declarations }) => declarations)) {
    const stored = states.find(({ name }) => name === declaration.name)
    if (stored === undefined) return false
    if (isOfLaterRelease(declaration, stored)) continue
    if (stored.format !== declaration.format || (await hasPending(ctx, declaration))) return false
  }
  return true
}

/** What a run has left: see `PassResult`. */
type Progress = Pick<PassResult, 'isWaiting' | 'isLagging'>
const allRead: Progress = { isWaiting: false, isLagging: false }

interface RunnerOptions {
  modules: readonly FollowerModule[]
  inThread: boolean
}

/** Creates what runs passes until all is read. */
function createRunner(ctx: Context, monitor: FollowerMonitor, { modules, inThread }: RunnerOptions) {
  const urls = modules.map(({ url }) => url.href)
  /** Until when nothing but rows of the journal gives them something to do. */
  let wholeUntil = 0
  let isEnded = false

  async function runOnce(isBusy: boolean): Promise<PassResult> {
    const paused = monitor.listPaused()
    if (!inThread) {
      const options = { paused: new Set(paused), maxMs: passMs.process, isBusy }
      return runPass(ctx, await loadFollowers(urls), options)
    }
    const input = { modules: urls, paused, maxMs: passMs.thread, isBusy, now: ctx.clock.now() }
    const { hasTasks, ...result } = await ctx.db.runInWritingThread({ module: thread, name: 'follow', input })
    if (hasTasks) ctx.wake()
    return result
  }

  /** Until all that they store is known to be whole, a pass adds and builds what is missing. Then only what is written gives them something to do. */
  async function hasNothingToDo(): Promise<boolean> {
    if (performance.now() < wholeUntil) return (await journalRows.first.maybe(ctx, {})) === null
    if (!(await isAllDone(ctx, modules))) return false
    const declarations = modules.flatMap((module) => module.declarations)
    await recordSeen(ctx, declarations)
    wholeUntil = performance.now() + seenEveryMs
    return true
  }

  /** Runs passes until nothing is left but rows that cannot be read yet, and rows of followers that lag. */
  async function runAll(isBusy: boolean): Promise<Progress> {
    if (urls.length === 0) return allRead
    for (;;) {
      if (isEnded || (await hasNothingToDo())) return allRead
      const result = await runOnce(isBusy)
      monitor.record(result)
      if (result.isUnfinished) continue
      const { isWaiting, isLagging } = result
      const isWhole = !isWaiting && !isLagging && result.failures.length === 0 && monitor.listPaused().length === 0
      wholeUntil = isWhole ? performance.now() + seenEveryMs : 0
      return { isWaiting, isLagging }
    }
  }

  return {
    runAll,
    end() {
      isEnded = true
    },
  }
}
