import { type Static, Type } from 'typebox'
import { DateTime, Id, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, generated, internal, readOnly, type TableOf } from '#database/record.ts'

export const notificationTypes = [
  'job_application',
  'project_invite',
  'course_update',
  'exam_reminder',
  'certificate_issued',
  'payment_received',
  'subscription_expiring',
] as const

export const NotificationType = withDescription(oneOf(...notificationTypes), 'What the notification is about.')
export type NotificationType = Static<typeof NotificationType>

const NotificationAction = withDescription(
  oneOf(
    'view_application',
    'view_project',
    'view_researcher',
    'view_course',
    'view_exam',
    'view_certificate',
    'view_billing',
    'view_company',
    'view_search',
    'view_talent_pool',
    'view_notifications',
  ),
  'What the recipient would do there.',
)

const NotificationTarget = Type.Object(
  {
    url: Type.String({ description: 'A path of this API that its recipient can GET.' }),
    action: NotificationAction,
  },
  { description: 'Where the notification leads.' },
)
export type NotificationTarget = Static<typeof NotificationTarget>

export const notificationRecord = defineRecord('notifications', {
  id: readOnly(Id),
  type: readOnly(NotificationType),
  title: readOnly(Type.String({ description: 'The title.' })),
  message: readOnly(Type.String()),
  /** Whether it was read by itself; all up to the mark of the inbox are read too. */
  read: generated(Type.Boolean({ description: 'Whether it has been read.' })),
  created_at: readOnly(DateTime),
  data: readOnly(NotificationTarget),
  user_id: internal(Id),
  /** A user is notified of an event once. */
  event: internal(Type.String()),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    notifications: TableOf<typeof notificationRecord>
  }
}
