/** What the instances write, and how it is compared with what each search finds. */

import type { Statement } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import { companyIndex } from '#features/companies/search.ts'
import { courseIndex } from '#features/courses/search.ts'
import { jobPostIndex } from '#features/jobs/posts/search.ts'
import { projectIndex } from '#features/projects/search.ts'
import type { ListIndex } from '#features/search-index/lists/definition.ts'
import { searchIndexedList } from '#features/search-index/lists/search.ts'
import { workerFunctions } from '#features/search-index/worker-functions.ts'

export interface Subject {
  kind: string
  table: string
  /** The column with the text that is written: a word of the instance, one of its state, a count of updates and a number of the feed. */
  column: string
  /** Whether rows are created and deleted; otherwise only updated. */
  isCopied: boolean
  /** Returns the ids of what has all of the words. */
  search(ctx: WithConnection, words: string): Promise<number[]>
}

const createListSubject = (kind: string, index: ListIndex, column = 'title'): Subject => ({
  kind,
  table: index.list,
  column,
  isCopied: true,
  async search(ctx, query) {
    const question = { query, asked: undefined, seesAll: true, isWhole: true, sort: undefined }
    const none = async () => []
    const found = await searchIndexedList(
      ctx,
      index,
      { listPrivateIds: none, filterIds: none, sortIds: none },
      question,
    )
    if ('unindexed' in found) throw new Error(`The index of ${index.list} is ${found.unindexed} rows behind.`)
    return found.complete && found.corrections.length === 0 ? found.ids : []
  },
})

export const subjects: readonly Subject[] = [
  createListSubject('job_post', jobPostIndex),
  createListSubject('course', courseIndex),
  createListSubject('project', projectIndex),
  createListSubject('company', companyIndex, 'name'),
  {
    kind: 'researcher',
    table: 'researchers',
    column: 'headline',
    isCopied: false,
    async search(ctx, query) {
      const order = { sort: 'recent', slice: { offset: 0, limit: 10_000 } } as const
      const found = await workerFunctions.search(ctx, { query, literal: true, filters: {}, scope: 'everything', order })
      return found.complete ? found.results.map(({ id }) => id) : []
    },
  },
]

/** Words that no language has and no stemmer changes. */
export const toWord = (text: string): string =>
  `zq${[...text].map((digit) => 'bcdfghjklm'.charAt(Number(digit))).join('')}x`
export const states: readonly string[] = ['20', '31', '42'].map(toWord)

let lastKey = -1_000

/** A statement whose parameters are given by their names: `:title`. */
export function createStatement(engine: 'sqlite' | 'postgres', text: string, reads = false): Statement {
  const parameters: string[] = []
  const sql = text.replaceAll(/:(\w+)/g, (_, name: string) => {
    parameters.push(name)
    return engine === 'sqlite' ? '?' : `$${parameters.length}`
  })
  return { key: lastKey--, sql, parameters, decodings: new Map(), reads }
}

// One worker runs the simulation on both engines, whose statements differ.
const readers = { sqlite: new Map<Subject, Statement>(), postgres: new Map<Subject, Statement>() }

function getReader(engine: 'sqlite' | 'postgres', subject: Subject): Statement {
  const { table, column } = subject
  const known = readers[engine].get(subject)
  const sql = `select id, "${column}" as text from "${table}" where "${column}" like :pattern order by id`
  const statement = known ?? createStatement(engine, sql, true)
  readers[engine].set(subject, statement)
  return statement
}

/** Compares what is found by a word, alone and with those of the states, with the table; returns what differs. Nothing else writes texts with the word. */
export async function compareSearches(ctx: WithConnection, word: string): Promise<string[]> {
  const differences: string[] = []
  for (const subject of subjects) {
    const reader = getReader(ctx.db.engine, subject)
    const rows = await ctx.db.all<{ id: number; text: string }>(reader, { pattern: `${word} %` })
    for (const state of ['', ...states]) {
      const having = rows.filter(({ text }) => text.includes(state)).map(({ id }) => Number(id))
      const found = (await subject.search(ctx, `${word} ${state}`.trim())).toSorted((a, b) => a - b)
      if (having.join() !== found.join())
        differences.push(`${subject.table} with ${word} ${state}: ${having.join()}, found: ${found.join()}`)
    }
  }
  return differences
}
