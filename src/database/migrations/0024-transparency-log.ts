/** The Merkle tree whose leaves are the rows of the activity and audit logs. */

import { bytes, integer, key, type Migration, text } from './schema.ts'

export const transparencyLog: Migration = {
  name: '0024-transparency-log',
  up(schema) {
    schema.table(
      'log_leaves',
      {
        // From 0.
        position: integer(),
        kind: key().oneOf('activity', 'audit'),
        row_id: integer(),
        // Keeps the contents from being guessed by their hash; erased with an account. Rows of the audit log have their own.
        salt: text().nullable(),
      },
      { primaryKey: ['position'] },
    )
    schema.index('log_leaves', ['row_id'], { unique: true, where: "kind = 'audit'" })
    // Up to 256 hashes of 32 bytes: of leaves on level 0, of 256 leaves each on level 1, and so on.
    schema.table(
      'log_tiles',
      { level: integer(), position: integer(), hashes: bytes() },
      { primaryKey: ['level', 'position'] },
    )
    // The number of leaves, and the last row of the audit log among them. There is one row.
    schema.table('log_end', { id: integer(), size: integer(), audit_id: integer() }, { primaryKey: ['id'] })
    const first = 'insert into log_end (id, size, audit_id) values (1, 0, 0)'
    schema.statement({ sqlite: first, postgres: first })
    // The leaf of the row; null until it is in the tree.
    schema.addColumn('activity_log', 'log_position', integer().nullable())
    schema.index('activity_log', ['id'], { where: 'log_position is null' })
    schema.index('activity_log', ['log_position'], { where: 'log_position is not null' })
  },
}
