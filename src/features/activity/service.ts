import type { Context, Transaction } from '#context.ts'
import { toNetwork } from '#core/ip-network.ts'
import { page } from '#core/page.ts'
import type { PersonalData } from '#features/feature.ts'
import { activityLog } from './queries.ts'
import type { ActivityQuery, ActivityType } from './schemas.ts'

const descriptions: Record<ActivityType, string> = {
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
  profile_upgraded: 'Became a researcher',
  application_submitted: 'Applied for a job',
  application_status_changed: 'Changed the status of an application',
  resume_downloaded: 'Downloaded a resume',
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

export interface Activity {
  /** The user whose log gets the entry; the actor by default. */
  userId?: number
  /** Details beyond the type. */
  description?: string
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
    description,
    metadata,
    ip_address: tx.origin.address,
    user_agent: tx.origin.userAgent,
    now: tx.clock.now(),
  })
}

/** Sign-ins that are compared with a network; older ones are ignored. */
const comparedSignIns = 1_000

/** Returns whether the user has signed in from the network before. */
export async function wasUsedFrom(ctx: Context, userId: number, network: string): Promise<boolean> {
  const signIns = await activityLog.loginAddresses.all(ctx, { user_id: userId, most: comparedSignIns })
  return signIns.some(({ ip_address }) => ip_address !== null && toNetwork(ip_address) === network)
}

export const listActivity = (ctx: Context, userId: number, query: ActivityQuery) =>
  page(query, async (slice) => {
    const { rows, total } = await activityLog.ofUser.page(ctx, {
      user_id: userId,
      type: query.type || undefined,
      ...slice,
    })
    return { rows: rows.map((entry) => ({ ...entry, metadata: { ...entry.metadata } })), total }
  })

export const activityPersonalData: PersonalData = {
  name: 'activity',
  export: (ctx, userId) => activityLog.listByUser.inBackground(ctx, { user_id: userId }),
  async erase(tx, userId) {
    await activityLog.erase.run(tx, { user_id: userId })
  },
}
