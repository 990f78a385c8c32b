/** Compares what is published with the saved searches: the words of a row name the few searches that it may match. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { startOfDay } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { deleteExpired } from '#platform/sweep.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { sendSearchDigests } from './digests.ts'
import { publishedItems } from './item-queries.ts'
import { everyDocument, getSource, type Item } from './items.ts'
import { searchMatches } from './queries.ts'
import { loadQueryReader } from './query-reader.ts'
import type { SavedSearchFilters, SavedSearchKind } from './record.ts'
import { toTerm } from './service.ts'

const kinds: readonly SavedSearchKind[] = ['job_posts', 'researchers']
/** Rows compared in one transaction, on which writers of SQLite wait: with 100,000 searches, about 0.15 s for each. */
const batchSize = 2
/** Searches read at a time. */
const maxCandidates = 2_000
/** A row is new for so long. Matches are stored as long, so that a row that changes is not found twice. */
const newFor = { days: 90 }
/** The hour of daily and weekly digests, in UTC. */
const digestHour = { hours: 6 }

/** Compares all that was published or changed since the last run. What a transaction has compared is marked in it, so that each match is found once. */
export const matchSavedSearches = defineTask<Record<string, never>>({
  kind: 'match_saved_searches',
  async handle(ctx: Context) {
    for (const kind of kinds) {
      const [first] = await publishedItems.pending.all(ctx, { kind, limit: 1 })
      if (first === undefined) continue
      await loadQueryReader()
      while ((await runInTransaction(ctx, (tx) => matchBatch(tx, kind))) === batchSize);
    }
  },
})

async function matchBatch(tx: Transaction, kind: SavedSearchKind): Promise<number> {
  const pending = await publishedItems.pending.all(tx, { kind, limit: batchSize })
  if (pending.length === 0) return 0
  const oldest = subtractDuration(tx.clock.now(), newFor)
  const publishedAt = new Map(pending.map((row) => [row.item_id, row.published_at]))
  const fresh = pending.filter(({ published_at }) => published_at > oldest).map(({ item_id }) => item_id)
  const items = fresh.length === 0 ? [] : await getSource(kind).read(tx, fresh)
  const filter = createFilter(tx, kind, items)
  for (const item of items) await matchItem(tx, { kind, item, publishedAt: publishedAt.get(item.id) ?? oldest, filter })
  await publishedItems.settle.run(tx, { kind, ids: [...publishedAt.keys()] })
  return pending.length
}

type Filter = (filters: SavedSearchFilters) => Promise<ReadonlySet<number>>

/** Creates a function that returns the items that filters let through, and asks for the same filters once. */
function createFilter(tx: Transaction, kind: SavedSearchKind, items: readonly Item[]): Filter {
  const known = new Map<string, Promise<ReadonlySet<number>>>()
  const all: ReadonlySet<number> = new Set(items.map(({ id }) => id))
  return async (filters) => {
    const key = JSON.stringify(filters)
    if (key === '{}') return all
    const ids =
      known.get(key) ??
      getSource(kind)
        .filter(tx, items, filters)
        .then((found) => new Set(found))
    known.set(key, ids)
    return ids
  }
}

interface Work {
  kind: SavedSearchKind
  item: Item
  publishedAt: string
  filter: Filter
}

async function matchItem(tx: Transaction, { kind, item, publishedAt, filter }: Work): Promise<void> {
  const { getStandingQuery, isMatch, listTriggers } = await loadQueryReader()
  const terms = [everyDocument, ...listTriggers(item.keys)].map((term) => toTerm(kind, term))
  const wanted = { kind, terms, owner: item.owner, published_at: publishedAt, limit: maxCandidates }
  for (let after = 0, isMore = true; isMore; ) {
    const candidates = await searchMatches.candidates.all(tx, { ...wanted, after })
    const found: number[] = []
    for (const { id, query, filters } of candidates)
      if (isMatch(getStandingQuery(kind, query), item.keys) && (await filter(filters)).has(item.id)) found.push(id)
    await addMatches(tx, item.id, found)
    after = candidates.at(-1)?.id ?? after
    isMore = candidates.length === maxCandidates
  }
}

async function addMatches(tx: Transaction, item_id: number, found: readonly number[]): Promise<void> {
  if (found.length === 0) return
  const now = tx.clock.now()
  const added = await searchMatches.add.all(tx, { item_id, searches: found, now })
  const searches = added.map(({ search_id }) => search_id)
  if (searches.length === 0) return
  await searchMatches.schedule.run(tx, { searches, now, ...listDigestTimes(now) })
  await addTask(tx, sendSearchDigests, {}, { key: 'send-search-digests' })
}

/** Returns the next times of daily and of weekly digests. */
function listDigestTimes(now: string): { tomorrow: string; monday: string } {
  const today = addDuration(startOfDay(now), digestHour)
  const tomorrow = today > now ? today : addDuration(today, { days: 1 })
  const day = new Date(tomorrow).getUTCDay()
  return { tomorrow, monday: addDuration(tomorrow, { days: (8 - day) % 7 }) }
}

/** Deletes matches with which no row is compared any more. */
export const sweepSavedSearchMatches = defineTask<Record<string, never>>({
  kind: 'sweep_saved_search_matches',
  async handle(ctx) {
    const until = subtractDuration(ctx.clock.now(), newFor)
    await deleteExpired((most) => searchMatches.sweep.run(ctx, { until, most }))
  },
})
