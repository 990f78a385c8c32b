/** Lets a reader wait until a follower has read all that was committed before. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Follower, FollowerContext } from './follower.ts'
import { comparePositions, readStates } from './pass.ts'
import { type FollowerState, followerRows, journalRows, type Position } from './queries.ts'
import { applySlice, isOfLaterRelease } from './slice.ts'

/** So few rows are read here at once; more are left to the background, as long as it goes on. */
const fewRows = 50
/** How long it waits for the background before it reads some rows itself. */
const backgroundMs = 50
/** How long it waits for a transaction that is open and may still add rows before others: the reader finds those later. */
const openTransactionMs = 1_000
const pauseMs = 5

/** Resolves when the follower has read all that was committed before, but does not wait for long for transactions that are open. */
export async function catchUp(ctx: FollowerContext, follower: Follower): Promise<void> {
  const until = await journalRows.last.maybe(ctx, {})
  if (until === null) return
  const giveUpAt = performance.now() + openTransactionMs
  let state = await readState(ctx, follower)
  let movedAt = performance.now()
  while (!isOfLaterRelease(follower, state) && comparePositions(state, until, ctx.db.engine) < 0) {
    const isOurs = (await isNear(ctx, state)) || performance.now() - movedAt > backgroundMs
    const done = isOurs ? await applySlice(ctx, follower, { limit: fewRows, waits: true }) : null
    if (done?.state === 'blocked' && performance.now() > giveUpAt) return
    if (done?.state !== 'read') await pause(pauseMs)
    const next = await readState(ctx, follower)
    if (comparePositions(state, next, ctx.db.engine) !== 0) movedAt = performance.now()
    state = next
  }
}

async function readState(ctx: FollowerContext, follower: Follower): Promise<FollowerState> {
  const known = await followerRows.get.maybe(ctx, { name: follower.name })
  if (known !== null) return known
  await readStates(ctx, [follower])
  return followerRows.get.one(ctx, { name: follower.name })
}

async function isNear(ctx: FollowerContext, { transaction_id, position }: Position): Promise<boolean> {
  const { rows } = await journalRows.countAfter.one(ctx, { transaction_id, position, limit: fewRows + 1 })
  return rows <= fewRows
}
