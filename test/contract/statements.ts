/** All SQL statements of the program, for the committed `queries.sql.snapshot` and the checks. */

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Engine } from '#database/database.ts'

export interface Query {
  sql: string
  /** True for a page of a list and its count, which must be served by an index. */
  list: boolean
}

/** The path of the committed statements. */
export const snapshotFile: URL = new URL('./queries.sql.snapshot', import.meta.url)

const reader = new Worker(new URL('./statements-worker.ts', import.meta.url))
const [queries]: Record<Engine, Query[]>[] = await once(reader, 'message')

/** Returns the distinct statements of an engine, sorted. */
export const listQueries = (engine: Engine): Query[] => queries?.[engine] ?? []

// One line for each clause, so that a review shows what changed; parentheses are kept together.
const breaks =
  /[()]|(?<!delete) (?=(?:from|(?:inner|left|cross) join|where|and|group by|having|order by|limit|union|values|set|on conflict|returning) )/g

/** The statement with a line for each of its clauses. */
export function splitClauses(sql: string): string[] {
  let depth = 0
  return sql
    .replace(/\s+/g, ' ')
    .trim()
    .replace(breaks, (token) => {
      depth += token === '(' ? 1 : token === ')' ? -1 : 0
      return token === ' ' && depth === 0 ? '\n' : token
    })
    .split('\n')
}

/** The text of `queries.sql.snapshot`. */
export function createSnapshot(): string {
  const about = '-- Every SQL statement of the service. `npm run generate` writes this file; review it like code.\n'
  const parts = (['sqlite', 'postgres'] as const).flatMap((engine) => [
    `\n\n-- ${'='.repeat(20)} ${engine} ${'='.repeat(20)}\n`,
    ...listQueries(engine).map(({ sql, list }) => `\n${list ? '-- list\n' : ''}${splitClauses(sql).join('\n  ')};\n`),
  ])
  return about + parts.join('')
}
