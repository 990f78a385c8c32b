/** Moves the ends of running attempts. */

import type { Transaction } from '#context.ts'
import { addDuration } from '#core/time.ts'
import { notify } from '#features/notifications/index.ts'
import { getTimezone } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { calculateEnd } from '../terms.ts'
import { answerSheets } from './answer-sheet-queries.ts'
import { scheduleExpiry } from './expiry.ts'
import { runningAttempts } from './running-queries.ts'

/** Whose time becomes shorter may at least finish a sentence. */
const leastRest = { minutes: 5 }

type Running = Awaited<ReturnType<typeof runningAttempts.ofUser.one>>

/** Lets the running attempts of a user, at one exam or at all, end when the present accommodations say. */
export async function moveRunningAttempts(
  tx: Transaction,
  whose: { user_id: number; exam_id?: number },
): Promise<void> {
  const now = tx.clock.now()
  for (const attempt of await runningAttempts.ofUser.all(tx, { ...whose, now })) {
    const expires_at = calculateNewEnd(attempt, now)
    if (expires_at !== attempt.expires_at) await moveAttempt(tx, attempt, expires_at)
  }
}

function calculateNewEnd(attempt: Running, now: string): string {
  const isKnown = attempt.started_minutes !== null
  const exam = {
    ...attempt,
    duration_minutes: attempt.started_minutes ?? attempt.duration_minutes,
    available_until: isKnown ? attempt.closes_at : attempt.available_until,
  }
  const end = addDuration(calculateEnd(exam, attempt.started_at), { minutes: attempt.extension_minutes })
  const least = addDuration(now, leastRest)
  if (end >= attempt.expires_at || end >= least) return end
  return attempt.expires_at < least ? attempt.expires_at : least
}

async function moveAttempt(tx: Transaction, { id, user_id, title }: Running, expires_at: string): Promise<void> {
  if ((await runningAttempts.move.run(tx, { id, expires_at })) === 0) return
  await answerSheets.move.run(tx, { ids: [id] })
  await scheduleExpiry(tx, expires_at)
  await notify(tx, user_id, 'exam_reminder', {
    title: 'Your time has changed',
    message: fill('Your attempt at {title} now ends on {when}.', {
      title,
      when: { moment: expires_at, timezone: await getTimezone(tx, user_id) },
    }),
    data: { url: `/exam-attempts/${id}`, action: 'view_exam' },
    event: `exam-attempt:${id}:ends:${expires_at}`,
  })
}
