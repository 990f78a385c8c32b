/** The audit log: an append-only, hash-chained list of what administrators, commands and the service did. */

import { integer, key, type Migration, text, timestamp } from './schema.ts'

export const audit: Migration = {
  name: '0018-audit',
  up(schema) {
    schema.table(
      'audit_log',
      {
        // Without gaps, so that a missing row is found.
        id: integer(),
        created_at: timestamp(),
        actor: text().oneOf('administrator', 'command_line', 'service', 'user', 'visitor'),
        // No reference, because a row outlives its accounts.
        actor_id: integer().nullable(),
        action: text(),
        object_kind: text().nullable(),
        object_id: text().nullable(),
        // The user whom the act concerns.
        user_id: integer().nullable(),
        outcome: text().oneOf('done', 'refused'),
        // The HTTP status; null without a request.
        status: integer().nullable(),
        request_id: text().nullable(),
        // JSON with changes, reason and address; null once the user is erased.
        details: text().nullable(),
        details_hash: key(),
        previous_hash: key(),
        hash: key(),
      },
      { primaryKey: ['id'] },
    )
    schema.index('audit_log', ['actor_id', 'id'])
    schema.index('audit_log', ['action', 'id'])
    schema.index('audit_log', ['actor', 'id'])
    schema.index('audit_log', ['object_kind', 'id'])
    schema.index('audit_log', ['object_id', 'id'])
    schema.index('audit_log', ['user_id', 'id'])
    schema.index('audit_log', ['outcome', 'id'])
    schema.index('audit_log', ['created_at', 'id'])

    // One row: the end of the chain.
    schema.table(
      'audit_end',
      { id: integer(), last_id: integer(), hash: key(), created_at: timestamp() },
      { primaryKey: ['id'] },
    )
    const begin = `insert into "audit_end" ("id", "last_id", "hash", "created_at")
      values (1, 0, '', '1970-01-01T00:00:00.000Z')`
    schema.statement({ sqlite: begin, postgres: begin })

    // The end of the chain, signed once a day.
    schema.table(
      'audit_heads',
      { last_id: integer(), hash: key(), signed_at: timestamp(), public_key: text(), signature: text() },
      { primaryKey: ['last_id'] },
    )
  },
}
