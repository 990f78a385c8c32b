/** The audit log: an append-only, hash-chained list of what administrators, commands and the service did. */

import { integer, key, type Migration, text, timestamp } from './schema.ts'

const columns = ['id', 'created_at', 'actor', 'actor_id', 'action', 'object_kind', 'object_id', 'user_id', 'outcome']
const chained = [...columns, 'status', 'request_id', 'details_hash', 'previous_hash', 'hash']

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
    refuseChanges(schema)

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

/** Rows are neither changed nor deleted; only the details are erased with the account of their user. */
function refuseChanges(schema: Parameters<Migration['up']>[0]) {
  const message = 'The audit log is append-only.'
  const names = chained.map((name) => `"${name}"`).join(', ')
  const isChanged = chained.map((name) => `old."${name}" is distinct from new."${name}"`).join(' or ')
  schema.statement({
    sqlite: `create trigger "audit_log_keep" before delete on "audit_log" begin select raise(abort, '${message}'); end`,
    postgres: `create function "refuse_audit_change"() returns trigger language plpgsql as
      $$ begin raise exception '${message}'; end $$`,
  })
  schema.statement({
    sqlite: `create trigger "audit_log_fixed" before update of ${names} on "audit_log"
      begin select raise(abort, '${message}'); end`,
    postgres: `create trigger "audit_log_keep" before delete on "audit_log"
      for each row execute function "refuse_audit_change"()`,
  })
  schema.statement({
    sqlite: `create trigger "audit_log_details" before update of "details" on "audit_log" when new."details" is not null
      begin select raise(abort, '${message}'); end`,
    postgres: `create trigger "audit_log_fixed" before update on "audit_log" for each row
      when (${isChanged} or new."details" is not null) execute function "refuse_audit_change"()`,
  })
}
