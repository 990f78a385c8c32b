import { type Static, Type } from 'typebox'
import { withDescription } from '#core/schema.ts'
import type { NotificationType } from '../record.ts'

const inApp = Type.Boolean({ description: 'Whether there are notifications of this type at all.' })
const email = Type.Boolean({
  description: 'Whether mails about it are sent. Receipts and mails about the account itself are sent in any case.',
})

const Channels = Type.Object({ in_app: inApp, email })
const ChannelChange = Type.Optional(Type.Object({ in_app: Type.Optional(inApp), email: Type.Optional(email) }))

const descriptions: Record<NotificationType, string> = {
  job_application: 'Notifications about applications and interviews.',
  project_invite: 'Notifications about invitations to projects and teams.',
  course_update: 'Notifications about changed courses.',
  exam_reminder: 'Reminders of exams.',
  certificate_issued: 'Notifications about certificates.',
  payment_received: 'Notifications about payments.',
  subscription_expiring: 'Notifications about subscriptions that end or renew.',
}

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
  createForEachType((type) => withDescription(Channels, descriptions[type])),
  { title: 'NotificationPreferences' },
)
export type NotificationPreferences = Static<typeof NotificationPreferences>

/** Any part of the preferences. */
export const PreferenceChange = Type.Object(
  createForEachType((type) => withDescription(ChannelChange, descriptions[type])),
)
export type PreferenceChange = Static<typeof PreferenceChange>
