import type { Transaction } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { members } from './queries.ts'

interface Leaver {
  companyId: number
  userId: number
}

/**
 * Gives the posts and interviews of a member who leaves, or who may no longer recruit, to the longest-standing other owner, or to the next
 * member who recruits and has not applied. The company must have another owner.
 */
export async function replaceRecruiter(
  tx: Transaction,
  { companyId, userId }: Leaver,
  hasLeft: boolean,
): Promise<void> {
  const others = await members.others.all(tx, { company_id: companyId, user_id: userId })
  const successorIds = others.filter(({ role }) => role !== 'interviewer').map(({ user_id }) => user_id)
  if (successorIds.length === 0) throw notFound
  await tx.emitCompanyChanged(tx, { companyId, leaverId: userId, successorIds, hasLeft })
}
