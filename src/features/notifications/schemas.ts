import { type Static, Type } from 'typebox'
import { Paging } from '#core/schema.ts'

import { NotificationType, notificationRecord } from './record.ts'

export const Notification = Type.Object(notificationRecord.answer, { title: 'Notification' })
export type Notification = Static<typeof Notification>

export const NotificationQuery = Type.Object({
  ...Paging,
  read: Type.Optional(Type.Boolean({ description: 'Only read ones, or only unread ones.' })),
  type: Type.Optional(NotificationType),
})
export type NotificationQuery = Static<typeof NotificationQuery>
