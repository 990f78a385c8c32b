import { setTimeout as pause } from 'node:timers/promises'
import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { sortKey } from '#core/text-normalization.ts'
import { addDuration } from '#core/time.ts'
import type { TableCopy } from '#database/query/expressions.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { copies, formatVersion, getOtherCopy } from './copy-queries.ts'
import { clearTexts } from './forward-index-queries.ts'
import { named } from './name-queries.ts'
import { applyPendingDocuments, listPending } from './pending-documents.ts'
import { profiles, versions } from './pending-queries.ts'
import { emptyTables } from './rebuild-queries.ts'

/** Profiles per transaction. Their number adapts to the time that one takes. */
const batch = { smallest: 4, largest: 2_048 }
/** How long a transaction should take: on SQLite other changes wait for its end. */
const backgroundAimMs = { sqlite: 15, postgres: 60 }
const aimMs = 150
/** A task ends after this time and queues the next one, so that the service can stop in between. */
const taskMs = 2_000
/** Searches that began with the old copy have ended by then. */
const emptiedAfter = { minutes: 1 }

/** Queues the building of an index of an earlier version, or one that was interrupted. */
export async function rebuildOutdatedIndex(ctx: Context): Promise<void> {
  const { version, building_version } = await copies.state.one(ctx, {})
  if (version >= formatVersion && building_version === null) return
  ctx.log.info({}, 'search index outdated, it is built anew in the background')
  await runInTransaction(ctx, (tx) => queueRebuild(tx))
}

const queueRebuild = (tx: Transaction) => addTask(tx, rebuildIndex, {}, { key: 'rebuild-search-index' })

/** Builds the index anew, in steps. */
export const rebuildIndex = defineTask<Record<string, never>>({
  kind: 'rebuild_search_index',
  async handle(ctx) {
    const isDone = await rebuildSearchIndex(ctx, { maxMs: taskMs, inBackground: true })
    if (!isDone) await runInTransaction(ctx, (tx) => queueRebuild(tx))
  },
})

/** Removes the copy that no longer serves searches, unless it is being built. */
export const emptyInactiveCopy = defineTask<Record<string, never>>({
  kind: 'empty_inactive_search_copy',
  handle: (ctx) =>
    runInTransaction(ctx, async (tx) => {
      const { active, building_version } = await copies.state.one(tx, {})
      if (building_version === null) await emptyCopy(tx, getOtherCopy(active))
    }),
})

async function emptyCopy(tx: Transaction, copy: TableCopy) {
  for (const table of emptyTables) await table.run(tx, {}, copy)
  await clearTexts.run(tx, { area: copy })
}

interface RebuildOptions {
  /** Ends after this time. */
  maxMs?: number
  /** Takes small steps and pauses for half of the time. */
  inBackground?: boolean
  tell?: (done: number) => void
}

/**
 * Builds the inactive copy of the index from the profiles and makes it the active one. Searches and saves go on
 * meanwhile. What an earlier call left unfinished is continued, and several callers share the work. Returns false when
 * the time is over before the end.
 */
export async function rebuildSearchIndex(
  ctx: Context,
  { maxMs = Number.POSITIVE_INFINITY, inBackground = false, tell = () => undefined }: RebuildOptions = {},
): Promise<boolean> {
  const end = performance.now() + maxMs
  const aim = inBackground ? backgroundAimMs[ctx.db.engine] : aimMs
  await runInTransaction(ctx, begin)
  let done = 0
  for (let most = batch.smallest; performance.now() < end; ) {
    const began = performance.now()
    const built = await runInTransaction(ctx, (tx) => buildBatch(tx, most))
    if (built === null) {
      ctx.log.info({}, 'search index built')
      return true
    }
    const took = performance.now() - began
    if (took < aim / 2) most = Math.min(most * 2, batch.largest)
    else if (took > aim) most = Math.max(Math.floor(most / 2), batch.smallest)
    done += built
    tell(done)
    if (inBackground) await pause(took)
  }
  return false
}

async function begin(tx: Transaction) {
  const { active, building_version } = await copies.state.one(tx, {})
  if (building_version === formatVersion) return
  await emptyCopy(tx, getOtherCopy(active))
  await copies.begin.run(tx, { building_version: formatVersion })
}

/** Adds the next profiles to the inactive copy; returns their number, or null when the copy is whole and active. */
async function buildBatch(tx: Transaction, most: number): Promise<number | null> {
  const { active, building_version, position } = await copies.hold.one(tx, {})
  if (building_version === null) return null
  const { addToCopy, prepareCopy } = await import('./prepare-profiles.ts')
  const copy = getOtherCopy(active)
  const rows = await profiles.after.all(tx, { id: position, most })
  const last = rows.at(-1)
  if (last === undefined) {
    const ids = await listPending(tx, copy, most)
    if (ids.length > 0) await addToCopy(tx, copy, ids)
    else await activate(tx)
    return ids.length > 0 ? 0 : null
  }
  const current = new Map(rows.map(({ id, name_key: _, ...profile }) => [id, profile]))
  const write = await prepareCopy(tx, copy, { ids: [...current.keys()], current })
  await write(tx)
  const keys = rows.map(({ id, name, name_key }) => ({ id, name_key, wanted: sortKey(name) }))
  const outdated = keys.filter(({ name_key, wanted }) => name_key !== wanted)
  if (outdated.length > 0) await named.rename.run(tx, { rows: outdated.map(({ id, wanted }) => [id, wanted] as const) })
  await copies.advance.run(tx, { position: last.id })
  return rows.length
}

async function activate(tx: Transaction) {
  await copies.activate.run(tx, {})
  // Skips a version, so that caches of earlier versions begin empty.
  const { version } = await versions.current.one(tx, {})
  await versions.add.run(tx, { version: version + 2, keys: [], blocks: [] })
  await addTask(tx, applyPendingDocuments, {}, { key: 'apply-pending-documents' })
  await addTask(tx, emptyInactiveCopy, {}, { runAt: addDuration(tx.clock.now(), emptiedAfter) })
}
