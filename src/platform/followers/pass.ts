/** Runs followers in turns, slice by slice, until they have read all or the time of the pass is over. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import { subtractDuration } from '#core/time.ts'
import type { Engine } from '#database/database.ts'
import type { Follower, FollowerContext, FollowerDeclaration } from './follower.ts'
import { type FollowerState, followerRows, journalRows, type Position } from './queries.ts'
import { applySlice, buildSlice, hasPending, isOfLaterRelease, isUnbuilt, type SliceResult } from './slice.ts'

export interface PassResult {
  /** The followers of this release. */
  names: string[]
  /** Rows that each follower has read. */
  read: Record<string, number>
  failures: { name: string; error: string }[]
  /** Whether there is more to do at once. */
  isUnfinished: boolean
  /** Whether there are rows that cannot be read yet. */
  isWaiting: boolean
  /** Whether followers let rows wait because the process is busy. */
  isLagging: boolean
}

interface Options {
  /** Followers that have failed and pause. */
  paused: ReadonlySet<string>
  /** The time of the pass. */
  maxMs: number
  /** Whether the process writes all the time, so that followers that may lag do. */
  isBusy?: boolean
}

const firstLimit = 50
const maxLimit = 1_000
/**
 * How long a transaction may take: shortly while others wait for it, and longer for a follower that is far behind then. In small slices it
 * would fall further behind; its share of the time is the same.
 */
const targetMs = { shared: 5, lagging: 20, alone: 50 }
/** So many rows may wait for a follower that may lag. A search builds the documents of those that it has not merged before. */
const maxLag = 250
/** How often the time at which a follower was last run is written, also while there is nothing to do. */
export const seenEveryHours = 6
/** A follower that no instance has run for so long belongs to no release that runs beside this one, nor to one that operators return to. */
const unseenForHours = 48
/** Rows that are deleted by one statement. */
const removedAtOnce = 500

/** The rows of the next slice of a follower, adapted to the time that the last one took. */
const limits = new Map<string, number>()

/** Compares two places in the order in which the journal is read. */
export function comparePositions(a: Position, b: Position, engine: Engine): number {
  if (engine === 'postgres' && a.transaction_id !== b.transaction_id) return a.transaction_id - b.transaction_id
  return a.position - b.position
}

/** Reads how far each follower is, and adds the rows of new ones. */
export async function readStates(ctx: FollowerContext, followers: readonly Follower[]): Promise<FollowerState[]> {
  const known = await followerRows.list.all(ctx, {})
  const missing = followers.filter(({ name }) => !known.some((state) => state.name === name))
  if (missing.length === 0) return known
  for (const { name, format, build } of missing)
    await followerRows.add.run(ctx, { name, format: build === undefined ? format : 0, now: ctx.clock.now() })
  return followerRows.list.all(ctx, {})
}

/** Records that the followers are run, if that was long ago. */
export async function recordSeen(ctx: FollowerContext, followers: readonly FollowerDeclaration[]): Promise<void> {
  const now = ctx.clock.now()
  const since = subtractDuration(now, { hours: seenEveryHours })
  const names = (await followerRows.list.all(ctx, {})).flatMap(({ name, seen_at }) =>
    followers.some((follower) => follower.name === name) && (seen_at === null || seen_at <= since) ? [name] : [],
  )
  if (names.length > 0) await followerRows.see.run(ctx, { names, now })
}

export async function runPass(
  ctx: FollowerContext,
  followers: readonly Follower[],
  { paused, maxMs, isBusy = false }: Options,
): Promise<PassResult> {
  const end = performance.now() + maxMs
  // What is written meanwhile is left to the next pass, which reads more of it at once.
  const last = await journalRows.last.maybe(ctx, {})
  const result: PassResult = {
    names: followers.map(({ name }) => name),
    read: {},
    failures: [],
    isUnfinished: false,
    isWaiting: false,
    isLagging: false,
  }
  const lagging = isBusy ? await listLagging(ctx, followers, { states: await readStates(ctx, followers), last }) : []
  result.isLagging = lagging.length > 0
  const skipped = new Set([...paused, ...lagging])
  await recordSeen(ctx, followers)
  for (;;) {
    const states = await readStates(ctx, followers)
    const others = followers.filter(({ name }) => !skipped.has(name))
    const due = await listDue(ctx, others, { states, last })
    await removeReadRows(ctx, await removeUnseen(ctx, followers, states))
    if (due.length === 0) return result
    if (performance.now() > end) return { ...result, isUnfinished: true }
    for (const { follower, slices } of due) {
      await runSlices(ctx, follower, { result, skipped, slices, isBusy })
      await nextTurn()
    }
  }
}

