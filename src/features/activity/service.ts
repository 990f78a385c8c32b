import type { AnyContext, Context, Transaction } from '#context.ts'
import { toNetwork } from '#core/ip-network.ts'
import { page } from '#core/page.ts'
import type { PersonalData } from '#features/feature.ts'
import type { PlainTemplate, Sentence } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { recordFigure } from '#platform/figures.ts'
import { activityLog } from './queries.ts'
import type { ActivityQuery, ActivityType } from './schemas.ts'

const descriptions: Record<ActivityType, PlainTemplate> = {
  signup: 'Created an account',
  login: 'Signed in',
  logout: 'Signed out',
  password_reset: 'Reset the password',
  email_verified: 'Verified the e-mail address',
  email_rejected: 'Removed an e-mail address that was not theirs',
  data_exported: 'Exported the data of a user',
  profile_updated: 'Updated the profile',
  avatar_updated: 'Changed the profile picture',
  identity_linked: 'Linked a sign-in provider',
  identity_unlinked: 'Unlinked a sign-in provider',
  two_factor_enabled: 'Turned on the second factor',
  two_factor_disabled: 'Turned off the second factor',
  recovery_codes_created: 'Created new recovery codes',
  passkey_added: 'Added a passkey',
  passkey_removed: 'Removed a passkey',
  api_key_created: 'Created an API key',
  api_key_ended: 'Ended an API key',
  webhook_created: 'Created a webhook',
  webhook_changed: 'Changed the address of a webhook',
  webhook_ended: 'Deleted a webhook',
  profile_upgraded: 'Became a researcher',
  application_submitted: 'Applied for a job',
  application_status_changed: 'Changed the status of an application',
  resume_downloaded: 'Downloaded a resume',
  candidate_identity_disclosed: 'Asked who a blind candidate is',
  interview_scheduled: 'Scheduled an interview',
  course_enrolled: 'Enrolled in a course',
  lesson_completed: 'Completed a lesson',
  course_completed: 'Completed a course',
  course_downloaded: 'Downloaded a course',
  project_created: 'Created a project',
  version_uploaded: 'Uploaded a project version',
  milestone_updated: 'Updated a milestone',
  collaborator_added: 'Added a collaborator',
  exam_started: 'Started an exam',
  exam_submitted: 'Submitted an exam',
  exam_booked: 'Booked an exam slot',
  certificate_issued: 'Received a certificate',
  subscription_started: 'Started a subscription',
  subscription_canceled: 'Canceled a subscription',
  payment_method_added: 'Added a payment method',
  payment_method_removed: 'Removed a payment method',
  file_uploaded: 'Uploaded a file',
}

/** The figures that count activities. */
const counted: Partial<
  Record<ActivityType, 'sign_ups' | 'applications' | 'enrollments' | 'attempts' | 'certificates'>
> = {
  signup: 'sign_ups',
  application_submitted: 'applications',
  course_enrolled: 'enrollments',
  exam_started: 'attempts',
  certificate_issued: 'certificates',
}

export interface Activity {
  /** The user whose log gets the entry; the actor by default. */
  userId?: number
  /** Details beyond the type. */
  description?: Sentence
  metadata?: Record<string, unknown>
}

/** Adds an entry to the activity log of the actor, with IP address and user agent. */
export async function recordActivity(
  tx: Transaction,
  type: ActivityType,
  { userId = tx.actor.id, description = descriptions[type], metadata = {} }: Activity = {},
): Promise<void> {
  await activityLog.add.run(tx, {
    user_id: userId,
    activity_type: type,
    description: translate(description, tx.wording),
    metadata,
    ip_address: tx.origin.address,
    user_agent: tx.origin.userAgent,
    // The keys of others are not named in one's own log.
    api_key_id: tx.actor.scopes !== null && tx.actor.id === userId ? tx.actor.token_id : null,
    now: tx.clock.now(),
  })
  const figure = counted[type]
  if (figure !== undefined) await recordFigure(tx, figure)
}

/** Sign-ins that are compared with a network; older ones are ignored. */
const comparedSignIns = 1_000

/** Returns the networks and times of the newest sign-ins. */
export async function listSignIns(ctx: AnyContext, userId: number): Promise<{ network: string; time: string }[]> {
  const signIns = await activityLog.loginAddresses.all(ctx, { user_id: userId, most: comparedSignIns })
  return signIns.map(({ ip_address, created_at }) => ({ network: toNetwork(ip_address ?? ''), time: created_at }))
}

/** Returns whether the user has signed in from the network before. */
export const hasUsedNetwork = async (ctx: Context, userId: number, network: string): Promise<boolean> =>
  (await listSignIns(ctx, userId)).some((signIn) => signIn.network === network)

export const listActivity = (ctx: Context, userId: number, query: ActivityQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const { rows, total } = await activityLog.ofUser.page(ctx, {
      user_id: userId,
      type: query.type || undefined,
      api_key_id: query.api_key_id,
      ...slice,
    })
    return { rows: rows.map((entry) => ({ ...entry, metadata: { ...entry.metadata } })), total }
  })

export const activityPersonalData: PersonalData = {
  name: 'activity',
  export: (ctx, userId) => activityLog.listByUser.iterate(ctx, { user_id: userId }),
  async erase(tx, userId) {
    await activityLog.erase.run(tx, { user_id: userId })
  },
}
