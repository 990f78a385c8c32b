/** IANA time zones. */

import { formatInstant } from './time.ts'

/** Returns whether the name is in the time zone database; offsets such as `+03:00` are not. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name)
    return true
  } catch {
    // It is no zone.
    return false
  }
}

/** Returns the calendar date in the zone, `YYYY-MM-DD`. */
export const getDateInTimezone = (moment: string, timezone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString()

/**
 * Returns the moment at which the clocks of the zone show a date, `YYYY-MM-DD`, and a time, `HH:MM` or `HH:MM:SS`. A time that a clock
 * skips in spring is read with the offset before the change.
 */
export function getMomentInTimezone(date: string, time: string, timezone: string): string {
  const plainTime = Temporal.PlainTime.from(time)
  return formatInstant(
    Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds,
  )
}

/** Returns the moment so many days later at which the clocks of the zone show the same time. */
export function addDaysInTimezone(moment: string, days: number, timezone: string): string {
  return formatInstant(Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).add({ days }).epochMilliseconds)
}

/** Returns the moment at a full hour of the day that it is in the zone at `moment`. */
export function setHourInTimezone(moment: string, timezone: string, hour: number): string {
  const day = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).startOfDay()
  return formatInstant(day.with({ hour }).epochMilliseconds)
}

/** Returns the time that the clocks of the zone show, `HH:MM`. */
export const getTimeInTimezone = (moment: string, timezone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainTime().toString({ smallestUnit: 'minute' })
