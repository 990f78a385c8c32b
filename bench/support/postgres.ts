/** A PostgreSQL that syncs each commit, with the data of an embedded database. */

import { copyRows } from '#database/copy/copy.ts'
import { openPostgresTarget, readPostgresTables } from '#database/copy/postgres.ts'
import { openSqliteSource } from '#database/copy/sqlite.ts'
import { getDatabasePath } from '#database/index.ts'
import { openClient } from '#database/postgres/client.ts'
import { startPostgres } from '#test/support/postgres-server.ts'

export interface FilledPostgres {
  /** The database with the data. */
  url: string
  /** Returns a database with the same data, which nothing may use meanwhile. */
  copy(name: string): Promise<string>
  stop(): Promise<void>
}

/** Copies the rows as `npm run move` does. */
export async function startFilledPostgres(dataDir: string): Promise<FilledPostgres> {
  const server = await startPostgres({ durable: true })
  const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href
  const original = 'original'
  const url = urlOf(original)
  await queryOnce(server.url, `create database ${original}`)
  const source = openSqliteSource(getDatabasePath(dataDir))
  const target = await openPostgresTarget(url)
  await copyRows({ source, name: 'bench', target, readTables: () => readPostgresTables(url) })
  await Promise.all([source.close(), target.close()])
  return {
    url,
    async copy(name) {
      await queryOnce(server.url, `create database ${name} template ${original}`)
      return urlOf(name)
    },
    stop: () => server.stop(),
  }
}

export async function queryOnce(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await openClient({ connectionString: url })
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}
