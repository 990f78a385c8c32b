import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import { buildErasure } from './condition-queries.ts'

const isAddressOfApplicant = (p: { application_id: number }) =>
  sql<boolean>`email = (select users.email from users
    join job_applications on job_applications.user_id = users.id
    where job_applications.id = ${p.application_id} and users.email_verified_at is not null)`

/** What connects imported candidates with applications. */
export const candidateLinks = {
  /** The candidate of a post with an address, unless the person has refused. */
  waiting: prepare((q, p: { job_post_id: number; email_key: string }) =>
    q
      .selectFrom('job_candidates')
      .select(['id', 'tags', 'note', 'imported_by'])
      .where('job_post_id', '=', p.job_post_id)
      .where('email_key', '=', p.email_key)
      .where('application_id', 'is', null)
      .where('withdrawn_at', 'is', null),
  ),

  link: prepare((q, p: { id: number; application_id: number; now: string }) =>
    q
      .updateTable('job_candidates')
      .set({ application_id: p.application_id, updated_at: p.now })
      .where('id', '=', p.id)
      .where('application_id', 'is', null),
  ),

  /**
   * Erases the candidate of an application, and remembers that the address is not wanted again. Only for an applicant who has proven the
   * address: an application may give any.
   */
  withdrawByApplication: prepare((q, p: { application_id: number; now: string }) =>
    q
      .updateTable('job_candidates')
      .set(buildErasure(p))
      .where('application_id', '=', p.application_id)
      .where(isAddressOfApplicant(p)),
  ),

  /** Ends the connection with an application, of which the same holds, and returns the candidate, who is erased later. */
  releaseByApplication: prepare((q, p: { application_id: number }) =>
    q
      .updateTable('job_candidates')
      .set({ application_id: null })
      .where('application_id', '=', p.application_id)
      .where(isAddressOfApplicant(p))
      .returning('id'),
  ),

  erase: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('job_candidates').set(buildErasure(p)).where('id', '=', p.id).where('withdrawn_at', 'is', null),
  ),
}
