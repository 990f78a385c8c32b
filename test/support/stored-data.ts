/** Reads all that a service has stored, for tests of what it must not store. */

import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseConfig } from '#database/index.ts'
import { askAll } from '../contract/empty-database.ts'

const tables = {
  sqlite: "select name from sqlite_schema where type = 'table' and sql not like 'create virtual%'",
  postgres: "select table_name as name from information_schema.tables where table_schema = 'public'",
}

const encodeBinary = (_: string, value: unknown) =>
  value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value

/** Every row of every table, as text. */
export const readAllRows = (config: DatabaseConfig): Promise<string[]> =>
  askAll(config, async (run) => {
    const names = await run(config.databaseUrl === null ? tables.sqlite : tables.postgres)
    const rows: string[] = []
    for (const { name } of names)
      for (const row of await run(`select * from "${name}"`)) rows.push(`${name} ${JSON.stringify(row, encodeBinary)}`)
    return rows
  })

/** Every file of a folder as bytes; the files of an embedded database also contain changed and deleted rows. */
export async function readAllFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Promise.all(paths.map((path) => readFile(path, 'latin1')))
}
