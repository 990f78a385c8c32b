import type { Transaction } from '#context.ts'
import { type Row, writeInvitation } from './mails.ts'
import { interviews } from './queries.ts'

/** Takes an interview out of the calendar it stands in. */
export async function cancelInterview(tx: Transaction, row: Row): Promise<void> {
  await writeInvitation(tx, { ...row, sequence: row.sequence + 1 }, 'canceled')
  await interviews.remove.run(tx, { id: row.id })
}

/** Calls off what is still to come of an application. */
export async function cancelInterviews(tx: Transaction, application: { id: number }): Promise<void> {
  const coming = await interviews.ofApplication.all(tx, {
    application_id: application.id,
    since: tx.clock.now(),
  })
  for (const row of coming) await cancelInterview(tx, row)
}
