import { buildInvitation } from '#adapters/mail/invitation.ts'
import { createLocalizerFor, type Transaction } from '#context.ts'
import { extractAddress } from '#core/email.ts'
import { mailUser } from '#features/notifications/index.ts'
import { findUser } from '#features/users/index.ts'
import { embed, fill } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'

/** What a mail about a booking says. */
interface BookedExam {
  id: number
  exam_id: number
  title: string
  starts_at: string
  duration_minutes: number
  timezone: string
  location: string
}

const headings = { booked: 'Your exam is booked', canceled: 'Your booking is canceled' } as const

/** Mails the actor with a calendar event, which has the same UID as in their calendar. */
export async function mailBooking(
  tx: Transaction,
  { id, exam_id, title, starts_at, timezone, duration_minutes, location }: BookedExam,
  occasion: keyof typeof headings,
): Promise<void> {
  const user = await findUser(tx, tx.actor.id)
  if (user === null || user.email === '') return
  const { config } = tx
  const wording = createLocalizerFor(tx, user.locale)
  const when = { moment: starts_at, timezone }
  const news =
    occasion === 'booked'
      ? fill('Your exam {title} is on {when}, {location}.', { title, when, location })
      : fill('Your booking for {title} on {when} is canceled.', { title, when })
  const meeting = {
    uid: `booking-${id}@${new URL(config.publicUrl).hostname}`,
    sequence: occasion === 'booked' ? 0 : 1,
    stamp: tx.clock.now(),
    start: starts_at,
    minutes: duration_minutes,
    language: wording.language,
    summary: translate(fill('Exam: {title}', { title }), wording),
    description: translate(news, wording),
    location,
    organizer: { name: config.organizationName, email: extractAddress(config.mailFrom) },
    attendee: { name: user.name, email: user.email },
  }
  await mailUser(tx, {
    recipient: user.id,
    sender: user.id,
    type: 'exam_reminder',
    subject: fill('{heading}: {title}', { heading: embed(headings[occasion]), title }),
    heading: headings[occasion],
    paragraphs: [fill('Hello {name},', { name: user.name }), news],
    button: { text: 'View the exam', url: `${config.frontendUrl}/exams/${exam_id}` },
    attachments: [await buildInvitation(meeting, occasion === 'canceled' ? 'CANCEL' : 'REQUEST')],
  })
}
