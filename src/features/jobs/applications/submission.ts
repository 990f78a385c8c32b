import type { AnyContext, Context, Transaction } from '#context.ts'
import { collectErrors, createFieldProblem, ensure, invalidFields, refuseInvalid } from '#core/problem.ts'
import { createRandomId } from '#core/random.ts'
import { checkContent, receiveFile } from '#features/files/index.ts'
import { linkCandidate } from '../candidate-links.ts'
import { jobPosts } from '../posts/queries.ts'
import { reviewers } from '../posts/reviewer-queries.ts'
import type { JobPost } from '../posts/schemas.ts'
import { toViewer } from '../posts/service.ts'
import { findUnmet } from '../requirements/service.ts'
import { jobPostRights } from '../rights.ts'
import { readAnswers } from './answers.ts'
import { applications } from './queries.ts'
import { applicationRecord } from './record.ts'
import type { NewApplication, Submitted } from './schemas.ts'
import { toSearchKey } from './search-key.ts'
import { completeSubmission, isAccepting } from './submission-completion.ts'
import { saveTags } from './tags.ts'

const unknownPost = invalidFields({ job_post_id: ['The selected job post is invalid.'] })
const ownPost = createFieldProblem('job_post_id', 'You cannot apply for a job you posted yourself.')
const closedPost = createFieldProblem('job_post_id', 'This job post no longer accepts applications.')
const reviewedPost = createFieldProblem('job_post_id', 'You review the applications of this job post.')
export const alreadyApplied = createFieldProblem('job_post_id', 'You have already applied for this job.')

type Post = Pick<JobPost, 'recruiter' | 'status'> & { is_colleague: boolean }

/** Applies for a job. The application, its resume and its effects are stored together. */
export async function submitApplication(ctx: Context, input: NewApplication): Promise<Submitted> {
  await checkApplicationFields(ctx, input)
  await checkApplication(ctx, input)
  const keeping = { type: 'resume', area: 'private', purpose: 'resume', field: 'resume' } as const

  return receiveFile(ctx, input.resume, keeping, async (tx, file) => {
    const { post, answers, pending } = await checkApplication(tx, input)
    const { id } = await applications.add.one(tx, toRow(tx, input, { post, resume_id: file.id, answers, pending }))
    await joinCandidate(tx, { id, job_post_id: post.id, email: input.email, is_blind: post.blind })
    if (!pending) await completeSubmission(tx, id)
    return { id, job_post_id: post.id, application_id: id, pending }
  })
}

/** Connects the application with the candidate who was imported with its address. */
async function joinCandidate(tx: Transaction, application: Parameters<typeof linkCandidate>[1]): Promise<void> {
  const tags = await linkCandidate(tx, application)
  if (tags.length > 0) await saveTags(tx, application.id, tags)
}

/** Returns the post and the parsed answers. Throws 422 when the user may not apply. */
async function checkApplication(ctx: AnyContext, input: NewApplication) {
  const post = await jobPosts.byId.maybe(ctx, { ...toViewer(ctx), id: input.job_post_id })
  ensure(post !== null && isReadable(ctx, post), unknownPost)
  ensure(post.recruiter.id !== ctx.actor.id && !post.is_colleague, ownPost)
  ensure(isAccepting(post, ctx.clock.now()), closedPost)
  ensure(!post.applied, alreadyApplied)
  ensure((await reviewers.withUser.maybe(ctx, { object_id: post.id, user_id: ctx.actor.id })) === null, reviewedPost)
  const answers = readAnswers(post.questions, input.additional_answers ?? [])
  const unmet = await findUnmet(ctx, post, ctx.actor.id)
  if (input.pending_requirements !== true) refuseInvalid(unmet)
  return { post, answers, pending: Object.keys(unmet).length > 0 }
}

/** Checks the post, the answers and the resume of an application, of which other fields may be invalid. */
export async function checkApplicationFields(ctx: Context, input: Partial<NewApplication>): Promise<void> {
  const { job_post_id: id, additional_answers: answers = [], resume } = input
  const post = id === undefined ? null : await jobPosts.byId.maybe(ctx, { ...toViewer(ctx), id })
  refuseInvalid(
    await collectErrors(
      () => ensure(id === undefined || (post !== null && isReadable(ctx, post)), unknownPost),
      () => post !== null && isReadable(ctx, post) && readAnswers(post.questions, answers),
      async () =>
        post !== null &&
        isReadable(ctx, post) &&
        input.pending_requirements !== true &&
        refuseInvalid(await findUnmet(ctx, post, ctx.actor.id)),
      () => resume !== undefined && checkContent(ctx, resume, 'resume', 'resume'),
    ),
  )
}

const isReadable = (ctx: AnyContext, { recruiter, status, is_colleague }: Post) =>
  jobPostRights.may.read(ctx.actor, { user_id: recruiter.id, status, is_colleague })

interface SubmissionInput {
  post: Pick<JobPost, 'blind'>
  resume_id: number
  answers: ReturnType<typeof readAnswers>
  pending: boolean
}

/** One for a blind post has a random id and is sealed, because the order of ids and its moment would tell who it is. */
function toRow(tx: Transaction, input: NewApplication, { post, resume_id, answers, pending }: SubmissionInput) {
  const { resume, pending_requirements, ...text } = input
  return {
    ...(post.blind ? { id: createRandomId() } : {}),
    ...applicationRecord.defaults,
    ...text,
    additional_answers: answers,
    user_id: tx.actor.id,
    resume_id,
    pending: pending || post.blind,
    sealed: post.blind && !pending,
    search_key: toSearchKey(input),
    now: tx.clock.now(),
  }
}
