import { sql } from 'kysely'
import type { Slice } from '#core/page.ts'
import { integerList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { type JobPostFilter, jobPostList } from './list.ts'
import { selectColumns, type Viewer } from './queries.ts'

interface Owner {
  actor_id: number
}

/** What the actor has proven of each post, in points. Posts without a proven skill are not among them. */
const selectScores = (q: Builder, p: Owner) =>
  q
    .selectFrom('skill_strengths')
    .innerJoin('job_post_skills', 'job_post_skills.skill_key', 'skill_strengths.skill_key')
    .select('job_post_skills.job_post_id')
    .select(sql<number>`sum(job_post_skills.share * skill_strengths.strength / 100)`.as('score'))
    .where('skill_strengths.user_id', '=', p.actor_id)
    .groupBy('job_post_skills.job_post_id')

/** Open posts of others. */
const selectOffered = (q: Builder, p: JobPostFilter & Owner) =>
  jobPostList.selectPart(q, p, 'open').where('job_posts.user_id', '!=', p.actor_id)

export const fittingPosts = {
  /** Ids of posts that ask for something the actor has proven, best first. */
  fitting: prepare(
    (q, p: JobPostFilter & Owner & Slice) =>
      selectOffered(q, p)
        .innerJoin(selectScores(q, p).as('scores'), 'scores.job_post_id', 'job_posts.id')
        .select('job_posts.id')
        .orderBy('scores.score', 'desc')
        .orderBy('job_posts.id', 'desc')
        .limit(p.limit)
        .offset(p.offset),
    { optional: jobPostList.filterNames },
  ),

  countFitting: prepare(
    (q, p: JobPostFilter & Owner) =>
      selectOffered(q, p)
        .innerJoin(selectScores(q, p).as('scores'), 'scores.job_post_id', 'job_posts.id')
        .select((e) => e.fn.countAll<number>().as('total')),
    { optional: jobPostList.filterNames },
  ),

  /** Ids of the other posts, newest first. */
  others: prepare(
    (q, p: JobPostFilter & Owner & Slice) =>
      selectOffered(q, p)
        .select('job_posts.id')
        .where('job_posts.id', 'not in', q.selectFrom(selectScores(q, p).as('scores')).select('scores.job_post_id'))
        .orderBy('job_posts.id', 'desc')
        .limit(p.limit)
        .offset(p.offset),
    { optional: jobPostList.filterNames },
  ),

  count: prepare(
    (q, p: JobPostFilter & Owner) => selectOffered(q, p).select((e) => e.fn.countAll<number>().as('total')),
    {
      optional: jobPostList.filterNames,
    },
  ),

  byIds: prepare((q, p: Viewer & { ids: readonly number[] }) =>
    q
      .selectFrom('job_posts')
      .innerJoin('users as recruiters', 'recruiters.id', 'job_posts.user_id')
      .select((eb) => selectColumns(eb, p))
      .where('job_posts.id', 'in', integerList(p.ids)),
  ),
}
