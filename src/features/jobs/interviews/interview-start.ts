import { getDateInTimezone, getMomentInTimezone } from '#core/time-zone.ts'

/** The two fields of the specification, and their time zone. */
interface Appointment {
  interview_date: string
  interview_time: string
  timezone: string
}

/**
 * Returns the start of an interview in UTC. Clients send the day in two ways: as a date, which is midnight in UTC and
 * names its own day, or as a local midnight, whose day depends on the time zone. A time that a clock skips in spring is
 * read with the offset before the change.
 */
export function calculateStart({ interview_date, interview_time, timezone }: Appointment): string {
  const isBareDay = interview_date.endsWith('T00:00:00.000Z')
  const day = getDateInTimezone(interview_date, isBareDay ? 'UTC' : timezone)
  return getMomentInTimezone(day, interview_time, timezone)
}
