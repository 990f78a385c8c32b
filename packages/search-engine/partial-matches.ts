/** Documents that match only a part of a query. */

import { addAll, type Bitmap, countIds, intersect, subtract } from './bitmaps.ts'
import type { Guess, Match, Unit } from './request.ts'

export type GetPostings = (key: string) => Bitmap

export const isEmpty = (set: Bitmap | undefined) => set === undefined || countIds(set) === 0

/** Returns the guesses of which the set has documents. */
export function listGuesses(units: readonly Unit[], set: Bitmap, getPostings: GetPostings): Guess[] {
  const isFound = (keys: readonly string[]) => !isEmpty(keys.map(getPostings).reduce(intersect, set))
  const guesses = units.flatMap(({ said: typed = '', alternatives }) =>
    alternatives.flatMap(({ keys, guess: meant }) => (meant !== undefined && isFound(keys) ? [{ typed, meant }] : [])),
  )
  return [...new Map(guesses.map((one) => [`${one.typed} ${one.meant}`, one])).values()]
}

/** Fewer results than these are followed by documents that match a part of the query. */
export const maxFilled = 20

/** Returns the stems of other languages that some document has. */
export const listStems = (units: readonly Unit[], getPostings: GetPostings): string[] =>
  units.flatMap(({ alternatives }) =>
    alternatives.flatMap(({ keys: [key = ''], stem }) =>
      stem !== undefined && getPostings(key).size > 0 ? [stem] : [],
    ),
  )

/** Returns the documents that match all units, otherwise those that match the most, and what finds those that may follow them. */
export function selectMatches(
  units: readonly Unit[],
  found: readonly Bitmap[],
  eligible: Bitmap,
): Pick<Match, 'set' | 'total' | 'complete' | 'findPartial'> {
  const all = found.reduce(intersect, eligible)
  const complete = !isEmpty(all) || units.length < 2
  const set = complete ? all : selectBestPartialMatches(units, found, eligible)
  const findPartial = () => subtract(selectPartialMatches(units, found, eligible), set)
  return { set, total: countIds(set), complete, findPartial }
}

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
