/** What every feature uses: activity, notifications, mails, tasks, counters, throttle windows, idempotency keys. */

import { boolean, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

export const platform: Migration = {
  name: '0002-platform',
  up(schema) {
    schema.table('activity_log', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      activity_type: text(),
      description: text(),
      metadata: json().nullable(),
      ip_address: text().nullable(),
      user_agent: text().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
    })
    schema.index('activity_log', ['user_id', 'created_at', 'id'])
    schema.index('activity_log', ['user_id', 'activity_type', 'created_at', 'id'])

    schema.table('notifications', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      type: text(),
      title: text(),
      message: text(),
      read: boolean().default(false),
      data: json(),
      // One event makes one notification, even when a task runs twice.
      event: text(),
      created_at: timestamp(),
    })
    schema.index('notifications', ['user_id', 'event'], { unique: true })
    schema.index('notifications', ['user_id', 'id'])
    schema.index('notifications', ['user_id', 'read', 'id'])
    schema.index('notifications', ['user_id', 'type', 'id'])
    schema.index('notifications', ['user_id', 'type', 'read', 'id'])

    // Events of deleted notifications, so that a task that runs twice does not notify again.
    schema.table(
      'dismissed_events',
      { user_id: integer().references('users', 'cascade'), event: text(), created_at: timestamp() },
      { primaryKey: ['user_id', 'event'] },
    )
    schema.index('dismissed_events', ['created_at'])

    // Notifications up to `read_up_to` are read, whatever their rows say: marking all as read writes one row.
    schema.table(
      'inboxes',
      {
        user_id: integer().references('users', 'cascade'),
        last_id: integer().default(0),
        read_up_to: integer().default(0),
      },
      { primaryKey: ['user_id'] },
    )
    schema.table(
      'inbox_counts',
      {
        user_id: integer().references('users', 'cascade'),
        type: text(),
        total: integer().default(0),
        unread: integer().default(0),
      },
      { primaryKey: ['user_id', 'type'] },
    )

    // Stores the types that are switched off, so that a new type is on for all users.
    schema.table(
      'notification_preferences',
      { user_id: integer().references('users', 'cascade'), in_app_off: json(), email_off: json() },
      { primaryKey: ['user_id'] },
    )

    schema.table(
      'stream_tickets',
      {
        ticket_hash: key(),
        user_id: integer().references('users', 'cascade'),
        // The access token that asked for the ticket; the ticket ends with it.
        token_id: integer().references('access_tokens', 'cascade'),
        expires_at: timestamp(),
      },
      { primaryKey: ['ticket_hash'] },
    )
    schema.index('stream_tickets', ['token_id'])
    schema.index('stream_tickets', ['user_id'])
    schema.index('stream_tickets', ['expires_at'])

    schema.table('mails', {
      id: id(),
      to: text(),
      subject: text(),
      text: text(),
      html: text(),
      attachments: json().default('[]'),
      created_at: timestamp(),
      sent_at: timestamp().nullable(),
      // Set when the mail server refused the mail permanently, with its answer.
      failed_at: timestamp().nullable(),
      failure: text().default(''),
    })
    schema.index('mails', ['to', 'id'])
    schema.index('mails', ['sent_at'])

    schema.table('tasks', {
      id: id(),
      kind: text(),
      payload: json(),
      run_at: timestamp(),
      attempts: integer().default(0),
      // A task is not queued while another one with its key waits.
      unique_key: text().nullable(),
      last_error: text().nullable(),
      dead_at: timestamp().nullable(),
      created_at: timestamp(),
    })
    schema.index('tasks', ['run_at', 'id'], { where: 'dead_at is null' })
    schema.index('tasks', ['dead_at'])
    schema.index('tasks', ['unique_key'], { unique: true })

    schema.table('schedules', { name: text(), last_run_at: timestamp() }, { primaryKey: ['name'] })

    // A counter is the sum of its changes, so that transactions that count at one time do not conflict on one row. A
    // schedule replaces the changes by their sum.
    schema.table('counters', { id: id(), name: key(), change: integer() })
    schema.index('counters', ['name', 'id'])

    schema.table(
      'throttle_windows',
      { scope: text(), key: text(), attempts: integer(), ends_at: timestamp() },
      { primaryKey: ['scope', 'key'] },
    )
    schema.index('throttle_windows', ['ends_at'])

    schema.table('idempotency_keys', {
      id: id(),
      user_id: integer().references('users', 'cascade'),
      key: text(),
      fingerprint: text(),
      // Null while the first request is running.
      status: integer().nullable(),
      answer: text().nullable(),
      created_at: timestamp(),
      held_until: timestamp(),
    })
    schema.index('idempotency_keys', ['user_id', 'key'], { unique: true })
    schema.index('idempotency_keys', ['created_at'])
  },
}
