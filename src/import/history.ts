/** What people were told and what they did. */

import { Type } from 'typebox'
import { Id, nullable } from '#core/schema.ts'
import { notificationRecord } from '#features/notifications/record.ts'
import { inboxTotals } from './derived-queries.ts'
import { defineImport, importOf } from './import-of.ts'
import { Created, type ImportRow, Line, optional } from './table.ts'

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

export const notifications = importOf(notificationRecord, {
  description:
    'One notification a line. Ids are integers in the order in which they are listed; Laravel’s are not, so count them.',
  extra: {
    title: Line(500),
    url: Type.String({ maxLength: 2_000, description: 'Where it leads.' }),
    action: optional(
      Type.String({ pattern: '^[a-z_]{1,50}$', description: 'What it offers; that of its type unless given.' }),
    ),
  },
  bounds: { message: 5_000 },
  defaults: { message: '', read: false, url: '' },
  computed: ['data', 'event'],
  references: { user_id: 'users' },
  uniqueKeys: [{ columns: ['user_id', 'event'] }],
  convert: ({ id, type, url, action = actions[type] }) => ({ data: { url, action }, event: `import:${id}` }),
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
})

export const activityLog = defineImport({
  name: 'activity_log',
  description: 'One entry of the activity of a person a line.',
  columns: {
    id: Id,
    user_id: Id,
    activity_type: Type.String({ minLength: 1, maxLength: 100 }),
    description: Type.String({ maxLength: 5_000 }),
    metadata: nullable(Type.Object({}, { additionalProperties: true })),
    ip_address: nullable(Type.String({ maxLength: 100 })),
    user_agent: nullable(Type.String({ maxLength: 2_000 })),
    created_at: Created,
    updated_at: Created,
  },
  references: { user_id: 'users' },
  defaults: { description: '', metadata: {} },
})
