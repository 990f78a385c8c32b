import {
  type Bitmap,
  chunkSize,
  countIds,
  createBitmap,
  intersect,
  iterateIds,
  iterateIdsDescending,
  listIdsInChunk,
  subtract,
  unite,
} from './bitmaps.ts'
import { qualityBits } from './document.ts'
import type { Level, Match } from './request.ts'

export interface Ranked {
  id: number
  /** The relevance from 0 to 1. */
  score: number
}

/** Maximum number of candidates that are scored one by one. */
const maxScored = 20_000
/** At least this many results are in the order of their scores, however broad the search. */
const minSorted = 1_000
/** The share of profile quality in the score. */
const qualityShare = 0.04
/** The share of neighbouring words of the query that stand side by side, such as those of a topic in titles. */
const proximityShare = 0.8
/** The maximum share that clicks add. */
const liftShare = 0.1
const bestQuality = 2 ** qualityBits - 1

/** Returns the results from `offset` on, best first; equal scores are ordered by id, oldest first. */
export function rankMatches(
  found: Match,
  lifts: ReadonlyMap<number, number>,
  { offset, limit }: { offset: number; limit: number },
): Ranked[] {
  const candidates = selectCandidates(found)
  const scored = scoreCandidates(candidates, found, lifts)
  const page = selectBest(scored, offset, limit)
  const missing = limit - page.length
  if (missing === 0 || scored.ids.length === found.total) return page
  const rest = subtract(found.set, candidates)
  const skipped = Math.max(0, offset - scored.ids.length)
  const later = scoreCandidates(createBitmap(take(iterateIds(rest), skipped, missing)), found, lifts)
  return [...page, ...[...later.ids].map((id, index) => ({ id, score: toScore(later.steps[index] ?? 0) }))]
}

function* take(ids: Iterable<number>, skip: number, most: number): Generator<number> {
  let seen = 0
  for (const id of ids) {
    if (seen >= skip + most) return
    if (seen >= skip) yield id
    seen++
  }
}

/**
 * Returns the matches to be scored: all, or for a broad search those with neighbouring words side by side, and those that
 * match in important zones and have the best profiles.
 */
function selectCandidates(found: Match): Bitmap {
  const { set, total } = found
  if (total <= maxScored) return set
  const near = intersect(set, unite(found.proximity.flatMap((unit) => unit.map((level) => level.set))))
  const usual = selectBroadly(found)
  return countIds(near) > maxScored - countIds(usual) ? usual : unite([near, usual])
}

function selectBroadly({ set, levels, quality }: Match): Bitmap {
  let chosen = set
  const shares = new Set(levels.flatMap((unit) => unit.map(({ weight }) => weight / (unit[0]?.weight ?? 1))))
  for (const share of [...shares].sort((a, b) => b - a)) {
    chosen = levels.map((unit) => filterByShare(unit, share)).reduce(intersect, set)
    if (countIds(chosen) >= minSorted) break
  }
  // Bit by bit from the highest: documents with the bit come before those without.
  let accepted: Bitmap = new Map()
  for (const bit of [...quality].reverse()) {
    if (countIds(chosen) + countIds(accepted) <= maxScored) break
    const having = intersect(chosen, bit)
    if (countIds(having) + countIds(accepted) >= minSorted) chosen = having
    else {
      accepted = unite([accepted, having])
      chosen = subtract(chosen, having)
    }
  }
  const room = maxScored - countIds(accepted)
  return countIds(chosen) <= room ? unite([accepted, chosen]) : unite([accepted, takeOldest(chosen, room)])
}

const filterByShare = (unit: readonly Level[], share: number): Bitmap => {
  const heaviest = unit[0]?.weight ?? 1
  return unite(unit.filter(({ weight }) => weight / heaviest >= share).map(({ set }) => set))
}

/** Returns the first chunks of the set that contain enough ids. */
function takeOldest(set: Bitmap, enough: number): Bitmap {
  const result: Bitmap = new Map()
  let size = 0
  for (const chunk of [...set.keys()].sort((a, b) => a - b)) {
    const words = set.get(chunk) ?? new Uint32Array()
    const more = countIds(new Map([[chunk, words]]))
    if (size > 0 && size + more > enough) break
    result.set(chunk, words)
    size += more
  }
  return result
}

