/** Moves the ends of running attempts. */

import type { Transaction } from '#context.ts'
import { addDuration, countSeconds } from '#core/time.ts'
import { addDaysInTimezone } from '#core/time-zone.ts'
import { notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'
import type { ExamRow } from '../access.ts'
import { calculateEnd } from '../terms.ts'
import { answerSheets } from './answer-sheet-queries.ts'
import { scheduleExpiry } from './expiry.ts'
import { runningAttempts } from './running-attempt-queries.ts'

/** Whose time becomes shorter may at least finish a sentence. */
const leastRest = { minutes: 5 }
const minutesOfDay = 1_440

type RunningAttempts = Awaited<ReturnType<typeof runningAttempts.ofUser.one>>

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

function calculateNewEnd(attempt: RunningAttempts, now: string): string {
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

async function moveAttempt(
  tx: Transaction,
  { id, user_id, title, timezone }: RunningAttempts,
  expires_at: string,
): Promise<void> {
  if ((await runningAttempts.move.run(tx, { id, expires_at })) === 0) return
  await answerSheets.move.run(tx, { ids: [id] })
  await scheduleExpiry(tx, expires_at)
  await notify(tx, user_id, 'exam_reminder', {
    title: 'Your time has changed',
    message: fill('Your attempt at {title} now ends on {when}.', {
      title,
      when: { moment: expires_at, timezone },
    }),
    data: { url: `/exam-attempts/${id}`, action: 'view_exam' },
    event: `exam-attempt:${id}:ends:${expires_at}`,
  })
}

/** Gives all running attempts at an exam more time, and returns whose they are. */
export async function extendRunningAttempts(
  tx: Transaction,
  { id: exam_id, timezone }: Pick<ExamRow, 'id' | 'timezone'>,
  minutes: number,
): Promise<number[]> {
  const now = tx.clock.now()
  const running = await runningAttempts.ofExam.all(tx, { exam_id, now })
  const people: number[] = []
  const groups = Map.groupBy(running, ({ expires_at }) => countExtension(expires_at, minutes, timezone))
  for (const [extension, attempts] of groups) {
    const wanted = attempts.map(({ id }) => id)
    const extended = await runningAttempts.extend.all(tx, { ids: wanted, minutes: extension, now })
    await answerSheets.move.run(tx, { ids: extended.map(({ id }) => id) })
    for (const end of new Set(extended.map(({ expires_at }) => expires_at))) await scheduleExpiry(tx, end)
    people.push(...extended.map(({ user_id }) => user_id))
  }
  return people
}

/** Returns the minutes by which an end moves: with whole days, the clocks of the zone show the same time then. */
function countExtension(end: string, minutes: number, timezone: string): number {
  if (minutes % minutesOfDay !== 0) return minutes
  return countSeconds(end, addDaysInTimezone(end, minutes / minutesOfDay, timezone)) / 60
}
