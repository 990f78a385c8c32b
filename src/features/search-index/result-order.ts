import { has, waitForEventLoop } from '@research-platform/search-engine'
import type { Match } from '@research-platform/search-engine/query'
import {
  maxFilled,
  type RankedDocument,
  rankByNumber,
  rankMatches,
  rankPartialMatches,
  selectNewest,
} from '@research-platform/search-engine/query'
import type { Slice } from '#core/page.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { named } from './name-queries.ts'

export interface SearchOrder {
  sort: 'relevance' | 'recent' | 'experience' | 'name'
  /** How far clicks raise researchers, from 0 to 1, for the order by relevance. */
  lifts?: ReadonlyMap<number, number>
  slice: Slice
}

/**
 * Returns the first matches by relevance, followed by documents that match a part of the query as far as the page has room; null if
 * there are enough matches without them.
 */
export function addPartialMatches(found: Match, lifts: SearchOrder['lifts'] = new Map()): RankedDocument[] | null {
  if (found.total >= maxFilled) return null
  const full = rankMatches(found, lifts, { offset: 0, limit: maxFilled })
  const highest = full.at(-1)?.score ?? 1
  return [...full, ...rankPartialMatches(found, lifts, { limit: maxFilled - full.length, highest })]
}

/** Returns a slice of the matches in the requested order. */
export async function sortMatches(
  ctx: WithConnection,
  found: Match,
  { sort, lifts = new Map(), slice }: SearchOrder,
): Promise<RankedDocument[]> {
  await waitForEventLoop()
  if (slice.offset >= found.total) return []
  return sort === 'relevance'
    ? rankMatches(found, lifts, slice)
    : (await sortIds(ctx, found, sort, slice)).map((id) => ({ id, score: 1 }))
}

async function sortIds(
  ctx: WithConnection,
  found: Match,
  sort: Exclude<SearchOrder['sort'], 'relevance'>,
  slice: Slice,
): Promise<number[]> {
  switch (sort) {
    case 'recent':
      return selectNewest(found.set, slice)
    case 'experience':
      return rankByNumber(found.set, found.years, slice)
    case 'name':
      return sortByName(ctx, found, slice)
  }
}

/**
 * Up to this many matches are sorted by the database; of more, the list of all names is read until the slice is full.
 */
const maxSorted = 2_000

async function sortByName(ctx: WithConnection, { set, total }: Match, { limit, offset }: Slice): Promise<number[]> {
  if (total <= maxSorted) {
    const ids = selectNewest(set, { offset: 0, limit: maxSorted })
    return (await named.among.all(ctx, { ids, limit, offset })).map(({ id }) => id)
  }
  const ids: number[] = []
  let after = { name_key: '', id: 0 }
  while (ids.length < offset + limit) {
    const rows = await named.after.all(ctx, { ...after, most: maxSorted })
    for (const row of rows) if (has(set, row.id)) ids.push(row.id)
    const last = rows.at(-1)
    if (last === undefined || rows.length < maxSorted) break
    after = last
    await waitForEventLoop()
  }
  return ids.slice(offset, offset + limit)
}
