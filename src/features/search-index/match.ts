import type { WithConnection } from '#database/query/prepare.ts'
import { type Bitmap, difference, intersection, sizeOf, union, unite } from './bitmaps.ts'
import { keyOf, mostYears, qualityBits, yearsBits } from './entries.ts'
import type { Level, Match, SearchRequest, Sight, Unit } from './request.ts'
import { type Snapshot, snapshot } from './sets.ts'

type SetOf = (key: string) => Bitmap

const upTo = (bits: number) => Array.from({ length: bits }, (_, bit) => bit)
const keysOf = (units: readonly Unit[]) =>
  units.flatMap(({ alternatives }) => alternatives.flatMap(({ keys }) => keys))

/** Everybody who matches. When nobody has all that is asked for, those who have most of it. */
export async function match(index: Snapshot, request: SearchRequest): Promise<Match> {
  const { units, excluded, filters, minExperience, withYears = false } = request
  const sets = await index.setsOf([
    keyOf.everybody,
    ...keysOf(units),
    ...keysOf(excluded),
    ...filters.flat(),
    ...upTo(qualityBits).map(keyOf.quality),
    ...(minExperience === undefined && !withYears ? [] : upTo(yearsBits).map(keyOf.years)),
  ])
  const setOf: SetOf = (key) => sets.get(key) ?? new Map()
  const years = upTo(yearsBits).map((bit) => setOf(keyOf.years(bit)))

  let eligible = setOf(keyOf.everybody)
  for (const group of filters) eligible = intersection(eligible, union(group.map(setOf)))
  if (minExperience !== undefined) eligible = atLeast(eligible, years, minExperience)
  for (const unit of excluded)
    eligible = difference(eligible, union(levelsOf(unit, setOf).map(({ set }) => set)))

  const levels = units.map((unit) => levelsOf(unit, setOf))
  const found = levels.map((unit) => union(unit.map(({ set }) => set)))
  const all = found.reduce(intersection, eligible)
  const total = sizeOf(all)
  const common = { levels, years, quality: upTo(qualityBits).map((bit) => setOf(keyOf.quality(bit))) }
  if (total > 0 || units.length < 2) return { ...common, set: all, total, complete: true }
  const most = withMost(found, eligible)
  return { ...common, set: most, total: sizeOf(most), complete: false }
}

export async function countEverybody(reach: WithConnection, sight: Sight): Promise<number> {
  const sets = await (await snapshot(reach, sight)).setsOf([keyOf.everybody])
  return sizeOf(sets.get(keyOf.everybody) ?? new Map())
}

/** The sets of a unit, one a weight, heaviest first. */
function levelsOf({ alternatives }: Unit, setOf: SetOf): Level[] {
  const byWeight = Map.groupBy(alternatives, ({ weight }) => weight)
  return [...byWeight]
    .map(([weight, same]) => ({
      weight,
      set: same.reduce<Bitmap>(
        (set, { keys }) => unite(set, keys.map(setOf).reduce(intersection)),
        new Map(),
      ),
    }))
    .sort((a, b) => b.weight - a.weight)
}

/** Those of the set whose number, given bit by bit, is not smaller. */
function atLeast(set: Bitmap, bits: readonly Bitmap[], least: number): Bitmap {
  const number = Math.min(least, mostYears)
  let equal = set
  let greater: Bitmap = new Map()
  for (let bit = bits.length - 1; bit >= 0; bit--) {
    const having = bits[bit] ?? new Map()
    if ((number >>> bit) & 1) equal = intersection(equal, having)
    else {
      greater = unite(greater, intersection(equal, having))
      equal = difference(equal, having)
    }
  }
  return unite(greater, equal)
}

/** Those in as many of the sets as anybody is, but in one at least. */
function withMost(sets: readonly Bitmap[], eligible: Bitmap): Bitmap {
  // `counted[n]` are those in more than n of the sets seen so far.
  const counted: Bitmap[] = []
  for (const set of sets) {
    const mine = intersection(set, eligible)
    for (let n = counted.length; n > 0; n--) {
      const more = intersection(counted[n - 1] ?? new Map(), mine)
      counted[n] = unite(counted[n] ?? new Map(), more)
    }
    counted[0] = unite(counted[0] ?? new Map(), mine)
  }
  return counted.findLast((set) => sizeOf(set) > 0) ?? new Map()
}
