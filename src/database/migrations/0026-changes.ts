/** The change feed: what changed, in the order of the commits, and for whom. */

import { id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const changes: Migration = {
  name: '0026-changes',
  up(schema) {
    // What changed, until it is numbered. On PostgreSQL ids are not in the order of the commits.
    schema.table('change_marks', {
      id: id(),
      kind: text(),
      object_id: text(),
      parent_id: integer().nullable(),
      audience_before: text(),
      audience_after: text(),
    })
    // One row for each audience of a change. The rows of one change have the same number.
    schema.table(
      'changes',
      {
        audience: key(),
        // Without gaps, in the order of the commits.
        number: integer(),
        act: text().oneOf('created', 'updated', 'deleted'),
        kind: text(),
        object_id: text(),
        parent_id: integer().nullable(),
        occurred_at: timestamp(),
      },
      { primaryKey: ['audience', 'number'] },
    )
    schema.index('changes', ['number'])
    // The last number, and the last one whose rows are deleted. There is one row.
    schema.table('change_numbers', { id: integer(), last: integer(), deleted: integer() }, { primaryKey: ['id'] })
    const first = 'insert into change_numbers (id, last, deleted) values (1, 0, 0)'
    schema.statement({ sqlite: first, postgres: first })
  },
}
