import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { collectErrors, ensure, notFound, permit, refuseInvalid } from '#core/problem.ts'
import { sortKey } from '#core/text-normalization.ts'
import { never } from '#core/time.ts'
import { prepareRoomCheck } from '#database/list/room.ts'
import type { JobPostStatus, JobQuestion } from '#database/tables/jobs.ts'
import type { CheckContext } from '#http/routes.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { addPostSkills, savePostSkills } from '../matching/post-skills.ts'
import { checkRequirements, saveRequirements } from '../requirements/service.ts'
import { jobPostRights } from '../rights.ts'
import { ensureStaysBlind } from './blind-change.ts'
import { checkCompany, checkCompanyChange, findCompanyName } from './company.ts'
import { ensureMayOpen, postLimit } from './open-limit.ts'
import { type JobPostText, jobPosts } from './queries.ts'
import { jobPostRecord } from './record.ts'
import { findSalaryErrors, type JobPost, type JobPostChange, type NewJobPost } from './schemas.ts'

/** The parameters of queries that depend on the actor. */
export const toViewer = ({ actor }: AnyContext) => ({
  actor_id: actor.id,
  is_admin: actor.role === 'admin',
})

/** Returns the post as the actor sees it. 404 if unknown or a draft of another user. */
export async function getJobPost(ctx: AnyContext, id: number): Promise<JobPost> {
  return presentJobPost(await getReadablePost(ctx, id))
}

async function getReadablePost(ctx: AnyContext, id: number) {
  const post = await jobPosts.byId.one(ctx, { ...toViewer(ctx), id })
  ensure(may.read(ctx.actor, toFacts(post)), notFound)
  return post
}

/** Returns the post. 404 if it is not visible, 403 if the actor may not manage it. */
export async function getManagedJobPost(ctx: AnyContext, id: number): Promise<JobPost> {
  const post = await getReadablePost(ctx, id)
  permit(may.manage(ctx.actor, toFacts(post)))
  return presentJobPost(post)
}

const { may } = jobPostRights

interface Facts {
  recruiter: JobPost['recruiter']
  status: JobPostStatus
  is_colleague: boolean
}

const toFacts = ({ recruiter, status, is_colleague }: Facts) => ({ user_id: recruiter.id, status, is_colleague })

/** Returns the row without what the actor may not see. */
export function presentJobPost(row: Row): JobPost {
  removeHidden(row)
  return row
}

/**
 * Changes the row itself, because to copy the rows of a page takes as long as a third of reading them. Fields that are undefined
 * are not sent; an object from which they were deleted would be slow to read.
 */
function removeHidden(row: Row): asserts row is JobPost & Row {
  row.applicants_count ??= undefined
  if (row.is_judge) return
  row.criteria = undefined
  row.rejection_reasons = undefined
}

type Hideable = 'applicants_count' | 'criteria' | 'rejection_reasons'

interface Row extends Omit<JobPost, Hideable> {
  /** Null for users who may not see it. */
  applicants_count?: number | null | undefined
  criteria?: JobPost['criteria'] | undefined
  rejection_reasons?: JobPost['rejection_reasons'] | undefined
  /** Whether the actor judges applications: the owner, a colleague, a reviewer or an administrator. */
  is_judge: boolean
  /** Whether the actor recruits for the company of the post. */
  is_colleague: boolean
}

/** Returns the post without a check of access, for its matches and scorecards. 404 if unknown. */
export const getPostForMatching = (ctx: AnyContext, id: number) => jobPosts.byId.one(ctx, { ...toViewer(ctx), id })

/** Returns the post. 404 if it is not visible, 403 unless the actor judges its applications. */
export async function getReviewedJobPost(ctx: AnyContext, id: number): Promise<JobPost> {
  const post = await jobPosts.byId.one(ctx, { ...toViewer(ctx), id })
  ensure(post.is_judge || may.read(ctx.actor, toFacts(post)), notFound)
  permit(post.is_judge)
  return presentJobPost(post)
}

