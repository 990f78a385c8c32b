import type { Transaction } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { members } from './queries.ts'

/** A member who leaves, or may do less from now on. */
export interface Leaver {
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
  await tx.emitCompanyChanged(tx, {
    companyId,
    leaverId: userId,
    successorIds: await listSuccessors(tx, { companyId, userId }),
    hasLeft,
  })
}

/** Lets an owner take over the plan for which a member pays who may no longer do so. */
export async function replacePayer(tx: Transaction, { companyId, userId }: Leaver): Promise<void> {
  const successorIds = await listSuccessors(tx, { companyId, userId })
  await tx.emitCompanyChanged(tx, { companyId, formerPayerId: userId, successorIds })
}

/** Returns the other members who recruit, first those with the most permissions. */
async function listSuccessors(tx: Transaction, { companyId, userId }: Leaver): Promise<number[]> {
  const others = await members.others.all(tx, { company_id: companyId, user_id: userId })
  const successorIds = others.filter(({ role }) => role !== 'interviewer').map(({ user_id }) => user_id)
  if (successorIds.length === 0) throw notFound
  return successorIds
}
