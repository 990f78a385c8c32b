import type { Actor, Transaction } from '#context.ts'
import { createTooManyRequests } from '#core/problem.ts'
import { countUse } from '#platform/throttle.ts'
import { userRights } from './rights.ts'

interface Member {
  user: { id: number; email: string }
  accepted_at: string | null
}

/** Hides the e-mail address of a collaborator or team member from all but fellow members, who see it once it is accepted. */
export function presentMember<T extends Member>(actor: Actor, member: T, isFellow: boolean): T {
  if ((isFellow && member.accepted_at !== null) || userRights.may.readAllFields(actor, member.user)) return member
  return { ...member, user: { ...member.user, email: '' } }
}

/**
 * Counts an invitation of the user, or of an address, to a group, such as a project. Returns false if the user was invited to it within
 * the last 24 hours, so that a repetition sends nothing. Throws 429 after too many invitations by the actor;
 * what the service does in the background, such as an import by an administrator, has no such limit.
 */
export async function countInvitation(tx: Transaction, group: string, invited: number | string): Promise<boolean> {
  const day = { days: 1 }
  const limit = { limit: tx.config.rateLimits.invitations, window: day }
  const isLimited = tx.actor.role !== 'system'
  const wait = isLimited ? await countUse(tx, 'invitations', [String(tx.actor.id)], limit) : null
  if (wait !== null)
    throw createTooManyRequests('You have invited too many people today, please try again later.', wait)
  return (await countUse(tx, 'invitation', [group, String(invited)], { limit: 1, window: day })) === null
}
