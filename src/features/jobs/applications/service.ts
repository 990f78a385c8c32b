import { type Context, runInTransaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, notFound, Problem, permit } from '#core/problem.ts'
import { listRanges, sortRanges } from '#core/terms.ts'
import { foldLine } from '#core/text-normalization.ts'
import { subtractDuration } from '#core/time.ts'
import { recordActivity } from '#features/activity/index.ts'
import { getFile, removeFile, type StoredFile } from '#features/files/index.ts'
import { notify } from '#features/notifications/index.ts'
import { getUser } from '#features/users/index.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { getNameForReviewers, isConcealed } from '../blind.ts'
import { withdrawCandidateOf } from '../candidate-links.ts'
import { cancelInterviews } from '../interviews/cancellation.ts'
import { removeMessageFiles } from '../message-files.ts'
import { getManagedJobPost, getReviewedJobPost } from '../posts/service.ts'
import { applicationRights } from '../rights.ts'
import { getManagedApplication, getReadableApplication } from './access.ts'
import { countByStatus } from './counts.ts'
import { applicationChanges, identityDisclosures, resumeDownloads } from './history-queries.ts'
import type { Identity, IdentityRequest } from './identity-schemas.ts'
import { applicants } from './list-queries.ts'
import { formatFullName, presentApplicants, presentApplication } from './present.ts'
import { applicationCounts, applications } from './queries.ts'
import type { ApplicantQuery, Application, MyApplicationsQuery, ResumeQuery } from './schemas.ts'
import { toTagKey } from './tags.ts'

const downloadsShown = 50
const disclosureLimit = defineListLimit('reason', 100)

const resumeWithheld = new Problem(403, 'The resume is withheld until the candidate is shortlisted.')
export const notBlind = createRuleViolation('It is not withheld who this applicant is.')

export async function showApplication(ctx: Context, id: number): Promise<Application> {
  const { row, judges } = await getReadableApplication(ctx, id)
  const of = { application_id: id }
  const [shown] = await presentApplicants(ctx, row.job_post_id, [row])
  const [status_history, downloads, disclosures] = await Promise.all([
    applicationChanges.of.all(ctx, of),
    resumeDownloads.listLatest.all(ctx, { ...of, most: downloadsShown }),
    identityDisclosures.of.all(ctx, of),
  ])
  if (shown === undefined) throw notFound
  const { rejection_reason, ...application } = shown
  return {
    ...application,
    ...(judges ? { rejection_reason } : {}),
    status_history,
    // The applicant may be among them.
    resume_downloads: application.blind ? [] : downloads,
    identity_disclosures: disclosures,
  }
}

export const listMyApplications = (ctx: Context, { status, ...paging }: MyApplicationsQuery) =>
  page(ctx, paging, async (ctx, slice) => {
    const { rows, total } = await applications.ofUser.page(ctx, { user_id: ctx.actor.id, status, ...slice })
    return { rows: rows.map((row) => presentApplication(ctx, row)), total }
  })

/** Returns the name of the file with the applicants, without its extension. */
export const formatApplicantsTitle = async (ctx: Context, postId: number): Promise<Sentence> =>
  fill('Applicants – {title}', { title: (await getReviewedJobPost(ctx, postId)).title })

export async function listApplicants(ctx: Context, postId: number, { sort = 'recent', ...query }: ApplicantQuery) {
  await getReviewedJobPost(ctx, postId)
  // The tags are those of the people who manage the post.
  if (query.tag !== undefined) await getManagedJobPost(ctx, postId)
  const filter = { job_post_id: postId, status: query.status, ...toSearch(query) }
  const isSearch = [filter.part, filter.words, filter.tag].some((value) => value !== undefined)
  return page(ctx, query, async (ctx, slice) => {
    const counts = await countByStatus(ctx, postId)
    const total = query.status === undefined ? sum(Object.values(counts)) : counts[query.status]
    const found =
      sort === 'evidence'
        ? await rank(ctx, { ...filter, ...slice }, isSearch ? null : total)
        : isSearch
          ? await applicants.ofPost.pageInBackground(ctx, { ...filter, ...slice })
          : { rows: await applicants.ofPost.slice(ctx, { ...filter, ...slice }), total }
    // The list has no answers, which would be searched for names in vain.
    const withoutAnswers = found.rows.map((row) => ({ ...row, additional_answers: [] }))
    const rows = await presentApplicants(ctx, postId, withoutAnswers)
    return { rows, total: found.total, extra: { status_counts: counts } }
  })
}

