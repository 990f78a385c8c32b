import { prepareList } from '#database/query/prepare.ts'
import type { UserRecords } from '#features/feature.ts'

export const applicationRecords: UserRecords = {
  kind: 'application',
  list: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('job_applications')
      .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
      .select(['job_applications.id', 'job_posts.title', 'job_applications.status'])
      .select('job_applications.applied_at as created_at')
      .where('job_applications.user_id', '=', p.user_id)
      .orderBy('job_applications.id', 'desc'),
  ),
}
