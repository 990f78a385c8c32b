import type { IndexDocument } from '@research-platform/search-engine'
import {
  type Bitmap,
  blockSize,
  type CountedKind,
  chunkSize,
  countedKinds,
  countFacets,
  createBitmap,
  createTally,
  has,
  listTerms,
  subtract,
  waitForEventLoop,
} from '@research-platform/search-engine'
import type { Match } from '@research-platform/search-engine/query'
import { LRUCache } from 'lru-cache'
import type { WithConnection } from '#database/query/prepare.ts'
import { cachePerVersion, type ResearcherCache } from './cache.ts'
import { facetBlocks } from './posting-queries.ts'
import type { ProfileSnapshot } from './snapshot.ts'
import type { CurrentDocument } from './tail.ts'
import { terms } from './term-queries.ts'

export interface NameCount {
  name: string
  count: number
}

export interface Summary {
  top: Record<CountedKind, NameCount[]>
  verified: number
  years: number
  /** True when the counts are estimated from a sample. */
  sampled: boolean
}

/** With more matches a sample is counted. */
const maxExactMatches = 20_000
/** Blocks of 256 ids in a sample, evenly distributed. */
const sampledBlocks = 64
const blocksAtOnce = 100
const maxNames = 10

/** Summarizes what the matches have in common, counted exactly or estimated from a sample. */
export async function summarize(
  ctx: WithConnection,
  { set, total }: Match,
  { changed, cache }: ProfileSnapshot,
): Promise<Summary> {
  const sampled = total > maxExactMatches
  const known = subtract(set, createBitmap(changed.map(({ id }) => id)))
  const blocks = listBlocks(known)
  const chosen = sampled ? sampleEvenly(blocks, sampledBlocks) : blocks
  const counts = new FacetCounts()
  for (let at = 0; at < chosen.length; at += blocksAtOnce) {
    await waitForEventLoop()
    const some = await readFacets(ctx, chosen.slice(at, at + blocksAtOnce), cache)
    for (const [block, facets] of some) countFacets(counts.tally, facets, listPlaces(known, block))
  }
  if (!sampled) for (const entry of filterDocuments(set, changed)) counts.add(entry)
  return { ...(await counts.summary(ctx, cache, sampled ? total : null)), sampled }
}

/** Reads the facets of the blocks, from the cache or the database. */
async function readFacets(ctx: WithConnection, blocks: readonly number[], cache: ResearcherCache) {
  const known = new Map<number, Uint8Array>()
  for (const block of blocks) {
    const facets = cache.blocks.get(block)
    if (facets) known.set(block, facets)
  }
  const missing = blocks.filter((block) => !known.has(block))
  if (missing.length === 0) return known
  for (const { block, facets } of await facetBlocks.inBlocks.all(ctx, { blocks: missing }, cache.copy)) {
    known.set(block, facets)
    if (cache.isCurrent()) cache.blocks.set(block, facets)
  }
  return known
}

const filterDocuments = (set: Bitmap, changed: readonly CurrentDocument[]): IndexDocument[] =>
  changed.flatMap(({ id, after }) => (after && has(set, id) ? [after] : []))

const wordsInBlock = blockSize / 32
const blocksInChunk = chunkSize / blockSize

/** Returns the blocks that contain ids of the set. */
function listBlocks(set: Bitmap): number[] {
  const blocks: number[] = []
  for (const [chunk, words] of set)
    for (let block = 0; block < blocksInChunk; block++)
      if (hasAny(words, block * wordsInBlock)) blocks.push(chunk * blocksInChunk + block)
  return blocks.sort((a, b) => a - b)
}

function hasAny(words: Uint32Array, first: number): boolean {
  for (let index = first; index < first + wordsInBlock; index++) if (words[index] !== 0) return true
  return false
}

function listPlaces(set: Bitmap, block: number): number[] {
  const places: number[] = []
  const words = set.get(Math.floor(block / blocksInChunk))
  const first = (block % blocksInChunk) * wordsInBlock
  for (let index = 0; index < wordsInBlock; index++)
    for (let rest = words?.[first + index] ?? 0; rest !== 0; rest &= rest - 1)
      places.push(index * 32 + 31 - Math.clz32(rest & -rest))
  return places
}

const sampleEvenly = (blocks: readonly number[], most: number) =>
  blocks.length <= most
    ? [...blocks]
    : Array.from({ length: most }, (_, index) => blocks[Math.floor((index * blocks.length) / most)] ?? 0)

class FacetCounts {
  readonly tally = createTally()
  readonly #byName = countedKinds.map(() => new Map<string, number>())

  add(entry: IndexDocument) {
    this.tally.seen++
    this.tally.years += entry.years
    if (entry.years > 0) this.tally.withYears++
    if (entry.verified) this.tally.verified++
    countedKinds.forEach((kind, index) => {
      const counts = this.#byName[index]
      for (const [, , label] of listTerms(entry, kind)) counts?.set(label, (counts.get(label) ?? 0) + 1)
    })
  }

  /** `total` is given to extrapolate the counts of a sample. */
  async summary(ctx: WithConnection, cache: ResearcherCache, total: number | null): Promise<Omit<Summary, 'sampled'>> {
    const { seen, verified, years, withYears } = this.tally
    const factor = total === null || seen === 0 ? 1 : total / seen
    const frequent = this.tally.terms.map((byId) =>
      [...byId].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxNames * 2),
    )
    const ids = frequent.flatMap((counted) => counted.map(([id]) => id))
    const labels = await readLabels(ctx, cache, ids)
    const [country, institution, field, skill] = frequent.map((counted, index) =>
      this.#top(counted, { index, factor, labels }),
    )
    return {
      top: { country: country ?? [], institution: institution ?? [], field: field ?? [], skill: skill ?? [] },
      verified: Math.round(verified * factor),
      // Years that a person has not given are unknown, not 0.
      years: withYears === 0 ? 0 : Math.round((years / withYears) * 10) / 10,
    }
  }

  #top(
    frequent: readonly [id: number, count: number][],
    { index, factor, labels }: { index: number; factor: number; labels: ReadonlyMap<number, string> },
  ): NameCount[] {
    const counts = new Map(this.#byName[index])
    for (const [id, count] of frequent) {
      const label = labels.get(id)
      if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + count)
    }
    return [...counts]
      .map(([name, count]) => ({ name, count: Math.round(count * factor) }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, maxNames)
  }
}

const maxLabels = 5_000
const labelsOf = cachePerVersion(() => new LRUCache<number, string>({ max: maxLabels }))

/** Reads the labels of terms by id, each once in a version of the index. */
async function readLabels(
  ctx: WithConnection,
  cache: ResearcherCache,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const kept = labelsOf(cache)
  const missing = ids.filter((id) => !kept.has(id))
  const rows = missing.length === 0 ? [] : await terms.byIds.all(ctx, { ids: missing }, cache.copy)
  const read = new Map(rows.map(({ id, label }) => [id, label]))
  for (const [id, label] of read) kept.set(id, label)
  return new Map(
    ids.flatMap((id) => {
      const label = read.get(id) ?? kept.get(id)
      return label === undefined ? [] : [[id, label] as const]
    }),
  )
}
