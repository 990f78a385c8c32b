import { sql } from 'kysely'
import { integerList } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { createTermQueries } from '#database/query/terms.ts'
import type { ResumeState } from '#database/tables/jobs.ts'

/** The words by which resumes are searched. */
export const resumeTerms = createTermQueries('resume_terms')

/** Deletes the words of all resumes of a user whose account is deleted. */
export const removeTermsOfUser = prepare((q, p: { user_id: number }) =>
  q
    .deleteFrom('resume_terms')
    .where(
      'item_id',
      'in',
      q.selectFrom('job_applications').select('id').where('job_applications.user_id', '=', p.user_id),
    ),
)

/** Resumes that have been read. */
export const readResumeIds = {
  after: prepare((q, p: { after: number; most: number }) =>
    q
      .selectFrom('job_applications')
      .select('id')
      .where('id', '>', p.after)
      .where('resume_state', '!=', sql.lit('pending'))
      .where('resume_id', 'is not', null)
      .orderBy('id')
      .limit(p.most),
  ),

  reset: prepare((q, p: { ids: readonly number[] }) =>
    q
      .updateTable('job_applications')
      .set({ resume_state: sql.lit('pending') })
      .where('id', 'in', integerList(p.ids)),
  ),
}

/** Resumes whose words are still to be read. */
export const pendingResumes = {
  first: prepare((q) =>
    q
      .selectFrom('job_applications')
      .select(['id', 'resume_id'])
      .where('resume_state', '=', sql.lit('pending'))
      .where('resume_id', 'is not', null)
      .orderBy('id')
      .limit(1),
  ),

  /** Changes nothing when it has been read already. */
  finish: prepare((q, p: { id: number; state: ResumeState }) =>
    q
      .updateTable('job_applications')
      .set({ resume_state: p.state })
      .where('id', '=', p.id)
      .where('resume_state', '=', sql.lit('pending')),
  ),
}