/** Returns the parameters of the queries for the words of a filter. */
export const toSearch = ({
  search = '',
  resume = '',
  tag = '',
}: Pick<ApplicantQuery, 'search' | 'resume' | 'tag'>) => ({
  part: foldLine(search) || undefined,
  tag: toTagKey(tag) || undefined,
  words: sortRanges(listRanges(resume)),
})

type RankedSlice = Parameters<typeof applicants.ranked.inBackground>[1]

/** Reads a slice by what is proven at this moment. The number of all is counted unless it is known. */
async function rank(ctx: Context, slice: RankedSlice, known: number | null) {
  const ids = (await applicants.ranked.inBackground(ctx, slice)).map(({ id }) => id)
  const rows = new Map((await applicants.byIds.all(ctx, { ids })).map((row) => [row.id, row]))
  const total = known ?? (await applicants.countFound.inBackground(ctx, slice))[0]?.total ?? 0
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), total }
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/** Tells the actor who a blind candidate is, and records it for the applicant. */
export function discloseIdentity(ctx: Context, id: number, { reason }: IdentityRequest): Promise<Identity> {
  return runInTransaction(ctx, async (tx) => {
    const row = await getManagedApplication(tx, id)
    ensure(isConcealed(tx.actor, row), notBlind)
    await identityDisclosures.add.run(tx, { application_id: id, user_id: tx.actor.id, reason, now: tx.clock.now() })
    ensureWithin(disclosureLimit, await identityDisclosures.size.one(tx, { application_id: id }))
    await recordActivity(tx, 'candidate_identity_disclosed', {
      metadata: { application_id: id, job_post_id: row.job_post_id },
    })
    const asker = await getUser(tx, tx.actor.id)
    await notify(tx, row.user_id, 'job_application', {
      title: 'News about your application',
      message: fill('{name} asked who you are before the shortlist for {title}. The reason: {reason}', {
        name: asker.name,
        title: row.job_post.title,
        reason,
      }),
      data: { url: `/job-applications/${id}`, action: 'view_application' },
      event: `application:${id}:disclosed:${tx.actor.id}:${tx.clock.now()}`,
    })
    const { user_id, email, phone, location } = row
    return { user_id, name: formatFullName(row), email, phone, location }
  })
}

/** Withdraws an application with all that belongs to it; the user may apply again. */
export function withdrawApplication(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const row = await applications.byId.one(tx, { id })
    permit(applicationRights.may.withdraw(tx.actor, row))
    await cancelInterviews(tx, row)
    if (!row.pending)
      await applicationCounts.add.run(tx, { job_post_id: row.job_post_id, status: row.status, change: -1 })
    await removeMessageFiles(tx, row)
    await withdrawCandidateOf(tx, row)
    await applications.remove.run(tx, { id })
    if (row.resume_id !== null) await removeFile(tx, row.resume_id)
    if (row.pending) return
    await notify(tx, row.recruiter_id, 'job_application', {
      title: 'Application withdrawn',
      message: fill('{name} withdrew the application for {title}.', {
        name: getNameForReviewers(row),
        title: row.job_post.title,
      }),
      data: { url: `/job-posts/${row.job_post_id}/applicants`, action: 'view_application' },
      event: `application:${id}:withdrawn`,
    })
  })
}

/** How long what a person sees within a page is one look at the resume. */
const lookPeriod = { days: 1 }

/**
 * Returns the resume and records the download for the applicant. Of what is shown within a page (`view`) only the first one in a day is
 * recorded, so that each person who has the file is named, and a look at the page is not many downloads.
 */
export function downloadResume(ctx: Context, id: number, { view = false }: ResumeQuery): Promise<StoredFile> {
  return runInTransaction(ctx, async (tx) => {
    const { row } = await getReadableApplication(tx, id)
    const { resume_id, job_post_id } = row
    ensure(!isConcealed(tx.actor, row), resumeWithheld)
    if (resume_id === null) throw notFound
    const file = await getFile(tx, resume_id)
    const now = tx.clock.now()
    const download = { application_id: id, downloaded_by: tx.actor.id }
    const since = subtractDuration(now, lookPeriod)
    if (view && (await resumeDownloads.since.maybe(tx, { ...download, since })) !== null) return file
    await resumeDownloads.add.run(tx, { ...download, now })
    await recordActivity(tx, 'resume_downloaded', { metadata: { application_id: id, job_post_id } })
    return file
  })
}
