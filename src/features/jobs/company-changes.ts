import type { CompanyChange, Transaction } from '#context.ts'
import { formerMembers } from './interviews/former-member-queries.ts'
import { jobPosts } from './posts/queries.ts'
import { slotPeople } from './slots/queries.ts'
import { templates } from './templates/queries.ts'

/**
 * Reacts to a company: the posts and interviews of a member who leaves, or may no longer recruit, pass to the owner who takes over, so that
 * the recruiter of a post always recruits for its company. The posts of a deleted company are closed and stay with their recruiters; its templates go with it.
 */
export async function replaceRecruiter(tx: Transaction, change: CompanyChange): Promise<void> {
  const now = tx.clock.now()
  const { companyId: company_id } = change
  if ('isDeleted' in change) {
    await jobPosts.closeAllOfCompany.run(tx, { company_id, now })
    await jobPosts.leaveCompany.run(tx, { company_id })
    await templates.removeOfCompany.run(tx, { company_id })
    return
  }
  if (!('leaverId' in change)) return
  const { leaverId: from, successorIds, hasLeft } = change
  // Who has applied for a post takes it over only if there is no other.
  for (const to of successorIds) await jobPosts.passOn.run(tx, { company_id, from, to, now })
  for (const to of successorIds.slice(0, 1)) await jobPosts.passOnRest.run(tx, { company_id, from, to, now })
  if (hasLeft) {
    await formerMembers.removeInterviewer.run(tx, { company_id, user_id: from })
    await formerMembers.removePerson.run(tx, { company_id, user_id: from })
    await slotPeople.removeMember.run(tx, { company_id, user_id: from })
    await formerMembers.removeReviewer.run(tx, { company_id, user_id: from })
    await formerMembers.addMissingInterviewers.run(tx, { company_id })
  }
  await formerMembers.addRecruiters.run(tx, { company_id })
}