interface JournalState {
  states: readonly FollowerState[]
  /** The last row of the journal. */
  last: Position | null
}

const isBehind = ({ db }: FollowerContext, state: Position, last: Position | null): boolean =>
  last !== null && comparePositions(state, last, db.engine) < 0

/** Returns the names of the followers that let their rows wait. */
async function listLagging(ctx: FollowerContext, followers: readonly Follower[], { states, last }: JournalState) {
  const lagging: string[] = []
  for (const follower of followers) {
    const state = states.find(({ name }) => name === follower.name)
    if (!follower.mayLag || state === undefined || isUnbuilt(follower, state) || !isBehind(ctx, state, last)) continue
    const { transaction_id, position } = state
    const { rows } = await journalRows.countAfter.one(ctx, { transaction_id, position, limit: maxLag })
    if (rows < maxLag) lagging.push(follower.name)
  }
  return lagging
}

/** Returns the followers that have something to do, and what. */
async function listDue(ctx: FollowerContext, followers: readonly Follower[], { states, last }: JournalState) {
  const due: { follower: Follower; slices: (typeof applySlice)[] }[] = []
  for (const follower of followers) {
    const state = states.find(({ name }) => name === follower.name)
    if (state === undefined || isOfLaterRelease(follower, state)) continue
    const builds = isUnbuilt(follower, state)
    // What it stored before has another format until the first part is built.
    const isReady = !builds || state.format === -follower.format
    const reads = isReady && (isBehind(ctx, state, last) || (await hasPending(ctx, follower)))
    const slices = [...(reads ? [applySlice] : []), ...(builds ? [buildSlice] : [])]
    if (slices.length > 0) due.push({ follower, slices })
  }
  return due
}

interface Work {
  result: PassResult
  skipped: Set<string>
  slices: readonly (typeof applySlice)[]
  isBusy: boolean
}

/** Runs a slice of each sort. One that fails or has to wait is the last one of this pass. */
async function runSlices(ctx: FollowerContext, follower: Follower, work: Work): Promise<void> {
  const { result, skipped, slices, isBusy } = work
  const { name } = follower
  try {
    for (const slice of slices) {
      const limit = limits.get(name) ?? firstLimit
      const done = await slice(ctx, follower, { limit, waits: false })
      if (done.state === 'held' || done.state === 'blocked') {
        result.isWaiting = true
        skipped.add(name)
      }
      if (done.state === 'read') result.read[name] = (result.read[name] ?? 0) + done.rows
      adaptLimit(name, { limit, done, target: chooseTarget(ctx, follower, isBusy) })
    }
  } catch (error) {
    result.failures.push({ name, error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    skipped.add(name)
  }
}

function chooseTarget({ db }: FollowerContext, { mayLag = false }: Follower, isBusy: boolean): number {
  if (!db.hasOthers) return targetMs.alone
  return isBusy && mayLag ? targetMs.lagging : targetMs.shared
}

function adaptLimit(name: string, { limit, done, target }: { limit: number; done: SliceResult; target: number }) {
  if (!('rows' in done)) return
  if (done.heldMs > target) limits.set(name, Math.max(1, Math.floor((limit * target) / done.heldMs)))
  else if (done.heldMs < target / 2 && done.rows >= limit) limits.set(name, Math.min(maxLimit, limit * 2))
}

/** Removes the followers of other releases that no instance runs any more, and returns those that are left. */
async function removeUnseen(
  ctx: FollowerContext,
  followers: readonly Follower[],
  states: readonly FollowerState[],
): Promise<readonly FollowerState[]> {
  const since = subtractDuration(ctx.clock.now(), { hours: unseenForHours })
  const names = states.flatMap(({ name, seen_at }) =>
    followers.some((follower) => follower.name === name) || (seen_at !== null && seen_at >= since) ? [] : [name],
  )
  if (names.length === 0) return states
  await followerRows.removeUnseen.run(ctx, { names, since })
  return followerRows.list.all(ctx, {})
}

/** Deletes the rows that all followers have read, also those of other releases. */
async function removeReadRows(ctx: FollowerContext, states: readonly FollowerState[]): Promise<void> {
  const first = await journalRows.first.maybe(ctx, {})
  const { engine } = ctx.db
  const [slowest] = states.toSorted((a, b) => comparePositions(a, b, engine))
  if (first === null || slowest === undefined || comparePositions(first, slowest, engine) > 0) return
  const { transaction_id, position } = slowest
  const until = { transaction_id, position, limit: removedAtOnce }
  while ((await journalRows.removeUntil.run(ctx, until)) === removedAtOnce) await nextTurn()
}
