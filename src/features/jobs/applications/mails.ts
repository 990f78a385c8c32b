import type { Transaction } from '#context.ts'
import type { ApplicationStatus } from '#database/tables/jobs.ts'
import { applicationButton, queueApplicationMail } from '../mails.ts'

interface About {
  id: number
  name: string
  title: string
}

interface Recruiter {
  id: number
  name: string
  email: string
}

export const announceApplication = (tx: Transaction, { id, name, email }: Recruiter, about: About) =>
  queueApplicationMail(tx, id, {
    to: email,
    subject: `${about.name} applied for ${about.title}`,
    heading: 'A new application',
    paragraphs: [`Hello ${name},`, `${about.name} applied for ${about.title}.`],
    button: applicationButton(tx, about),
  })

/** The status in words for the applicant. */
const news: Record<ApplicationStatus, string> = {
  applied: 'has been received',
  reviewing: 'is being reviewed',
  shortlisted: 'has been shortlisted',
  rejected: 'was not successful this time',
  hired: 'was successful: you are hired',
}

/** A sentence about the status for the applicant. */
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
  queueApplicationMail(tx, user_id, {
    to: email,
    subject: `Your application for ${about.title}`,
    heading: 'News about your application',
    paragraphs: [`Hello ${about.name},`, describeStatus(about.title, about.status)],
    button: applicationButton(tx, about),
  })
