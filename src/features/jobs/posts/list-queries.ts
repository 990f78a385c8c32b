import type { Range } from '#core/terms.ts'
import { countParts, mergeParts, type Window } from '#database/query/merged-list.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createTermQueries, idsMatchingTerms } from '#database/query/terms.ts'
import type { JobPostStatus } from '#database/tables/jobs.ts'
import { columns, type Viewer } from './queries.ts'
import type { JobPost, JobPostSort } from './schemas.ts'

export interface Filter {
  /** Ranges that must all match. */
  terms?: Range[] | undefined
  status?: JobPostStatus | undefined
  recruiter_id?: number | undefined
  remote?: boolean | undefined
  employment_type?: JobPost['employment_type'] | undefined
  experience_level?: JobPost['experience_level'] | undefined
  min_salary?: number | undefined
}

export const filters = [
  'terms',
  'status',
  'recruiter_id',
  'remote',
  'employment_type',
  'experience_level',
  'min_salary',
] as const

const orders = {
  recent: { column: 'id', direction: 'desc' },
  deadline: { column: 'closes_at', direction: 'asc' },
  salary: { column: 'pays', direction: 'desc' },
  title: { column: 'title_key', direction: 'asc' },
} as const

const sorts: readonly JobPostSort[] = ['recent', 'deadline', 'salary', 'title']

type Owner = Pick<Viewer, 'actor_id'>

function selectMatching(q: Builder, p: Filter) {
  let posts = q.selectFrom('job_posts')
  if (p.terms !== undefined) posts = posts.where('id', 'in', idsMatchingTerms(p.terms, 'job_post_terms'))
  if (p.status !== undefined) posts = posts.where('status', '=', p.status)
  if (p.recruiter_id !== undefined) posts = posts.where('user_id', '=', p.recruiter_id)
  if (p.remote !== undefined) posts = posts.where('remote', '=', p.remote)
  if (p.employment_type !== undefined) posts = posts.where('employment_type', '=', p.employment_type)
  if (p.experience_level !== undefined) posts = posts.where('experience_level', '=', p.experience_level)
  return p.min_salary === undefined ? posts : posts.where('pays', '>=', p.min_salary)
}

export const selectOpen = (q: Builder, p: Filter) => selectMatching(q, p).where('status', '=', 'open')
const selectOwnUnopened = (q: Builder, p: Filter & Owner) =>
  selectMatching(q, p).where('user_id', '=', p.actor_id).where('status', '!=', 'open')
const listParts = (q: Builder, p: Filter & Owner) => [{ rows: selectOpen(q, p) }, { rows: selectOwnUnopened(q, p) }]

/** Posts that the actor sees: all open ones and their own. */
export const visiblePosts = {
  page: prepare(
    (q, p: Filter & Viewer & Window, sort: JobPostSort) => {
      const { direction } = orders[sort]
      // A cross join keeps this order on SQLite even with statistics from when there were few posts.
      return q
        .selectFrom(mergeParts(q, listParts(q, p), orders[sort], p).as('found'))
        .crossJoin('job_posts')
        .crossJoin('users as recruiters')
        .select((eb) => columns(eb, p))
        .whereRef('job_posts.id', '=', 'found.id')
        .whereRef('recruiters.id', '=', 'job_posts.user_id')
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: filters, choices: sorts },
  ),

  count: prepare((q, p: Filter & Owner) => countParts(q, listParts(q, p)), { optional: filters }),

  countOwnOthers: prepare((q, { actor_id }: Owner) => countParts(q, [{ rows: selectOwnUnopened(q, { actor_id }) }])),
}

export const jobPostTerms = createTermQueries('job_post_terms')
