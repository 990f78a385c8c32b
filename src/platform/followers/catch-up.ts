/** Lets a reader wait until a follower has read all that was committed before. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Follower, FollowerContext } from './follower.ts'
import { comparePositions, readStates } from './pass.ts'
import { type FollowerState, followerRows, journalRows, type Position } from './queries.ts'
import { applySlice, hasPending, isOfLaterRelease } from './slice.ts'

/** So few rows are read here at once; more are left to the background, as long as it goes on. */
const fewRows = 50
/** How long it waits for the background before it reads some rows itself. */
const backgroundMs = 50
/** How long it waits for a transaction that is open and may still add rows before others: the reader finds those later. */
const openTransactionMs = 1_000
/** How long it waits at all, such as while an import adds rows faster than they are read: the reader finds the rest later. */
const longestMs = 5_000
const pauseMs = 5

/** Resolves when the follower has read all that was committed before, but waits at most some seconds, and less for transactions that are open. */
export async function catchUp(ctx: FollowerContext, follower: Follower): Promise<void> {
  const until = await journalRows.last.maybe(ctx, {})
  const began = performance.now()
  let movedAt = began
  let state = until === null ? null : await readState(ctx, follower)
  while (await isBehind(ctx, follower, { state, until })) {
    const isOurs = (await isNear(ctx, state)) || performance.now() - movedAt > backgroundMs
    const done = isOurs ? await applySlice(ctx, follower, { limit: fewRows, waits: true }) : null
    const waited = performance.now() - began
    if (waited > longestMs || (done?.state === 'blocked' && waited > openTransactionMs)) return
    if (done?.state !== 'read') await pause(pauseMs)
    const next = await readState(ctx, follower)
    if (state === null || comparePositions(state, next, ctx.db.engine) !== 0) movedAt = performance.now()
    state = next
  }
}

interface Progress {
  state: FollowerState | null
  until: Position | null
}

async function isBehind(ctx: FollowerContext, follower: Follower, { state, until }: Progress): Promise<boolean> {
  if (state !== null && isOfLaterRelease(follower, state)) return false
  if (state !== null && until !== null && comparePositions(state, until, ctx.db.engine) < 0) return true
  return hasPending(ctx, follower)
}

async function readState(ctx: FollowerContext, follower: Follower): Promise<FollowerState> {
  const known = await followerRows.get.maybe(ctx, { name: follower.name })
  if (known !== null) return known
  await readStates(ctx, [follower])
  return followerRows.get.one(ctx, { name: follower.name })
}

async function isNear(ctx: FollowerContext, state: FollowerState | null): Promise<boolean> {
  if (state === null) return true
  const { transaction_id, position } = state
  const { rows } = await journalRows.countAfter.one(ctx, { transaction_id, position, limit: fewRows + 1 })
  return rows <= fewRows
}
