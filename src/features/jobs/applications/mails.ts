import { type MailContent, renderMail } from '#adapters/mail/templates.ts'
import type { Transaction } from '#context.ts'
import type { ApplicationStatus } from '#database/tables/jobs.ts'
import { wantsMail } from '#features/notifications/index.ts'
import { type QueuedMail, queueMail } from '#platform/outbox.ts'

interface Letter extends Omit<MailContent, 'organization'> {
  /** Empty when there is nobody left to write to. */
  to: string
  subject: string
  attachments?: NonNullable<QueuedMail['attachments']>
}

/** Queues a mail about an application, if the person wants such mails. */
export async function write(
  tx: Transaction,
  userId: number,
  { to, subject, attachments = [], ...content }: Letter,
) {
  if (to === '' || !(await wantsMail(tx, userId, 'job_application'))) return
  const parts = renderMail({ organization: tx.config.organizationName, ...content })
  await queueMail(tx, { to, subject, attachments, ...parts })
}

interface About {
  id: number
  name: string
  title: string
}

/** Where the frontend shows an application. */
export const applicationButton = (tx: Transaction, { id }: Pick<About, 'id'>) => ({
  text: 'View the application',
  url: `${tx.config.frontendUrl}/job-applications/${id}`,
})

interface Recruiter {
  id: number
  name: string
  email: string
}

export const announceApplication = (tx: Transaction, { id, name, email }: Recruiter, about: About) =>
  write(tx, id, {
    to: email,
    subject: `${about.name} applied for ${about.title}`,
    heading: 'A new application',
    paragraphs: [`Hello ${name},`, `${about.name} applied for ${about.title}.`],
    button: applicationButton(tx, about),
  })

/** What a status means to the one who waits for it. */
const news: Record<ApplicationStatus, string> = {
  applied: 'has been received',
  reviewing: 'is being reviewed',
  shortlisted: 'has been shortlisted',
  rejected: 'was not successful this time',
  hired: 'was successful: you are hired',
}

/** A status as a sentence to the applicant. */
export const describeStatus = (title: string, status: ApplicationStatus) =>
  `Your application for ${title} ${news[status]}.`

interface Applicant {
  user_id: number
  /** The address in the application. */
  email: string
}

export const announceStatus = (
  tx: Transaction,
  { user_id, email }: Applicant,
  about: About & { status: ApplicationStatus },
) =>
  write(tx, user_id, {
    to: email,
    subject: `Your application for ${about.title}`,
    heading: 'News about your application',
    paragraphs: [`Hello ${about.name},`, describeStatus(about.title, about.status)],
    button: applicationButton(tx, about),
  })
