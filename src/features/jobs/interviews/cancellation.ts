import type { Transaction } from '#context.ts'
import { type Row, writeInvitation } from './mails.ts'
import { notifyApplicant } from './notices.ts'
import { interviews } from './queries.ts'

/** Removes an interview and cancels its calendar event. */
export async function cancelInterview(tx: Transaction, row: Row): Promise<void> {
  await writeInvitation(tx, { ...row, sequence: row.sequence + 1 }, 'canceled')
  await interviews.remove.run(tx, { id: row.id })
}

/** Cancels the upcoming interviews of an application. */
export async function cancelInterviews(tx: Transaction, application: { id: number }): Promise<void> {
  const coming = await interviews.ofApplication.all(tx, {
    application_id: application.id,
    since: tx.clock.now(),
  })
  for (const row of coming) await cancelInterview(tx, row)
}

/** Cancels the upcoming interviews of a recruiter who leaves, and notifies the applicants. */
export async function cancelInterviewsOfRecruiter(tx: Transaction, recruiter_id: number): Promise<void> {
  for (const row of await interviews.ofRecruiter.all(tx, { recruiter_id, since: tx.clock.now() })) {
    await cancelInterview(tx, row)
    await notifyApplicant(tx, row, 'canceled')
  }
}