/** The resolution of scores. */
const steps = 10_000
const toScore = (step: number) => step / steps

/** Scores the candidates, in the order of their ids. */
function scoreCandidates(set: Bitmap, found: Match, lifts: ReadonlyMap<number, number>): Scored {
  const size = countIds(set)
  const scored: Scored = { ids: new Float64Array(size), steps: new Uint16Array(size) }
  const importance = found.levels.map((unit) => calculateRarity(unit, found.total))
  const whole = importance.reduce((sum, one) => sum + one, 0)
  const near = found.proximity.length === 0 ? 0 : proximityShare
  const best = 1 + liftShare + qualityShare + near
  let at = 0
  for (const chunk of [...set.keys()].sort((a, b) => a - b)) {
    const units = found.levels.map((unit, index) =>
      unit.map((level) => ({
        words: level.set.get(chunk),
        share: (level.weight * (importance[index] ?? 0)) / whole,
      })),
    )
    const proximity = found.proximity.map((unit) =>
      unit.map(({ weight, set: documents }) => ({
        words: documents.get(chunk),
        share: (weight * near) / found.proximity.length,
      })),
    )
    const quality = found.quality.map((bits) => bits.get(chunk))
    for (const id of listIdsInChunk(set, chunk)) {
      const bit = id % chunkSize
      const text = whole === 0 ? 1 : calculateTextShare(units, bit)
      const lifted = (lifts.get(id) ?? 0) * liftShare
      const sideBySide = calculateTextShare(proximity, bit)
      const score = (text + sideBySide + lifted + (readQuality(quality, bit) / bestQuality) * qualityShare) / best
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

const isSet = (words: Uint32Array | undefined, bit: number) => (((words?.[bit >>> 5] ?? 0) >>> (bit & 31)) & 1) === 1

function calculateTextShare(units: readonly LevelInChunk[][], bit: number): number {
  let sum = 0
  for (const unit of units)
    for (const { words, share } of unit)
      if (isSet(words, bit)) {
        sum += share
        break
      }
  return sum
}

function readQuality(bits: readonly (Uint32Array | undefined)[], bit: number): number {
  let quality = 0
  for (let index = 0; index < bits.length; index++) if (isSet(bits[index], bit)) quality += 2 ** index
  return quality
}

/** Returns the best candidates from `offset` on by counting sort, because there are few different scores. */
function selectBest({ ids, steps: scores }: Scored, offset: number, limit: number): Ranked[] {
  const after = new Uint32Array(steps + 1)
  for (const step of scores) after[step] = (after[step] ?? 0) + 1
  // After this loop: the number of candidates with a higher score.
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
    if (place >= offset && place < offset + limit) result[place - offset] = { id, score: toScore(step) }
  })
  return result
}

/** Rare words are more important than frequent ones. */
const calculateRarity = (unit: readonly Level[], total: number) =>
  1 / Math.log2(4 + unit.reduce((sum, { set }) => sum + countIds(set), 0) / Math.max(1, total))

/**
 * Returns the results from `offset` on by a number stored bit by bit, greatest first; equal numbers are ordered by id,
 * newest first.
 */
export function rankByNumber(
  set: Bitmap,
  bits: readonly Bitmap[],
  { offset, limit }: { offset: number; limit: number },
): number[] {
  const wanted = offset + limit
  const result: number[] = []
  const visit = (part: Bitmap, bit: number): void => {
    if (result.length >= wanted) return
    if (bit < 0) {
      result.push(...take(iterateIdsDescending(part), 0, wanted - result.length))
      return
    }
    const having = intersect(part, bits[bit] ?? new Map())
    if (countIds(having) > 0) visit(having, bit - 1)
    const lacking = subtract(part, bits[bit] ?? new Map())
    if (countIds(lacking) > 0) visit(lacking, bit - 1)
  }
  visit(set, bits.length - 1)
  return result.slice(offset)
}

/** Returns the results from `offset` on, newest first. */
export const takeNewest = (set: Bitmap, { offset, limit }: { offset: number; limit: number }): number[] => [
  ...take(iterateIdsDescending(set), offset, limit),
]
