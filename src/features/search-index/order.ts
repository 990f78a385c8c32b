import type { Slice } from '#core/page.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { has } from './bitmaps.ts'
import { breathe } from './breathe.ts'
import { named } from './queries.ts'
import { newest, type Ranked, ranked, rankedByNumber } from './rank.ts'
import type { Match } from './request.ts'

export interface Order {
  sort: 'relevance' | 'recent' | 'experience' | 'name'
  /** How far clicks lift researchers, from 0 to 1, where relevance decides. */
  lifts?: ReadonlyMap<number, number>
  slice: Slice
}

/** A slice of the matches in the order that was asked for. */
export async function ordered(
  reach: WithConnection,
  found: Match,
  { sort, lifts = new Map(), slice }: Order,
): Promise<Ranked[]> {
  await breathe()
  if (slice.offset >= found.total) return []
  return sort === 'relevance'
    ? ranked(found, lifts, slice)
    : (await sorted(reach, found, sort, slice)).map((id) => ({ id, score: 1 }))
}

async function sorted(
  reach: WithConnection,
  found: Match,
  sort: Exclude<Order['sort'], 'relevance'>,
  slice: Slice,
): Promise<number[]> {
  switch (sort) {
    case 'recent':
      return newest(found.set, slice)
    case 'experience':
      return rankedByNumber(found.set, found.years, slice)
    case 'name':
      return byName(reach, found, slice)
  }
}

/** So few are sorted; of more, the list of all is read until the slice is full. */
const mostSorted = 2_000

async function byName(
  reach: WithConnection,
  { set, total }: Match,
  { limit, offset }: Slice,
): Promise<number[]> {
  if (total <= mostSorted) {
    const ids = newest(set, { offset: 0, limit: mostSorted })
    return (await named.among.all(reach, { ids, limit, offset })).map(({ id }) => id)
  }
  const ids: number[] = []
  let after = { name_key: '', id: 0 }
  while (ids.length < offset + limit) {
    const rows = await named.after.all(reach, { ...after, most: mostSorted })
    for (const row of rows) if (has(set, row.id)) ids.push(row.id)
    const last = rows.at(-1)
    if (last === undefined || rows.length < mostSorted) break
    after = last
    await breathe()
  }
  return ids.slice(offset, offset + limit)
}
