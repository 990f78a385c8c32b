/** Invitations that calendars understand: iTIP, RFC 5546. */

import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator'
import type { OutgoingMail } from './transport.ts'

interface Party {
  name: string
  email: string
}

export interface Meeting {
  /** The same for as long as the meeting lives, and never another's. */
  uid: string
  /** Rises with every change, also with the cancellation, so that a calendar knows the newest. */
  sequence: number
  /** When this invitation was written. */
  stamp: string
  start: string
  minutes: number
  summary: string
  description: string
  location: string
  organizer: Party
  attendee: Party
}

/**
 * The attachment that asks the attendee to come, or calls the meeting off. Its times are in UTC: a calendar shows them
 * in its owner's zone, and no description of a zone can be out of date.
 */
export function buildInvitation(
  { uid, sequence, stamp, start, minutes, organizer, attendee, ...texts }: Meeting,
  method: 'REQUEST' | 'CANCEL',
): OutgoingMail['attachments'][number] {
  const isCancelled = method === 'CANCEL'
  const calendar = ical({
    prodId: { company: 'Research Platform', product: 'Interviews', language: 'EN' },
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
    attendees: [
      { ...attendee, role: ICalAttendeeRole.REQ, status: ICalAttendeeStatus.NEEDSACTION, rsvp: false },
    ],
  })
  return {
    filename: isCancelled ? 'cancellation.ics' : 'invitation.ics',
    content_type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(calendar.toString()),
  }
}

/** Senders may be configured with a name, like `Platform <no-reply@example.org>`. */
const extractAddress = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender
