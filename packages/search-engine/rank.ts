import {
  type Bitmap,
  chunkSize,
  countIds,
  createBitmap,
  intersect,
  iterateIds,
  listIdsInChunk,
  subtract,
  unite,
} from './bitmaps.ts'
import { maxHIndex, maxYears, qualityBits } from './document.ts'
import type { Level, Match } from './request.ts'

export interface RankedDocument {
  id: number
  /** The relevance from 0 to 1. */
  score: number
}

/** Maximum number of candidates that are scored one by one. */
const defaultMaxScored = 20_000
/** At least this many results are in the order of their scores, however broad the search. */
const minSorted = 1_000
/** The share of profile quality in the score. */
const qualityShare = 0.04
/** The share of neighbouring words of the query that stand side by side, such as those of a topic in titles. */
const proximityShare = 0.8
/** The maximum share that clicks add. */
const liftShare = 0.1
const bestQuality = 2 ** qualityBits - 1

/**
 * Returns the results from `offset` on, best first. Equal scores are ordered by h-index, then by years of experience, then
 * by id, so that both databases return the same order. Documents beyond those that are scored follow by id.
 */
export function rankMatches(
  found: Match,
  lifts: ReadonlyMap<number, number>,
  { offset, limit }: { offset: number; limit: number },
  maxScored = defaultMaxScored,
): RankedDocument[] {
  const candidates = selectCandidates(found, maxScored)
  const scored = scoreCandidates(candidates, found, lifts)
  const page = selectBest(scored, { offset, limit, isNewestFirst: found.isNewestFirst ?? false })
  const missing = limit - page.length
  if (missing === 0 || scored.ids.length === found.total) return page
  const rest = subtract(found.set, candidates)
  const skipped = Math.max(0, offset - scored.ids.length)
  const later = scoreCandidates(createBitmap(iterateIds(rest).drop(skipped).take(missing)), found, lifts)
  return [...page, ...[...later.ids].map((id, index) => ({ id, score: toScore(later.steps[index] ?? 0) }))]
}

/** Documents that match a part of the query and are scored one by one. */
const maxPartialScored = 2_000

/** Returns the matches of a part of the query, best first, with scores of at most the given one. */
export function rankPartialMatches(
  found: Match,
  lifts: ReadonlyMap<number, number>,
  { limit, highest }: { limit: number; highest: number },
): RankedDocument[] {
  const set = found.findPartial()
  const partial = { ...found, set, total: countIds(set) }
  return rankMatches(partial, lifts, { offset: 0, limit }, maxPartialScored).map(({ id, score }) => ({
    id,
    score: Math.round(score * highest * steps) / steps,
  }))
}

/**
 * Returns the matches to be scored: all, or for a broad search those with neighbouring words side by side, and those that
 * match in important zones and have the best profiles.
 */
function selectCandidates(found: Match, maxScored: number): Bitmap {
  const { set, total } = found
  if (total <= maxScored) return set
  const near = intersect(set, unite(found.proximity.flatMap((unit) => unit.map((level) => level.set))))
  const usual = selectBroadly(found, maxScored)
  return countIds(near) > maxScored - countIds(usual) ? usual : unite([near, usual])
}

function selectBroadly({ set, levels, quality }: Match, maxScored: number): Bitmap {
  let chosen = set
  const shares = new Set(levels.flatMap((unit) => unit.map(({ weight }) => weight / (unit[0]?.weight ?? 1))))
  for (const share of [...shares].sort((a, b) => b - a)) {
    chosen = levels.map((unit) => filterByShare(unit, share)).reduce(intersect, set)
    if (countIds(chosen) >= minSorted) break
  }
  // Documents that match only a part of the query are in no place of all units.
  if (countIds(chosen) === 0) chosen = set
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
function scoreCandidates(set: Bitmap, found: Match, lifts: ReadonlyMap<number, number>): ScoredDocuments {
  const size = countIds(set)
  const scored: ScoredDocuments = {
    ids: new Float64Array(size),
    steps: new Uint16Array(size),
    hIndexes: new Uint8Array(size),
    years: new Uint8Array(size),
  }
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
    const inChunk = (number: readonly Bitmap[]) => number.map((bits) => bits.get(chunk))
    const [quality, hIndexes, years] = [inChunk(found.quality), inChunk(found.hIndexes), inChunk(found.years)]
    for (const id of listIdsInChunk(set, chunk)) {
      const bit = id % chunkSize
      const text = whole === 0 ? 1 : calculateTextShare(units, bit)
      const lifted = (lifts.get(id) ?? 0) * liftShare
      const sideBySide = calculateTextShare(proximity, bit)
      const score = (text + sideBySide + lifted + (readNumber(quality, bit) / bestQuality) * qualityShare) / best
      scored.ids[at] = id
      scored.hIndexes[at] = readNumber(hIndexes, bit)
      scored.years[at] = readNumber(years, bit)
      scored.steps[at++] = Math.round(score * steps)
    }
  }
  return scored
}

interface ScoredDocuments {
  ids: Float64Array
  steps: Uint16Array
  hIndexes: Uint8Array
  years: Uint8Array
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

/** Reads a number of which each bit is a bitmap. */
function readNumber(bits: readonly (Uint32Array | undefined)[], bit: number): number {
  let number = 0
  for (let index = 0; index < bits.length; index++) if (isSet(bits[index], bit)) number += 2 ** index
  return number
}

/** Returns the best candidates from `offset` on. */
function selectBest(
  { ids, steps: scores, hIndexes, years }: ScoredDocuments,
  { offset, limit, isNewestFirst }: { offset: number; limit: number; isNewestFirst: boolean },
): RankedDocument[] {
  let order = Uint32Array.from(ids.keys())
  if (isNewestFirst) order.reverse()
  // The least important number first, because the sort is stable.
  order = sortDescending(order, years, maxYears)
  order = sortDescending(order, hIndexes, maxHIndex)
  order = sortDescending(order, scores, steps)
  return [...order.subarray(offset, offset + limit)].map((index) => ({
    id: ids[index] ?? 0,
    score: toScore(scores[index] ?? 0),
  }))
}

/** A stable counting sort, because there are few different numbers. */
function sortDescending(order: Uint32Array<ArrayBuffer>, numbers: Uint8Array | Uint16Array, greatest: number) {
  const places = new Uint32Array(greatest + 1)
  for (const number of numbers) places[number] = (places[number] ?? 0) + 1
  let before = 0
  for (let number = greatest; number >= 0; number--) {
    const same = places[number] ?? 0
    places[number] = before
    before += same
  }
  const sorted = new Uint32Array(order.length)
  for (const index of order) {
    const number = numbers[index] ?? 0
    const place = places[number] ?? 0
    places[number] = place + 1
    sorted[place] = index
  }
  return sorted
}

/** Rare words are more important than frequent ones. */
const calculateRarity = (unit: readonly Level[], total: number) =>
  1 / Math.log2(4 + unit.reduce((sum, { set }) => sum + countIds(set), 0) / Math.max(1, total))
