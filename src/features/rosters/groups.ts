/** People who are put on a roster together: the members of a company, or the learners of a cohort. */

import type { Transaction } from '#context.ts'
import { ensure, invalidFields } from '#core/problem.ts'
import { groups } from './group-queries.ts'
import type { NewRosterEntries } from './schemas.ts'

export const unknownCompany = invalidFields({ company_id: ['The selected company id is invalid.'] })
export const unknownCohort = invalidFields({ cohort_id: ['The selected cohort id is invalid.'] })

/**
 * Returns the ids of the people of the named groups, as they are now. Throws 422 for a company of which the actor is no member, and for a
 * cohort of a course of another person; administrators may name any.
 */
export async function listPeopleOfGroups(
  tx: Transaction,
  { company_id, cohort_id }: Pick<NewRosterEntries, 'company_id' | 'cohort_id'>,
): Promise<number[]> {
  const viewer = { actor_id: tx.actor.id, is_admin: tx.actor.role === 'admin' }
  const ids = new Set<number>()
  if (company_id !== undefined) {
    ensure((await groups.company.maybe(tx, { ...viewer, id: company_id })) !== null, unknownCompany)
    for (const { id } of await groups.members.all(tx, { company_id })) ids.add(id)
  }
  if (cohort_id !== undefined) {
    ensure((await groups.cohort.maybe(tx, { ...viewer, id: cohort_id })) !== null, unknownCohort)
    for (const { id } of await groups.learners.all(tx, { cohort_id })) ids.add(id)
  }
  return [...ids]
}
