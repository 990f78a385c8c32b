/** What every feature uses: activity, notifications, mails, tasks, counters, throttle windows, idempotency keys, figures. */

import type { StoredAttachment } from '../../tables/mails.ts'
import type { NotificationType } from '../../tables/notifications.ts'
import { boolean, calendarDate, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function definePlatform(schema: Schema) {
  const activity_log = schema.table('activity_log', {
    id: id(),
    user_id: integer().references('users', 'cascade'),
    activity_type: text(),
    description: text(),
    metadata: json<object>().nullable(),
    ip_address: text().nullable(),
    user_agent: text().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    // The API key that the user acted with; null for a session.
    api_key_id: integer().nullable(),
    // The leaf of the row; null until it is in the tree.
    log_position: integer().nullable(),
  })
  schema.index('activity_log', ['user_id', 'created_at', 'id'])
  schema.index('activity_log', ['user_id', 'activity_type', 'created_at', 'id'])
  schema.index('activity_log', ['user_id', 'api_key_id', 'created_at', 'id'], { where: 'api_key_id is not null' })
  schema.index('activity_log', ['created_at', 'activity_type', 'user_id'])
  schema.index('activity_log', ['id'], { where: 'log_position is null' })
  schema.index('activity_log', ['log_position'], { where: 'log_position is not null' })

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
  const dismissed_events = schema.table(
    'dismissed_events',
    {
      user_id: integer().references('users', 'cascade'),
      event: text(),
      created_at: timestamp(),
    },
    { primaryKey: ['user_id', 'event'] },
  )
  schema.index('dismissed_events', ['created_at'])

  // Notifications up to `read_up_to` are read, whatever their rows say: marking all as read writes one row.
  const inboxes = schema.table(
    'inboxes',
    {
      user_id: integer().references('users', 'cascade'),
      last_id: integer().default(0),
      read_up_to: integer().default(0),
    },
    { primaryKey: ['user_id'] },
  )

  const inbox_counts = schema.table(
    'inbox_counts',
    {
      user_id: integer().references('users', 'cascade'),
      type: text<NotificationType>(),
      total: integer().default(0),
      unread: integer().default(0),
    },
    { primaryKey: ['user_id', 'type'] },
  )

  // Stores the types that are switched off, so that a new type is on for all users.
  const notification_preferences = schema.table(
    'notification_preferences',
    {
      user_id: integer().references('users', 'cascade'),
      in_app_off: json<string[]>(),
      email_off: json<string[]>(),
      announcements_off: boolean().default(false),
    },
    { primaryKey: ['user_id'] },
  )

  schema.table('announcements', {
    id: id(),
    created_by: integer().nullable().references('users', 'set null'),
    title: text(),
    message: text(),
    roles: json(),
    channels: json(),
    status: text().oneOf('sending', 'sent', 'canceled'),
    // People who are to be reached, who were, and who got a mail.
    total: integer(),
    reached: integer().default(0),
    mailed: integer().default(0),
    // Accounts are reached in the order of their ids, up to the last one that there was when it began.
    position: integer().default(0),
    last_user_id: integer(),
    created_at: timestamp(),
    finished_at: timestamp().nullable(),
  })
  schema.index('announcements', ['created_by'])
  schema.index('announcements', ['created_at'])

  const stream_tickets = schema.table(
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

  const mails = schema.table('mails', {
    id: id(),
    to: text(),
    subject: text(),
    text: text(),
    html: text(),
    attachments: json<StoredAttachment[]>().default('[]'),
    created_at: timestamp(),
    sent_at: timestamp().nullable(),
    // Set when the mail server refused the mail permanently, with its answer.
    failed_at: timestamp().nullable(),
    failure: text().default(''),
    canceled_at: timestamp().nullable(),
    // The address at which a mail is unsubscribed from with one click; null for mails that answer an act.
    unsubscribe_url: text().nullable(),
    // What a mail carries, such as a message, whose mails are canceled when it is hidden.
    subject_key: text().nullable(),
  })
  schema.index('mails', ['to', 'id'])
  schema.index('mails', ['sent_at'])
  schema.index('mails', ['id'], { where: 'sent_at is null and failed_at is null and canceled_at is null' })
  schema.index('mails', ['failed_at', 'id'], { where: 'failed_at is not null' })
  schema.index('mails', ['canceled_at', 'id'], { where: 'canceled_at is not null' })
  schema.index('mails', ['subject_key'], { where: 'subject_key is not null' })

  const tasks = schema.table('tasks', {
    id: id(),
    kind: text(),
    payload: json<object>(),
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
  schema.index('tasks', ['kind', 'id'])

  const schedules = schema.table('schedules', { name: text(), last_run_at: timestamp() }, { primaryKey: ['name'] })

  // A counter is the sum of its changes, so that transactions that count at one time do not conflict on one row. A
  // schedule replaces the changes by their sum.
  const counters = schema.table('counters', { id: id(), name: key(), change: integer() })
  schema.index('counters', ['name', 'id'])

  const throttle_windows = schema.table(
    'throttle_windows',
    {
      scope: text(),
      key: text(),
      attempts: integer(),
      ends_at: timestamp(),
    },
    { primaryKey: ['scope', 'key'] },
  )
  schema.index('throttle_windows', ['ends_at'])

  const idempotency_keys = schema.table('idempotency_keys', {
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

  const calendars = schema.table(
    'calendars',
    {
      user_id: integer().references('users', 'cascade'),
      // The hash of the last part of the address.
      token_hash: key(),
      created_at: timestamp(),
      key_id: integer().nullable().references('access_tokens', 'cascade'),
    },
    { primaryKey: ['user_id'] },
  )
  schema.index('calendars', ['token_hash'], { unique: true })
  schema.index('calendars', ['key_id'], { where: 'key_id is not null' })

  // What happened on a day in UTC, once the day is over.
  const daily_figures = schema.table(
    'daily_figures',
    { day: calendarDate(), name: key(), value: integer() },
    { primaryKey: ['day', 'name'] },
  )

  // There is one row at most.
  const sandbox_clock = schema.table('sandbox_clock', { id: integer(), ahead_ms: integer() }, { primaryKey: ['id'] })
  return {
    activity_log,
    dismissed_events,
    inboxes,
    inbox_counts,
    notification_preferences,
    stream_tickets,
    mails,
    tasks,
    schedules,
    counters,
    throttle_windows,
    idempotency_keys,
    calendars,
    daily_figures,
    sandbox_clock,
  }
}
