import { type Static, Type } from 'typebox'
import { DateTime, Id, oneOf, Paging, withDescription } from '#core/schema.ts'

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
  ),
  'What the recipient would do there.',
)

export const NotificationTarget = Type.Object(
  {
    url: Type.String({ description: 'A path of this API that its recipient can GET.' }),
    action: NotificationAction,
  },
  { description: 'Where the notification leads.' },
)
export type NotificationTarget = Static<typeof NotificationTarget>

export const Notification = Type.Object(
  {
    id: Id,
    type: NotificationType,
    title: Type.String({ description: 'The title.' }),
    message: Type.String(),
    read: Type.Boolean({ description: 'Whether it has been read.' }),
    created_at: DateTime,
    data: NotificationTarget,
  },
  { title: 'Notification' },
)
export type Notification = Static<typeof Notification>

export const NotificationQuery = Type.Object({
  ...Paging,
  read: Type.Optional(Type.Boolean({ description: 'Only read ones, or only unread ones.' })),
  type: Type.Optional(NotificationType),
})
export type NotificationQuery = Static<typeof NotificationQuery>