export async function createJobPost(ctx: Context, input: NewJobPost): Promise<JobPost> {
  const { requirements = [] } = input
  const checkRoom = await prepareRoomCheck(ctx, postLimit, jobPosts.size, { user_id: ctx.actor.id })
  // The post is committed without waiting for it, so it comes in an object.
  const { post } = await runInTransaction(ctx, async (tx) => {
    const company = input.company ?? (await findCompanyName(tx, input))
    const { title, description } = input
    const text = applyChange({ ...jobPostRecord.defaults, title, description }, { ...input, company })
    await checkCompany(tx, input, tx.actor.id)
    await checkRoom(tx)
    if (text.status === 'open') await ensureMayOpen(tx, null, text.company_id)
    const added = addPost(tx, text)
    tx.db.commitWith(added)
    if (requirements.length === 0 && text.skills.length === 0) return { post: added }
    const { id } = await added
    if (requirements.length > 0) await saveRequirements(tx, id, requirements)
    const post = requirements.length > 0 ? getJobPost(tx, id) : added
    tx.db.commitWith(post)
    tx.db.commitWith(addPostSkills(tx, id, text.skills))
    return { post }
  })
  return post
}

/** Adds a post of the actor, and returns it as they see it. */
async function addPost(tx: Transaction, text: JobPostText): Promise<JobPost> {
  const post = await jobPosts.add.one(tx, { ...toRow(tx, text), user_id: tx.actor.id })
  return { ...post, requirements: [], applicants_count: 0, applied: false }
}

export function updateJobPost(ctx: Context, id: number, change: JobPostChange): Promise<JobPost> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getManagedJobPost(tx, id)
    await checkCompanyChange(tx, before, change)
    const text = applyChange({ criteria: [], rejection_reasons: [], ...before }, change)
    await ensureStaysBlind(tx, before, { ...text, requirements: change.requirements })
    if (text.status !== 'draft' && before.status === 'draft') await ensureNotHidden(tx, 'job_post', id)
    if (text.status === 'open') await ensureMayOpen(tx, before, text.company_id)
    await jobPosts.update.run(tx, { ...toRow(tx, text), id })
    describeAuditEvent(tx, { userId: before.recruiter.id, before, after: text })
    await savePostSkills(tx, id, text.skills)
    if (change.requirements) {
      await saveRequirements(tx, id, change.requirements)
      await tx.emitEvidenceChanged(tx, { jobPostId: id })
    }
    return getJobPost(tx, id)
  })
}

/** Deletes a post without applications; another one is closed, because applications refer to it. */
export function deleteJobPost(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const { status, title, recruiter } = await getManagedJobPost(tx, id)
    describeAuditEvent(tx, { userId: recruiter.id, before: { title, status }, after: null })
    if ((await jobPosts.remove.run(tx, { id })) === 0) await jobPosts.close.run(tx, { id, now: tx.clock.now() })
  })
}

function applyChange(before: JobPostText, change: JobPostChange): JobPostText {
  const { questions, criteria, requirements, skills = before.skills, currency = before.currency, ...rest } = change
  const after = {
    ...before,
    ...rest,
    skills: skills.filter((skill) => skill !== ''),
    currency: currency === '' ? 'USD' : currency.toUpperCase(),
    questions: questions === undefined ? before.questions : numberQuestions(questions),
    criteria: criteria === undefined ? before.criteria : numberItems(criteria),
  }
  refuseInvalid(findSalaryErrors(after))
  return after
}

/** Checks a change together with what is stored. */
export async function checkJobPostChange(
  ctx: Context,
  change: JobPostChange,
  { params }: CheckContext<{ id: number }>,
) {
  const before = await getManagedJobPost(ctx, params.id)
  refuseInvalid({
    ...findSalaryErrors({ ...before, ...change }),
    ...(await collectErrors(
      () => checkRequirements(ctx, change.requirements),
      () => checkCompanyChange(ctx, before, change),
    )),
  })
}

/** Checks a new post, of which some fields may be missing. */
export const checkNewJobPost = async (ctx: Context, { requirements, ...input }: Partial<NewJobPost>) =>
  refuseInvalid(
    await collectErrors(
      () => checkRequirements(ctx, requirements),
      () => checkCompany(ctx, input, ctx.actor.id),
    ),
  )

const numberQuestions = (questions: NonNullable<NewJobPost['questions']>): JobQuestion[] =>
  numberItems(questions.map(({ required = false, ...rest }) => ({ ...rest, required })))

/** Gives items without an id the next ids. */
function numberItems<T extends { id?: number }>(items: readonly T[]): (T & { id: number })[] {
  let last = Math.max(0, ...items.flatMap(({ id }) => id ?? []))
  return items.map((item) => {
    if (item.id === undefined) last++
    return { ...item, id: item.id ?? last }
  })
}

const toRow = (tx: Transaction, text: JobPostText) => ({
  ...text,
  title_key: sortKey(text.title),
  pays: Math.max(text.salary_min, text.salary_max),
  closes_at: text.deadline ?? never,
  now: tx.clock.now(),
})
