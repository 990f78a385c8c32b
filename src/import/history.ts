/** What people were told and what they did. */

import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { inboxTotals } from './derived-queries.ts'
import { type ImportRow, type ImportTable, Line, optional } from './table.ts'

/** Where a notification of each type leads without an action of its own. */
const actions: Record<string, string> = {
  job_application: 'view_application',
  project_invite: 'view_project',
  course_update: 'view_course',
  exam_reminder: 'view_exam',
  certificate_issued: 'view_certificate',
  payment_received: 'view_billing',
  subscription_expiring: 'view_billing',
}

export const notifications: ImportTable = {
  name: 'notifications',
  description:
    'One notification a line. Ids are integers in the order in which they are listed; Laravel’s are not, so count them.',
  columns: {
    id: Id,
    user_id: Id,
    type: oneOf(
      'job_application',
      'project_invite',
      'course_update',
      'exam_reminder',
      'certificate_issued',
      'payment_received',
      'subscription_expiring',
    ),
    title: Line(500),
    message: optional(Type.String({ maxLength: 5_000 })),
    read: optional(Type.Boolean()),
    url: optional(Type.String({ maxLength: 2_000, description: 'Where it leads.' })),
    action: optional(
      Type.String({ pattern: '^[a-z_]{1,50}$', description: 'What it offers; that of its type unless given.' }),
    ),
    created_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  uniqueKeys: [{ columns: ['user_id', 'event'] }],
  stored: {
    id: 'integer',
    user_id: 'integer',
    type: 'text',
    title: 'text',
    message: 'text',
    read: 'boolean',
    data: 'json',
    event: 'text',
    created_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    message: row.message ?? '',
    read: row.read ?? false,
    data: { url: row.url ?? '', action: row.action ?? actions[row.type] },
    event: `import:${row.id}`,
    created_at: row.created_at ?? now,
  }),
  async derive(tx, rows) {
    const byUser = Map.groupBy(rows, ({ user_id }) => user_id)
    const marks = await inboxTotals.marks.all(tx, { ids: [...byUser.keys()] })
    const readUpTo = new Map(marks.map(({ user_id, read_up_to }) => [user_id, read_up_to]))
    const isUnread = ({ id, user_id, read }: ImportRow) => !read && id > (readUpTo.get(user_id) ?? 0)
    const byType = Map.groupBy(rows, ({ user_id, type }) => JSON.stringify([user_id, type]))
    const counts = [...byType].map(([key, group]) => {
      const [user_id, type] = JSON.parse(key)
      return { user_id, type, total: group.length, unread: group.filter(isUnread).length }
    })
    const last = [...byUser].map(([user_id, group]) => ({ user_id, id: Math.max(...group.map(({ id }) => id)) }))
    await inboxTotals.advance.run(tx, { rows: last })
    await inboxTotals.add.run(tx, { rows: counts })
  },
}

export const activityLog: ImportTable = {
  name: 'activity_log',
  description: 'One entry of the activity of a person a line.',
  columns: {
    id: Id,
    user_id: Id,
    activity_type: Type.String({ minLength: 1, maxLength: 100 }),
    description: optional(Type.String({ maxLength: 5_000 })),
    metadata: optional(nullable(Type.Object({}, { additionalProperties: true }))),
    ip_address: optional(nullable(Type.String({ maxLength: 100 }))),
    user_agent: optional(nullable(Type.String({ maxLength: 2_000 }))),
    created_at: optional(DateTime),
    updated_at: optional(DateTime),
  },
  references: { user_id: 'users' },
  stored: {
    id: 'integer',
    user_id: 'integer',
    activity_type: 'text',
    description: 'text',
    metadata: 'json',
    ip_address: 'text',
    user_agent: 'text',
    created_at: 'timestamp',
    updated_at: 'timestamp',
  },
  convert: (row, { now }) => ({
    ...row,
    description: row.description ?? '',
    metadata: row.metadata ?? {},
    ip_address: row.ip_address ?? null,
    user_agent: row.user_agent ?? null,
    created_at: row.created_at ?? now,
    updated_at: row.updated_at ?? row.created_at ?? now,
  }),
}
