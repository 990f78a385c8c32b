import { buildInvitation } from '#adapters/mail/invitation.ts'
import type { Transaction } from '#context.ts'
import { extractAddress } from '#core/email.ts'
import { formatDateTime } from '#core/time-zone.ts'
import { findUser } from '#features/users/index.ts'
import { applicationButton, mailAboutApplication } from '../mails.ts'
import type { interviews } from './queries.ts'

export type Row = Awaited<ReturnType<typeof interviews.byId.one>>
export type Occasion = 'scheduled' | 'changed' | 'canceled'

export const fullName = ({ first_name, last_name }: Row) => `${first_name} ${last_name}`.trim()

const headings: Record<Occasion, string> = {
  scheduled: 'You are invited to an interview',
  changed: 'Your interview has changed',
  canceled: 'Your interview is canceled',
}

/** A sentence for the applicant, in the applicant's time zone or else in that of the interview. */
export function describeInterview(
  { job_post, starts_at, timezone, applicant_timezone }: Row,
  occasion: Occasion,
): string {
  const when = formatDateTime(starts_at, applicant_timezone ?? timezone)
  if (occasion === 'canceled') return `The interview for ${job_post.title} on ${when} will not take place.`
  return occasion === 'changed'
    ? `Your interview for ${job_post.title} has changed. It is on ${when}.`
    : `You are invited to an interview for ${job_post.title} on ${when}.`
}

/** Mails the applicant with a calendar event. Accounts that signed up with ORCID may have no address. */
export async function writeInvitation(tx: Transaction, row: Row, occasion: Occasion): Promise<void> {
  const user = await findUser(tx, row.user_id)
  if (user === null || user.email === '') return
  const name = fullName(row)
  const facts = [
    row.interview_type === '' ? '' : `Kind: ${row.interview_type}`,
    row.location === '' ? '' : `Place: ${row.location}`,
    `Duration: ${row.duration_minutes} minutes`,
    row.notes ?? '',
  ].filter((fact) => fact !== '')
  const paragraphs = [describeInterview(row, occasion), ...(occasion === 'canceled' ? [] : [facts.join('\n')])]
  const meeting = {
    uid: row.uid,
    sequence: row.sequence,
    stamp: tx.clock.now(),
    start: row.starts_at,
    minutes: row.duration_minutes,
    summary: `Interview: ${row.job_post.title}`,
    description: paragraphs.join('\n\n'),
    location: row.location,
    // Replies of calendars are not read, so the address of the recruiter is not used.
    organizer: { name: row.recruiter_name, email: extractAddress(tx.config.mailFrom) },
    attendee: { name, email: user.email },
  }
  await mailAboutApplication(tx, {
    recipient: row.user_id,
    // Also when the interview ends because the applicant withdraws or the recruiter leaves.
    sender: row.recruiter_id,
    subject: `${headings[occasion]}: ${row.job_post.title}`,
    heading: headings[occasion],
    paragraphs: [`Hello ${name},`, ...paragraphs],
    button: applicationButton(tx, { id: row.application_id }),
    attachments: [buildInvitation(meeting, occasion === 'canceled' ? 'CANCEL' : 'REQUEST')],
  })
}
