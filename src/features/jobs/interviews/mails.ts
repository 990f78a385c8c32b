import { buildInvitation } from '#adapters/mail/invitation.ts'
import { createLocalizerFor, type Transaction } from '#context.ts'
import { extractAddress } from '#core/email.ts'
import { findUser } from '#features/users/index.ts'
import { embed, fill, type PlainTemplate, type Sentence, verbatim } from '#language/sentence.ts'
import { translate } from '#language/translation.ts'
import { createApplicationButton, mailAboutApplication } from '../mails.ts'
import { interviewLink } from './links.ts'
import type { interviews } from './queries.ts'

export type Row = Awaited<ReturnType<typeof interviews.byId.one>>
export type InterviewMailType = 'scheduled' | 'chosen' | 'changed' | 'canceled'

const fullName = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`.trim()

const headings: Record<InterviewMailType, PlainTemplate> = {
  scheduled: 'You are invited to an interview',
  chosen: 'Your interview is booked',
  changed: 'Your interview has changed',
  canceled: 'Your interview is canceled',
}

/** A sentence for the applicant, in the applicant's time zone or else in that of the interview. */
export function describeInterview(
  { job_post, starts_at, timezone, applicant_timezone }: Row,
  occasion: InterviewMailType,
): Sentence {
  const when = { moment: starts_at, timezone: applicant_timezone ?? timezone }
  const values = { title: job_post.title, when }
  if (occasion === 'canceled') return fill('The interview for {title} on {when} will not take place.', values)
  if (occasion === 'chosen') return fill('Your interview for {title} is on {when}.', values)
  return occasion === 'changed'
    ? fill('Your interview for {title} has changed. It is on {when}.', values)
    : fill('You are invited to an interview for {title} on {when}.', values)
}

/** The facts of an interview, a line each. */
function describeFacts({ interview_type: kind, location: place, duration_minutes: minutes, notes }: Row): Sentence[] {
  return [
    kind === '' ? null : fill('Kind: {kind}', { kind }),
    place === '' ? null : fill('Place: {place}', { place }),
    fill('Duration: {minutes, plural, other {{minutes} minutes}}', { minutes }),
    notes === null || notes === '' ? null : verbatim(notes),
  ].filter((fact) => fact !== null)
}

/** Mails the applicant with a calendar event. Accounts that signed up with ORCID may have no address. */
export async function writeInvitation(tx: Transaction, row: Row, occasion: InterviewMailType): Promise<void> {
  const user = await findUser(tx, row.user_id)
  if (user === null || user.email === '') return
  const name = fullName(row)
  const wording = createLocalizerFor(tx, user.locale)
  const news = describeInterview(row, occasion)
  const facts = occasion === 'canceled' ? [] : describeFacts(row)
  const description = [news, ...(facts.length > 0 ? [facts] : [])].map((paragraph) =>
    [paragraph]
      .flat()
      .map((sentence) => translate(sentence, wording))
      .join('\n'),
  )
  const meeting = {
    uid: row.uid,
    sequence: row.sequence,
    stamp: tx.clock.now(),
    start: row.starts_at,
    minutes: row.duration_minutes,
    language: wording.language,
    summary: translate(fill('Interview: {title}', { title: row.job_post.title }), wording),
    description: description.join('\n\n'),
    location: row.location,
    // Replies of calendars are not read, so the address of the recruiter is not used.
    organizer: { name: row.recruiter_name, email: extractAddress(tx.config.mailFrom) },
    attendee: { name, email: user.email },
  }
  await mailAboutApplication(tx, {
    recipient: row.user_id,
    // Also when the interview ends because the applicant withdraws or the recruiter leaves.
    sender: row.recruiter_id,
    subject: fill('{heading}: {title}', { heading: embed(headings[occasion]), title: row.job_post.title }),
    heading: headings[occasion],
    paragraphs: [fill('Hello {name},', { name }), news, ...(facts.length > 0 ? [facts] : [])],
    button:
      occasion === 'canceled'
        ? createApplicationButton(tx, { id: row.application_id })
        : { text: 'Answer the invitation', url: interviewLink.createUrl(tx, row.id, row.starts_at) },
    attachments: [await buildInvitation(meeting, occasion === 'canceled' ? 'CANCEL' : 'REQUEST')],
  })
}
