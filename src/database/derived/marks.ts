/** The triggers that name changed rows for the index of lists and for saved searches. */

import { type Derivation, escapeLiteral, events, type Trigger } from './triggers.ts'

interface IndexedRows {
  readonly table: string
  /** The columns that the index reads, and whether they are texts or JSON. */
  readonly columns: Readonly<Record<string, 'text' | 'json'>>
}

/** Creates the triggers that keep the texts that the index of a list has, until it is brought up to date. */
export function deriveIndexMarks({ table, columns }: IndexedRows): Derivation {
  const names = Object.keys(columns)
  const build = (toValue: (column: string) => string) =>
    names.map((column) => `${escapeLiteral(column)}, ${toValue(column)}`).join(', ')
  const before = {
    sqlite: `json_object(${build((column) => (columns[column] === 'json' ? `json(old."${column}")` : `old."${column}"`))})`,
    postgres: `jsonb_build_object(${build((column) => `old."${column}"`)})`,
  }
  return {
    triggers: events.map((event) => ({
      name: `index_${table}_${event}`,
      table,
      event,
      ...(event === 'update' && { columns: names }),
      statements: (engine) => [
        `insert into search_list_changes (list, item_id, "before") values (${escapeLiteral(table)},
          ${event === 'delete' ? 'old' : 'new'}."id", ${event === 'insert' ? 'null' : before[engine]})`,
      ],
    })),
  }
}

interface PublishedRows {
  readonly table: string
  /** The state of a published row. */
  readonly published: { column: string; value: string }
  /** The columns by which searches find it. */
  readonly columns: readonly string[]
}

/** Creates the triggers that name the rows that are published, or change while they are, for saved searches. */
export function derivePublishedItems({ table, published: { column, value }, columns }: PublishedRows): Derivation {
  const put = `insert into saved_search_items (kind, item_id, published_at, is_pending)
    values (${escapeLiteral(table)}, new."id", new."updated_at", true)
    on conflict (kind, item_id) do update set is_pending = true`
  const remove = `delete from saved_search_items where kind = ${escapeLiteral(table)} and item_id = old."id"`
  const isPublished = `new."${column}" = ${escapeLiteral(value)}`
  const create = (trigger: Pick<Trigger, 'event' | 'columns' | 'when'>, statement: string): Trigger => ({
    ...trigger,
    name: `publish_${table}_${trigger.event}`,
    table,
    statements: () => [statement],
  })
  return {
    triggers: [
      create({ event: 'insert', when: isPublished }, put),
      create({ event: 'update', columns, when: isPublished }, put),
      create({ event: 'delete' }, remove),
    ],
  }
}
