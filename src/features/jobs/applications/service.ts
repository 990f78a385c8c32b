import { type AnyContext, type Context, inTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { notFound, permit } from '#core/problem.ts'
import { foldText } from '#core/text-normalization.ts'
import { addDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getFile, removeFile, type StoredFile } from '#features/files/index.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { defineTask, enqueue } from '#platform/tasks.ts'
import { cancelInterviews } from '../interviews/cancellation.ts'
import { may } from '../policy.ts'
import { getManagedJobPost } from '../posts/service.ts'
import { applicationChanges, resumeDownloads } from './history-queries.ts'
import { announceStatus, describeStatus } from './mails.ts'
import { applicationCounts, applications } from './queries.ts'
import type {
  Applicant,
  ApplicantQuery,
  Application,
  MyApplication,
  MyApplicationsQuery,
  StatusChange,
  StatusCounts,
} from './schemas.ts'

type Row = Awaited<ReturnType<typeof applications.byId.one>>

const downloadsShown = 50

const fullName = ({ first_name, last_name }: Pick<Row, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

const presentApplication = ({ config }: Context, row: Row): MyApplication => ({
  ...row,
  application_id: row.id,
  name: fullName(row),
  resume_url: `${config.publicUrl}/job-applications/${row.id}/resume`,
})

/** Returns the application. 404 if unknown, 403 if the actor may not read it. */
async function getReadableApplication(ctx: AnyContext, id: number): Promise<Row> {
  const row = await applications.byId.one(ctx, { id })
  permit(may.readApplication(ctx.actor, row))
  return row
}

/** Returns the application. 404 if unknown, 403 if the actor may not manage its post. */
async function getManagedApplication(ctx: AnyContext, id: number): Promise<Row> {
  const row = await applications.byId.one(ctx, { id })
  permit(may.manage(ctx.actor, row))
  return row
}

export async function showApplication(ctx: Context, id: number): Promise<Application> {
  const row = await getReadableApplication(ctx, id)
  const of = { application_id: id }
  const [status_history, resume_downloads] = await Promise.all([
    applicationChanges.of.all(ctx, of),
    resumeDownloads.listLatest.all(ctx, { ...of, most: downloadsShown }),
  ])
  return { ...presentApplication(ctx, row), status_history, resume_downloads }
}

export const listMyApplications = (ctx: Context, { status, ...paging }: MyApplicationsQuery) =>
  page(paging, async (slice) => {
    const { rows, total } = await applications.ofUser.page(ctx, { user_id: ctx.actor.id, status, ...slice })
    return { rows: rows.map((row) => presentApplication(ctx, row)), total }
  })

export async function listApplicants(ctx: Context, postId: number, query: ApplicantQuery) {
  await getManagedJobPost(ctx, postId)
  const counts = await countByStatus(ctx, postId)
  const part = foldText(query.search ?? '') || undefined
  const filter = { job_post_id: postId, status: query.status, part }
  const total = query.status === undefined ? sum(Object.values(counts)) : counts[query.status]
  return page(query, async (slice) => {
    const found =
      part === undefined
        ? { rows: await applications.ofPost.slice(ctx, { ...filter, ...slice }), total }
        : await applications.ofPost.pageInBackground(ctx, { ...filter, ...slice })
    const rows = found.rows.map((row): Applicant => presentApplication(ctx, row))
    return { rows, total: found.total, extra: { status_counts: counts } }
  })
}

async function countByStatus(ctx: Context, job_post_id: number): Promise<StatusCounts> {
  const counts: StatusCounts = { applied: 0, reviewing: 0, shortlisted: 0, rejected: 0, hired: 0 }
  for (const { status, total } of await applicationCounts.of.all(ctx, { job_post_id })) counts[status] = total
  return counts
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Changes the status of an application. The current status changes nothing and notifies no user. */
export function changeApplicationStatus(ctx: Context, id: number, { status }: StatusChange): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await getManagedApplication(tx, id)
    const now = tx.clock.now()
    const move = { id, from: row.status, to: status, now }
    if (row.status === status || (await applications.move.run(tx, move)) === 0) return

    await applicationCounts.add.run(tx, { job_post_id: row.job_post_id, status: row.status, change: -1 })
    await applicationCounts.add.run(tx, { job_post_id: row.job_post_id, status, change: 1 })
    const change = await applicationChanges.add.one(tx, {
      ...move,
      application_id: id,
      changed_by: tx.actor.id,
    })
    await recordActivity(tx, 'application_status_changed', {
      description: fill('Changed the status of an application to {status}', { status }),
      metadata: { application_id: id, job_post_id: row.job_post_id, from: row.status, to: status },
    })
    await tellApplicant(tx, row, { status, change: change.id })
  })
}

async function tellApplicant(tx: Transaction, row: Row, { status, change }: StatusChange & { change: number }) {
  const { id, job_post } = row
  await notify(tx, row.user_id, 'job_application', {
    title: 'News about your application',
    message: describeStatus(job_post.title, status),
    data: { url: `/job-applications/${id}`, action: 'view_application' },
    event: `application:${id}:change:${change}`,
  })
  const runAt = addDuration(tx.clock.now(), quietTime)
  await enqueue(tx, mailStatus, { application_id: id, change_id: change, changed_by: tx.actor.id }, { runAt })
}

/** A status is mailed once it has stayed for this time, so that a recruiter who corrects it sends one mail. */
const quietTime = { minutes: 2 }

/** Mails a change of the status, unless it has been changed again or the application is withdrawn. */
export const mailStatus = defineTask<{ application_id: number; change_id: number; changed_by: number }>({
  kind: 'mail_application_status',
  handle: (ctx, { application_id: id, change_id, changed_by }) =>
    inTransaction(ctx, async (tx) => {
      const newest = await applicationChanges.newest.maybe(tx, { application_id: id })
      const row = await applications.byId.maybe(tx, { id })
      if (row === null || newest?.id !== change_id) return
      const { user_id, status, job_post } = row
      await announceStatus(tx, { id, user_id, name: fullName(row), title: job_post.title, status, changed_by })
    }),
})

/** Withdraws an application with all that belongs to it; the user may apply again. */
export function withdrawApplication(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await applications.byId.one(tx, { id })
    permit(may.withdraw(tx.actor, row))
    await cancelInterviews(tx, row)
    await applicationCounts.add.run(tx, { job_post_id: row.job_post_id, status: row.status, change: -1 })
    await applications.remove.run(tx, { id })
    if (row.resume_id !== null) await removeFile(tx, row.resume_id)
    await notify(tx, row.recruiter_id, 'job_application', {
      title: 'Application withdrawn',
      message: fill('{name} withdrew the application for {title}.', {
        name: fullName(row),
        title: row.job_post.title,
      }),
      data: { url: `/job-posts/${row.job_post_id}/applicants`, action: 'view_application' },
      event: `application:${id}:withdrawn`,
    })
  })
}

/** Returns the resume and records the download for the applicant. */
export function downloadResume(ctx: Context, id: number): Promise<StoredFile> {
  return inTransaction(ctx, async (tx) => {
    const { resume_id, job_post_id } = await getReadableApplication(tx, id)
    if (resume_id === null) throw notFound
    const file = await getFile(tx, resume_id)
    const now = tx.clock.now()
    await resumeDownloads.add.run(tx, { application_id: id, downloaded_by: tx.actor.id, now })
    await recordActivity(tx, 'resume_downloaded', { metadata: { application_id: id, job_post_id } })
    return file
  })
}
