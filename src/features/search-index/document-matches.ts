import {
  addAll,
  type Bitmap,
  countIds,
  hIndexBits,
  intersect,
  maxHIndex,
  maxYears,
  postingKey,
  qualityBits,
  subtract,
  unite,
  yearsBits,
} from '@research-platform/search-engine'
import type { Bounds, Level, Match, SearchRequest, Unit, VisibilityScope } from '@research-platform/search-engine/query'
import {
  type GetPostings,
  isEmpty,
  listGuesses,
  listStems,
  selectMatches,
} from '@research-platform/search-engine/query'
import type { WithConnection } from '#database/query/prepare.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

const range = (bits: number) => Array.from({ length: bits }, (_, bit) => bit)
const listKeys = (units: readonly Unit[]) =>
  units.flatMap(({ alternatives }) => alternatives.flatMap(({ keys }) => keys))

/** Returns the documents that match all units. If none does, those that match the most units. */
export async function matchDocuments(index: Snapshot, request: SearchRequest): Promise<Match> {
  const { units, proximity, excluded, filters, experience, hIndex, within } = request
  const sets = await index.readPostings([
    postingKey.all,
    ...listKeys(units),
    ...listKeys(proximity),
    ...listKeys(excluded),
    ...filters.flat(),
    ...range(qualityBits).map(postingKey.quality),
    ...range(yearsBits).map(postingKey.years),
    ...range(hIndexBits).map(postingKey.hIndex),
  ])
  const getPostings: GetPostings = (key) => sets.get(key) ?? new Map()
  const years = range(yearsBits).map((bit) => getPostings(postingKey.years(bit)))

  let eligible = getPostings(postingKey.all)
  if (within !== undefined) eligible = intersect(eligible, within)
  for (const group of filters) eligible = intersect(eligible, unite(group.map(getPostings)))
  eligible = filterWithin(eligible, years, { ...experience, greatest: maxYears })
  const hIndexes = range(hIndexBits).map((bit) => getPostings(postingKey.hIndex(bit)))
  eligible = filterWithin(eligible, hIndexes, { ...hIndex, greatest: maxHIndex })
  for (const unit of excluded)
    eligible = subtract(eligible, unite(buildLevels(unit, getPostings).map(({ set }) => set)))

  const nearby = proximity.map((unit) => buildLevels(unit, getPostings))
  const necessary = selectNecessary(units, nearby)
  const levels = necessary.map((unit) => buildLevels(unit, getPostings))
  const found = levels.map((unit) => unite(unit.map(({ set }) => set)))
  const isSomewhere = (unit: readonly Level[], index: number) =>
    proximity[index]?.isExtra !== true || unit.some(({ set }) => !isEmpty(set))
  const matched = selectMatches(necessary, found, eligible)
  return {
    ...matched,
    levels,
    unmatched: necessary.flatMap(({ said }, index) => (said !== undefined && isEmpty(found[index]) ? [said] : [])),
    stems: listStems(necessary, getPostings),
    guesses: listGuesses(necessary, matched.set, getPostings),
    proximity: nearby.filter(isSomewhere),
    years,
    hIndexes,
    quality: range(qualityBits).map((bit) => getPostings(postingKey.quality(bit))),
  }
}

/** Returns the units that a document must match: all but fillers, or all if there is nothing else. */
function selectNecessary(units: readonly Unit[], nearby: readonly Level[][]): readonly Unit[] {
  const isFiller = ({ pairs }: Unit) =>
    pairs?.every((pair) => (nearby[pair] ?? []).every(({ set }) => countIds(set) === 0)) ?? false
  const necessary = units.filter((unit) => !isFiller(unit))
  return necessary.length === 0 ? units : necessary
}

export async function countVisible(ctx: WithConnection, scope: VisibilityScope): Promise<number> {
  const sets = await (await createSnapshot(ctx, scope)).readPostings([postingKey.all])
  return countIds(sets.get(postingKey.all) ?? new Map())
}

/** Returns the documents of a unit by weight, heaviest first. */
function buildLevels({ alternatives }: Unit, getPostings: GetPostings): Level[] {
  const byWeight = Map.groupBy(alternatives, ({ weight }) => weight)
  return [...byWeight]
    .map(([weight, same]) => ({
      weight,
      set: same.reduce<Bitmap>((set, { keys }) => addAll(set, keys.map(getPostings).reduce(intersect)), new Map()),
    }))
    .sort((a, b) => b.weight - a.weight)
}

/** Returns the documents whose number is within the bounds. An unknown number is stored as 0 and is within none. */
function filterWithin(
  set: Bitmap,
  bits: readonly Bitmap[],
  { min, max, greatest }: Bounds & { greatest: number },
): Bitmap {
  if (min === null && max === null) return set
  const enough = filterAtLeast(set, bits, Math.min(Math.max(1, min ?? 1), greatest))
  return max === null || max >= greatest ? enough : subtract(enough, filterAtLeast(enough, bits, max + 1))
}

/** Returns the documents whose number, stored bit by bit, is at least this one. */
function filterAtLeast(set: Bitmap, bits: readonly Bitmap[], number: number): Bitmap {
  let equal = set
  let greater: Bitmap = new Map()
  for (let bit = bits.length - 1; bit >= 0; bit--) {
    const having = bits[bit] ?? new Map()
    if ((number >>> bit) & 1) equal = intersect(equal, having)
    else {
      greater = addAll(greater, intersect(equal, having))
      equal = subtract(equal, having)
    }
  }
  return addAll(greater, equal)
}
