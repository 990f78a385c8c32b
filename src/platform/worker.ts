/**
 * Runs due tasks: claims them in batches with a lease, retries failed ones, and marks tasks dead after too many
 * failures.
 */

import { sql } from 'kysely'
import { type Context, createSystemContext, type Platform } from '#context.ts'
import { addDuration, type Duration, subtractDuration } from '#core/time.ts'
import { UniqueViolation } from '#database/database.ts'
import { textList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { isLeased, isUnlocked, type Lease, leaseDuration } from './lease.ts'
import { startLoop } from './loop.ts'
import { type Task, waitingTasks } from './tasks.ts'

export interface Worker {
  /** Looks for due tasks now. Cheap; may be called at any time. */
  wake(): void
  /** Runs all due tasks and those that they queue; rejects without a database. */
  settle(): Promise<void>
  /** Stops claiming and waits for running handlers, at most `timeoutMs`. */
  stop(timeoutMs?: number): Promise<void>
}

interface Options {
  /** Milliseconds between two polls, for tasks of other instances and delayed ones. */
  poll?: number
  /** Handlers that run at the same time. */
  atOnce?: number
}

/** The worker renews a lease while the task runs, when it would end within this time. */
const renewedBefore: Duration = { seconds: 30 }
const pauseOfUnknown: Duration = { seconds: 60 }
const longestPause = 3_600
const longestError = 500

const selectDue = (p: { now: string; most: number; crowded: string[] }) =>
  sql`select "id" from ${waitingTasks} where "dead_at" is null and "run_at" <= ${p.now}
    and "kind" not in ${textList(p.crowded)} order by "run_at", "id" limit ${p.most}`

// While a task runs, its key is prefixed with its id, so that the same task can be queued again.
const reservedKeyPrefix = ({ id }: Lease) => `#${id} `
const reservedKey = sql<string | null>`'#' || "id" || ' ' || "unique_key"`

const claims = {
  /** A due task; null without one. */
  due: prepare((q, p: { now: string; most: number; crowded: string[] }) =>
    q.selectNoFrom(sql<number | null>`(${selectDue(p)})`.as('id')),
  ),

  take: prepare((q, p: { now: string; until: string; most: number; crowded: string[] }) =>
    q
      .updateTable('tasks')
      .set((e) => ({ run_at: p.until, attempts: e('attempts', '+', 1), unique_key: reservedKey }))
      .where(isUnlocked(selectDue(p)))
      .returning(['id', 'kind', 'payload', 'attempts', 'unique_key']),
  ),

  renew: prepare((q, p: Lease & { until: string }) =>
    q.updateTable('tasks').set({ run_at: p.until }).where(isLeased(p)),
  ),

  finish: prepare((q, p: Lease) => q.deleteFrom('tasks').where(isLeased(p))),

  retry: prepare((q, p: Lease & { run_at: string; error: string; key: string | null }) =>
    q.updateTable('tasks').set({ run_at: p.run_at, last_error: p.error, unique_key: p.key }).where(isLeased(p)),
  ),

  putBack: prepare((q, p: Lease & { run_at: string; key: string | null }) =>
    q
      .updateTable('tasks')
      .set((e) => ({ run_at: p.run_at, unique_key: p.key, attempts: e('attempts', '-', 1) }))
      .where(isLeased(p)),
  ),

  bury: prepare((q, p: Lease & { now: string; error: string }) =>
    q.updateTable('tasks').set({ dead_at: p.now, last_error: p.error }).where(isLeased(p)),
  ),
}

interface ClaimedTask extends Lease {
  kind: string
  payload: object
  unique_key: string | null
}

/** Running handlers and the ends of their leases. */
type Leases = Map<ClaimedTask, string>

export function startWorker(
  platform: Platform,
  tasks: readonly Task[],
  { poll = 1_000, atOnce = 8 }: Options = {},
): Worker {
  const ctx = createSystemContext(platform)
  const kinds = new Map(tasks.map((task) => [task.kind, task]))
  const leases: Leases = new Map()
  const running = new Set<Promise<void>>()
  let stopped = false
  let more = false

  // Returns 0 when nothing is due. Tasks that wait for room count, because what takes it may have ended when the pass has.
  const loop = startLoop(platform.log, 'tasks', poll, async () => {
    // Leases are renewed first: otherwise a process that was suspended would claim its own running tasks.
    await renew(ctx, leases)
    let started = 0
    for (;;) {
      const { most, crowded } = countFree(leases, atOnce, running.size)
      if (stopped) return 0
      if (most <= 0) return Math.max(started, 1)
      const { rows, until } = await claimDue(ctx, most, crowded)
      for (const row of rows) start(row, until)
      started += rows.length
      more = rows.length === most
      if (!more) return started + crowded.length
    }
  })

  function start(row: ClaimedTask, until: string) {
    const work = handle(ctx, kinds.get(row.kind), row, leases.set(row, until))
      // When the result cannot be written, the lease ends and the task runs again.
      .catch(loop.failed)
      .finally(() => {
        running.delete(work)
        // Waits until several handlers can start, so that claims stay batches.
        if (more && running.size <= atOnce / 2) loop.wake()
      })
    running.add(work)
  }

  return {
    wake: loop.wake,
    async settle() {
      while ((await loop.run()) > 0 || running.size > 0) await Promise.all(running)
    },
    async stop(timeoutMs = 10_000) {
      stopped = true
      await waitAtMost(
        timeoutMs,
        loop.stop().then(() => Promise.all(running)),
      )
      leases.clear()
      if (running.size > 0) platform.log.warn({ tasks: running.size }, 'shutdown timed out with running tasks')
    },
  }
}

/**
 * Returns how many tasks may start, and the kinds of which none may: a quarter of the handlers is left to other kinds, so
 * that many slow tasks of one kind do not delay all others.
 */
function countFree(leases: Leases, atOnce: number, running: number) {
  const maxOfKind = Math.ceil(atOnce * 0.75)
  const counts = new Map<string, number>()
  for (const { kind } of leases.keys()) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const crowded = [...counts].flatMap(([kind, count]) => (count >= maxOfKind ? [kind] : []))
  const others = [...counts.values()].filter((count) => count < maxOfKind)
  return { most: Math.min(atOnce - running, maxOfKind - Math.max(0, ...others)), crowded }
}

/** Takes due tasks, `most` at most, until the lease ends. */
async function claimDue(ctx: Context, most: number, crowded: string[]) {
  const now = ctx.clock.now()
  const until = addDuration(now, leaseDuration)
  // A poll of a service that has nothing to do writes nothing: on SQLite, an update of no row is a transaction too.
  const isIdle = (await claims.due.one(ctx, { now, most: 1, crowded })).id === null
  return { rows: isIdle ? [] : await claims.take.all(ctx, { now, until, most, crowded }), until }
}

async function renew(ctx: Context, leases: Leases) {
  const now = ctx.clock.now()
  const until = addDuration(now, leaseDuration)
  for (const [row, leasedUntil] of leases) {
    if (subtractDuration(leasedUntil, renewedBefore) > now) continue
    await claims.renew.run(ctx, { id: row.id, attempts: row.attempts, until })
    if (leases.has(row)) leases.set(row, until)
  }
}

async function handle(ctx: Context, task: Task | undefined, row: ClaimedTask, leases: Leases) {
  const error = task && row.attempts <= task.maxAttempts ? await runTask(task, ctx, row) : null
  leases.delete(row)
  if (task === undefined) await leaveForOthers(ctx, row)
  else if (row.attempts > task.maxAttempts) await markDead(ctx, row, 'Its worker was lost at every attempt.')
  else if (error === null) await claims.finish.run(ctx, row)
  else if (row.attempts === task.maxAttempts) await markDead(ctx, row, error)
  else await retryLater(ctx, row, error)
}

/** Runs the handler and returns its error message, or null. */
async function runTask(task: Task, ctx: Context, { payload }: ClaimedTask): Promise<string | null> {
  try {
    await task.handle(ctx, payload)
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // PostgreSQL cannot store NUL in a text.
    return message.replaceAll('\0', '').slice(0, longestError)
  }
}

/** During an upgrade, newer instances may know the kind. */
async function leaveForOthers(ctx: Context, row: ClaimedTask) {
  ctx.log.warn({ task: row.kind, task_id: row.id }, 'task kind unknown')
  await releaseKey(ctx, row, (key) =>
    claims.putBack.run(ctx, { ...row, run_at: addDuration(ctx.clock.now(), pauseOfUnknown), key }),
  )
}

async function retryLater(ctx: Context, row: ClaimedTask, error: string) {
  const fields = { task: row.kind, task_id: row.id, attempts: row.attempts, error }
  ctx.log.warn(fields, 'task failed')
  // Half of the delay plus a random part, so that tasks that failed together are not retried together.
  const seconds = Math.min(2 ** row.attempts, longestPause) * (0.5 + Math.random() / 2)
  const run_at = addDuration(ctx.clock.now(), { seconds })
  await releaseKey(ctx, row, (key) => claims.retry.run(ctx, { ...row, run_at, error, key }))
}

/** Restores the key of the row. When the same task was queued meanwhile, that one runs and this row is removed. */
async function releaseKey(ctx: Context, row: ClaimedTask, write: (key: string | null) => Promise<number>) {
  let key = row.unique_key
  // Once for each claim, because a lost worker did not restore it.
  while (key?.startsWith(reservedKeyPrefix(row))) key = key.slice(reservedKeyPrefix(row).length)
  try {
    await write(key)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    await claims.finish.run(ctx, row)
  }
}

async function markDead(ctx: Context, row: ClaimedTask, error: string) {
  const fields = { task: row.kind, task_id: row.id, attempts: row.attempts, error }
  ctx.log.error(fields, 'task dead')
  await claims.bury.run(ctx, { ...row, now: ctx.clock.now(), error })
}

async function waitAtMost(milliseconds: number, work: Promise<unknown>) {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, milliseconds)
  await Promise.race([work, over.promise])
  clearTimeout(timer)
}
