/** The list of job posts that an actor sees: all open ones, their own, and those of their companies. */

import { defineList } from '#database/list/define-list.ts'
import type { FilterOf } from '#database/list/definition.ts'
import { integerList, textList } from '#database/query/expressions.ts'
import type { JobPostStatus } from '#database/tables/jobs.ts'
import { jobPostRights } from '../rights.ts'
import { selectColumns, type Viewer } from './queries.ts'
import type { JobPost } from './schemas.ts'

export const jobPostList = defineList({
  table: 'job_posts',
  filters: {
    ids: (posts, ids: readonly number[]) => posts.where('id', 'in', integerList(ids)),
    skill_key: (posts, key: string) =>
      posts.where('id', 'in', (eb) =>
        eb.selectFrom('job_post_skills').select('job_post_id').where('skill_key', '=', key),
      ),
    /** Places as they are written in posts. */
    places: (posts, places: readonly string[]) => posts.where('location', 'in', textList(places)),
    status: (posts, status: JobPostStatus) => posts.where('status', '=', status),
    recruiter_id: (posts, id: number) => posts.where('user_id', '=', id),
    company_id: (posts, id: number) => posts.where('company_id', '=', id),
    remote: (posts, remote: boolean) => posts.where('remote', '=', remote),
    employment_type: (posts, type: JobPost['employment_type']) => posts.where('employment_type', '=', type),
    experience_level: (posts, level: JobPost['experience_level']) => posts.where('experience_level', '=', level),
    min_salary: (posts, least: number) => posts.where('pays', '>=', least),
    /** Those that still take applications at the time. */
    closes_after: (posts, now: string) => posts.where('closes_at', '>', now),
  },
  sorts: {
    /** Without words, the newest come first; with words, their index orders the rows. */
    relevance: { column: 'id', direction: 'desc' },
    recent: { column: 'id', direction: 'desc' },
    deadline: { column: 'closes_at', direction: 'asc' },
    salary: { column: 'pays', direction: 'desc' },
    title: { column: 'title_key', direction: 'asc' },
  },
  parts: {
    open: {
      where: (posts) => posts.where('status', '=', 'open'),
      counted: { status: 'open' },
      counters: [
        {
          name: 'job_posts.open',
          values: [
            { column: 'employment_type', filter: ({ employment_type }) => employment_type },
            { column: 'experience_level', filter: ({ experience_level }) => experience_level },
            {
              column: 'remote',
              words: { value: true, is: 'remote', not: 'on_site' },
              filter: ({ remote }) => (remote === undefined ? undefined : remote ? 'remote' : 'on_site'),
            },
          ],
        },
      ],
    },
    ownOthers: {
      where: (posts, { actor_id }: Viewer) =>
        posts.where('user_id', '=', actor_id).where('status', 'in', ['draft', 'closed']),
    },
    /** Posts of colleagues, in the companies that the actor recruits for. */
    colleagueOthers: {
      areFew: true,
      where: (posts, viewer: Viewer) =>
        posts
          .where('company_id', 'in', (eb) =>
            eb.selectFrom('company_members').select('company_id').where('user_id', '=', viewer.actor_id),
          )
          .where('status', 'in', ['draft', 'closed'])
          .where('user_id', '!=', viewer.actor_id)
          .where(jobPostRights.relates('colleague', viewer)),
    },
  },
  views: { visible: ['open', 'ownOthers', 'colleagueOthers'], unpublished: ['ownOthers', 'colleagueOthers'] },
  narrow: ['skill_key', 'places', 'recruiter_id', 'company_id', 'min_salary', 'closes_after'],
  served: () => ['status'],
  // A cross join keeps this order on SQLite even with statistics from when there were few posts.
  select: (q, viewer: Viewer, found, direction) =>
    q
      .selectFrom(found)
      .crossJoin('job_posts')
      .crossJoin('users as recruiters')
      .select((eb) => selectColumns(eb, viewer))
      .whereRef('job_posts.id', '=', 'found.id')
      .whereRef('recruiters.id', '=', 'job_posts.user_id')
      .orderBy('found.place', direction)
      .orderBy('found.id', direction),
})

export type JobPostFilter = FilterOf<(typeof jobPostList)['filters']>
