/** Calendar invitations as attachments of mails. */

import type { Meeting, Method } from '@research-platform/calendars'
import { addDuration } from '#core/time.ts'
import type { OutgoingMail } from './transport.ts'

const product = { company: 'Research Platform', product: 'Interviews' }

/** Creates the attachment that invites the attendee or cancels the event. */
export async function buildInvitation(
  { minutes, ...meeting }: Omit<Meeting, 'product' | 'end'> & { minutes: number },
  method: Method,
): Promise<OutgoingMail['attachments'][number]> {
  const { writeInvitation } = await import('@research-platform/calendars')
  const content = writeInvitation({ ...meeting, product, end: addDuration(meeting.start, { minutes }) }, method)
  return {
    filename: method === 'CANCEL' ? 'cancellation.ics' : 'invitation.ics',
    content_type: `text/calendar; charset=utf-8; method=${method}`,
    content: Buffer.from(content),
  }
}
