import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createFieldProblem, ensure, permit } from '#core/problem.ts'
import { recordActivity } from '#features/activity/index.ts'
import { findApplication } from '../access.ts'
import { findPostRelations } from '../posts/relations.ts'
import { getManagedJobPost, getReviewedJobPost } from '../posts/service.ts'
import { interviewRights } from '../rights.ts'
import { cancelForAll } from './cancellation.ts'
import { calculateStart } from './interview-start.ts'
import { checkInterviewers, findOverlaps, notifyInterviewers, saveInterviewers } from './interviewers.ts'
import type { Row } from './mails.ts'
import { storeInterview } from './new-interviews.ts'
import { inviteApplicant, notifyInterviewersOfChange } from './notices.ts'
import { presentInterview } from './present.ts'
import { interviewPeople, interviews, type Terms } from './queries.ts'
import { interviewRecord } from './record.ts'
import type { Interview, InterviewChange, InterviewQuery, NewInterview, Scheduled } from './schemas.ts'

const otherPost = createFieldProblem('application_id', 'The application does not belong to this job post.')

export function scheduleInterview(
  ctx: Context,
  postId: number,
  { application_id, interviewer_ids, ...input }: NewInterview,
): Promise<Scheduled> {
  return runInTransaction(ctx, async (tx) => {
    const post = await getManagedJobPost(tx, postId)
    const application = await findApplication(tx, application_id)
    ensure(application !== null && application.job_post_id === postId && !application.pending, otherPost)
    const held = interviewer_ids ?? [post.recruiter.id]
    await checkInterviewers(tx, application, held)
    const row = await storeInterview(tx, application, applyChange(interviewRecord.defaults, input), held)
    await recordActivity(tx, 'interview_scheduled', {
      metadata: { interview_id: row.id, application_id, job_post_id: postId },
    })
    await inviteApplicant(tx, row, 'scheduled')
    await notifyInterviewers(tx, row, held)
    return { interview_id: row.id, overlaps: await findOverlaps(tx, row) }
  })
}

export const listInterviewsOfPost = async (ctx: Context, postId: number, query: InterviewQuery) => {
  await getReviewedJobPost(ctx, postId)
  return page(ctx, query, async (ctx, slice) => {
    const asked = { job_post_id: postId, since: toSince(ctx, query), ...slice }
    const { rows, total } = await interviews.ofPost.page(ctx, asked)
    return { rows: rows.map((row) => presentInterview(ctx, row)), total }
  })
}

/** Lists the interviews of the actor, as applicant, recruiter or interviewer. */
export const listMyInterviews = (ctx: Context, query: InterviewQuery) =>
  page(ctx, query, async (ctx, slice) => {
    const asked = { user_id: ctx.actor.id, since: toSince(ctx, query), ...slice }
    const { rows, total } = await interviews.ofPerson.page(ctx, asked)
    return { rows: rows.map((row) => presentInterview(ctx, row)), total }
  })

const toSince = ({ clock }: Context, { upcoming = false }: InterviewQuery) => (upcoming ? clock.now() : undefined)

export function updateInterview(
  ctx: Context,
  id: number,
  { interviewer_ids, ...change }: InterviewChange,
): Promise<Interview> {
  return runInTransaction(ctx, async (tx) => {
    const before = await getManagedInterview(tx, id)
    if (change.outcome !== undefined || change.outcome_notes !== undefined) await saveOutcome(tx, before, change)
    const { added, kept } = await replaceInterviewers(tx, before, interviewer_ids)
    const terms = applyChange(before, change)
    if (!isSame(before, terms)) {
      await interviews.update.run(tx, { ...terms, id, sequence: before.sequence + 1, now: tx.clock.now() })
      await interviewPeople.move.run(tx, { interview_id: id, starts_at: terms.starts_at })
      if (terms.starts_at !== before.starts_at) await interviews.forgetAnswer.run(tx, { id, none: [] })
      // At another time the interview leaves its slot to others.
      if (!isAtSameTime(before, terms)) await interviews.setSlot.run(tx, { id, slot_id: null })
      const moved = await interviews.byId.one(tx, { id })
      await inviteApplicant(tx, moved, 'changed')
      await notifyInterviewersOfChange(tx, moved, kept, 'moved')
    }
    const after = await interviews.byId.one(tx, { id })
    await notifyInterviewers(tx, after, added)
    return { ...presentInterview(tx, after), overlaps: await findOverlaps(tx, after) }
  })
}

/** Stores who holds the interview from now on, if it is given, and tells those who do not any more. Returns who is new and who stays. */
async function replaceInterviewers(tx: Transaction, before: Row, ids: readonly number[] | undefined) {
  const former = before.interviewers.map(({ id }) => id)
  if (ids === undefined) return { added: [], kept: former }
  await checkInterviewers(tx, before, ids)
  await saveInterviewers(tx, before, ids)
  await notifyInterviewersOfChange(
    tx,
    before,
    former.filter((id) => !ids.includes(id)),
    'replaced',
  )
  return {
    added: [...new Set(ids)].filter((id) => !former.includes(id)),
    kept: former.filter((id) => ids.includes(id)),
  }
}

/** The outcome is for those who judge the application; the applicant is told the status of the application. */
async function saveOutcome(tx: Transaction, before: Row, { outcome, outcome_notes: notes }: InterviewChange) {
  await interviews.setOutcome.run(tx, {
    id: before.id,
    outcome: outcome === undefined ? before.outcome : outcome,
    notes: notes ?? before.outcome_notes,
    now: tx.clock.now(),
  })
}

const isAtSameTime = (before: Terms, after: Terms) =>
  before.starts_at === after.starts_at && before.duration_minutes === after.duration_minutes

const isSame = (before: Terms, after: Terms) =>
  before.interview_date === after.interview_date &&
  before.interview_time === after.interview_time &&
  before.timezone === after.timezone &&
  before.duration_minutes === after.duration_minutes &&
  before.location === after.location &&
  before.interview_type === after.interview_type &&
  before.notes === after.notes

export function deleteInterview(ctx: Context, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => cancelForAll(tx, await getManagedInterview(tx, id)))
}

async function getManagedInterview(tx: Transaction, id: number): Promise<Row> {
  const row = await interviews.byId.one(tx, { id })
  permit(interviewRights.may.manage(tx.actor, { ...row, ...(await findPostRelations(tx, row)) }))
  return row
}

function applyChange(before: typeof interviewRecord.defaults & Partial<Terms>, change: InterviewChange): Terms {
  const { interview_date = '', interview_time = '', timezone: zone, ...rest } = { ...before, ...change }
  const timezone = zone === '' ? 'UTC' : zone
  const when = { interview_date, interview_time, timezone }
  return { ...rest, ...when, starts_at: calculateStart(when) }
}
