/** What the specification leaves as two fields, and the zone they are meant in. */
interface Appointment {
  interview_date: string
  interview_time: string
  timezone: string
}

/**
 * The moment an interview begins. Clients send the day in two ways: as a bare day, which is midnight in UTC, or as the
 * moment their own clock has; the first names its own day, the second the day it is then in the zone. A time that a
 * clock skips in spring is read as if it had not been put forward.
 */
export function calculateStart({ interview_date, interview_time, timezone }: Appointment): string {
  const given = Temporal.Instant.from(interview_date)
  const isBareDay = interview_date.endsWith('T00:00:00.000Z')
  const day = given.toZonedDateTimeISO(isBareDay ? 'UTC' : timezone).toPlainDate()
  const plainTime = Temporal.PlainTime.from(interview_time)
  const { epochMilliseconds } = day.toZonedDateTime({ timeZone: timezone, plainTime })
  return new Date(epochMilliseconds).toISOString()
}
