import type { Transaction } from '#context.ts'
import { type CausedMail, mailUser } from '#features/notifications/index.ts'

/** Queues a mail about an application to the account address of a user. */
export const mailAboutApplication = (tx: Transaction, mail: Omit<CausedMail, 'type'>): Promise<void> =>
  mailUser(tx, { ...mail, type: 'job_application' })

/** The button of a mail, with the address of the application in the frontend. */
export const createApplicationButton = (tx: Transaction, { id }: { id: number }) => ({
  text: 'View the application' as const,
  url: `${tx.config.frontendUrl}/job-applications/${id}`,
})
