import type { AnyContext, Transaction } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import { getNameForReviewers } from '../blind.ts'
import { reviewers } from '../posts/reviewer-queries.ts'
import { interviewers } from './interviewer-queries.ts'
import type { Row } from './mails.ts'
import { interviewPeople } from './queries.ts'
import type { Overlap } from './record.ts'

export const unknownInterviewers = createFieldProblem(
  'interviewer_ids',
  'Interviewers must be the owner of the job post, its reviewers or members of its company.',
)

interface Post {
  job_post_id: number
  recruiter_id: number
}

/** Returns those of the users who may hold interviews for the post: its owner, its reviewers and members of its company. */
export async function filterInterviewers(
  ctx: AnyContext,
  { job_post_id, recruiter_id }: Post,
  ids: readonly number[],
): Promise<number[]> {
  const members = await interviewers.companyMembers.all(ctx, { job_post_id, user_ids: ids })
  const allowed = new Set([
    recruiter_id,
    ...(await reviewers.of.all(ctx, { object_id: job_post_id })).map(({ user_id }) => user_id),
    ...members.map(({ id }) => id),
  ])
  return ids.filter((id) => allowed.has(id))
}

/** Throws 422 unless all may hold interviews for the post. */
export async function checkInterviewers(ctx: AnyContext, post: Post, ids: readonly number[]): Promise<void> {
  ensure((await filterInterviewers(ctx, post, ids)).length === ids.length, unknownInterviewers)
}

/** Stores who holds the interview, and whose lists have it: theirs, the applicant's and the recruiter's. */
export async function saveInterviewers(tx: Transaction, row: Row, ids: readonly number[]): Promise<void> {
  await interviewers.clear.run(tx, { interview_id: row.id })
  await interviewers.add.run(tx, { interview_id: row.id, application_id: row.application_id, user_ids: [...ids] })
  await interviewPeople.clear.run(tx, { interview_id: row.id })
  for (const user_id of new Set([row.user_id, row.recruiter_id, ...ids]))
    await interviewPeople.add.run(tx, { interview_id: row.id, user_id, starts_at: row.starts_at })
}

/** No interview is longer than a day. */
const longest = { days: 1 }
const maxOverlaps = 50

/** Lists the other interviews of the interviewers at the same time. */
export async function findOverlaps(ctx: AnyContext, row: Row): Promise<Overlap[]> {
  const { starts_at, duration_minutes } = row
  const to = addDuration(starts_at, { minutes: duration_minutes })
  const from = subtractDuration(starts_at, longest)
  const user_ids = row.interviewers.map(({ id }) => id)
  const near = await interviewers.others.all(ctx, { interview_id: row.id, user_ids, from, to })
  return near
    .filter((one) => addDuration(one.starts_at, { minutes: one.duration_minutes }) > starts_at)
    .slice(0, maxOverlaps)
}

/** Tells interviewers other than the actor that they hold an interview. */
export async function notifyInterviewers(tx: Transaction, row: Row, ids: readonly number[]): Promise<void> {
  for (const id of ids)
    if (id !== tx.actor.id)
      await notify(tx, id, 'job_application', {
        title: 'You hold an interview',
        message: fill('You interview {name} for {title} on {when}.', {
          name: getNameForReviewers(row),
          title: row.job_post.title,
          when: { moment: row.starts_at, timezone: row.timezone },
        }),
        data: { url: `/job-applications/${row.application_id}`, action: 'view_application' },
        event: `interview:${row.id}:held:${row.sequence}:${id}`,
      })
}
