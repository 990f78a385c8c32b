/** The statements of released migrations, as hashes: what has run in the databases of others never changes. */

import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { migrations } from '#database/migrations/index.ts'
import { buildStatements } from '#database/migrations/schema.ts'

const file = new URL('./released-migrations.sha256', import.meta.url)

/** Returns a line for each migration: the hash of its statements for both engines, and its name. What a migration imports is part of them. */
export const hashMigrations = (): string[] =>
  migrations.map((migration) => {
    const statements = [buildStatements(migration, 'sqlite'), buildStatements(migration, 'postgres')]
    return `${hash('sha256', JSON.stringify(statements))}  ${migration.name}`
  })

/** Returns the lines of the last release. */
export const readReleasedHashes = async (): Promise<string[]> => (await readFile(file, 'utf8')).trim().split('\n')

/** Freezes all migrations; see `npm run keep-release`. */
export const writeReleasedHashes = (): Promise<void> => writeFile(file, `${hashMigrations().join('\n')}\n`)
