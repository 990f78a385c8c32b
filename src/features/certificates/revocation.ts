/** The end of a certificate, and its return when an exam is graded once more. The holder is told both. */

import type { Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { findUser } from '#features/users/index.ts'
import { type FilledSentence, fill, type PlainTemplate } from '#language/sentence.ts'
import { certificates } from './queries.ts'
import type { CertificateRow } from './record.ts'

/** Tells the revocations of the service from those of administrators, which it does not take back. */
const regradingReason = 'The exam was graded again, and is not passed.'

const revokedTitle = 'Your certificate is no longer valid'

interface GradedUser {
  userId: number
  examId: number
}

/** Revokes a certificate, and tells its holder why. One that is revoked already stays as it is. */
export async function revoke(tx: Transaction, row: CertificateRow, reason: string): Promise<void> {
  if ((await certificates.revoke.run(tx, { id: row.id, reason, now: tx.clock.now() })) === 0) return
  await tell(tx, row, revokedTitle, explainRevocation(row.title, reason))
}

function explainRevocation(title: string, reason: string): FilledSentence {
  if (reason === regradingReason)
    return fill('The exam “{title}” was graded again and is not passed any more, so its certificate was revoked.', {
      title,
    })
  return reason === ''
    ? fill('The certificate for “{title}” was revoked.', { title })
    : fill('The certificate for “{title}” was revoked. The reason: {reason}', { title, reason })
}

/** Revokes the certificate of an exam that is not passed any more. */
export async function revokeCertificateOf(tx: Transaction, { userId, examId }: GradedUser): Promise<void> {
  const row = await certificates.ofExam.maybe(tx, { user_id: userId, exam_id: examId })
  if (row !== null) await revoke(tx, row, regradingReason)
}

/** Makes a certificate valid again that was revoked because of grades. */
export async function restoreCertificateOf(tx: Transaction, { userId, examId }: GradedUser): Promise<void> {
  const exam = { user_id: userId, exam_id: examId }
  if ((await certificates.restore.run(tx, { ...exam, reason: regradingReason })) === 0) return
  const row = await certificates.ofExam.one(tx, exam)
  const message = fill('The exam “{title}” was graded again and is passed, so its certificate is valid again.', {
    title: row.title,
  })
  await tell(tx, row, 'Your certificate is valid again', message)
}

async function tell(tx: Transaction, { id, user_id }: CertificateRow, title: PlainTemplate, message: FilledSentence) {
  // Null when the holder has deleted the account.
  if ((await findUser(tx, user_id)) === null) return
  await notify(tx, user_id, 'certificate_issued', {
    title,
    message,
    data: { url: `/certificates/${id}`, action: 'view_certificate' },
    event: `certificate:${id}:${title === revokedTitle ? 'revoked' : 'restored'}:${tx.clock.now()}`,
  })
}
