/** The time after the end in which late answers still count, if the candidate was writing. */

import { addDuration, countSeconds, subtractDuration } from '#core/time.ts'
import type { AttemptStatus } from './record.ts'

/** Who has saved within this time before the end was writing. */
const recently = { minutes: 10 }

/** What is needed of an attempt to know when it takes no more answers. */
export interface AttemptEnd {
  status: AttemptStatus
  started_at: string
  expires_at: string
  saved_at: string
  grace_minutes: number
}

/** Returns whether the time is over and the background has not finished the attempt yet. */
export const isOverdue = ({ status, expires_at }: Pick<AttemptEnd, 'status' | 'expires_at'>, now: string) =>
  status === 'in_progress' && expires_at <= now

/** Returns the moment from which nothing is accepted: the end, or later if the candidate was writing. The start is no save. */
export function getLastMoment({ started_at, expires_at, saved_at, grace_minutes }: AttemptEnd): string {
  const wasWriting = saved_at > started_at && saved_at > subtractDuration(expires_at, recently)
  return wasWriting ? addDuration(expires_at, { minutes: grace_minutes }) : expires_at
}

/** Returns whether the time is over, and late answers still count. */
export const isInGrace = (attempt: AttemptEnd, now: string) => isOverdue(attempt, now) && now < getLastMoment(attempt)

/** Returns how late something is; null before the end. */
export const countLateSeconds = ({ expires_at }: Pick<AttemptEnd, 'expires_at'>, now: string): number | null =>
  now < expires_at ? null : countSeconds(expires_at, now)
