/** Triggers that mark changed objects, so that no part of the service can forget one. */

import type { Engine } from '../database.ts'
import type { Schema } from './schema.ts'

/** An SQL expression about a row, which is `old` or `new`. */
export type Expression = (row: string, engine: Engine) => string

/** Rows whose changes are changes of an object. */
export interface TrackedRows {
  table: string
  /** The kind of the object that changes. */
  kind: string
  /** The id of the object; that of the row by default. */
  id?: Expression
  /** The object within which it is found. */
  parent?: Expression
  /** Who may see the object: `public`, `user:ID` and `course:ID`, separated by spaces; empty if only administrators may. */
  audience: Expression
  /** Who may see the object without the row: none by default. */
  audienceWithout?: Expression
  /** The columns whose change is a change of the object. Without any, only new and deleted rows are. */
  columns: readonly string[]
  /** Marks all these rows instead of one object. They are called `item`. */
  each?: { table: string; where: Expression }
  /** New and deleted rows are marked by others. */
  onlyUpdates?: boolean
  /** Tells triggers of one table apart. */
  name?: string
}

const columns = 'kind, object_id, parent_id, audience_before, audience_after'

/** Creates the triggers of all rows. */
export function createChangeTriggers(schema: Schema, tracked: readonly TrackedRows[]): void {
  for (const rows of tracked) {
    const { audience, audienceWithout: without = () => "''", columns: watched } = rows
    if (watched.length > 0)
      createTrigger(schema, rows, 'update', (engine) =>
        mark(rows, engine, 'new', { before: audience('old', engine), after: audience('new', engine) }),
      )
    if (rows.onlyUpdates) continue
    createTrigger(schema, rows, 'insert', (engine) =>
      mark(rows, engine, 'new', { before: without('new', engine), after: audience('new', engine) }),
    )
    createTrigger(schema, rows, 'delete', (engine) =>
      mark(rows, engine, 'old', { before: audience('old', engine), after: without('old', engine) }),
    )
  }
}

interface Audiences {
  before: string
  after: string
}

/** Inserts a mark with who could see the object before, and who can after. */
function mark(
  { kind, id = (row) => `${row}.id`, parent, each }: TrackedRows,
  engine: Engine,
  row: string,
  { before, after }: Audiences,
): string {
  const values = [
    `'${kind}'`,
    `cast(${id(row, engine)} as text)`,
    parent === undefined ? 'null' : parent(row, engine),
    `coalesce(${before}, '')`,
    `coalesce(${after}, '')`,
  ].join(', ')
  const from = each === undefined ? '' : ` from ${each.table} as item where ${each.where(row, engine)}`
  return `insert into change_marks (${columns}) select ${values}${from}`
}

/** Drops the triggers of all rows, which others replace. */
export function dropChangeTriggers(schema: Schema, tracked: readonly TrackedRows[]): void {
  for (const { table, kind, name = kind, columns: watched, onlyUpdates = false } of tracked) {
    const events: Event[] = [...(watched.length > 0 ? ['update' as const] : [])]
    if (!onlyUpdates) events.push('insert', 'delete')
    for (const event of events) {
      const trigger = `"${table}_${name}_${event}_mark"`
      schema.statement({ sqlite: `drop trigger ${trigger}`, postgres: `drop function ${trigger}() cascade` })
    }
  }
}

type Event = 'insert' | 'update' | 'delete'

function createTrigger(schema: Schema, rows: TrackedRows, event: Event, statement: (engine: Engine) => string) {
  const { table, columns: watched, name = rows.kind } = rows
  const trigger = `"${table}_${name}_${event}_mark"`
  // Before a deletion, while the rows that decide who may see the object are still there.
  const time = event === 'delete' ? 'before' : 'after'
  const list = watched.map((column) => `"${column}"`).join(', ')
  const of = event === 'update' ? `update of ${list}` : event
  const compare = (operator: string) =>
    event === 'update'
      ? ` when ((${watched.map((column) => `old."${column}"`)}) ${operator} (${watched.map((column) => `new."${column}"`)}))`
      : ''
  schema.statement({
    sqlite: `create trigger ${trigger} ${time} ${of} on "${table}"${compare('is not')} begin ${statement('sqlite')}; end`,
    postgres: `create function ${trigger}() returns trigger language plpgsql as $$ begin ${statement('postgres')};
      return ${event === 'delete' ? 'old' : 'new'}; end $$`,
  })
  schema.statement({
    sqlite: '',
    postgres: `create trigger ${trigger} ${time} ${of} on "${table}" for each row${compare('is distinct from')}
      execute function ${trigger}()`,
  })
}
