import { sql } from 'kysely'
import { isTrue } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** Applications that wait until their user meets the requirements. Sealed ones are submitted, and wait for their judges. */
export const reservedPlaces = {
  /** Applications of a user that no judge has seen. */
  unseenOfUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_applications')
      .select('id')
      .where('user_id', '=', p.user_id)
      .where(isTrue('pending'))
      .orderBy('id'),
  ),

  /** Reserved places of a user. */
  pendingOfUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_applications')
      .select(['id', 'job_post_id'])
      .where('user_id', '=', p.user_id)
      .where(isTrue('pending'))
      .where('sealed', '=', sql.lit(false))
      .orderBy('id'),
  ),

  /** Users with reserved places at a post, by the id of the application. */
  pendingOfPost: prepare((q, p: { job_post_id: number; after: number; most: number }) =>
    q
      .selectFrom('job_applications')
      .select(['id', 'user_id'])
      .where('job_post_id', '=', p.job_post_id)
      .where(isTrue('pending'))
      .where('sealed', '=', sql.lit(false))
      .where('id', '>', p.after)
      .orderBy('id')
      .limit(p.most),
  ),

  /** Reserved places whose post accepts no more applications. */
  lapsed: prepare((q, p: { now: string; most: number }) =>
    q
      .selectFrom('job_applications')
      .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
      .select(['job_applications.id', 'job_applications.user_id', 'job_applications.resume_id', 'job_posts.title'])
      .where(isTrue('job_applications.pending'))
      .where('job_applications.sealed', '=', sql.lit(false))
      .where('job_posts.hidden_at', 'is', null)
      .where((eb) => eb.or([eb('job_posts.status', '!=', sql.lit('open')), eb('job_posts.closes_at', '<=', p.now)]))
      .orderBy('job_applications.job_post_id')
      .orderBy('job_applications.id')
      .limit(p.most),
  ),

  /** The post with reserved places that closes next. */
  nextToLapse: prepare((q, p: { after: string }) =>
    q
      .selectFrom('job_applications')
      .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
      .select('job_posts.closes_at')
      .where(isTrue('job_applications.pending'))
      .where('job_applications.sealed', '=', sql.lit(false))
      .where('job_posts.hidden_at', 'is', null)
      .where('job_posts.status', '=', sql.lit('open'))
      .where('job_posts.closes_at', '>', p.after)
      .orderBy('job_posts.closes_at')
      .limit(1),
  ),

  /** Submits a reserved place. Changes nothing when it is submitted already. */
  submit: prepare((q, p: { id: number; sealed: boolean; now: string }) =>
    q
      .updateTable('job_applications')
      .set({ pending: p.sealed, sealed: p.sealed, applied_at: p.now, updated_at: p.now })
      .where('id', '=', p.id)
      .where(isTrue('pending'))
      .where('sealed', '=', sql.lit(false)),
  ),
}
