import { type Context, inTransaction } from '#context.ts'
import { defineTask } from '#platform/tasks.ts'
import { finishAttempt } from './finish.ts'
import { attempts } from './queries.ts'

const expiredAtOnce = 200
const sideBySide = 5

/** Finishes an expired attempt with its saved answers; does nothing to other attempts. */
export function expireAttempt(ctx: Context, id: number): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const attempt = await attempts.byId.one(tx, { id })
    if (attempt.status !== 'in_progress' || tx.clock.now() < attempt.expires_at) return
    await finishAttempt(tx, attempt, attempt.answers, { status: 'expired', submitted_at: null })
  })
}

/** One transaction each, a few at a time, so that they share a sync. A failed one does not stop the others. */
async function expireAll(ctx: Context, overdue: readonly { id: number }[]): Promise<void> {
  const failed: unknown[] = []
  for (let at = 0; at < overdue.length; at += sideBySide) {
    const some = overdue.slice(at, at + sideBySide).map(({ id }) => expireAttempt(ctx, id))
    for (const outcome of await Promise.allSettled(some)) if (outcome.status === 'rejected') failed.push(outcome.reason)
  }
  if (failed.length > 0) throw failed[0]
}

/** Finishes the expired attempts of a user before they are read. */
export async function expireOverdueAttempts(ctx: Context, userId: number): Promise<void> {
  await expireAll(ctx, await attempts.listOverdueByUser.all(ctx, { user_id: userId, now: ctx.clock.now() }))
}

/** Finishes the newest expired attempts of an exam, which the first page shows; the background finishes the others. */
export async function expireOverdueOfExam(ctx: Context, examId: number): Promise<void> {
  const asked = { exam_id: examId, now: ctx.clock.now(), most: expiredAtOnce }
  await expireAll(ctx, await attempts.overdueOfExam.all(ctx, asked))
}

/** Finishes all expired attempts. */
export const expireAttempts = defineTask<Record<string, never>>({
  kind: 'expire_attempts',
  async handle(ctx) {
    for (;;) {
      const overdue = await attempts.overdue.all(ctx, { now: ctx.clock.now(), most: expiredAtOnce })
      await expireAll(ctx, overdue)
      if (overdue.length < expiredAtOnce) return
    }
  },
})
