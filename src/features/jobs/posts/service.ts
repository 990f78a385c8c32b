import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import {
  collectErrors,
  createFieldProblem,
  ensure,
  invalidFields,
  notFound,
  permit,
  refuseInvalid,
} from '#core/problem.ts'
import { sortKey } from '#core/text-normalization.ts'
import { never } from '#core/time.ts'
import type { JobPostStatus, JobQuestion } from '#database/tables/jobs.ts'
import type { Checked } from '#http/routes.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'
import { ensureNotHidden } from '#platform/moderation.ts'
import { addPostSkills, savePostSkills } from '../matching/post-skills.ts'
import { checkRequirements, saveRequirements } from '../requirements/service.ts'
import { jobPostRights } from '../rights.ts'
import { checkCompany, checkCompanyChange, findCompanyName } from './company.ts'
import { ensureFewPosts, ensureMayOpen } from './open-limit.ts'
import { type JobPostText, jobPosts } from './queries.ts'
import { jobPostRecord } from './record.ts'
import { findSalaryErrors, type JobPost, type JobPostChange, type NewJobPost } from './schemas.ts'

export const blindTooLate = createFieldProblem(
  'blind',
  'Whether a job post is blind can change only until the first application.',
)

export const skillsTooLate = createFieldProblem(
  'skills',
  'The skills of a blind job post can change only until the first application. Please create another post for other skills.',
)
export const requirementsTooLate = createFieldProblem(
  'requirements',
  'The requirements of a blind job post can change only until the first application. Please create another post for other requirements.',
)

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

export function createJobPost(ctx: Context, given: NewJobPost): Promise<JobPost> {
  return runInTransaction(ctx, async (tx) => {
    const company = given.company ?? (await findCompanyName(tx, given))
    const { title, description } = given
    const text = applyChange({ ...jobPostRecord.defaults, title, description }, { ...given, company })
    await checkCompany(tx, given, tx.actor.id)
    if (text.status === 'open') await ensureMayOpen(tx, null, text.company_id)
    const [{ id }] = await Promise.all([
      jobPosts.add.one(tx, { ...toRow(tx, text), user_id: tx.actor.id }),
      ensureFewPosts(tx),
    ])
    if (given.requirements) await saveRequirements(tx, id, given.requirements)
    const post = getJobPost(tx, id)
    tx.db.commitWith(addPostSkills(tx, id, text.skills))
    return post
  })
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

type Judged = Pick<JobPost, 'blind' | 'skills'> & { requirements?: NewJobPost['requirements'] }

/**
 * Throws 422 for a change of what a blind post asks for after the first application: each would tell another part of what
 * each candidate has proven, until their public profiles name them.
 */
async function ensureStaysBlind(tx: Transaction, before: JobPost, after: Judged): Promise<void> {
  const late = [
    ...(after.blind === before.blind ? [] : [blindTooLate]),
    ...(before.blind && JSON.stringify(after.skills) !== JSON.stringify(before.skills) ? [skillsTooLate] : []),
    ...(before.blind && isOther(before.requirements, after.requirements) ? [requirementsTooLate] : []),
  ]
  const [first, ...others] = late
  if (first === undefined || (await jobPosts.hasApplications.maybe(tx, { id: before.id })) === null) return
  throw others.length === 0 ? first : invalidFields(Object.assign({}, ...late.map(({ errors }) => errors)))
}

const isOther = (before: JobPost['requirements'], after: NewJobPost['requirements']) =>
  after !== undefined && describeRequirements(before) !== describeRequirements(after)

interface Asked {
  exam_id?: number | null
  course_id?: number | null
  skill?: string | null
  required?: boolean
}

const describeRequirements = (given: readonly Asked[]) =>
  JSON.stringify(
    given.map(({ exam_id = null, course_id = null, skill = null, required = true }) => [
      exam_id,
      course_id,
      skill,
      required,
    ]),
  )

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
export async function checkJobPostChange(ctx: Context, change: JobPostChange, { params }: Checked<{ id: number }>) {
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
export const checkNewJobPost = async (ctx: Context, { requirements, ...given }: Partial<NewJobPost>) =>
  refuseInvalid(
    await collectErrors(
      () => checkRequirements(ctx, requirements),
      () => checkCompany(ctx, given, ctx.actor.id),
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
