/** What holds for one person at an exam: time, attempts and window, with their accommodations. */

import { addDuration } from '#core/time.ts'

/** The accommodations of a person, as queries load them beside an exam; null without any. */
export interface AccommodationColumns {
  accommodation_id: number | null
  extra_minutes: number | null
  factor_percent: number | null
  extra_attempts: number | null
  own_from: string | null
  own_until: string | null
  /** The factor for every exam. */
  general_percent: number | null
}

interface ExamSettings {
  duration_minutes: number
  max_attempts: number
  available_from: string
  available_until: string | null
}

export interface Terms {
  max_attempts: number
  available_from: string
  available_until: string | null
}

/** Returns the window and the number of attempts of a person. */
export const getTerms = (exam: Omit<ExamSettings, 'duration_minutes'> & AccommodationColumns): Terms => ({
  max_attempts: exam.max_attempts + (exam.extra_attempts ?? 0),
  available_from: exam.own_from ?? exam.available_from,
  available_until: exam.own_until ?? exam.available_until,
})

/** Returns the minutes of a person: the larger of the factor and the extra minutes counts. */
function calculateMinutes({
  duration_minutes,
  extra_minutes,
  ...factors
}: Pick<ExamSettings, 'duration_minutes'> & AccommodationColumns): number {
  return Math.max(
    Math.ceil((duration_minutes * getLargerPercent(factors)) / 100),
    duration_minutes + (extra_minutes ?? 0),
  )
}

const getLargerPercent = ({ factor_percent, general_percent }: Omit<AccommodationColumns, 'extra_minutes'>) =>
  Math.max(factor_percent ?? 100, general_percent ?? 100)

/**
 * Returns the end of an attempt. It ends with the window of the exam, which gives way for a person with an accommodation: who
 * may start may use the whole time.
 */
export function calculateEnd(
  exam: Pick<ExamSettings, 'duration_minutes' | 'available_until'> & AccommodationColumns,
  startedAt: string,
): string {
  const end = addDuration(startedAt, { minutes: calculateMinutes(exam) })
  const givesWay = exam.accommodation_id !== null || getLargerPercent(exam) > 100
  const { available_until: until } = exam
  return !givesWay && until !== null && until < end ? until : end
}
