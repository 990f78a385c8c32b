/** Webhooks, and what is sent to them. */

import { boolean, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const webhooks: Migration = {
  name: '0027-webhooks',
  up(schema) {
    schema.table('webhooks', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      url: text(),
      description: text(),
      // Types or kinds of changes; all if empty.
      types: json(),
      // Encrypted: the secret, and the key of the other signature.
      secret: text(),
      // The one before, which signs too until the time.
      former_secret: text().nullable(),
      former_until: timestamp().nullable(),
      enabled: boolean(),
      disabled_because: text().default(''),
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

    schema.table('webhook_deliveries', {
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
  },
}
