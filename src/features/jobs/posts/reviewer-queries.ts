import { asBoolean, jsonObject } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'
import { jobPostRights } from '../rights.ts'

interface Person {
  id: number
  name: string
  profile_photo: string | null
}

export const reviewers = {
  of: prepare((q, p: { job_post_id: number }) =>
    q
      .selectFrom('job_reviewers')
      .innerJoin('users', 'users.id', 'job_reviewers.user_id')
      .select(['job_reviewers.id', 'job_reviewers.added_at'])
      .select((eb) =>
        jsonObject<Person>({
          id: eb.ref('users.id'),
          name: eb.ref('users.name'),
          profile_photo: eb.ref('users.profile_photo'),
        }).as('user'),
      )
      .where('job_reviewers.job_post_id', '=', p.job_post_id)
      .orderBy('job_reviewers.id'),
  ),

  /** How the user is related to the post by other rows than its own. */
  relations: prepare((q, p: { job_post_id: number; actor_id: number }) =>
    q
      .selectFrom('job_posts')
      .select([
        asBoolean(jobPostRights.relates('reviewer', { actor_id: p.actor_id })).as('is_reviewer'),
        asBoolean(jobPostRights.relates('colleague', { actor_id: p.actor_id })).as('is_colleague'),
        asBoolean(jobPostRights.relates('member', { actor_id: p.actor_id })).as('is_member'),
      ])
      .where('job_posts.id', '=', p.job_post_id),
  ),

  find: prepare((q, p: { job_post_id: number; user_id: number }) =>
    q
      .selectFrom('job_reviewers')
      .select('id')
      .where('job_post_id', '=', p.job_post_id)
      .where('user_id', '=', p.user_id),
  ),

  inPost: prepare((q, p: { job_post_id: number; id: number }) =>
    q
      .selectFrom('job_reviewers')
      .select(['id', 'user_id'])
      .where('job_post_id', '=', p.job_post_id)
      .where('id', '=', p.id),
  ),

  count: prepare((q, p: { job_post_id: number }) =>
    q
      .selectFrom('job_reviewers')
      .select((e) => e.fn.countAll<number>().as('total'))
      .where('job_post_id', '=', p.job_post_id),
  ),

  add: prepare((q, p: { job_post_id: number; user_id: number; now: string }) =>
    q
      .insertInto('job_reviewers')
      .values({ job_post_id: p.job_post_id, user_id: p.user_id, added_at: p.now })
      .returning('id'),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('job_reviewers').where('id', '=', p.id)),

  removeByUser: prepare((q, p: { user_id: number }) => q.deleteFrom('job_reviewers').where('user_id', '=', p.user_id)),

  /** Posts that the user reviews. */
  postsOf: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_reviewers')
      .innerJoin('job_posts', 'job_posts.id', 'job_reviewers.job_post_id')
      .select(['job_posts.id', 'job_posts.title', 'job_reviewers.added_at'])
      .where('job_reviewers.user_id', '=', p.user_id)
      .orderBy('job_reviewers.id'),
  ),
}
