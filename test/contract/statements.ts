/** Every SQL statement the program can send, for the committed `queries.sql.snapshot` and the checks that read them. */

// Loads every feature, and so every query; only then is the list complete.
import '../../src/service.ts'
import type { Engine } from '../../src/database/database.ts'
import { preparedQueries } from '../../src/database/prepare.ts'

export interface Query {
  sql: string
  /** True when it fills a page, or counts what the pages hold, and so must be served by an index. */
  list: boolean
}

/** Where the committed statements are. */
export const snapshotFile: URL = new URL('./queries.sql.snapshot', import.meta.url)

/** The distinct statements of an engine, sorted. */
export function queriesOf(engine: Engine): Query[] {
  const queries = new Map<string, Query>()
  for (const { list, statements } of preparedQueries())
    for (const { sql } of statements(engine))
      queries.set(sql, { sql, list: list || queries.get(sql)?.list === true })
  return [...queries.values()].sort((a, b) => (a.sql < b.sql ? -1 : 1))
}

// A line for each clause, so that a review sees what changed; what stands in parentheses stays together.
const breaks =
  /[()]|(?<!delete) (?=(?:from|(?:inner|left|cross) join|where|and|group by|having|order by|limit|union|values|set|on conflict|returning) )/g

/** The statement with a line for each of its own clauses. */
export function clausesOf(sql: string): string[] {
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
export function statementsSnapshot(): string {
  const about =
    '-- Every SQL statement of the service. `npm run snapshots` writes this file; review it like code.\n'
  const parts = (['sqlite', 'postgres'] as const).flatMap((engine) => [
    `\n\n-- ${'='.repeat(20)} ${engine} ${'='.repeat(20)}\n`,
    ...queriesOf(engine).map(
      ({ sql, list }) => `\n${list ? '-- list\n' : ''}${clausesOf(sql).join('\n  ')};\n`,
    ),
  ])
  return about + parts.join('')
}
