/** Changes the constraints of columns: in place on PostgreSQL, and by a new definition of the table on SQLite. */

import type { Engine } from '../database.ts'
import { runRaw, selectRaw } from '../raw-statement.ts'
import { SqliteTransaction } from '../sqlite/transaction.ts'
import { type Column, type Constraint, defineColumn, type Step } from './schema.ts'

/** Returns the steps after which the columns have these constraints and no others. */
export const buildRebuild = (table: string, columns: Record<string, Column>, engine: Engine): Step[] =>
  engine === 'sqlite'
    ? [redefineColumns(table, columns)]
    : Object.entries(columns).flatMap(([name, column]) => alterColumn(table, name, column))

function alterColumn(table: string, name: string, { isNullable, constraints }: Column): Step[] {
  const changes = [
    // As PostgreSQL names them.
    ...['check', 'fkey'].map((kind) => `drop constraint if exists "${table}_${name}_${kind}"`),
    `alter column "${name}" ${isNullable ? 'drop' : 'set'} not null`,
    `alter column "${name}" drop default`,
    ...constraints.map((constraint) => addConstraint(table, name, constraint)),
  ]
  return changes.map((change) => {
    const text = `alter table "${table}" ${change}`
    return { text, run: (tx) => runRaw(tx, text) }
  })
}

function addConstraint(table: string, name: string, { kind, define }: Constraint): string {
  const sql = define(`"${name}"`)
  if (kind === 'default') return `alter column "${name}" set ${sql}`
  if (kind === 'check') return `add constraint "${table}_${name}_check" ${sql}`
  return `add constraint "${table}_${name}_fkey" foreign key ("${name}") ${sql}`
}

/** SQLite reads the definition of a table from its text, in which those of the columns are replaced. */
function redefineColumns(table: string, columns: Record<string, Column>): Step {
  const definitions = Object.entries(columns).map(([name, column]) => ({
    start: `"${name}" ${column.types.sqlite}`,
    text: defineColumn(name, column, 'sqlite'),
  }))
  return {
    text: `rebuild "${table}" with ${definitions.map(({ text }) => text).join(', ')}`,
    async run(tx) {
      if (!(tx instanceof SqliteTransaction)) throw new Error('Only SQLite defines tables by their text.')
      const [stored] = await selectRaw<{ sql: string }>(
        tx,
        `select sql from sqlite_schema where type = 'table' and name = '${table}'`,
      )
      const { head, parts, tail } = splitDefinition(stored?.sql ?? '')
      for (const { start, text } of definitions) {
        // The same type, because the stored values stay as they are.
        const position = parts.findIndex((part) => part === start || part.startsWith(`${start} `))
        if (position === -1) throw new Error(`The table ${table} has no column ${start}.`)
        parts[position] = text
      }
      await tx.redefineTable(table, `${head}(\n  ${parts.join(',\n  ')}\n)${tail}`)
    },
  }
}

/** Splits `create table "name" (columns and constraints) options` at the commas between columns. */
export function splitDefinition(sql: string): { head: string; parts: string[]; tail: string } {
  const parts: string[] = []
  let [depth, begin, end] = [0, 0, 0]
  // Quoted text, which may contain any of the others, or what structures the definition.
  for (const { 0: token, index } of sql.matchAll(/'[^']*'|"[^"]*"|[(),]/g)) {
    if (token === '(' && depth++ === 0) begin = index + 1
    if (token === ')') depth--
    const isEnd = token === ')' && depth === 0
    if (!isEnd && !(token === ',' && depth === 1)) continue
    parts.push(sql.slice(parts.length === 0 ? begin : end + 1, index).trim())
    end = index
  }
  return { head: sql.slice(0, begin - 1), parts, tail: sql.slice(end + 1) }
}
