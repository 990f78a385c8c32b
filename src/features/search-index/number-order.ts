/** Orders matches by a number or by their age. */

import { type Bitmap, countIds, intersect, iterateIdsDescending, subtract } from './bitmaps.ts'

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
      result.push(...iterateIdsDescending(part).take(wanted - result.length))
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
export const selectNewest = (set: Bitmap, { offset, limit }: { offset: number; limit: number }): number[] =>
  iterateIdsDescending(set).drop(offset).take(limit).toArray()
