import type { WithConnection } from '#database/query/prepare.ts'
import { addAll, type Bitmap, countIds, intersect, subtract, unite } from './bitmaps.ts'
import { hIndexBits, maxHIndex, maxYears, postingKey, qualityBits, yearsBits } from './document.ts'
import type { Bounds } from './language/bounds.ts'
import type { Guess, Level, Match, SearchRequest, Unit, VisibilityScope } from './request.ts'
import { createSnapshot, type Snapshot } from './snapshot.ts'

type GetPostings = (key: string) => Bitmap

const range = (bits: number) => Array.from({ length: bits }, (_, bit) => bit)
const listKeys = (units: readonly Unit[]) =>
  units.flatMap(({ alternatives }) => alternatives.flatMap(({ keys }) => keys))

/** Returns the documents that match all units. If none does, those that match the most units. */
export async function matchDocuments(index: Snapshot, request: SearchRequest): Promise<Match> {
  const { units, proximity, excluded, filters, experience, hIndex } = request
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
  const all = found.reduce(intersect, eligible)
  const total = countIds(all)
  const common = {
    levels,
    unmatched: necessary.flatMap(({ said }, index) => (said !== undefined && isEmpty(found[index]) ? [said] : [])),
    proximity: nearby.filter((unit, index) => proximity[index]?.isExtra !== true || unit.some(({ set }) => !isEmpty(set))),
    years,
    hIndexes,
    quality: range(qualityBits).map((bit) => getPostings(postingKey.quality(bit))),
  }
  const guessesIn = (set: Bitmap) => listGuesses(necessary, set, getPostings)
  if (total > 0 || necessary.length < 2) {
    const partial = total < mostFilled ? subtract(selectPartialMatches(necessary, found, eligible), all) : new Map()
    return { ...common, set: all, total, complete: true, partial, guesses: guessesIn(all) }
  }
  const most = selectBestPartialMatches(necessary, found, eligible)
  const partial = subtract(selectPartialMatches(necessary, found, eligible), most)
  return { ...common, set: most, total: countIds(most), complete: false, partial, guesses: guessesIn(most) }
}

const isEmpty = (set: Bitmap | undefined) => set === undefined || countIds(set) === 0

/** Returns the guesses of which the set has documents. */
function listGuesses(units: readonly Unit[], set: Bitmap, getPostings: GetPostings): Guess[] {
  return units.flatMap(({ said = '', alternatives }) => {
    const byGuess = Map.groupBy(alternatives, ({ guess }) => guess)
    return [...byGuess].flatMap(([meant, same]) => {
      const isFound = same.some(({ keys }) => !isEmpty(keys.map(getPostings).reduce(intersect, set)))
      return meant !== undefined && isFound ? [{ typed: said, meant }] : []
    })
  })
}

/** Fewer results than these are followed by documents that match a part of the query. */
export const mostFilled = 20

/** Returns the documents that match all firm units and at least half of the others, one at least. */
function selectPartialMatches(units: readonly Unit[], found: readonly Bitmap[], eligible: Bitmap): Bitmap {
  const { others, within } = splitFirm(units, found, eligible)
  if (others.length === 0) return new Map()
  return countMatches(others, within)[Math.ceil(others.length / 2) - 1] ?? new Map()
}

/** Returns the documents that match the most units: of those that match all firm ones, if there are any, otherwise of all. */
function selectBestPartialMatches(units: readonly Unit[], found: readonly Bitmap[], eligible: Bitmap): Bitmap {
  const { others, within } = splitFirm(units, found, eligible)
  const best = countMatches(others, within).findLast((set) => !isEmpty(set))
  return best ?? countMatches(found, eligible).findLast((set) => !isEmpty(set)) ?? new Map()
}

/** Returns the documents of the units that are not firm, without single letters, and the documents that match all firm ones. */
function splitFirm(units: readonly Unit[], found: readonly Bitmap[], eligible: Bitmap) {
  const hasWords = units.some(({ firm, said = '' }) => firm === undefined && said.length > 1)
  const isFirm = ({ firm }: Unit) => firm === 'always' || (firm === 'besides words' && hasWords)
  const select = (suits: (unit: Unit) => boolean) => found.filter((_, index) => suits(units[index] ?? noUnit))
  return {
    others: select((unit) => !isFirm(unit) && unit.said?.length !== 1),
    within: select(isFirm).reduce(intersect, eligible),
  }
}
const noUnit: Unit = { alternatives: [] }

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

/** Returns for each number `n` the documents in more than `n` of the sets. */
function countMatches(sets: readonly Bitmap[], eligible: Bitmap): Bitmap[] {
  const counted: Bitmap[] = []
  for (const set of sets) {
    const mine = intersect(set, eligible)
    for (let n = counted.length; n > 0; n--) {
      const more = intersect(counted[n - 1] ?? new Map(), mine)
      counted[n] = addAll(counted[n] ?? new Map(), more)
    }
    counted[0] = addAll(counted[0] ?? new Map(), mine)
  }
  return counted
}
