import { sql } from 'kysely'
import {
  chooseParts,
  countParts,
  type Extent,
  extent,
  limitToFirst,
  mergeParts,
  mostRowsRead,
  type Window,
} from '#database/query/merged-list.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createWordQueries, selectIdsMatchingWords, type WordSearch } from '#database/query/words.ts'
import type { JobPostStatus } from '#database/tables/jobs.ts'
import { selectColumns, type Viewer } from './queries.ts'
import type { JobPost, JobPostSort } from './schemas.ts'

export interface Filter {
  /** Words that must all match. */
  words?: WordSearch | undefined
  status?: JobPostStatus | undefined
  recruiter_id?: number | undefined
  remote?: boolean | undefined
  employment_type?: JobPost['employment_type'] | undefined
  experience_level?: JobPost['experience_level'] | undefined
  min_salary?: number | undefined
}

export const filters = [
  'words',
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
  if (p.words !== undefined) posts = posts.where('id', 'in', selectIdsMatchingWords(p.words, 'job_post_words'))
  if (p.status !== undefined) posts = posts.where('status', '=', p.status)
  if (p.recruiter_id !== undefined) posts = posts.where('user_id', '=', p.recruiter_id)
  if (p.remote !== undefined) posts = posts.where('remote', '=', p.remote)
  if (p.employment_type !== undefined) posts = posts.where('employment_type', '=', p.employment_type)
  if (p.experience_level !== undefined) posts = posts.where('experience_level', '=', p.experience_level)
  return p.min_salary === undefined ? posts : posts.where('pays', '>=', p.min_salary)
}

export const selectOpen = (q: Builder, p: Filter) => selectMatching(q, p).where('status', '=', 'open')
const selectOwnUnopened = (q: Builder, p: Filter & Owner) =>
  selectMatching(q, p).where('user_id', '=', p.actor_id).where('status', 'in', ['draft', 'closed'])

const listParts = (q: Builder, p: Filter & Owner, open = selectOpen(q, p)) => [
  { rows: open },
  { rows: selectOwnUnopened(q, p) },
]

const selectFirstOpen = (q: Builder, p: Filter & Extent, sort: JobPostSort) =>
  p.reach === undefined ? selectOpen(q, p) : limitToFirst(selectOpen(q, p), selectOpen(q, {}), orders[sort], p.reach)

const selectCandidates = (q: Builder, { recruiter_id, min_salary }: Filter) =>
  recruiter_id === undefined ? selectOpen(q, { min_salary }) : selectMatching(q, { recruiter_id })

/** Posts that the actor sees: all open ones and their own. */
export const visiblePosts = {
  page: prepare(
    (q, p: Filter & Viewer & Window & Extent, sort: JobPostSort) => {
      const { direction } = orders[sort]
      const found = chooseParts(listParts(q, p, selectFirstOpen(q, p, sort)), p)
      // A cross join keeps this order on SQLite even with statistics from when there were few posts.
      return q
        .selectFrom(mergeParts(q, found, orders[sort], p).as('found'))
        .crossJoin('job_posts')
        .crossJoin('users as recruiters')
        .select((eb) => selectColumns(eb, p))
        .whereRef('job_posts.id', '=', 'found.id')
        .whereRef('recruiters.id', '=', 'job_posts.user_id')
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: [...filters, ...extent], choices: sorts },
  ),

  count: prepare((q, p: Filter & Owner) => countParts(q, listParts(q, p)), { optional: filters }),

  countOwnOthers: prepare((q, p: Filter & Owner) => countParts(q, [{ rows: selectOwnUnopened(q, p) }]), {
    optional: filters,
  }),

  /** Counts, up to a limit, the posts of a recruiter, or those that pay as much, which an index leads to. */
  countCandidates: prepare(
    (q, p: Pick<Filter, 'recruiter_id' | 'min_salary'>) =>
      q
        .selectFrom(
          selectCandidates(q, p)
            .select('id')
            .limit(sql.lit(mostRowsRead + 1))
            .as('candidates'),
        )
        .select((e) => e.fn.countAll<number>().as('total')),
    { optional: ['recruiter_id', 'min_salary'] },
  ),
}

export const jobPostWords = createWordQueries('job_post_words')
