import { type AnyContext, type Context, runInTransaction } from '#context.ts'
import { page } from '#core/page.ts'
import { createRuleViolation, ensure, notFound, permit } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import { maxEvents, newEvents } from '../attempts/event-queries.ts'
import type { AttemptRow } from '../attempts/finish.ts'
import { attempts } from '../attempts/queries.ts'
import { ensureOpen } from '../attempts/service.ts'
import { isGrader } from '../graders/access.ts'
import { attemptRights, examRights, toExam } from '../rights.ts'
import { attemptEvents } from './queries.ts'
import type { EventCount, EventQuery, NewEvents } from './schemas.ts'

export const tooManyEvents = createRuleViolation(
  fill('An attempt has at most {most} events; these were not recorded.', { most: maxEvents }),
)

/** Records what the page of the candidate reports, all of it or nothing. */
export function recordEvents(ctx: Context, id: number, { events }: NewEvents): Promise<EventCount> {
  return runInTransaction(ctx, async (tx) => {
    const attempt = await attempts.forSaving.one(tx, { id })
    ensure(examRights.may.find(tx.actor, toExam(attempt)), notFound)
    permit(attemptRights.may.answer(tx.actor, attempt))
    const now = tx.clock.now()
    ensureOpen(attempt, now)
    const counted = await newEvents.countReported.maybe(tx, { attempt_id: id, more: events.length })
    ensure(counted !== null, tooManyEvents)
    const rows = events.map(({ type, at, detail = '' }) => ({ type, at, detail }))
    await newEvents.add.run(tx, { attempt_id: id, rows, now })
    return { recorded: rows.length, remaining: maxEvents - counted.reported_events }
  })
}

/** Lists the events of an attempt, for its author, administrators, and graders who know whose it is. */
export async function listEvents(ctx: Context, id: number, query: EventQuery) {
  const attempt = await attempts.byId.one(ctx, { id })
  const exam = toExam(attempt)
  ensure(examRights.may.find(ctx.actor, exam), notFound)
  permit(examRights.may.grade(ctx.actor, { ...exam, is_grader: await mayObserve(ctx, attempt) }))
  return page(ctx, query, (ctx, slice) => attemptEvents.ofAttempt.page(ctx, { attempt_id: id, ...slice }))
}

/** Returns whether the actor grades answers of the attempt, and they were not made anonymous. */
async function mayObserve(ctx: AnyContext, attempt: AttemptRow): Promise<boolean> {
  if (attempt.anonymous_grading || attempt.user_id === ctx.actor.id) return false
  if (!(await isGrader(ctx, attempt.exam_id))) return false
  const grading = await attemptEvents.gradingOf.maybe(ctx, { attempt_id: attempt.id })
  return grading !== null && !grading.is_anonymous
}
