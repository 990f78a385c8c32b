import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { getReviewedJobPost } from '../posts/service.ts'
import { type ApplicationRow, getManagedApplication } from './access.ts'
import { applicationChanges } from './history-queries.ts'
import { describeStatus, mailApplicationStatus } from './mails.ts'
import { formatFullName } from './present.ts'
import { applicationCounts, applications } from './queries.ts'
import type { StatusChange } from './schemas.ts'

export const historyLimit = defineListLimit('status', 500)

export const unknownReason = createFieldProblem(
  'reason',
  'The reason must be one of the rejection reasons of the job post.',
)

/** Changes the status of an application. The current status changes nothing and notifies no user. */
export function updateApplicationStatus(
  ctx: Context,
  id: number,
  { status, reason = '', letter = '' }: StatusChange,
): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const row = await getManagedApplication(tx, id)
    if (reason !== '') await checkReason(tx, row.job_post_id, reason)
    const change = await saveStatus(tx, row, { status, reason, letter })
    if (change === null) return
    await notifyApplicantOfStatus(tx, row, {
      status,
      change: change.id,
      changed_by: tx.actor.id,
      mailAt: addDuration(tx.clock.now(), quietTime),
    })
  })
}

/** Throws 422 unless it is one of the rejection reasons of the post. */
export async function checkReason(ctx: AnyContext, postId: number, reason: string): Promise<void> {
  const { rejection_reasons = [] } = await getReviewedJobPost(ctx, postId)
  ensure(rejection_reasons.includes(reason), unknownReason)
}

type StatusValues = Required<StatusChange>

/** Stores a status and what follows from it. Returns the row of the history, or null if the application has the status. */
export async function saveStatus(tx: Transaction, row: ApplicationRow, input: StatusValues) {
  const change = await storeStatus(tx, row, input)
  if (change === null) return null
  const { id, job_post_id, status: from } = row
  ensureWithin(historyLimit, await applicationChanges.size.one(tx, { application_id: id }))
  await recordActivity(tx, 'application_status_changed', {
    description: fill('Changed the status of an application to {status}', { status: input.status }),
    metadata: { application_id: id, job_post_id, from, to: input.status },
  })
  return change
}

/** Stores a status with its row of the history, or returns null if the application has it or another request was faster. */
export async function storeStatus(tx: Transaction, row: ApplicationRow, { status, reason, letter }: StatusValues) {
  const { id, job_post_id } = row
  const now = tx.clock.now()
  const reveals = status === 'shortlisted' || status === 'hired'
  const move = { id, from: row.status, to: status, reveals, reason, letter, now }
  if (row.status === status || (await applications.move.run(tx, move)) === 0) return null
  await applicationCounts.add.run(tx, { job_post_id, status: row.status, change: -1 })
  await applicationCounts.add.run(tx, { job_post_id, status, change: 1 })
  return applicationChanges.add.one(tx, { ...move, application_id: id, changed_by: tx.actor.id })
}

interface StatusNews extends Pick<StatusChange, 'status'> {
  /** The row of the history. */
  change: number
  changed_by: number
  /** At once by default. */
  mailAt?: string
}

/** Notifies the applicant of a status, and mails it unless it has changed again until then. */
export async function notifyApplicantOfStatus(
  tx: Transaction,
  { id, user_id, job_post }: ApplicationRow,
  { status, change, changed_by, mailAt }: StatusNews,
): Promise<void> {
  await notify(tx, user_id, 'job_application', {
    title: 'News about your application',
    message: describeStatus(job_post.title, status),
    data: { url: `/job-applications/${id}`, action: 'view_application' },
    event: `application:${id}:change:${change}`,
  })
  await addTask(
    tx,
    mailStatus,
    { application_id: id, change_id: change, changed_by },
    mailAt === undefined ? {} : { runAt: mailAt },
  )
}

/** A status is mailed once it has stayed for this time, so that a recruiter who corrects it sends one mail. */
const quietTime = { minutes: 2 }

/** Mails a change of the status, unless it has been changed again or the application is withdrawn. */
export const mailStatus = defineTask<{ application_id: number; change_id: number; changed_by: number }>({
  kind: 'mail_application_status',
  handle: (ctx, { application_id: id, change_id, changed_by }) =>
    runInTransaction(ctx, async (tx) => {
      const newest = await applicationChanges.newest.maybe(tx, { application_id: id })
      const row = await applications.byId.maybe(tx, { id })
      if (row === null || newest?.id !== change_id) return
      const { user_id, status, job_post, rejection_letter: letter } = row
      await mailApplicationStatus(tx, {
        id,
        user_id,
        name: formatFullName(row),
        title: job_post.title,
        status,
        letter,
        changed_by,
      })
    }),
})
