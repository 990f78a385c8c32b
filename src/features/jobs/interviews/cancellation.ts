import type { Transaction } from '#context.ts'
import { type Row, writeInvitation } from './mails.ts'
import { notifyApplicant, notifyInterviewersOfChange } from './notices.ts'
import { interviews } from './queries.ts'

/** Removes an interview and cancels its calendar event. */
export async function cancelInterview(tx: Transaction, row: Row): Promise<void> {
  await writeInvitation(tx, { ...row, sequence: row.sequence + 1 }, 'canceled')
  await interviews.remove.run(tx, { id: row.id })
}

const listInterviewers = ({ interviewers }: Row): number[] => interviewers.map(({ id }) => id)

/** Cancels an interview as those who manage the post do, and notifies the applicant and the interviewers. */
export async function cancelForAll(tx: Transaction, row: Row): Promise<void> {
  await cancelInterview(tx, row)
  await notifyApplicant(tx, row, 'canceled')
  await notifyInterviewersOfChange(tx, row, listInterviewers(row), 'canceled')
}

interface Application {
  id: number
}

const listComing = (tx: Transaction, { id }: Application): Promise<Row[]> =>
  interviews.ofApplication.all(tx, { application_id: id, since: tx.clock.now() })

/** Cancels the upcoming interviews of a withdrawn application, of which the recruiter is told besides. */
export async function cancelInterviews(tx: Transaction, application: Application): Promise<void> {
  for (const row of await listComing(tx, application)) {
    await cancelInterview(tx, row)
    const others = listInterviewers(row).filter((id) => id !== row.recruiter_id)
    await notifyInterviewersOfChange(tx, row, others, 'canceled')
  }
}

/**
 * Removes the upcoming interviews of an application whose applicant has no account any more, and notifies those who hold them. One with an
 * outcome took place, and stays.
 */
export async function removeInterviews(tx: Transaction, application: Application): Promise<void> {
  for (const row of await listComing(tx, application)) {
    if (row.outcome !== null) continue
    await interviews.remove.run(tx, { id: row.id })
    await notifyInterviewersOfChange(tx, row, [row.recruiter_id, ...listInterviewers(row)], 'canceled')
  }
}

/** Cancels the upcoming interviews of a recruiter who leaves, and notifies the applicants and the interviewers. */
export async function cancelInterviewsOfRecruiter(tx: Transaction, recruiter_id: number): Promise<void> {
  for (const row of await interviews.ofRecruiter.all(tx, { recruiter_id, since: tx.clock.now() }))
    await cancelForAll(tx, row)
}
