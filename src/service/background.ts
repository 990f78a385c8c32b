/** What the service does besides answering requests: tasks, schedules, repeated work, and the followers of the journal. */

import type { Telemetry } from '#adapters/telemetry/telemetry.ts'
import { type Context, createSystemContext, type Platform } from '#context.ts'
import type { RepeatedWork } from '#features/feature.ts'
import type { FollowerModule } from '#platform/followers/follower.ts'
import type { FollowerMonitor } from '#platform/followers/monitor.ts'
import { startFollowers } from '#platform/followers/runtime.ts'
import { type Loop, startLoop } from '#platform/loop.ts'
import { startSchedules } from '#platform/schedule.ts'
import { countTasks, findNextTask } from '#platform/tasks.ts'
import { startWorker } from '#platform/worker.ts'
import { followers as ownFollowers, repeatedWork, schedules, tasks } from '../app.ts'
import { traceTasks } from './tracing.ts'

export interface Background {
  /** Looks for due tasks now. */
  wake(): void
  /** Runs the schedules, repeated work and tasks that are due. */
  runDueWork(): Promise<void>
  /** Returns when a task, or a row that a schedule looks for, is due next; null for never. */
  findNextDue(): Promise<string | null>
  /** The same, and waits for the end of what repeated work has begun. */
  settle(): Promise<void>
  stop(): Promise<void>
  /** Begins to run the followers, when the tables are ready for them. */
  startFollowers(): FollowerMonitor
}

interface Options {
  telemetry: Telemetry | null
  /** Milliseconds between two polls. */
  poll?: number | undefined
  followers?: readonly FollowerModule[] | undefined
  hasFollowerThread?: boolean | undefined
}

/** Starts the background work of the service. */
export function startBackground(platform: Platform, options: Options): Background {
  const { telemetry, poll, hasFollowerThread = false, followers: more = [] } = options
  const polling = poll === undefined ? {} : { poll }
  const worker = startWorker(platform, traceTasks(telemetry, tasks), polling)
  telemetry?.observeTasks(async () => ({ ...(await countTasks(platform)) }))
  const scheduler = startSchedules(platform, schedules, polling)
  const context = createSystemContext(platform)
  const repeated = repeatedWork.map((work) => startRepeated(context, work, poll))
  let followers: ReturnType<typeof startFollowers> | undefined
  return {
    wake: worker.wake,
    async findNextDue() {
      const now = platform.clock.now()
      const moments = [await findNextTask(platform), await scheduler.findNextRun()]
      return moments.filter((moment) => moment !== null && moment > now).toSorted()[0] ?? null
    },
    async runDueWork() {
      await followers?.settle()
      await scheduler.tick()
      for (const { run } of repeated) await run()
      await worker.settle()
      await followers?.settle()
    },
    // What is due works on what followers have written.
    async settle() {
      await followers?.settle()
      await scheduler.tick()
      for (const { settle } of repeated) await settle()
      await worker.settle()
      await followers?.settle()
      // Messages about what the tasks have changed.
      for (const { settle } of repeated) await settle()
    },
    async stop() {
      await scheduler.stop()
      for (const { stop } of repeated) await stop()
      await followers?.stop()
      await worker.stop()
    },
    startFollowers() {
      followers = startFollowers(context, [...ownFollowers, ...more], { inThread: hasFollowerThread, poll })
      return followers.monitor
    },
  }
}

/** Repeats work until it is stopped; then what it has begun ends. */
function startRepeated(ctx: Context, { name, create }: RepeatedWork, poll = 1_000) {
  const loop: Loop<void> = startLoop(ctx.log, name, poll, () => work.run())
  const work = create(ctx, () => loop.wake())
  return {
    run: () => loop.run(),
    async settle() {
      await loop.run()
      await work.settle?.()
    },
    async stop() {
      await loop.stop()
      await work.stop?.()
    },
  }
}
