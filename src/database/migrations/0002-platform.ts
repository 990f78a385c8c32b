/** What every feature uses: activity, notifications, mail, tasks, limits that hold across instances, repeated requests. */

import { boolean, id, integer, json, type Migration, text, timestamp } from './schema.ts'

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
      // One event makes one notification, also when the work behind it runs twice.
      event: text(),
      created_at: timestamp(),
    })
    schema.index('notifications', ['user_id', 'event'], { unique: true })
    schema.index('notifications', ['user_id', 'id'])
    schema.index('notifications', ['user_id', 'read', 'id'])
    schema.index('notifications', ['user_id', 'type', 'id'])

    // What was deleted is not told again, should the work behind it run once more.
    schema.table(
      'dismissed_events',
      { user_id: integer().references('users', 'cascade'), event: text(), created_at: timestamp() },
      { primaryKey: ['user_id', 'event'] },
    )
    schema.index('dismissed_events', ['created_at'])

    // Everything up to `read_up_to` has been read, whatever its row says: read-all writes one row.
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

    schema.table('mails', {
      id: id(),
      to: text(),
      subject: text(),
      text: text(),
      html: text(),
      attachments: json().default('[]'),
      created_at: timestamp(),
      sent_at: timestamp().nullable(),
    })
    schema.index('mails', ['to', 'id'])
    schema.index('mails', ['sent_at'])

    schema.table('tasks', {
      id: id(),
      kind: text(),
      payload: json(),
      run_at: timestamp(),
      attempts: integer().default(0),
      // A waiting task with the same key is the same task.
      unique_key: text().nullable(),
      last_error: text().nullable(),
      dead_at: timestamp().nullable(),
      created_at: timestamp(),
    })
    schema.index('tasks', ['run_at', 'id'], { where: 'dead_at is null' })
    schema.index('tasks', ['dead_at'])
    schema.index('tasks', ['unique_key'], { unique: true })

    schema.table('schedules', { name: text(), last_run_at: timestamp() }, { primaryKey: ['name'] })

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
      // Null while the first request still runs.
      status: integer().nullable(),
      answer: text().nullable(),
      created_at: timestamp(),
      held_until: timestamp(),
    })
    schema.index('idempotency_keys', ['user_id', 'key'], { unique: true })
    schema.index('idempotency_keys', ['created_at'])
  },
}
