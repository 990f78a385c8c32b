import type { WithConnection } from '#database/query/prepare.ts'
import { type Filters, type Finding, find } from './find.ts'
import { type Highlight, highlightsOf } from './highlights.ts'
import { type Summary, summarize } from './insights.ts'
import { countEverybody } from './match.ts'
import { categories, peopleNamed } from './names.ts'
import { type Order, ordered } from './order.ts'
import { versions } from './pending/queries.ts'
import type { Ranked } from './rank.ts'
import type { Sight } from './request.ts'
import { snapshot } from './sets.ts'
import type { Understood } from './understand.ts'
import { type KnownTerm, vocabulary } from './vocabulary.ts'

export interface Wanted {
  query: string
  filters: Filters
  sight: Sight
  order: Order
}

/** What was found, as it travels between threads: everything but the sets. */
export interface Found {
  total: number
  /** False when not everything that was asked for is in each result. */
  complete: boolean
  results: Ranked[]
  parsed: Finding['parsed']
  understood: Pick<Understood, 'corrections' | 'values' | 'expanded' | 'stems'>
}

export interface DetailedFound extends Found {
  /** What is to be marked in the results, by their ids. */
  highlights: ReadonlyMap<number, Highlight[]>
  /** What all who were found have in common. */
  summary: Summary
}

const nobodyPrivate: Sight = { researchers: [] }
/** While many profiles are brought into the index, who meets the next few of them this often may be off by some. */
const mostAttempts = 10

async function found(reach: WithConnection, { query, filters, sight, order }: Wanted) {
  const byExperience = { by_experience: order.sort === 'experience' }
  const finding = await find(reach, query, { ...filters, ...byExperience }, sight)
  const { corrections, values, expanded, stems } = finding.understood
  const { total, complete } = finding.found
  const results = await ordered(reach, finding.found, order)
  const understood = { corrections, values, expanded, stems }
  return { finding, told: { total, complete, results, parsed: finding.parsed, understood } satisfies Found }
}

/** What the thread of the database answers; `ask.ts` asks. */
export const workerFunctions = {
  find: async (reach: WithConnection, wanted: Wanted): Promise<Found> => (await found(reach, wanted)).told,

  async findInDetail(reach: WithConnection, wanted: Wanted): Promise<DetailedFound> {
    const { finding, told } = await found(reach, wanted)
    const ids = told.results.map(({ id }) => id)
    return {
      ...told,
      highlights: await highlightsOf(reach, ids, told.understood.stems),
      summary: await summarize(reach, finding.found, finding.index),
    }
  },

  countEverybody,

  /** Counts what is in the index and what is pending, so neither may move to the other meanwhile. */
  async categories(reach: WithConnection, most: number) {
    for (let attempt = 1; ; attempt++) {
      const before = await versions.current.maybe(reach, {})
      const { changed } = await snapshot(reach, nobodyPrivate)
      const counted = await categories(reach, most, changed)
      const after = await versions.current.maybe(reach, {})
      if (before?.version === after?.version || attempt === mostAttempts) return counted
    }
  },

  async beginning(reach: WithConnection, { prefix, most }: { prefix: string; most: number }) {
    const { beginning } = vocabulary(reach, (await snapshot(reach, nobodyPrivate)).changed)
    const ofKind = (kind: KnownTerm['kind']) => beginning(kind, prefix, most)
    return {
      field: await ofKind('field'),
      skill: await ofKind('skill'),
      institution: await ofKind('institution'),
    }
  },

  async peopleNamed(reach: WithConnection, { words, most }: { words: readonly string[]; most: number }) {
    const index = await snapshot(reach, nobodyPrivate)
    return peopleNamed(index, vocabulary(reach, index.changed), words, most)
  },
}
