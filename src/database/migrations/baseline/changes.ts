/** The change feed with webhooks: what changed, in the order of the commits, and for whom. */

import type { DisabledBecause } from '../../tables/webhooks.ts'
import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineChanges(schema: Schema) {
  // What changed, until it is numbered. On PostgreSQL ids are not in the order of the commits.
  const change_marks = schema.table('change_marks', {
    id: id(),
    kind: text(),
    object_id: text(),
    parent_id: integer().nullable(),
    // Separated by spaces.
    audience_before: text(),
    audience_after: text(),
  })

  // One row for each audience of a change. The rows of one change have the same number.
  const changes = schema.table(
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
  const change_numbers = schema.table(
    'change_numbers',
    { id: integer(), last: integer(), deleted: integer() },
    { primaryKey: ['id'] },
  )

  const changed_objects = schema.table('changed_objects', {
    id: id(),
    kind: text(),
    // With `after_id`: the id of an object to which others refer in the column `part`; those after this id have
    // changed.
    object_id: text(),
    part: text().nullable(),
    after_id: integer().nullable(),
  })

  // Who saw an object when it was last told, separated by spaces; no row for an object that no user saw.
  const object_audiences = schema.table(
    'object_audiences',
    {
      kind: key(),
      object_id: key(),
      parent_id: integer().nullable(),
      // Separated by spaces.
      audience: text(),
    },
    { primaryKey: ['kind', 'object_id'] },
  )

  const webhooks = schema.table('webhooks', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    url: text(),
    description: text(),
    // Types or kinds of changes; all if empty.
    types: json<string[]>(),
    // Encrypted: the secret, and the key of the other signature.
    secret: text(),
    // The one before, which signs too until the time.
    former_secret: text().nullable(),
    former_until: timestamp().nullable(),
    enabled: boolean(),
    disabled_because: text<DisabledBecause>().default(''),
    // The last change that is queued.
    cursor: integer(),
    // Failed attempts since the last success.
    failures: integer().default(0),
    failing_since: timestamp().nullable(),
    paused_until: timestamp().nullable(),
    last_delivered_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
  })
  schema.index('webhooks', ['user_id', 'id'])
  schema.index('webhooks', ['cursor'], { where: 'enabled' })

  const webhook_deliveries = schema.table('webhook_deliveries', {
    id: id(),
    webhook_id: integer().references('webhooks', 'cascade'),
    message_id: key(),
    type: text(),
    // As it is sent and signed.
    payload: text(),
    state: text().oneOf('pending', 'delivered', 'failed'),
    attempts: integer().default(0),
    due_at: timestamp(),
    // No further attempt after this.
    give_up_at: timestamp(),
    status_code: integer().nullable(),
    answer: text().default(''),
    error: text().default(''),
    duration_ms: integer().nullable(),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
  })
  schema.index('webhook_deliveries', ['webhook_id', 'id'])
  schema.index('webhook_deliveries', ['webhook_id', 'state', 'id'])
  schema.index('webhook_deliveries', ['webhook_id', 'due_at', 'id'], { where: "state = 'pending'" })
  schema.index('webhook_deliveries', ['created_at'])
  return { change_marks, changes, change_numbers, changed_objects, object_audiences, webhooks, webhook_deliveries }
}
