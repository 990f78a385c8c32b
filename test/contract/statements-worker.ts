/** Reads the statements in a worker thread that loads only the service, because tests define queries too. */

// Imports every feature and thereby every query that a start loads.
import '#service.ts'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { Engine } from '#database/database.ts'
import { listPreparedQueries } from '#database/query/prepare.ts'
import type { Query } from './statements.ts'

// Others wait for their first use.
const features = join(import.meta.dirname, '../../src/features')
for (const file of globSync('**/*queries.ts', { cwd: features })) await import(pathToFileURL(join(features, file)).href)

parentPort?.postMessage({ sqlite: listQueries('sqlite'), postgres: listQueries('postgres') })

function listQueries(engine: Engine): Query[] {
  const queries = new Map<string, Query>()
  for (const { list, statements } of listPreparedQueries())
    for (const { sql } of statements(engine)) queries.set(sql, { sql, list: list || queries.get(sql)?.list === true })
  return [...queries.values()].sort((a, b) => (a.sql < b.sql ? -1 : 1))
}
