import { setImmediate as breathe } from 'node:timers/promises'
import type { Context } from '../../context.ts'
import { type Bitmap, difference, idsOf, setOf, sizeOf } from './bitmaps.ts'
import type { Entry } from './entries.ts'
import { blockOf, type CountedKind, countedKinds, type Facets, facetsIn } from './facets.ts'
import { facetBlocks, type Pending, terms } from './queries.ts'

export interface Counted {
  name: string
  count: number
}

export interface Summary {
  top: Record<CountedKind, Counted[]>
  verified: number
  years: number
  /** True when they come from some of the matches. */
  sampled: boolean
}

/** Beyond this many matches a sample is looked at. */
const mostExact = 20_000
/** Blocks of 256 ids in a sample, spread evenly over all. */
const sampledBlocks = 64
const blocksAtOnce = 200
const mostNames = 10

/** What the matches have in common, counted over all of them or over a fair sample. */
export async function summarize(ctx: Context, set: Bitmap, total: number, changed: readonly Pending[]): Promise<Summary> {
  const sampled = total > mostExact
  const known = difference(set, setOf(changed.map(({ researcher_id }) => researcher_id)))
  const blocks = Map.groupBy(idsOf(known), blockOf)
  const chosen = sampled ? spread([...blocks.keys()], sampledBlocks) : [...blocks.keys()]
  const counts = new Counts()
  for (let at = 0; at < chosen.length; at += blocksAtOnce) {
    const rows = await facetBlocks.inBlocks.all(ctx, { blocks: chosen.slice(at, at + blocksAtOnce) })
    for (const { block, facets } of rows)
      for (const id of blocks.get(block) ?? []) counts.add(facetsIn(facets, id))
    if (chosen.length > blocksAtOnce) await breathe()
  }
  if (!sampled) for (const { researcher_id, after } of changed) if (after && isIn(set, researcher_id)) counts.addEntry(after)
  return { ...(await counts.summary(ctx, sampled ? total : null)), sampled }
}

const isIn = (set: Bitmap, id: number) => sizeOf(difference(setOf([id]), set)) === 0

const spread = (blocks: readonly number[], most: number) =>
  blocks.length <= most
    ? [...blocks]
    : Array.from({ length: most }, (_, index) => blocks[Math.floor((index * blocks.length) / most)] ?? 0)

class Counts {
  #seen = 0
  #verified = 0
  #years = 0
  readonly #byId = countedKinds.map(() => new Map<number, number>())
  readonly #byName = countedKinds.map(() => new Map<string, number>())

  add(facets: Facets | null) {
    if (facets === null) return
    this.#seen++
    this.#years += facets.years
    if (facets.verified) this.#verified++
    countedKinds.forEach((kind, index) => {
      const counts = this.#byId[index]
      for (const id of facets.terms[kind]) counts?.set(id, (counts.get(id) ?? 0) + 1)
    })
  }

  addEntry(entry: Entry) {
    this.#seen++
    this.#years += entry.years
    if (entry.verified) this.#verified++
    countedKinds.forEach((kind, index) => {
      const counts = this.#byName[index]
      for (const [mine, , label] of entry.terms) if (mine === kind) counts?.set(label, (counts.get(label) ?? 0) + 1)
    })
  }

  /** `total` is given when the counts come from a sample and are to be estimated for all. */
  async summary(ctx: Context, total: number | null): Promise<Omit<Summary, 'sampled'>> {
    const factor = total === null || this.#seen === 0 ? 1 : total / this.#seen
    const [country, institution, field, skill] = await Promise.all(
      countedKinds.map((_, index) => this.#top(ctx, index, factor)),
    )
    return {
      top: { country: country ?? [], institution: institution ?? [], field: field ?? [], skill: skill ?? [] },
      verified: Math.round(this.#verified * factor),
      years: this.#seen === 0 ? 0 : Math.round((this.#years / this.#seen) * 10) / 10,
    }
  }

  async #top(ctx: Context, index: number, factor: number): Promise<Counted[]> {
    const byId = this.#byId[index] ?? new Map<number, number>()
    const ids = [...byId].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, mostNames * 2)
    const labels = new Map((await terms.byIds.all(ctx, { ids: ids.map(([id]) => id) })).map((row) => [row.id, row.label]))
    const counts = new Map(this.#byName[index])
    for (const [id, count] of ids) {
      const label = labels.get(id)
      if (label !== undefined) counts.set(label, (counts.get(label) ?? 0) + count)
    }
    return [...counts]
      .map(([name, count]) => ({ name, count: Math.round(count * factor) }))
      .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
      .slice(0, mostNames)
  }
}
