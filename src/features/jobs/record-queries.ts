import { sql } from 'kysely'
import { prepareList } from '#database/query/prepare.ts'
import type { UserRecords } from '#features/feature.ts'

/** Applications of a person. One for a blind post is listed once it is shortlisted, because its id and status would tell which it is. */
export const applicationRecords: UserRecords = {
  kind: 'application',
  list: prepareList((q, p: { user_id: number }) =>
    q
      .selectFrom('job_applications')
      .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
      .select(['job_applications.id', 'job_posts.title', 'job_applications.status'])
      .select('job_applications.applied_at as created_at')
      .where('job_applications.user_id', '=', p.user_id)
      .where((eb) =>
        eb.or([eb('job_posts.blind', '=', sql.lit(false)), eb('job_applications.shortlisted_at', 'is not', null)]),
      )
      .orderBy('job_applications.applied_at', 'desc')
      .orderBy('job_applications.id', 'desc'),
  ),
}
