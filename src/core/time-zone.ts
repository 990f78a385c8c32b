/** IANA time zones. */

import { formatInstant } from './time.ts'

/** Returns whether the name is in the time zone database; offsets such as `+03:00` are not. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Returns the calendar date in the zone, `YYYY-MM-DD`. */
export const getDateInTimezone = (moment: string, timezone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString()

/** Returns the moment at a full hour of the day that it is in the zone at `moment`. */
export function setHourInTimezone(moment: string, timezone: string, hour: number): string {
  const day = Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).startOfDay()
  return formatInstant(day.with({ hour }).epochMilliseconds)
}
