/** Reads the statements in a thread of its own, which has loaded the service and nothing else: tests have some too. */

// Loads every feature, and so every query; only then is the list complete.
import '#service.ts'
import { parentPort } from 'node:worker_threads'
import type { Engine } from '#database/database.ts'
import { listPreparedQueries } from '#database/query/prepare.ts'
import type { Query } from './statements.ts'

parentPort?.postMessage({ sqlite: queriesOf('sqlite'), postgres: queriesOf('postgres') })

function queriesOf(engine: Engine): Query[] {
  const queries = new Map<string, Query>()
  for (const { list, statements } of listPreparedQueries())
    for (const { sql } of statements(engine))
      queries.set(sql, { sql, list: list || queries.get(sql)?.list === true })
  return [...queries.values()].sort((a, b) => (a.sql < b.sql ? -1 : 1))
}
