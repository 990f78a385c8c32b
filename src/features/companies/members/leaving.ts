import type { Transaction } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { members } from './queries.ts'

interface Leaver {
  companyId: number
  userId: number
}

/**
 * Gives what a member is responsible for to the longest-standing other owner. For a member who leaves, or who may no longer recruit;
 * the company must have another owner.
 */
export async function replaceRecruiter(
  tx: Transaction,
  { companyId, userId }: Leaver,
  hasLeft: boolean,
): Promise<void> {
  const [successor] = await members.others.all(tx, { company_id: companyId, user_id: userId })
  if (successor === undefined) throw notFound
  await tx.emitCompanyChanged(tx, { companyId, leaverId: userId, successorId: successor.user_id, hasLeft })
}
