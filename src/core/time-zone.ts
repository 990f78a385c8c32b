/** Time zones by their IANA names, and moments as people read them in one. */

/** Whether it is a name of the time zone database; offsets such as `+03:00` are none. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][\w+/-]*$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The moment as a person reads it, with its zone: `Tuesday, 1 December 2026 at 10:00 (Africa/Nairobi)`. */
export function formatDateTime(moment: string, timezone: string): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: timezone,
  })
  return `${format.format(new Date(moment))} (${timezone})`
}

/** The calendar date of the moment in the zone, `YYYY-MM-DD`. */
export const dateInTimezone = (moment: string, timezone: string): string =>
  Temporal.Instant.from(moment).toZonedDateTimeISO(timezone).toPlainDate().toString()
