/**
 * How people are attached to an object of another user: graders of an exam, editors of a question bank, reviewers of a job post,
 * collaborators of a project, members of a research team or a company. Each way in counts as an invitation, notifies once, and is told to the
 * audit log.
 */

import type { Transaction } from '#context.ts'
import { countInvitation } from '#features/users/index.ts'
import { describeAuditEvent } from '#platform/audit/audit.ts'

export interface NewMember {
  /** Names the object, like `project 5`. */
  group: string
  /** The account that is notified; null for an address that has none. */
  userId: number | null
  /** What the audit log says; by default that the account was added. */
  audited?: { userId: number | null; after: object }
  notify: () => Promise<void>
}

/**
 * Counts the invitation, describes it to the audit log and notifies the person. One who was invited to the same within 24 hours is not
 * notified again. Throws 429 after too many invitations by the actor.
 */
export async function inviteMember(tx: Transaction, { group, userId, audited, notify }: NewMember): Promise<void> {
  describeAuditEvent(tx, { before: null, ...(audited ?? { userId, after: { user_id: userId } }) })
  const isFirst = await countInvitation(tx, group, userId ?? 0)
  if (isFirst && userId !== null) await notify()
}
