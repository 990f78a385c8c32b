import { type Bitmap, difference, has, idsDownwards, idsOf, intersection, sizeOf, union } from './bitmaps.ts'
import { qualityBits } from './entries.ts'
import type { Level, Match } from './request.ts'

export interface Ranked {
  id: number
  /** How well the researcher answers the query, from 0 to 1. */
  score: number
}

/** More candidates than this are not scored one by one. */
const mostScored = 20_000
/** That many of the best stand in the order of their scores, however broad the search. */
const alwaysScored = 1_000
/** The share of the score that quality decides; text comes first. */
const qualityShare = 0.04
/** The share that clicks may add. */
const liftShare = 0.1
const bestQuality = 2 ** qualityBits - 1

/** The results from `offset` on, best first; ties end on the id, the oldest first. */
export function ranked(found: Match, lifts: ReadonlyMap<number, number>, { offset, limit }: { offset: number; limit: number }): Ranked[] {
  const candidates = candidatesOf(found)
  const scored = scoresOf(candidates, found, lifts).sort((a, b) => b.score - a.score || a.id - b.id)
  const page = scored.slice(offset, offset + limit)
  const missing = limit - page.length
  if (missing === 0 || scored.length === found.total) return page
  const rest = difference(found.set, candidates)
  const skipped = Math.max(0, offset - scored.length)
  const later = [...take(idsOf(rest), skipped, missing)]
  return [...page, ...scoresOf(later, found, lifts)]
}

function* take(ids: Iterable<number>, skip: number, most: number): Generator<number> {
  let seen = 0
  for (const id of ids) {
    if (seen >= skip + most) return
    if (seen >= skip) yield id
    seen++
  }
}

/** All who match; of a broad match those in whom everything stands in telling places, and of these the best profiles. */
function candidatesOf({ set, total, levels, quality }: Match): Bitmap {
  if (total <= mostScored) return set
  let chosen = set
  const shares = new Set(levels.flatMap((unit) => unit.map(({ weight }) => weight / (unit[0]?.weight ?? 1))))
  for (const share of [...shares].sort((a, b) => b - a)) {
    chosen = levels.map((unit) => withShare(unit, share)).reduce(intersection, set)
    if (sizeOf(chosen) >= alwaysScored) break
  }
  // Bit by bit from the highest, those with the bit come before those without it.
  let accepted: Bitmap = new Map()
  for (const bit of [...quality].reverse()) {
    if (sizeOf(chosen) + sizeOf(accepted) <= mostScored) break
    const having = intersection(chosen, bit)
    if (sizeOf(having) + sizeOf(accepted) >= alwaysScored) chosen = having
    else {
      accepted = union([accepted, having])
      chosen = difference(chosen, having)
    }
  }
  const room = mostScored - sizeOf(accepted)
  return sizeOf(chosen) <= room ? union([accepted, chosen]) : union([accepted, oldest(chosen, room)])
}

const withShare = (unit: readonly Level[], share: number): Bitmap => {
  const heaviest = unit[0]?.weight ?? 1
  return union(unit.filter(({ weight }) => weight / heaviest >= share).map(({ set }) => set))
}

/** The first chunks of the set, until they hold enough. */
function oldest(set: Bitmap, enough: number): Bitmap {
  const result: Bitmap = new Map()
  let size = 0
  for (const chunk of [...set.keys()].sort((a, b) => a - b)) {
    const words = set.get(chunk) ?? new Uint32Array()
    const more = sizeOf(new Map([[chunk, words]]))
    if (size > 0 && size + more > enough) break
    result.set(chunk, words)
    size += more
  }
  return result
}

function scoresOf(ids: Bitmap | readonly number[], found: Match, lifts: ReadonlyMap<number, number>): Ranked[] {
  const importance = found.levels.map((unit) => rarity(unit, found.total))
  const whole = importance.reduce((sum, one) => sum + one, 0)
  const results: Ranked[] = []
  for (const id of ids instanceof Map ? idsOf(ids) : ids) {
    let text = 0
    found.levels.forEach((unit, index) => {
      text += (importance[index] ?? 0) * weightOf(unit, id)
    })
    const share = whole === 0 ? 1 : text / whole
    const lifted = Math.min(1, lifts.get(id) ?? 0) * liftShare
    const score = (share + lifted + (qualityOf(found, id) / bestQuality) * qualityShare) / (1 + liftShare + qualityShare)
    results.push({ id, score: Math.round(score * 10_000) / 10_000 })
  }
  return results
}

const weightOf = (unit: readonly Level[], id: number) => unit.find(({ set }) => has(set, id))?.weight ?? 0

/** A rare word says more than a frequent one. */
const rarity = (unit: readonly Level[], total: number) =>
  1 / Math.log2(4 + unit.reduce((sum, { set }) => sum + sizeOf(set), 0) / Math.max(1, total))

const qualityOf = ({ quality }: Match, id: number) =>
  quality.reduce((sum, set, bit) => sum + (has(set, id) ? 2 ** bit : 0), 0)

/** The results from `offset` on by a number given bit by bit, greatest first; ties end on the id, the newest first. */
export function rankedByNumber(set: Bitmap, bits: readonly Bitmap[], { offset, limit }: { offset: number; limit: number }): number[] {
  const wanted = offset + limit
  const result: number[] = []
  const visit = (part: Bitmap, bit: number): void => {
    if (result.length >= wanted) return
    if (bit < 0) {
      result.push(...take(idsDownwards(part), 0, wanted - result.length))
      return
    }
    const having = intersection(part, bits[bit] ?? new Map())
    if (sizeOf(having) > 0) visit(having, bit - 1)
    const lacking = difference(part, bits[bit] ?? new Map())
    if (sizeOf(lacking) > 0) visit(lacking, bit - 1)
  }
  visit(set, bits.length - 1)
  return result.slice(offset)
}

/** The results from `offset` on, newest first. */
export const newest = (set: Bitmap, { offset, limit }: { offset: number; limit: number }): number[] => [
  ...take(idsDownwards(set), offset, limit),
]
