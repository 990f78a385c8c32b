import { type Static, Type } from 'typebox'
import type { NotificationType } from '../notifications/schemas.ts'

const inApp = Type.Boolean({ description: 'Whether there are notifications of this type at all.' })
const email = Type.Boolean({
  description: 'Whether mails about it are sent. Receipts and mails about the account itself are sent in any case.',
})

const Channels = Type.Object({ in_app: inApp, email })
const ChannelChange = Type.Optional(Type.Object({ in_app: Type.Optional(inApp), email: Type.Optional(email) }))

/** The same schema for every type, by its name. */
export const createForEachType = <Value>(of: (type: NotificationType) => Value) => ({
  job_application: of('job_application'),
  project_invite: of('project_invite'),
  course_update: of('course_update'),
  exam_reminder: of('exam_reminder'),
  certificate_issued: of('certificate_issued'),
  payment_received: of('payment_received'),
  subscription_expiring: of('subscription_expiring'),
})

export const NotificationPreferences = Type.Object(
  createForEachType(() => Channels),
  { title: 'NotificationPreferences' },
)
export type NotificationPreferences = Static<typeof NotificationPreferences>

/** Any part of the preferences. */
export const PreferenceChange = Type.Object(createForEachType(() => ChannelChange))
export type PreferenceChange = Static<typeof PreferenceChange>
