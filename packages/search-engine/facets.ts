import { type IndexDocument, isAlias, maxYears, type Term } from './document.ts'
import type { TermKind } from './term-kinds.ts'

// A block contains the facets of 256 researchers: offsets of two bytes for each and for the end, then for each the
// years, the verified flag, and for every kind the number of terms and their ids.

export const blockSize = 256
export const getBlockNumber = (id: number) => Math.floor(id / blockSize)

const header = (blockSize + 1) * 2
/** Maximum bytes of one researcher, so that offsets fit into two bytes: enough for at least 60 terms. */
const maxBytes = Math.floor((2 ** 16 - 1 - header) / blockSize)
export const countedKinds = ['country', 'institution', 'field', 'skill'] as const satisfies TermKind[]
export type CountedKind = (typeof countedKinds)[number]

/** Encodes the facets of a document; empty for none. Terms that exceed the space are omitted, skills first. */
export function encodeFacets(
  entry: IndexDocument | null,
  findTermId: (kind: string, term: string) => number,
): Uint8Array {
  if (entry === null) return new Uint8Array()
  // Single bytes, which are read in place; lists have at most 100 terms.
  const bytes = [Math.min(entry.years, maxYears), entry.verified ? 1 : 0]
  let room = maxBytes - bytes.length - countedKinds.length
  for (const kind of countedKinds) {
    const ids = listTerms(entry, kind).map(([, term]) => encodeVarint(findTermId(kind, term)))
    const fitting = takeFitting(ids, room)
    bytes.push(fitting.length, ...fitting.flat())
    room -= fitting.flat().length
  }
  return new Uint8Array(bytes)
}

/** Returns the first parts that fit into the space. */
function takeFitting(parts: readonly number[][], room: number): number[][] {
  let left = room
  const end = parts.findIndex(({ length }) => {
    left -= length
    return left < 0
  })
  return parts.slice(0, end === -1 ? parts.length : end)
}

/** The terms of a kind, of public and private profiles. */
export const listTerms = ({ terms, privateTerms: unlisted }: IndexDocument, kind: CountedKind): Term[] =>
  [...terms, ...unlisted].filter((term) => term[0] === kind && !isAlias(term))

function encodeVarint(number: number): number[] {
  const bytes: number[] = []
  let rest = number
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest = Math.floor(rest / 128)
  }
  bytes.push(rest)
  return bytes
}

/** Returns the block with some parts replaced. */
export function replaceParts(block: Uint8Array | undefined, changes: ReadonlyMap<number, Uint8Array>): Uint8Array {
  const parts = Array.from({ length: blockSize }, (_, place) => changes.get(place) ?? getPart(block, place))
  const result = new Uint8Array(header + parts.reduce((sum, { length }) => sum + length, 0))
  const view = new DataView(result.buffer)
  let at = header
  parts.forEach((part, place) => {
    view.setUint16(place * 2, at, true)
    result.set(part, at)
    at += part.length
  })
  view.setUint16(blockSize * 2, at, true)
  return result
}

function getPart(block: Uint8Array | undefined, place: number): Uint8Array {
  if (block === undefined) return new Uint8Array()
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength)
  return block.subarray(view.getUint16(place * 2, true), view.getUint16(place * 2 + 2, true))
}

/** Counts over many researchers. */
export interface Tally {
  seen: number
  verified: number
  years: number
  /** Those whose years of experience are known. */
  withYears: number
  /** The number of researchers by the id of a term; one map for each of `countedKinds`. */
  terms: readonly Map<number, number>[]
}

export const createTally = (): Tally => ({
  seen: 0,
  verified: 0,
  years: 0,
  withYears: 0,
  terms: countedKinds.map(() => new Map()),
})

/** Counts the researchers at the given positions of a block. */
export function countFacets(into: Tally, block: Uint8Array, places: Iterable<number>): void {
  for (const place of places) {
    const part = getPart(block, place)
    if (part.length === 0) continue
    into.seen++
    into.years += part[0] ?? 0
    if (part[0]) into.withYears++
    into.verified += part[1] ?? 0
    let at = 2
    for (const counts of into.terms) at = countTerms(counts, part, at)
  }
}

/** Counts a list of terms; returns the position after it. */
function countTerms(counts: Map<number, number>, part: Uint8Array, start: number): number {
  let at = start
  for (let left = part[at++] ?? 0; left > 0; left--) {
    let term = 0
    let factor = 1
    let byte = part[at++] ?? 0
    for (; byte > 127; byte = part[at++] ?? 0) {
      term += (byte & 127) * factor
      factor *= 128
    }
    term += byte * factor
    counts.set(term, (counts.get(term) ?? 0) + 1)
  }
  return at
}
