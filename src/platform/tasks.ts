/** Durable tasks: their definition, how they are queued, and how many wait. */

import { sql } from 'kysely'
import type { Context, Platform, Transaction } from '#context.ts'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** A kind of task. The handler may run twice for one task and must be idempotent. */
export interface Task<P extends object = object> {
  readonly kind: string
  /** After this many failures the task is marked dead and stays in the table. */
  readonly maxAttempts: number
  // Declared as a method, so that tasks with different payloads are assignable to `Task`.
  handle(ctx: Context, payload: P): Promise<void>
}

interface Definition<P extends object> {
  /** The name in the table. It must not change, because rows outlive the program. */
  kind: string
  handle(ctx: Context, payload: P): Promise<void>
  /** Delays double up to one hour, so 12 attempts take about an hour, and each further one an hour more. */
  maxAttempts?: number
}

export const defineTask = <P extends object>({ maxAttempts = 12, ...rest }: Definition<P>): Task<P> => ({
  maxAttempts,
  ...rest,
})

interface Options {
  /** The earliest time to run; immediately by default. */
  runAt?: string
  /** No task is queued while another one with the same key waits or is retried. */
  key?: string
}

/**
 * Reads the table by the index of waiting tasks. SQLite would choose the index of dead tasks, in which all waiting ones
 * are one value, and sort them for every claim.
 */
export const waitingTasks = perEngine<never>({
  sqlite: sql`"tasks" indexed by "tasks_run_at_id_index"`,
  postgres: sql`"tasks"`,
})

const queue = {
  add: prepare((q, p: { kind: string; payload: object; run_at: string; key: string | null; now: string }) =>
    q
      .insertInto('tasks')
      .values({ kind: p.kind, payload: p.payload, run_at: p.run_at, unique_key: p.key, created_at: p.now })
      .onConflict((conflict) => conflict.column('unique_key').doNothing()),
  ),

  next: prepare((q, p: { now: string }) =>
    q
      .selectFrom('tasks')
      .select('run_at')
      .where('dead_at', 'is', null)
      .where('run_at', '>', p.now)
      .orderBy('run_at')
      .orderBy('id')
      .limit(1),
  ),

  lockQueued: prepare((q, p: { key: string }) =>
    q
      .selectFrom('tasks')
      .select('id')
      .where('unique_key', '=', p.key)
      .modifyEnd(perEngine({ sqlite: sql``, postgres: sql`for share` })),
  ),

  deadByKind: prepare((q, _: object) =>
    q
      .selectFrom('tasks')
      .select(['kind', (e) => e.fn.countAll<number>().as('count')])
      .where('dead_at', 'is not', null)
      .groupBy('kind')
      .orderBy('kind'),
  ),

  counts: prepare((q, p: { now: string }) =>
    q.selectNoFrom([
      sql<number>`(select count(*) from ${waitingTasks} where "dead_at" is null and "run_at" <= ${p.now})`.as('due'),
      sql<number>`(select count(*) from ${waitingTasks} where "dead_at" is null and "run_at" > ${p.now})`.as('later'),
      sql<number>`(select count(*) from "tasks" where "dead_at" is not null)`.as('dead'),
    ]),
  ),
}

/** Queues the task in the current transaction; it runs after the commit. */
export async function addTask<P extends object>(
  tx: Transaction,
  task: Task<P>,
  payload: NoInfer<P>,
  { runAt, key }: Options = {},
): Promise<void> {
  const now = tx.clock.now()
  const added = await queue.add.run(tx, {
    kind: task.kind,
    payload,
    run_at: runAt ?? now,
    key: key ?? null,
    now,
  })
  // The waiting task must see the changes of this transaction, so on PostgreSQL its row is locked until the commit. If
  // a worker has just claimed it, the lock fails, and the retried transaction adds a new task.
  if (added === 0 && key !== undefined) await queue.lockQueued.all(tx, { key })
  tx.afterCommit(tx.wake)
}

/** Returns when the next task that waits is due; null without one. */
export const findNextTask = async (ctx: Pick<Platform, 'db' | 'clock'>): Promise<string | null> =>
  (await queue.next.maybe(ctx, { now: ctx.clock.now() }))?.run_at ?? null

/** Returns the number of dead tasks of each kind; kinds without any are omitted. */
export async function countDeadTasks(ctx: Pick<Platform, 'db'>): Promise<{ kind: string; count: number }[]> {
  return queue.deadByKind.inBackground(ctx, {})
}

export interface TaskCounts {
  /** Due and not claimed. */
  due: number
  /** Due later, or claimed by a worker. */
  later: number
  dead: number
}

export async function countTasks(ctx: Pick<Platform, 'db' | 'clock'>): Promise<TaskCounts> {
  const [counts] = await queue.counts.inBackground(ctx, { now: ctx.clock.now() })
  return counts ?? { due: 0, later: 0, dead: 0 }
}
