/** Writes iCalendar (RFC 5545): calendars for subscription, and the invitations in mails. */

import ical, { type ICalCalendarData, type ICalEventData } from 'ical-generator'

interface Calendar {
  settings: ICalCalendarData
  /** IANA name of the zone in which calendar programs show the times. */
  timezone?: string
  events: readonly ICalEventData[]
}

/** RFC 5545, 3.6: a calendar has a component, or Outlook refuses it. A time zone is one that shows nothing. */
const universalTime = [
  'BEGIN:VTIMEZONE',
  'TZID:UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'TZNAME:UTC',
  'END:STANDARD',
  'END:VTIMEZONE',
  'END:VCALENDAR',
].join('\r\n')

/**
 * Returns the text. Lines end in CR LF, also the last one, which ical-generator leaves open; control characters, which the format lacks,
 * become spaces.
 */
export function renderCalendar({ settings, timezone, events }: Calendar): string {
  const calendar = ical(settings)
  if (timezone !== undefined) calendar.x('X-WR-TIMEZONE', timezone)
  for (const event of events) calendar.createEvent(event)
  const text = calendar.toString().replace(/[^\P{Cc}\t\r\n]/gu, ' ')
  return `${events.length === 0 ? text.replace(/END:VCALENDAR$/, universalTime) : text}\r\n`
}
