import type { Transaction } from '#context.ts'
import type { ApplicationStatus } from '#database/tables/jobs.ts'
import { getUser } from '#features/users/index.ts'
import { fill, type Sentence, verbatim } from '#language/sentence.ts'
import type { getNameForReviewers } from '../blind.ts'
import { createApplicationButton, mailAboutApplication } from '../mails.ts'

interface ApplicationMail {
  id: number
  name: Name
  title: string
}

/** A name, or a sentence that stands for one. */
type Name = ReturnType<typeof getNameForReviewers>

interface Recruiter {
  id: number
  name: string
}

/** A sentence about a new application for the recruiter. */
export const describeArrival = ({ name, title }: Pick<ApplicationMail, 'name' | 'title'>): Sentence =>
  fill('{name} applied for {title}.', { name, title })

export const mailNewApplication = (
  tx: Transaction,
  { id, name }: Recruiter,
  about: ApplicationMail & { applicant: number },
) =>
  mailAboutApplication(tx, {
    recipient: id,
    sender: about.applicant,
    subject: fill('{name} applied for {title}', { name: about.name, title: about.title }),
    heading: 'A new application',
    paragraphs: [fill('Hello {name},', { name }), describeArrival(about)],
    button: createApplicationButton(tx, about),
  })

interface Submission {
  id: number
  user_id: number
  title: string
  sender: number
}

/** Mails the applicant that a reserved place has become an application. */
export async function mailSubmission(tx: Transaction, { id, user_id, title, sender }: Submission): Promise<void> {
  const { name } = await getUser(tx, user_id)
  await mailAboutApplication(tx, {
    recipient: user_id,
    sender,
    subject: fill('Your application for {title}', { title }),
    heading: 'Your application is submitted',
    paragraphs: [
      fill('Hello {name},', { name }),
      fill('You meet the requirements of {title}, and your application is submitted.', { title }),
    ],
    button: createApplicationButton(tx, { id }),
  })
}

/** The status in words for the applicant. */
const news = {
  applied: 'Your application for {title} has been received.',
  reviewing: 'Your application for {title} is being reviewed.',
  shortlisted: 'Your application for {title} has been shortlisted.',
  rejected: 'Your application for {title} was not successful this time.',
  hired: 'Your application for {title} was successful: you are hired.',
} as const satisfies Record<ApplicationStatus, string>

/** A sentence about the status for the applicant. */
export const describeStatus = (title: string, status: ApplicationStatus): Sentence => fill(news[status], { title })

interface StatusNews extends ApplicationMail {
  user_id: number
  status: ApplicationStatus
  /** What the recruiter writes with a rejection. */
  letter: string
  /** The user who changed the status. */
  changed_by: number
}

export const mailApplicationStatus = (tx: Transaction, about: StatusNews) =>
  mailAboutApplication(tx, {
    recipient: about.user_id,
    sender: about.changed_by,
    subject: fill('Your application for {title}', { title: about.title }),
    heading: 'News about your application',
    paragraphs: [
      fill('Hello {name},', { name: about.name }),
      describeStatus(about.title, about.status),
      ...(about.letter === '' ? [] : [about.letter.split('\n').map(verbatim)]),
    ],
    button: createApplicationButton(tx, about),
  })
