import type { Context, Transaction } from '#context.ts'
import { subtractDuration } from '#core/time.ts'
import { normalizeValue } from '#features/search-index/index.ts'
import { defineTask } from '#platform/tasks.ts'
import { countUse, retryAfterSeconds } from '#platform/throttle.ts'
import { popularQueries, searchQueries } from './queries.ts'
import type { Search } from './schemas.ts'

const remembered = { days: 30 }
/** Users who must have searched for a query before others see it. */
const fewestPeople = 3
/** Within this time, further pages of the same search are not counted. */
const sameSearch = { minutes: 10 }

/** The normalized query. */
export const createQueryKey = (query: string) => normalizeValue(query)

/** Returns whether the query may contain personal data: addresses, links or long numbers. */
const isPersonal = (query: string) => /@|\d{5,}|https?:/i.test(query)

const pagesLimit = { limit: 1, window: sameSearch }

/** A search is the same only with the same query and filters; otherwise one could be used to read any number of others. */
const pagesKey = (userId: number, { query = '', filters = {}, literal = false }: Search) => [
  String(userId),
  query,
  JSON.stringify({ filters, literal }),
]

/** Returns whether the request is a further page of a search that the user made recently. */
export const isFurtherPage = async (ctx: Context, search: Search): Promise<boolean> =>
  (search.page ?? 1) > 1 &&
  (await retryAfterSeconds(ctx, 'search-pages', pagesKey(ctx.actor.id, search), pagesLimit)) !== null

/** Lets the user read further pages of the search, in the transaction that counts it: a refused search opens none. */
export async function openFurtherPages(tx: Transaction, search: Search): Promise<void> {
  await countUse(tx, 'search-pages', pagesKey(tx.actor.id, search), pagesLimit)
}

/** Records a search of the user. */
export async function recordSearch(ctx: Context, query: string): Promise<void> {
  const key = createQueryKey(query)
  if (key === '' || isPersonal(query)) return
  const now = ctx.clock.now()
  const made = { query: key, user_id: ctx.actor.id, day: now.slice(0, 10), label: query, now }
  // Concurrently, so that the writes share one commit to disk.
  const [, again] = await Promise.all([searchQueries.add.run(ctx, made), popularQueries.again.run(ctx, { query: key })])
  if (again > 0) return
  const since = subtractDuration(now, remembered).slice(0, 10)
  const people = await searchQueries.people.all(ctx, { query: key, since, most: fewestPeople })
  if (people.length === fewestPeople) await count(ctx, key, query, since)
}

async function count(ctx: Context, query: string, label: string, since: string): Promise<void> {
  const { total, people } = await searchQueries.counts.one(ctx, { query, since })
  if (people < fewestPeople) await popularQueries.remove.run(ctx, { query })
  else await popularQueries.put.run(ctx, { query, label, count: total })
}

const atOnce = 200

/** Deletes searches older than 30 days and counts popular queries again. */
export const sweepSearches = defineTask<Record<string, never>>({
  kind: 'sweep_searches',
  async handle(ctx) {
    const since = subtractDuration(ctx.clock.now(), remembered).slice(0, 10)
    await searchQueries.sweep.run(ctx, { before: since })
    let last = ''
    for (;;) {
      const rows = await popularQueries.after.all(ctx, { query: last, most: atOnce })
      for (const { query, label } of rows) await count(ctx, query, label, since)
      const end = rows.at(-1)
      if (end === undefined) return
      last = end.query
    }
  },
})
