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

export type InterviewerAct = 'moved' | 'canceled' | 'replaced'

const interviewerTitles: Record<InterviewerAct, PlainTemplate> = {
  moved: 'Interview changed',
  canceled: 'Interview canceled',
  replaced: 'Interview changed',
}

const describeForInterviewer = (row: Row, act: InterviewerAct, timezone: string): Sentence => {
  const values = {
    name: getNameForReviewers(row),
    title: row.job_post.title,
    when: { moment: row.starts_at, timezone },
  }
  if (act === 'moved') return fill('The interview of {name} for {title} has changed. It is on {when}.', values)
  return act === 'canceled'
    ? fill('The interview of {name} for {title} on {when} will not take place.', values)
    : fill('You no longer interview {name} for {title} on {when}.', values)
}

/** Notifies interviewers other than the actor of a change that was not the applicant's. Those who hold it no more may not read the application. */
export async function notifyInterviewersOfChange(
  tx: Transaction,
  row: Row,
  ids: Iterable<number>,
  act: InterviewerAct,
): Promise<void> {
  for (const userId of new Set(ids)) {
    if (userId === tx.actor.id) continue
    const news = {
      title: interviewerTitles[act],
      message: describeForInterviewer(row, act, await getTimezone(tx, userId)),
      event: `interview:${row.id}:${act}:${row.sequence}:${userId}:${tx.clock.now()}`,
    }
    await (act === 'moved'
      ? notify(tx, userId, 'job_application', {
          ...news,
          data: { url: `/job-applications/${row.application_id}`, action: 'view_application' },
        })
      : notify(tx, userId, 'job_application', {
          ...news,
          data: { url: '/job-applications', action: 'view_application' },
        }))
  }
}
