/** One transaction of a follower: the next changes, or the next rows of the tables it is built from. */

import { Moment } from '#core/time.ts'
import type {
  Follower,
  FollowerContext,
  FollowerDeclaration,
  FollowerReading,
  FollowerTransaction,
} from './follower.ts'
import { type FollowerState, followerRows, journalRows, type Position } from './queries.ts'

/**
 * What a slice did: `read` rows, or nothing, because it has read all (`idle`), another instance is at it (`held`), or a transaction that is open
 * may still add rows before the next ones (`blocked`).
 */
export type SliceResult =
  | { state: 'read'; rows: number; heldMs: number }
  | { state: 'built'; rows: number; heldMs: number }
  | { state: 'idle' | 'held' | 'blocked' }

interface Options {
  limit: number
  /** Whether it waits for another instance that holds the follower. */
  waits: boolean
}

/** Whether this release keeps the follower: a larger format was stored by a later one. */
export const isOfLaterRelease = ({ format }: FollowerDeclaration, stored: Pick<FollowerState, 'format'>): boolean =>
  Math.abs(stored.format) > format

/** Whether what it stores has to be built from the tables. A negative format is the one that is being built. */
export const isUnbuilt = ({ build, format }: Follower, stored: Pick<FollowerState, 'format'>): boolean =>
  build !== undefined && stored.format !== format

/** Runs the work in a transaction, and its effects after the commit. */
async function runInFollowerTransaction<T>(
  ctx: FollowerContext,
  work: (tx: FollowerTransaction) => Promise<T>,
): Promise<T> {
  let effects: (() => void)[] = []
  const value = await ctx.db.transaction(
    (db) => {
      effects = []
      return work({
        db,
        clock: new Moment(ctx.clock),
        wake: ctx.wake,
        afterCommit: (effect) => void effects.push(effect),
      })
    },
    // The row of the follower is locked first.
    { locksFirst: true },
  )
  for (const effect of effects) effect()
  return value
}

/** Returns whether a follower left work for itself. */
export const hasPending = async (ctx: FollowerReading, follower: FollowerDeclaration): Promise<boolean> =>
  (await follower.hasPending?.(ctx)) ?? false

/** Applies the next changes. */
export async function applySlice(ctx: FollowerContext, follower: Follower, options: Options): Promise<SliceResult> {
  // On SQLite others wait for the end of the transaction; on PostgreSQL for nothing but the row of the follower.
  const plan = ctx.db.engine === 'sqlite' && 'prepare' in follower ? await prepareSlice(ctx, follower, options) : null
  if (plan !== null && plan.last === undefined && !plan.isPending) return { state: 'idle' }
  return runInFollowerTransaction(ctx, async (tx) => {
    const began = performance.now()
    const state = await lockState(tx, follower, options)
    if (state === null) return { state: 'held' }
    // Work that it left for itself moves no cursor, by which one that is done would be seen.
    const isValid = plan?.last !== undefined && isSame(plan.state, state)
    const { write, last, isPending, rows } = isValid ? plan : await createPlan(tx, follower, { state, options })
    if (last === undefined && !isPending) return { state: (await hasMore(tx, state)) ? 'blocked' : 'idle' }
    await write(tx)
    if (last !== undefined)
      await followerRows.move.run(tx, {
        name: follower.name,
        transaction_id: last.transaction_id,
        position: last.id,
      })
    return { state: 'read', rows, heldMs: performance.now() - began }
  })
}

/** Builds the next part from the tables. */
export async function buildSlice(ctx: FollowerContext, follower: Follower, options: Options): Promise<SliceResult> {
  const { name, format } = follower
  return runInFollowerTransaction(ctx, async (tx) => {
    const began = performance.now()
    const state = await lockState(tx, follower, options)
    if (state === null) return { state: 'held' }
    if (follower.build === undefined || !isUnbuilt(follower, state)) return { state: 'idle' }
    const after = state.format === -format ? state.built : 0
    const { last, isWhole } = await follower.build(tx, after, options.limit)
    await followerRows.saveBuilt.run(tx, { name, format: isWhole ? format : -format, built: last })
    return { state: 'built', rows: options.limit, heldMs: performance.now() - began }
  })
}

const lockState = (tx: FollowerTransaction, { name }: Follower, { waits }: Options) =>
  (waits ? followerRows.lock : followerRows.lockIfFree).maybe(tx, { name })

const isSame = (a: FollowerState, b: FollowerState) =>
  a.position === b.position && a.transaction_id === b.transaction_id && a.format === b.format && a.built === b.built

const hasMore = async (tx: FollowerTransaction, { transaction_id, position }: Position) =>
  (await journalRows.countAfter.one(tx, { transaction_id, position, limit: 1 })).rows > 0

interface Plan {
  state: FollowerState
  rows: number
  /** The last row that was read; undefined without any. */
  last: { transaction_id: number; id: number } | undefined
  /** Whether there is only what it left for itself. */
  isPending: boolean
  write(tx: FollowerTransaction): Promise<void>
}

interface Reading {
  state: FollowerState
  options: Options
}

async function prepareSlice(ctx: FollowerContext, follower: Follower, options: Options): Promise<Plan> {
  const state = await followerRows.get.one(ctx, { name: follower.name })
  return createPlan(ctx, follower, { state, options })
}

async function createPlan(
  ctx: FollowerContext | FollowerTransaction,
  follower: Follower,
  { state, options: { limit } }: Reading,
): Promise<Plan> {
  const { transaction_id, position } = state
  const oldest = ctx.db.engine === 'sqlite' ? 0 : (await journalRows.oldestWriter.one(ctx, {})).transaction_id
  const rows = await journalRows.after.all(ctx, { transaction_id, position, oldest, limit })
  const changes = rows.filter(({ kind }) => follower.kinds.includes(kind))
  const isPending = rows.length === 0 && (await hasPending(ctx, follower))
  const plan = { state, rows: rows.length, last: rows.at(-1), isPending }
  if (changes.length === 0 && !isPending) return { ...plan, write: async () => undefined }
  if ('prepare' in follower) return { ...plan, write: await follower.prepare(ctx, changes) }
  return { ...plan, write: (tx) => follower.apply(tx, changes) }
}
