/** IANA time zones, and times formatted in them. */

/** Returns whether the name is in the time zone database; offsets such as `+03:00` are not. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Formats a time with its zone: `Tuesday, 1 December 2026 at 10:00 (Africa/Nairobi)`. */
export function formatDateTime(moment: string, timezone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return `${format.format(new Date(moment))} (${timezone})`
}

/** Returns the calendar date in the zone, `YYYY-MM-DD`. */
export const dateInTimezone = (moment: string, timezone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString()
