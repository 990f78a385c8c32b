/** Turns what a migration says of tables into the steps of one engine. */

import type { Engine } from '../database.ts'
import { createUniqueName } from '../database.ts'
import { runRaw } from '../raw-statement.ts'
import { buildRebuild } from './rebuild.ts'
import { type Column, defineColumn, type IndexOptions, type Migration, type Step } from './schema.ts'

/** The name of a column or an expression within the name of an index. */
const toPlain = (column: string) => column.replace(/\W+/g, '_')

export const nameIndex = (table: string, columns: readonly string[], { unique = false }: IndexOptions = {}): string =>
  unique ? createUniqueName(table, columns.map(toPlain)) : `${table}_${columns.map(toPlain).join('_')}_index`

/** Returns the steps of a migration. */
export async function buildSteps(migration: Migration, engine: Engine): Promise<Step[]> {
  const steps: Step[] = []
  const add = (sql: string) => steps.push({ text: sql, run: (tx) => runRaw(tx, sql) })
  const list = (columns: readonly string[]) =>
    columns.map((name) => (/^\w+$/.test(name) ? `"${name}"` : name)).join(', ')

  await migration.up({
    table(name, columns, { primaryKey, unique = [] } = {}) {
      const parts = Object.entries(columns).map(([column, definition]) => defineColumn(column, definition, engine))
      // Named like a unique index, so that a violation reports the same name on both engines.
      if (primaryKey) parts.push(`constraint "${createUniqueName(name, primaryKey)}" primary key (${list(primaryKey)})`)
      for (const together of unique)
        parts.push(`constraint "${createUniqueName(name, together)}" unique (${list(together)})`)
      add(`create table "${name}" (\n  ${parts.join(',\n  ')}\n)`)
      return columns
    },
    addColumn<Name extends string, C extends Column>(table: string, name: Name, column: C) {
      add(`alter table "${table}" add column ${defineColumn(name, column, engine)}`)
      return { [name]: column } as Record<Name, C>
    },
    index(table, columns, { unique = false, where } = {}) {
      const name = nameIndex(table, columns, { unique })
      add(
        `create ${unique ? 'unique ' : ''}index "${name}" on "${table}" (${list(columns)})${where ? ` where ${where}` : ''}`,
      )
    },
    rebuild: (table, columns) => steps.push(...buildRebuild(table, columns, engine)),
    statement(spellings) {
      const sql = typeof spellings === 'string' ? spellings : spellings[engine]
      if (sql !== '') add(sql)
    },
    step: (step) => steps.push(step),
  })
  return steps
}

/** Returns what the steps of a migration do, as text. */
export const buildStatements = async (migration: Migration, engine: Engine): Promise<string[]> =>
  (await buildSteps(migration, engine)).map(({ text }) => text)
