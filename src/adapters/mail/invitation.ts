/** Calendar invitations (iTIP, RFC 5546). */

import { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { addDuration } from '#core/time.ts'
import { renderCalendar } from '../icalendar.ts'
import type { OutgoingMail } from './transport.ts'

interface Party {
  name: string
  email: string
}

export interface Meeting {
  /** The UID of the event: constant for one interview and unique. */
  uid: string
  /** Increases with every change and with the cancellation, so that calendars recognize the latest version. */
  sequence: number
  /** The time at which this invitation was written. */
  stamp: string
  start: string
  minutes: number
  language: string
  summary: string
  description: string
  location: string
  organizer: Party
  attendee: Party
}

/**
 * Creates the attachment that invites the attendee or cancels the event. Times are in UTC, which calendars convert to
 * the time zone of their user.
 */
export function buildInvitation(
  { uid, sequence, stamp, start, minutes, organizer, attendee, language, ...texts }: Meeting,
  method: 'REQUEST' | 'CANCEL',
): OutgoingMail['attachments'][number] {
  const isCancelled = method === 'CANCEL'
  const content = renderCalendar({
    settings: {
      prodId: { company: 'Research Platform', product: 'Interviews', language: language.toUpperCase() },
      method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
    },
    events: [
      {
        id: uid,
        sequence,
        stamp: new Date(stamp),
        start: new Date(start),
        end: new Date(addDuration(start, { minutes })),
        ...texts,
        status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
        organizer,
        attendees: [{ ...attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION, rsvp: false }],
      },
    ],
  })
  return {
    filename: isCancelled ? 'cancellation.ics' : 'invitation.ics',
    content_type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(content),
  }
}
