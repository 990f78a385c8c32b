/** Ends attempts whose time is over. Reads show what the end will be, and write nothing. */

import { type AnyContext, type Context, runInTransaction, type Transaction } from '#context.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { type AttemptRow, finishAttempt, gradeAttempt } from './finish.ts'
import { getLastMoment, isInGrace, isOverdue } from './grace.ts'
import { attempts } from './queries.ts'

const expiredAtOnce = 200
const sideBySide = 5

/**
 * Finishes an expired attempt with its saved answers; does nothing to other attempts. While late answers count, it waits,
 * unless the attempt is `abandoned`.
 */
function expireAttempt(ctx: Context, id: number, abandoned: boolean): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    const attempt = await attempts.byId.one(tx, { id })
    const now = tx.clock.now()
    if (!isOverdue(attempt, now)) return
    if (!abandoned && isInGrace(attempt, now)) return scheduleExpiry(tx, getLastMoment(attempt))
    await finishAttempt(tx, attempt, attempt.answers, { status: 'expired', submitted_at: null })
  })
}

/**
 * Returns the attempt as it will be when the background has finished it, if its time is over. While late answers count, it has
 * no score, which would tell what to change.
 */
export async function getExpectedOutcome(ctx: AnyContext, attempt: AttemptRow): Promise<AttemptRow> {
  const now = ctx.clock.now()
  if (!isOverdue(attempt, now)) return attempt
  if (isInGrace(attempt, now)) return { ...attempt, status: 'expired', attempts_used: attempt.attempts_used + 1 }
  const outcome = await gradeAttempt(ctx, attempt, attempt.answers, { status: 'expired' })
  const has_passed =
    attempt.has_passed === true || outcome.passed === true ? true : (outcome.passed ?? attempt.has_passed)
  return { ...attempt, ...outcome, status: 'expired', attempts_used: attempt.attempts_used + 1, has_passed }
}

interface ListedAttempt {
  id: number
  is_overdue: boolean
  score: number | null
  passed: boolean | null
}

/** Adds score and verdict to the rows of a list whose attempts are still to be finished. */
export async function addExpectedOutcomes<Row extends ListedAttempt>(
  ctx: AnyContext,
  rows: readonly Row[],
): Promise<Row[]> {
  const shown: Row[] = []
  for (const row of rows) {
    if (!row.is_overdue) shown.push(row)
    else {
      const { score, passed } = await getExpectedOutcome(ctx, await attempts.byId.one(ctx, { id: row.id }))
      shown.push({ ...row, score, passed })
    }
  }
  return shown
}

/** Returns the verdicts of the attempts of a user whose time is over and that are still to be finished, by their exam. */
export async function listExpectedVerdicts(ctx: AnyContext, userId: number): Promise<Map<number, boolean | null>> {
  const verdicts = new Map<number, boolean | null>()
  for (const { id } of await attempts.listOverdueByUser.all(ctx, { user_id: userId, now: ctx.clock.now() })) {
    const { exam_id, passed } = await getExpectedOutcome(ctx, await attempts.byId.one(ctx, { id }))
    verdicts.set(exam_id, passed)
  }
  return verdicts
}

/** One transaction each, a few at a time, so that they share a sync. A failed one does not stop the others. */
async function expireAll(ctx: Context, overdue: readonly { id: number }[], abandoned = false): Promise<void> {
  const failed: unknown[] = []
  for (let at = 0; at < overdue.length; at += sideBySide) {
    const some = overdue.slice(at, at + sideBySide).map(({ id }) => expireAttempt(ctx, id, abandoned))
    for (const outcome of await Promise.allSettled(some)) if (outcome.status === 'rejected') failed.push(outcome.reason)
  }
  if (failed.length > 0) throw failed[0]
}

/** Finishes the expired attempt of a user at an exam, before another one begins. */
export async function finishOverdueAttempts(ctx: Context, whose: { user_id: number; exam_id: number }): Promise<void> {
  const overdue = await attempts.listOverdueByUser.all(ctx, { user_id: whose.user_id, now: ctx.clock.now() })
  await expireAll(
    ctx,
    overdue.filter(({ exam_id }) => exam_id === whose.exam_id),
    true,
  )
}

/** Finishes all expired attempts. */
export const expireAttempts = defineTask<Record<string, never>>({
  kind: 'expire_attempts',
  async handle(ctx) {
    // Attempts in grace stay, so each is looked at once.
    let last = { id: 0, expires_at: '1970-01-01T00:00:00.000Z' }
    for (;;) {
      const beyond = { ended_at: last.expires_at, after: last.id }
      const overdue = await attempts.overdue.all(ctx, { now: ctx.clock.now(), ...beyond, most: expiredAtOnce })
      await expireAll(ctx, overdue)
      if (overdue.length < expiredAtOnce) return
      last = overdue.at(-1) ?? last
    }
  },
})

/** Queues the end of attempts; those that end at the same moment share a task. */
export const scheduleExpiry = (tx: Transaction, expires_at: string): Promise<void> =>
  addTask(tx, expireAttempts, {}, { runAt: expires_at, key: `expire_attempts:${expires_at}` })
