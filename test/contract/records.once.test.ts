/** What a record declares is what the migrations make and what the change feed follows. */

import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { before, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { ColumnType } from '#database/column-types.ts'
import { migrate } from '#database/migrate.ts'
import { allRights } from '#features/changes/kinds.ts'
import { ask, emptyDatabase } from './empty-database.ts'

interface DeclaredRecord {
  table: string
  tracked: readonly string[]
  columnTypes: ReadonlyMap<string, { type: ColumnType; nullable: boolean }>
}

const isRecord = (value: unknown): value is DeclaredRecord =>
  typeof value === 'object' && value !== null && 'columnTypes' in value && 'table' in value

const records: DeclaredRecord[] = []
for (const file of globSync('src/features/**/*record.ts').sort()) {
  const exported: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href)
  records.push(...Object.values(exported).filter(isRecord))
}

/** The declared types of columns on SQLite, by the types of a record. A time is text that sorts in its order. */
const sqliteTypes: Record<ColumnType, string> = {
  integer: 'INTEGER',
  text: 'TEXT',
  boolean: 'BOOLEAN',
  json: 'JSON',
  timestamp: 'TEXT',
  calendarDate: 'TEXT',
}

describe('each record', () => {
  let columns: Column[]

  before(async () => {
    const { config, open, drop } = await emptyDatabase('sqlite')
    const db = await open()
    await migrate(db)
    await db.close()
    const rows = await ask(
      config,
      `select m.name as "table", c.name as "column", c.type, c."notnull" as "required", c.pk
        from sqlite_schema as m, pragma_table_info(m.name) as c where m.type = 'table'`,
    )
    columns = rows.map((row) => ({
      table: String(row.table),
      column: String(row.column),
      type: String(row.type),
      nullable: Number(row.required) === 0 && Number(row.pk) === 0,
    }))
    await drop()
  })

  it('has the columns of its table, with their types', () => {
    const differences = records.flatMap(({ table, columnTypes }) => {
      const migrated = new Map(columns.filter((column) => column.table === table).map((row) => [row.column, row]))
      return [
        ...[...columnTypes].flatMap(([name, declared]) => compare(`${table}.${name}`, declared, migrated.get(name))),
        ...[...migrated.keys()].flatMap((name) => (columnTypes.has(name) ? [] : [`${table}.${name} is not declared`])),
      ]
    })

    assert.deepEqual(differences, [])
  })

  it('is followed by the change feed in the fields that it declares as tracked', () => {
    const differences = records.flatMap(({ table, tracked }) => {
      const told = allRights
        .flatMap(({ followed }) => followed)
        .filter((rows) => rows.table === table)
        .flatMap(({ columns: { access: _, found: __, ...groups } }) => Object.values(groups).flat())
      return [
        ...tracked.filter((column) => !told.includes(column)).map((column) => `${table}.${column} is not followed`),
        ...told
          .filter((column) => !tracked.includes(column))
          .map((column) => `${table}.${column} is followed, and not declared as tracked`),
      ]
    })

    assert.deepEqual([...new Set(differences)], [])
  })
})

interface Column {
  table: string
  column: string
  type: string
  nullable: boolean
}

/** Returns the line of a migration that is missing, or the difference; empty when both are alike. */
function compare(name: string, declared: { type: ColumnType; nullable: boolean }, column?: Column): string[] {
  const line = `${declared.type}()${declared.nullable ? '.nullable()' : ''}`
  if (!column) return [`missing in a migration: ${name} as ${line}`]
  const isAlike = column.type === sqliteTypes[declared.type] && column.nullable === declared.nullable
  return isAlike ? [] : [`${name} is ${column.type}${column.nullable ? ' or null' : ''}, and declared as ${line}`]
}
