/** What becomes of a certificate when its exam is graded again. */

import type { Transaction } from '#context.ts'
import { certificates } from './queries.ts'

/** Tells the revocations of the service from those of administrators, which it does not take back. */
const reason = 'The exam was graded again, and is not passed.'

interface Graded {
  userId: number
  examId: number
}

/** Revokes the certificate of an exam that is not passed any more. Returns whether there was a valid one. */
export async function revokeCertificateOf(tx: Transaction, { userId, examId }: Graded): Promise<boolean> {
  const row = await certificates.ofExam.maybe(tx, { user_id: userId, exam_id: examId })
  if (row === null) return false
  return (await certificates.revoke.run(tx, { id: row.id, reason, now: tx.clock.now() })) === 1
}

/** Makes a certificate valid again that was revoked because of grades. Returns whether there was one. */
export const restoreCertificateOf = async (tx: Transaction, { userId, examId }: Graded): Promise<boolean> =>
  (await certificates.restore.run(tx, { user_id: userId, exam_id: examId, reason })) === 1
