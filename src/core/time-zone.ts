/** IANA time zones. */

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
