import type { Transaction } from '#context.ts'
import type { ApplicationStatus } from '#database/tables/jobs.ts'
import { applicationButton, mailAboutApplication } from '../mails.ts'

interface About {
  id: number
  name: string
  title: string
}

interface Recruiter {
  id: number
  name: string
}

export const announceApplication = (tx: Transaction, { id, name }: Recruiter, about: About) =>
  mailAboutApplication(tx, {
    recipient: id,
    sender: tx.actor.id,
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

interface StatusNews extends About {
  user_id: number
  status: ApplicationStatus
  /** The user who changed the status. */
  changed_by: number
}

export const announceStatus = (tx: Transaction, about: StatusNews) =>
  mailAboutApplication(tx, {
    recipient: about.user_id,
    sender: about.changed_by,
    subject: `Your application for ${about.title}`,
    heading: 'News about your application',
    paragraphs: [`Hello ${about.name},`, describeStatus(about.title, about.status)],
    button: applicationButton(tx, about),
  })
