/** Calendar invitations (iTIP, RFC 5546). */

import { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { renderCalendar } from './icalendar.ts'
import type { Product } from './product.ts'

interface Party {
  name: string
  email: string
}

export interface Meeting {
  product: Product
  /** The UID of the event: constant for one interview and unique. */
  uid: string
  /** Increases with every change and with the cancellation, so that calendars recognize the latest version. */
  sequence: number
  /** The time at which this invitation was written. */
  stamp: string
  start: string
  end: string
  language: string
  summary: string
  description: string
  location: string
  organizer: Party
  attendee: Party
}

export type Method = 'REQUEST' | 'CANCEL'

/**
 * Returns the text that invites the attendee or cancels the event. Times are in UTC, which calendars convert to the time zone of their
 * user.
 */
export function writeInvitation(
  { product, uid, sequence, stamp, start, end, organizer, attendee, language, ...texts }: Meeting,
  method: Method,
): string {
  const isCancelled = method === 'CANCEL'
  return renderCalendar({
    settings: {
      prodId: { ...product, language: language.toUpperCase() },
      method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    },
    events: [
      {
        id: uid,
        sequence,
        stamp: new Date(stamp),
        start: new Date(start),
        end: new Date(end),
        ...texts,
        status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        organizer,
        attendees: [{ ...attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION, rsvp: false }],
      },
    ],
  })
}
