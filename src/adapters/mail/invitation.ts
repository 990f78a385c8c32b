/** Calendar invitations (iTIP, RFC 5546). */

import ical, { ICalAttendeeRole, ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
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
  const calendar = ical({
    prodId: { company: 'Research Platform', product: 'Interviews', language: language.toUpperCase() },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST,
  })
  calendar.createEvent({
    id: uid,
    sequence,
    stamp: new Date(stamp),
    start: new Date(start),
    end: new Date(Date.parse(start) + minutes * 60_000),
    ...texts,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: { name: organizer.name, email: extractAddress(organizer.email) },
    attendees: [{ ...attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION, rsvp: false }],
  })
  return {
    filename: isCancelled ? 'cancellation.ics' : 'invitation.ics',
    content_type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  }
}

/** The sender may have a display name, like `Platform <no-reply@example.org>`. */
const extractAddress = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
