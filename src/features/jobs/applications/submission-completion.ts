import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { startOfDay } from '#core/periods.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { notify } from '#features/notifications/index.ts'
import { findUser } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { getNameForReviewers, toBlindScore } from '../blind.ts'
import { matchUsers } from '../matching/service.ts'
import { jobPosts } from '../posts/queries.ts'
import { getPostForMatching } from '../posts/service.ts'
import type { ApplicationRow } from './access.ts'
import { describeArrival, mailNewApplication } from './mails.ts'
import { applicationCounts, applications } from './queries.ts'

export const isAccepting = ({ status, deadline }: { status: string; deadline: string | null }, now: string) =>
  status === 'open' && (deadline === null || now < deadline)

/** Records a submitted application, and delivers it to the judges unless it is sealed. Returns it as it is then. */
export async function completeSubmission(tx: Transaction, id: number): Promise<ApplicationRow> {
  const row = await applications.byId.one(tx, { id })
  const { job_post_id, user_id } = row
  await recordActivity(tx, 'application_submitted', {
    userId: user_id,
    description: fill('Applied for {title}', { title: row.job_post.title }),
    metadata: { application_id: id, job_post_id },
  })
  if (!row.sealed) return deliverApplication(tx, row)
  const tomorrow = startOfDay(addDuration(tx.clock.now(), { days: 1 }))
  await addTask(tx, deliverSealed, {}, { runAt: tomorrow, key: `deliver_sealed:${tomorrow}` })
  return row
}

/** Gives a submitted application its number, shows it to the judges and tells the recruiter. */
async function deliverApplication(tx: Transaction, { id, job_post_id, user_id, is_blind_post }: ApplicationRow) {
  const { number } = await jobPosts.numberCandidate.one(tx, { id: job_post_id })
  const blind_score = is_blind_post ? await calculateBlindScore(tx, job_post_id, user_id) : null
  await applications.deliver.run(tx, { id, number, blind_score })
  await applicationCounts.add.run(tx, { job_post_id, status: 'applied', change: 1 })
  const row = await applications.byId.one(tx, { id })
  await tellRecruiter(tx, row)
  return row
}

async function calculateBlindScore(tx: Transaction, postId: number, userId: number): Promise<number> {
  const fitOf = await matchUsers(tx, await getPostForMatching(tx, postId), [userId])
  return toBlindScore(fitOf(userId).match.score)
}

async function tellRecruiter(tx: Transaction, row: ApplicationRow): Promise<void> {
  const about = { id: row.id, name: getNameForReviewers(row), title: row.job_post.title, applicant: row.user_id }
  const recruiter = await findUser(tx, row.recruiter_id)
  // The account was deleted since the application was sealed.
  if (recruiter === null) return
  await notify(tx, row.recruiter_id, 'job_application', {
    title: 'New application',
    message: describeArrival(about),
    data: { url: `/job-applications/${row.id}`, action: 'view_application' },
    event: `application:${row.id}:submitted`,
  })
  await mailNewApplication(tx, recruiter, about)
}

const batchSize = 50

/**
 * Delivers the applications of former days for blind posts, in the order of their ids, which are random. The moment of a
 * single one, or their order, would tell those who know when people pass exams who the candidates are.
 */
export const deliverSealed = defineTask<Record<string, never>>({
  kind: 'deliver_sealed_applications',
  handle: (ctx: Context) =>
    runInTransaction(ctx, async (tx) => {
      const before = startOfDay(tx.clock.now())
      const due = await applications.sealedBefore.all(tx, { before, most: batchSize })
      for (const { id } of due) await deliverApplication(tx, await applications.byId.one(tx, { id }))
      if (due.length === batchSize) await addTask(tx, deliverSealed, {})
    }),
})
