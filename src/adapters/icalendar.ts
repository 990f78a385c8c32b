/** Writes iCalendar (RFC 5545): calendars for subscription, and the invitations in mails. */

import ical, { type ICalCalendarData, type ICalEventData } from 'ical-generator'

interface Calendar {
  settings: ICalCalendarData
  /** IANA name of the zone in which calendar programs show the times. */
  timezone?: string
  events: readonly ICalEventData[]
}

/**
 * Returns the text. Lines end in CR LF, also the last one, which ical-generator leaves open; control characters, which the format lacks,
 * become spaces.
 */
export function renderCalendar({ settings, timezone, events }: Calendar): string {
  const calendar = ical(settings)
  if (timezone !== undefined) calendar.x('X-WR-TIMEZONE', timezone)
  for (const event of events) calendar.createEvent(event)
  return `${calendar.toString().replace(/[^\P{Cc}\t\r\n]/gu, ' ')}\r\n`
}
