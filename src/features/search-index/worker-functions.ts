import type { WithConnection } from '#database/query/prepare.ts'
import type { Interpretation } from './alternatives.ts'
import { createHighlights, type Highlight } from './highlights.ts'
import { type Summary, summarize } from './insights.ts'
import { normalizeValue } from './language/tokenizer.ts'
import { countVisible } from './match.ts'
import { countCategories, findPeopleByName } from './names.ts'
import { versions } from './pending-queries.ts'
import type { Ranked } from './rank.ts'
import type { VisibilityScope } from './request.ts'
import { type Filters, type SearchOutcome, search } from './search.ts'
import { createSnapshot } from './snapshot.ts'
import { type SearchOrder, sortMatches } from './sort.ts'
import { createVocabulary, type KnownTerm } from './vocabulary.ts'

export interface SearchQuery {
  query: string
  filters: Filters
  scope: VisibilityScope
  order: SearchOrder
}

/** The results without the bitmaps, as they are sent between threads. */
export interface SearchResults {
  total: number
  /** False when no result matches the whole query. */
  complete: boolean
  results: Ranked[]
  parsed: SearchOutcome['parsed']
  understood: Pick<Interpretation, 'corrections' | 'values' | 'expanded' | 'stems' | 'negated'>
}

export interface DetailedResults extends SearchResults {
  /** Highlights of the results, by id. */
  highlights: ReadonlyMap<number, Highlight[]>
  /** What all matches have in common. */
  summary: Summary
}

/** The kinds of terms that are suggested. */
type SuggestedKind = 'field' | 'skill' | 'institution'
export type TermsByKind = Record<SuggestedKind, KnownTerm[]>

const publicOnly: VisibilityScope = { researchers: [] }
const firstOne: SearchOrder = { sort: 'recent', slice: { limit: 1, offset: 0 } }
/** After this many attempts the counts may be off by the documents that are being applied. */
const maxAttempts = 10

async function runSearch(ctx: WithConnection, { query, filters, scope, order }: SearchQuery) {
  const byExperience = { by_experience: order.sort === 'experience' }
  const finding = await search(ctx, query, { ...filters, ...byExperience }, scope)
  const { corrections, values, expanded, stems, negated } = finding.understood
  const { total, complete } = finding.found
  const results = await sortMatches(ctx, finding.found, order)
  const understood = { corrections, values, expanded, stems, negated }
  return {
    finding,
    told: { total, complete, results, parsed: finding.parsed, understood } satisfies SearchResults,
  }
}

/** The functions that the worker thread runs for `client.ts`. */
export const workerFunctions = {
  search: async (ctx: WithConnection, wanted: SearchQuery): Promise<SearchResults> =>
    (await runSearch(ctx, wanted)).told,

  async searchInDetail(ctx: WithConnection, wanted: SearchQuery): Promise<DetailedResults> {
    const { finding, told } = await runSearch(ctx, wanted)
    const ids = told.results.map(({ id }) => id)
    return {
      ...told,
      highlights: await createHighlights(ctx, ids, told.understood.stems),
      summary: await summarize(ctx, finding.found, finding.index),
    }
  },

  countVisible,

  /** Counts the index and the pending documents at the same version, so that none moves in between. */
  async listCategories(ctx: WithConnection, most: number) {
    for (let attempt = 1; ; attempt++) {
      const before = await versions.current.maybe(ctx, {})
      const { changed } = await createSnapshot(ctx, publicOnly)
      const counted = await countCategories(ctx, most, changed)
      const after = await versions.current.maybe(ctx, {})
      if (before?.version === after?.version || attempt === maxAttempts) return counted
    }
  },

  async findTermsByPrefix(
    ctx: WithConnection,
    { prefix, most }: { prefix: string; most: number },
  ): Promise<TermsByKind> {
    const vocabulary = createVocabulary(ctx, (await createSnapshot(ctx, publicOnly)).changed)
    const ofKind = (kind: SuggestedKind) => vocabulary.findByPrefix(kind, prefix, most)
    return {
      field: await ofKind('field'),
      skill: await ofKind('skill'),
      institution: await ofKind('institution'),
    }
  },

  /** Searches for the text, and returns those of the ten commonest values of each kind among the people found that contain it. */
  async findTermsByLaterWord(ctx: WithConnection, text: string): Promise<TermsByKind> {
    const { finding } = await runSearch(ctx, { query: text, filters: {}, scope: publicOnly, order: firstOne })
    const { top } = await summarize(ctx, finding.found, finding.index)
    const part = ` ${normalizeValue(text)}`
    const ofKind = (kind: SuggestedKind) =>
      top[kind]
        .map(({ name, count }) => ({ kind, term: normalizeValue(name), label: name, researchers: count }))
        .filter(({ term }) => term.includes(part))
    return { field: ofKind('field'), skill: ofKind('skill'), institution: ofKind('institution') }
  },

  async findPeopleByName(ctx: WithConnection, { words, most }: { words: readonly string[]; most: number }) {
    const index = await createSnapshot(ctx, publicOnly)
    return findPeopleByName(index, createVocabulary(ctx, index.changed), words, most)
  },
}
