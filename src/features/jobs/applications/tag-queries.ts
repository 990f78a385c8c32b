import { sql } from 'kysely'
import { countElements } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** The tags do not change `updated_at`, which the applicant sees. */
export const applicationTags = {
  set: prepare((q, p: { id: number; tags: string[]; tag_keys: string[] }) =>
    q.updateTable('job_applications').set({ tags: p.tags, tag_keys: p.tag_keys }).where('id', '=', p.id),
  ),

  /** The tags that the owner of posts has given. */
  ofOwner: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_posts')
      .innerJoin('job_applications', 'job_applications.job_post_id', 'job_posts.id')
      .select(['job_applications.id as application_id', 'job_applications.job_post_id', 'job_applications.tags'])
      .where('job_posts.user_id', '=', p.user_id)
      .where(countElements('job_applications.tags'), '>', sql.lit(0))
      .orderBy('job_applications.id'),
  ),
}
