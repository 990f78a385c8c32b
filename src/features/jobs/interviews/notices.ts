import type { Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { getTimezone } from '#features/users/index.ts'
import { fill, type PlainTemplate, type Sentence } from '#language/sentence.ts'
import { getNameForReviewers } from '../blind.ts'
import { describeInterview, type InterviewMailType, type Row, writeInvitation } from './mails.ts'

const titles: Record<InterviewMailType, PlainTemplate> = {
  scheduled: 'Invitation to an interview',
  chosen: 'Interview booked',
  changed: 'Interview changed',
  canceled: 'Interview canceled',
}

/** Notifies the applicant of an interview. */
export const notifyApplicant = (tx: Transaction, row: Row, occasion: InterviewMailType) =>
  notify(tx, row.user_id, 'job_application', {
    title: titles[occasion],
    message: describeInterview(row, occasion),
    data: { url: `/job-applications/${row.application_id}`, action: 'view_application' },
    event: `interview:${row.id}:${occasion}:${row.sequence}`,
  })

/** Notifies and mails the applicant. */
export async function inviteApplicant(tx: Transaction, row: Row, occasion: InterviewMailType): Promise<void> {
  await notifyApplicant(tx, row, occasion)
  await writeInvitation(tx, row, occasion)
}

export type ApplicantAct = 'chosen' | 'changed' | 'canceled'

const actTitles: Record<ApplicantAct, PlainTemplate> = {
  chosen: 'Interview booked',
  changed: 'Interview changed',
  canceled: 'Interview canceled',
}

const describeAct = (row: Row, act: ApplicantAct, timezone: string): Sentence => {
  const when = { moment: row.starts_at, timezone }
  const values = { name: getNameForReviewers(row), title: row.job_post.title, when }
  if (act === 'chosen') return fill('{name} has booked the interview for {title} on {when}.', values)
  return act === 'changed'
    ? fill('{name} has moved the interview for {title} to {when}.', values)
    : fill('{name} has canceled the interview for {title} on {when}.', values)
}

/** Notifies the recruiter and the interviewers of what the applicant has chosen. */
export async function notifyHolders(tx: Transaction, row: Row, act: ApplicantAct): Promise<void> {
  for (const userId of new Set([row.recruiter_id, ...row.interviewers.map(({ id }) => id)]))
    await notify(tx, userId, 'job_application', {
      title: actTitles[act],
      message: describeAct(row, act, await getTimezone(tx, userId)),
      data: { url: `/job-applications/${row.application_id}`, action: 'view_application' },
      event: `interview:${row.id}:${act}:${row.sequence}:${userId}`,
    })
}
