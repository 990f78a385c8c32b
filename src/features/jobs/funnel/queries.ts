import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Counts a blind post by days, because an average of few applications would tell their moments. */
const days = perEngine<number>({
  sqlite: sql`julianday(min(job_application_changes.changed_at)) - julianday(
    case when job_posts.blind then substr(job_applications.applied_at, 1, 10) else job_applications.applied_at end)`,
  postgres: sql`extract(epoch from min(job_application_changes.changed_at)
    - case when job_posts.blind then date_trunc('day', job_applications.applied_at, 'UTC')
      else job_applications.applied_at end)::float8 / 86400`,
})

export const funnels = {
  /** How many applications of the post had each status later, and after how many days on average. */
  reached: prepare((q, p: { job_post_id: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('job_applications')
          .innerJoin('job_application_changes', 'job_application_changes.application_id', 'job_applications.id')
          .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
          .select(['job_application_changes.to_status as status'])
          .select(days.as('days'))
          .where('job_applications.job_post_id', '=', p.job_post_id)
          .where('job_applications.pending', '=', sql.lit(false))
          .groupBy([
            'job_applications.id',
            'job_posts.blind',
            'job_applications.applied_at',
            'job_application_changes.to_status',
          ])
          .as('steps'),
      )
      .select('steps.status')
      .select((e) => [e.fn.countAll<number>().as('total'), e.fn.avg<number>('steps.days').as('days')])
      .groupBy('steps.status'),
  ),

  reasons: prepare((q, p: { job_post_id: number }) =>
    q
      .selectFrom('job_applications')
      .select('rejection_reason as reason')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('job_post_id', '=', p.job_post_id)
      .where('status', '=', sql.lit('rejected'))
      .groupBy('rejection_reason')
      .orderBy('count', 'desc')
      .orderBy('rejection_reason'),
  ),
}
