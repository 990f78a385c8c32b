import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, Paging, Text } from '#core/schema.ts'

export const ActivityType = oneOf(
  'signup',
  'login',
  'logout',
  'password_reset',
  'email_verified',
  'email_rejected',
  'data_exported',
  'profile_updated',
  'avatar_updated',
  'identity_linked',
  'identity_unlinked',
  'two_factor_enabled',
  'two_factor_disabled',
  'recovery_codes_created',
  'passkey_added',
  'passkey_removed',
  'api_key_created',
  'api_key_ended',
  'webhook_created',
  'webhook_changed',
  'webhook_ended',
  'profile_upgraded',
  'application_submitted',
  'candidate_identity_disclosed',
  'application_status_changed',
  'resume_downloaded',
  'interview_scheduled',
  'course_enrolled',
  'lesson_completed',
  'course_completed',
  'course_downloaded',
  'project_created',
  'version_uploaded',
  'milestone_updated',
  'collaborator_added',
  'exam_started',
  'exam_submitted',
  'exam_booked',
  'certificate_issued',
  'subscription_started',
  'subscription_canceled',
  'payment_method_added',
  'payment_method_removed',
  'file_uploaded',
)
export type ActivityType = Static<typeof ActivityType>

export const ActivityEntry = Type.Object(
  {
    id: Id,
    type: Type.String({ description: 'What was done, like `login` or `exam_submitted`.' }),
    description: Type.String({ description: 'The same as a sentence.' }),
    created_at: DateTime,
    metadata: Type.Record(Type.String(), Type.Unknown(), { description: 'What it was done to.' }),
    api_key_id: nullable(Type.Integer({ description: 'The API key that did it; null for a session.' })),
  },
  { title: 'ActivityEntry' },
)

export const ActivityQuery = Type.Object({
  ...Paging,
  type: Type.Optional(Text(50, { description: 'Only entries of this activity type.' })),
  api_key_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only what this API key did.' })),
})
export type ActivityQuery = Static<typeof ActivityQuery>
