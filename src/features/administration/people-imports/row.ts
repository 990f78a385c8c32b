/** A row of a file of people, and what is done with it in the background. */

import type { Transaction } from '#context.ts'
import type { PersonRow, RowVerdict } from '#database/tables/invitations.ts'
import { inviteUser } from '#features/accounts/index.ts'
import { inviteToCompany } from '#features/companies/index.ts'
import { enrollLearner } from '#features/courses/index.ts'
import { addAddressToExam } from '#features/exams/index.ts'
import { findUserByEmail } from '#features/users/index.ts'
import { translateToEnglish } from '#language/translation.ts'

/** A row with its verdict; `messages` are in English. */
export interface CheckedRow {
  line: number
  data: PersonRow
  verdict: RowVerdict
  messages: string[]
  user_id: number | null
}

interface Import {
  message: string
  created_by: number | null
}

/** Invites the person of a row, unless the company of the row has no room: then the row is refused as a whole. */
export async function inviteRow(
  tx: Transaction,
  { message, created_by }: Import,
  { data: { courses, exams = [], company, ...person } }: Pick<CheckedRow, 'data'>,
): Promise<Pick<CheckedRow, 'verdict' | 'messages' | 'user_id'>> {
  const { email } = person
  // Another request may have added the address since the file was checked.
  const known = await findUserByEmail(tx, email)
  const messages: string[] = []
  if (company !== undefined && company.id !== null) {
    const invitee = { company_id: company.id, email, user_id: known?.id ?? null }
    const input = { ...invitee, company: company.text, role: company.role, invited_by: created_by }
    const membership = await inviteToCompany(tx, input)
    if (membership.message !== null) messages.push(translateToEnglish(membership.message))
    if (membership.isRefused) return { verdict: 'refused', messages, user_id: invitee.user_id }
  }
  const user_id = known?.id ?? (await inviteUser(tx, { ...person, message, invitedBy: created_by }))
  for (const courseId of courses) messages.push((await enrollLearner(tx, courseId, user_id)).message)
  for (const examId of exams) await addAddressToExam(tx, examId, { email, addedBy: created_by })
  return { verdict: known === null ? 'invited' : 'existing', messages: messages.filter((one) => one !== ''), user_id }
}
