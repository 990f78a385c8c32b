import type { Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { describeInterview, type InterviewMailType, type Row } from './mails.ts'

const titles: Record<InterviewMailType, PlainTemplate> = {
  scheduled: 'Invitation to an interview',
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
