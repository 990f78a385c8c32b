/** Calendars for subscription (iCalendar, RFC 5545), with the names and refresh times of RFC 7986. */

import { renderCalendar } from './icalendar.ts'
import type { Product } from './product.ts'

/** An event; with a `day` it lasts all day, otherwise it has a start. */
export interface CalendarEvent {
  /** Constant, so that a changed event replaces itself. */
  uid: string
  sequence: number
  changedAt: string
  summary: string
  location: string
  when: { day: string } | { start: string; end: string }
}

interface Calendar {
  name: string
  product: Product
  /** IANA name; times are in UTC, and calendars show them in this zone. */
  timezone: string
  language: string
  events: readonly CalendarEvent[]
}

/** Returns the calendar as text. The same events give the same text. */
export function writeCalendar({ name, product, timezone, language, events }: Calendar): string {
  return renderCalendar({
    settings: {
      name,
      prodId: { ...product, language: language.toUpperCase() },
      ttl: 3_600,
    },
    timezone,
    events: events.map(({ uid, sequence, changedAt, summary, location, when }) => ({
      id: uid,
      sequence,
      stamp: new Date(changedAt),
      lastModified: new Date(changedAt),
      summary,
      location,
      ...('day' in when
        ? { start: new Date(`${when.day}T00:00:00Z`), allDay: true }
        : { start: new Date(when.start), end: new Date(when.end) }),
    })),
  })
}
