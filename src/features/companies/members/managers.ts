import type { AnyContext } from '#context.ts'
import { findSuspension } from '#features/users/index.ts'
import { members } from './queries.ts'

/** Returns the owners and admins of a company other than the user, owners first, without those who are suspended. */
export async function listManagers(ctx: AnyContext, companyId: number, userId: number): Promise<number[]> {
  const others = await members.others.all(ctx, { company_id: companyId, user_id: userId })
  const managers: number[] = []
  for (const { user_id, role } of others)
    if ((role === 'owner' || role === 'admin') && (await findSuspension(ctx, user_id)) === null) managers.push(user_id)
  return managers
}
