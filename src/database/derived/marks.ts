/** The triggers that name changed rows for saved searches. */

import { type Derivation, escapeLiteral, type Trigger } from './triggers.ts'

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
