import { addDuration } from '#core/time.ts'

/** When a learner begins: with their cohort, or else with the enrollment. */
export interface Beginning {
  enrolled_at: string
  /** The start of the cohort; null without one. */
  cohort_starts_at: string | null
}

interface Scheduled {
  available_after_days: number | null
  due_after_days: number | null
}

const later = (from: string, days: number) => addDuration(from, { days })

/** Returns when the lesson opens and is due; null for at once and never. */
export function getDates(
  { enrolled_at, cohort_starts_at }: Beginning,
  { available_after_days, due_after_days }: Scheduled,
): { available_at: string | null; due_at: string | null } {
  const from = cohort_starts_at ?? enrolled_at
  return {
    available_at: available_after_days === null ? cohort_starts_at : later(from, available_after_days),
    due_at: due_after_days === null ? null : later(from, due_after_days),
  }
}

interface Learner {
  /** Null for who is not enrolled. */
  beginning: Beginning | null
  /** Whether a lesson opens once those before it are completed. */
  sequential: boolean
  /** Whether lessons open at their time; not to managers of the course. */
  isTimed: boolean
  now: string
}

/** Adds when each lesson opens and is due, and whether it is open: its time has come, and in a sequential course those before it are done. */
export function withUnlocked<L extends { completed: boolean } & Scheduled>(
  ordered: readonly L[],
  { beginning, sequential, isTimed, now }: Learner,
) {
  const next = ordered.findIndex(({ completed }) => !completed)
  const last = sequential && next !== -1 ? next : ordered.length
  return ordered.map((lesson, index) => {
    const dates = beginning === null ? { available_at: null, due_at: null } : getDates(beginning, lesson)
    const isOpen = !isTimed || dates.available_at === null || dates.available_at <= now
    return { ...lesson, ...dates, unlocked: index <= last && isOpen }
  })
}
