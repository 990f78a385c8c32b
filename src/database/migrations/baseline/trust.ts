/** The audit log, the transparency log, and moderation. */

import { boolean, bytes, id, integer, key, type Schema, text, timestamp } from '../schema.ts'

export function defineTrust(schema: Schema) {
  const audit_log = schema.table(
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
      // Rows of reads are out of the way in the console. Rows that are older than this column count as acts.
      is_read: boolean().default(false),
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
  schema.index('audit_log', ['id'], { where: 'not is_read' })
  schema.index('audit_log', ['request_id', 'id'], { where: 'request_id is not null' })

  // One row: the end of the chain.
  const audit_end = schema.table(
    'audit_end',
    { id: integer(), last_id: integer(), hash: key(), created_at: timestamp() },
    { primaryKey: ['id'] },
  )

  // The end of the chain, signed once a day.
  const audit_heads = schema.table(
    'audit_heads',
    {
      last_id: integer(),
      hash: key(),
      signed_at: timestamp(),
      // Ed25519, base64url.
      public_key: text(),
      signature: text(),
    },
    { primaryKey: ['last_id'] },
  )

  const log_leaves = schema.table(
    'log_leaves',
    {
      // From 0.
      position: integer(),
      kind: key().oneOf('activity', 'audit'),
      row_id: integer(),
      // Keeps the contents from being guessed by their hash; erased with an account. Rows of the audit log have
      // their own.
      salt: text().nullable(),
    },
    { primaryKey: ['position'] },
  )
  schema.index('log_leaves', ['row_id'], { unique: true, where: "kind = 'audit'" })

  // Up to 256 hashes of 32 bytes: of leaves on level 0, of 256 leaves each on level 1, and so on.
  const log_tiles = schema.table(
    'log_tiles',
    { level: integer(), position: integer(), hashes: bytes() },
    { primaryKey: ['level', 'position'] },
  )

  // The number of leaves, and the last row of the audit log among them. There is one row.
  const log_end = schema.table(
    'log_end',
    { id: integer(), size: integer(), audit_id: integer() },
    { primaryKey: ['id'] },
  )

  // Content stays hidden while there is a cause: a decision about it, or the suspension of its owner.
  const hidden_content = schema.table(
    'hidden_content',
    {
      kind: text().oneOf('job_post', 'course', 'exam', 'project', 'researcher', 'company', 'message'),
      content_id: integer(),
      cause: text().oneOf('moderation', 'suspension'),
      reason: text(),
      hidden_at: timestamp(),
    },
    { primaryKey: ['kind', 'content_id', 'cause'] },
  )

  schema.table('reports', {
    id: id(),
    kind: text().oneOf('job_post', 'course', 'exam', 'project', 'researcher', 'company', 'message'),
    content_id: integer(),
    title: text(),
    owner_id: integer().references('users', 'cascade'),
    // Null once the account of the reporter is deleted.
    reporter_id: integer().nullable().references('users', 'set null'),
    reason: text(),
    created_at: timestamp(),
    decision: text().nullable().oneOf('hidden', 'dismissed'),
    decided_at: timestamp().nullable(),
    decided_by: integer().nullable().references('users', 'set null'),
    decision_reason: text().default(''),
  })
  schema.index('reports', ['reporter_id', 'kind', 'content_id'], { unique: true, where: 'decided_at is null' })
  schema.index('reports', ['id'], { where: 'decided_at is null' })
  schema.index('reports', ['kind', 'content_id', 'id'])
  schema.index('reports', ['owner_id', 'id'])
  schema.index('reports', ['decision', 'id'])
  schema.index('reports', ['decided_by'])
  return { audit_log, audit_end, audit_heads, log_leaves, log_tiles, log_end, hidden_content }
}
