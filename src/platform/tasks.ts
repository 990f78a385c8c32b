/** Durable work for later: what a task is, how it is queued, and how many wait. */

import { sql } from 'kysely'
import type { Context, Platform, Transaction } from '#context.ts'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** One kind of work. Its handler may run twice for one row, so it must be harmless twice. */
export interface Task<P extends object = object> {
  readonly kind: string
  /** After this many failures the row stays in the table as dead. */
  readonly mostAttempts: number
  // A method, so that a task with a payload of its own is also a `Task`.
  handle(ctx: Context, payload: P): Promise<void>
}

interface Definition<P extends object> {
  /** Its name in the table: rows of it outlive the program, so it never changes. */
  kind: string
  handle(ctx: Context, payload: P): Promise<void>
  /** With pauses that double up to an hour, 12 attempts take about an hour, and each more an hour more. */
  mostAttempts?: number
}

export const defineTask = <P extends object>({ mostAttempts = 12, ...rest }: Definition<P>): Task<P> => ({
  mostAttempts,
  ...rest,
})

interface Options {
  /** Not before this moment; by default at once. */
  runAt?: string
  /** A task with the same key that waits, also for another try, is this task. */
  key?: string
}

/**
 * The table, read by the index in which the waiting tasks stand in their order. SQLite would choose the index of dead
 * tasks, in which all that wait are one value, and sort them for every claim.
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

  holdBack: prepare((q, p: { key: string }) =>
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
      sql<number>`(select count(*) from ${waitingTasks} where "dead_at" is null and "run_at" <= ${p.now})`.as(
        'due',
      ),
      sql<number>`(select count(*) from ${waitingTasks} where "dead_at" is null and "run_at" > ${p.now})`.as(
        'later',
      ),
      sql<number>`(select count(*) from "tasks" where "dead_at" is not null)`.as('dead'),
    ]),
  ),
}

/** Queues the task in the transaction that causes it; it runs after the commit, and not at all without one. */
export async function enqueue<P extends object>(
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
  // The task that waits must see what this transaction changes, so on PostgreSQL no worker may take it before the
  // commit. If one just did, the lock fails, and the transaction is retried and adds a new task.
  if (added === 0 && key !== undefined) await queue.holdBack.all(tx, { key })
  tx.afterCommit(tx.wake)
}

/** How many tasks of each kind have failed for good; kinds without any are left out. */
export async function countDeadTasks(ctx: Pick<Platform, 'db'>): Promise<{ kind: string; count: number }[]> {
  return queue.deadByKind.inBackground(ctx, {})
}

export interface TaskCounts {
  /** Their time has come, but no worker has taken them. */
  due: number
  /** Their time is yet to come, or a worker has them. */
  later: number
  dead: number
}

export async function countTasks(ctx: Pick<Platform, 'db' | 'clock'>): Promise<TaskCounts> {
  const [counts] = await queue.counts.inBackground(ctx, { now: ctx.clock.now() })
  return counts ?? { due: 0, later: 0, dead: 0 }
}
