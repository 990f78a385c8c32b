import {
  type Bitmap,
  chunkSize,
  difference,
  idsDownwards,
  idsInChunk,
  idsOf,
  intersection,
  setOf,
  sizeOf,
  union,
} from './bitmaps.ts'
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
export function ranked(
  found: Match,
  lifts: ReadonlyMap<number, number>,
  { offset, limit }: { offset: number; limit: number },
): Ranked[] {
  const candidates = candidatesOf(found)
  const scored = stepsOf(candidates, found, lifts)
  const page = best(scored, offset, limit)
  const missing = limit - page.length
  if (missing === 0 || scored.ids.length === found.total) return page
  const rest = difference(found.set, candidates)
  const skipped = Math.max(0, offset - scored.ids.length)
  const later = stepsOf(setOf(take(idsOf(rest), skipped, missing)), found, lifts)
  return [...page, ...[...later.ids].map((id, index) => ({ id, score: scoreOf(later.steps[index] ?? 0) }))]
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

/** Scores are told apart in so many steps. */
const steps = 10_000
const scoreOf = (step: number) => step / steps

/** The researchers of a set with how many steps each scores, in the order of their ids. */
function stepsOf(set: Bitmap, found: Match, lifts: ReadonlyMap<number, number>): Scored {
  const size = sizeOf(set)
  const scored: Scored = { ids: new Float64Array(size), steps: new Uint16Array(size) }
  const importance = found.levels.map((unit) => rarity(unit, found.total))
  const whole = importance.reduce((sum, one) => sum + one, 0)
  let at = 0
  for (const chunk of [...set.keys()].sort((a, b) => a - b)) {
    const units = found.levels.map((unit, index) =>
      unit.map((level) => ({
        words: level.set.get(chunk),
        share: (level.weight * (importance[index] ?? 0)) / whole,
      })),
    )
    const quality = found.quality.map((bits) => bits.get(chunk))
    for (const id of idsInChunk(set, chunk)) {
      const bit = id % chunkSize
      const text = whole === 0 ? 1 : textShare(units, bit)
      const lifted = (lifts.get(id) ?? 0) * liftShare
      const score =
        (text + lifted + (qualityAt(quality, bit) / bestQuality) * qualityShare) /
        (1 + liftShare + qualityShare)
      scored.ids[at] = id
      scored.steps[at++] = Math.round(score * steps)
    }
  }
  return scored
}

interface Scored {
  ids: Float64Array
  steps: Uint16Array
}

interface LevelInChunk {
  words: Uint32Array | undefined
  share: number
}

const isSet = (words: Uint32Array | undefined, bit: number) =>
  (((words?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1

function textShare(units: readonly LevelInChunk[][], bit: number): number {
  let sum = 0
  for (const unit of units)
    for (const { words, share } of unit)
      if (isSet(words, bit)) {
        sum += share
        break
      }
  return sum
}

function qualityAt(bits: readonly (Uint32Array | undefined)[], bit: number): number {
  let quality = 0
  for (let index = 0; index < bits.length; index++) if (isSet(bits[index], bit)) quality += 2 ** index
  return quality
}

/** The best of the scored from `offset` on, sorted by counting, as there are few different scores. */
function best({ ids, steps: scores }: Scored, offset: number, limit: number): Ranked[] {
  const after = new Uint32Array(2 ** 16 + 1)
  for (const step of scores) after[step] = (after[step] ?? 0) + 1
  // From here on: how many score more than the step.
  let more = 0
  for (let step = after.length - 1; step >= 0; step--) {
    const same = after[step] ?? 0
    after[step] = more
    more += same
  }
  const result: Ranked[] = []
  ids.forEach((id, index) => {
    const step = scores[index] ?? 0
    const place = after[step] ?? 0
    after[step] = place + 1
    if (place >= offset && place < offset + limit) result[place - offset] = { id, score: scoreOf(step) }
  })
  return result
}

/** A rare word says more than a frequent one. */
const rarity = (unit: readonly Level[], total: number) =>
  1 / Math.log2(4 + unit.reduce((sum, { set }) => sum + sizeOf(set), 0) / Math.max(1, total))

/** The results from `offset` on by a number given bit by bit, greatest first; ties end on the id, the newest first. */
export function rankedByNumber(
  set: Bitmap,
  bits: readonly Bitmap[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
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
