/** The statements of released migrations, as hashes: what has run in the databases of others never changes. */

import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { isReplaced, migrations } from '#database/migrations/index.ts'
import { buildStatements } from '#database/migrations/steps.ts'

const file = new URL('./released-migrations.sha256', import.meta.url)

/** Returns a line for each migration: the hash of its statements for both engines, and its name. What a migration imports is part of them. */
export const hashMigrations = (): Promise<string[]> =>
  Promise.all(
    migrations.map(async (migration) => {
      const statements = [await buildStatements(migration, 'sqlite'), await buildStatements(migration, 'postgres')]
      return `${hash('sha256', JSON.stringify(statements))}  ${migration.name}`
    }),
  )

/** Returns the lines of the last release that no other migration has taken the place of. */
export const readReleasedHashes = async (): Promise<string[]> =>
  (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .filter((line) => !isReplaced(line.split('  ')[1] ?? ''))

/** Freezes all migrations; see `npm run keep-release`. */
export const writeReleasedHashes = async (): Promise<void> =>
  writeFile(file, `${(await hashMigrations()).join('\n')}\n`)
