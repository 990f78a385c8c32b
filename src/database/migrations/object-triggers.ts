/** Triggers that name changed objects, so that no part of the service can forget one. Who may see them is not their matter. */

import type { Schema } from './schema.ts'

/** Rows whose changes are changes of an object. */
export interface TrackedObject {
  table: string
  /** The kind of the object that changes. */
  kind: string
  /** The column with the id of the object; `id` by default. */
  object?: string
  /** The columns whose change is a change of the object. */
  columns: readonly string[]
  /** The group of fields that the columns belong to, if not all who see the object may see them. */
  part?: string
  /** New and deleted rows are named by other triggers. */
  onlyUpdates?: boolean
  /** The column with the id of the object may be null, which is no change of an object. */
  isOptional?: boolean
}

type Event = 'insert' | 'update' | 'delete'

/** Creates the triggers for all rows. The name tells triggers of one table apart, also those of later migrations. */
export function createObjectTriggers(schema: Schema, name: string, tracked: readonly TrackedObject[]): void {
  for (const [index, rows] of tracked.entries()) {
    const events: Event[] = rows.onlyUpdates === true ? [] : ['insert', 'delete']
    if (rows.columns.length > 0) events.push('update')
    for (const event of events) createTrigger(schema, `${name}_${index + 1}_${event}`, rows, event)
  }
}

function createTrigger(schema: Schema, name: string, rows: TrackedObject, event: Event) {
  const { table, kind, object = 'id', columns, part, isOptional = false } = rows
  const trigger = `"${table}_${name}"`
  const row = event === 'delete' ? 'old' : 'new'
  const values = `'${kind}', cast(${row}."${object}" as text), ${part === undefined ? 'null' : `'${part}'`}`
  const statement = `insert into changed_objects (kind, object_id, part) values (${values})`
  const list = (prefix: string) => columns.map((column) => `${prefix}"${column}"`).join(', ')
  const of = event === 'update' ? `update of ${list('')}` : event
  const when = (operator: string) => {
    const conditions = [
      ...(event === 'update' ? [`(${list('old.')}) ${operator} (${list('new.')})`] : []),
      ...(isOptional ? [`${row}."${object}" is not null`] : []),
    ]
    return conditions.length === 0 ? '' : ` when (${conditions.join(' and ')})`
  }
  schema.statement({
    sqlite: `create trigger ${trigger} after ${of} on "${table}"${when('is not')} begin ${statement}; end`,
    postgres: `create function ${trigger}() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$`,
  })
  schema.statement({
    sqlite: '',
    postgres: `create trigger ${trigger} after ${of} on "${table}" for each row${when('is distinct from')}
      execute function ${trigger}()`,
  })
}
