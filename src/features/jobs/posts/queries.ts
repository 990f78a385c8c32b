import { type ExpressionBuilder, sql } from 'kysely'
import { asBoolean, jsonObject, perEngine, textsOf } from '../../../database/expressions.ts'
import type { JobPostStatus } from '../../../database/job-tables.ts'
import { type Builder, prepare } from '../../../database/prepare.ts'
import type { Tables } from '../../../database/tables.ts'
import type { JobPost, JobPostSort } from './schemas.ts'
import type { Range } from './terms.ts'

/** What a post says; the rest of its row follows from it. */
export type JobPostText = Pick<
  JobPost,
  | 'title'
  | 'description'
  | 'company'
  | 'location'
  | 'remote'
  | 'employment_type'
  | 'experience_level'
  | 'skills'
  | 'salary_min'
  | 'salary_max'
  | 'currency'
  | 'deadline'
  | 'status'
  | 'questions'
>

type Row = JobPostText & { title_key: string; pays: number; closes_at: string; now: string }

/** Who looks: they see what they applied to, and how many applied to their own. */
interface Viewer {
  actor_id: number
  is_admin: boolean
}

interface Filter {
  actor_id: number
  /** All of them must be found. */
  terms?: Range[] | undefined
  status?: JobPostStatus | undefined
  recruiter_id?: number | undefined
  remote?: boolean | undefined
  employment_type?: JobPost['employment_type'] | undefined
  experience_level?: JobPost['experience_level'] | undefined
  min_salary?: number | undefined
}

const filters = [
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

const havingTerms = (terms: Range[]) =>
  perEngine<number>({
    sqlite: sql`(select job_post_id from json_each(${terms}) as wanted cross join job_post_terms
      where term >= wanted.value ->> 0 and term < wanted.value ->> 1
      group by job_post_id having count(distinct wanted.key) = json_array_length(${terms}))`,
    postgres: sql`(select job_post_id from jsonb_array_elements(${terms}::jsonb) with ordinality as wanted (range, place)
      join job_post_terms on term >= wanted.range ->> 0 and term < wanted.range ->> 1
      group by job_post_id having count(distinct wanted.place) = jsonb_array_length(${terms}::jsonb))`,
  })

function matching(q: Builder, p: Filter) {
  let posts = q.selectFrom('job_posts')
  if (p.terms !== undefined) posts = posts.where('id', 'in', havingTerms(p.terms))
  if (p.status !== undefined) posts = posts.where('status', '=', p.status)
  if (p.recruiter_id !== undefined) posts = posts.where('user_id', '=', p.recruiter_id)
  if (p.remote !== undefined) posts = posts.where('remote', '=', p.remote)
  if (p.employment_type !== undefined) posts = posts.where('employment_type', '=', p.employment_type)
  if (p.experience_level !== undefined) posts = posts.where('experience_level', '=', p.experience_level)
  return p.min_salary === undefined ? posts : posts.where('pays', '>=', p.min_salary)
}

// Two parts, because an index serves each of them in order, and none serves one or the other.
const open = (q: Builder, p: Filter) => matching(q, p).where('status', '=', 'open')
const ownOthers = (q: Builder, p: Filter) =>
  matching(q, p).where('user_id', '=', p.actor_id).where('status', '!=', 'open')

const everything = (
  eb: ExpressionBuilder<Tables & { recruiters: Tables['users'] }, 'job_posts' | 'recruiters'>,
  p: Viewer,
) =>
  [
    'job_posts.id',
    'job_posts.title',
    'job_posts.description',
    'job_posts.company',
    'job_posts.location',
    'job_posts.remote',
    'job_posts.employment_type',
    'job_posts.experience_level',
    'job_posts.skills',
    'job_posts.salary_min',
    'job_posts.salary_max',
    'job_posts.currency',
    'job_posts.deadline',
    'job_posts.status',
    'job_posts.questions',
    'job_posts.created_at',
    'job_posts.updated_at',
    jsonObject<JobPost['recruiter']>({
      id: eb.ref('recruiters.id'),
      name: eb.ref('recruiters.name'),
      profile_photo: eb.ref('recruiters.profile_photo'),
    }).as('recruiter'),
    asBoolean(sql`exists (select 1 from job_applications
      where job_applications.job_post_id = job_posts.id and job_applications.user_id = ${p.actor_id})`).as(
      'applied',
    ),
    sql<number | null>`case when job_posts.user_id = ${p.actor_id} or ${p.is_admin} then (
      select coalesce(sum(total), 0) from job_application_counts where job_post_id = job_posts.id) end`.as(
      'applicants_count',
    ),
  ] as const

interface Window {
  limit: number
  offset: number
  /** The last row that is needed of each part. */
  end: number
}

export const jobPosts = {
  visible: prepare(
    (q, p: Filter & Viewer & Window, sort: JobPostSort) => {
      const { column, direction } = orders[sort]
      const part = (posts: ReturnType<typeof open>) =>
        q
          .selectFrom(
            posts
              .select(['id', `${column} as place`])
              .orderBy(column, direction)
              .orderBy('id', direction)
              .limit(p.end)
              .as('part'),
          )
          .select(['id', 'place'])
      const found = q
        .selectFrom(
          part(open(q, p))
            .unionAll(part(ownOthers(q, p)))
            .as('both'),
        )
        .select(['id', 'place'])
        .orderBy('place', direction)
        .orderBy('id', direction)
        .limit(p.limit)
        .offset(p.offset)
      return q
        .selectFrom(found.as('found'))
        .innerJoin('job_posts', 'job_posts.id', 'found.id')
        .innerJoin('users as recruiters', 'recruiters.id', 'job_posts.user_id')
        .select((eb) => everything(eb, p))
        .orderBy('found.place', direction)
        .orderBy('found.id', direction)
    },
    { optional: filters, choices: sorts },
  ),

  countVisible: prepare(
    (q, p: Filter) =>
      q.selectNoFrom((eb) => [
        eb(
          open(q, p).select(sql<number>`count(*)`.as('total')),
          '+',
          ownOthers(q, p).select(sql<number>`count(*)`.as('total')),
        ).as('total'),
      ]),
    { optional: filters },
  ),

  countOwnOthers: prepare((q, p: { actor_id: number }) =>
    ownOthers(q, p).select(sql<number>`count(*)`.as('total')),
  ),

  countOpenOf: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_posts')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where('status', '=', 'open'),
  ),

  byId: prepare((q, p: Viewer & { id: number }) =>
    q
      .selectFrom('job_posts')
      .innerJoin('users as recruiters', 'recruiters.id', 'job_posts.user_id')
      .select((eb) => everything(eb, p))
      .where('job_posts.id', '=', p.id),
  ),

  add: prepare((q, p: Row & { user_id: number }) =>
    q
      .insertInto('job_posts')
      .values({ ...columns(p), user_id: p.user_id, created_at: p.now })
      .returning('id'),
  ),

  update: prepare((q, p: Row & { id: number }) =>
    q.updateTable('job_posts').set(columns(p)).where('id', '=', p.id),
  ),

  close: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('job_posts')
      .set({ status: 'closed', updated_at: p.now })
      .where('id', '=', p.id)
      .where('status', '!=', 'closed'),
  ),

  /** Only what nobody has applied to. */
  remove: prepare((q, p: { id: number }) =>
    q
      .deleteFrom('job_posts')
      .where('id', '=', p.id)
      .where(
        'id',
        'not in',
        q.selectFrom('job_applications').select('job_post_id').where('job_post_id', '=', p.id),
      ),
  ),

  everythingOf: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_posts')
      .select(['id', 'title', 'description', 'company', 'location', 'remote', 'employment_type'])
      .select(['experience_level', 'skills', 'salary_min', 'salary_max', 'currency', 'deadline'])
      .select(['status', 'questions', 'created_at', 'updated_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
}

const columns = (p: Row) => ({
  title: p.title,
  description: p.description,
  company: p.company,
  location: p.location,
  remote: p.remote,
  employment_type: p.employment_type,
  experience_level: p.experience_level,
  skills: p.skills,
  salary_min: p.salary_min,
  salary_max: p.salary_max,
  currency: p.currency,
  deadline: p.deadline,
  status: p.status,
  questions: p.questions,
  title_key: p.title_key,
  pays: p.pays,
  closes_at: p.closes_at,
  updated_at: p.now,
})

export const jobPostTerms = {
  add: prepare((q, p: { job_post_id: number; terms: string[] }) =>
    q
      .insertInto('job_post_terms')
      .columns(['term', 'job_post_id'])
      .expression(sql`select value, cast(${p.job_post_id} as bigint) from ${textsOf(p.terms)} as terms`),
  ),

  remove: prepare((q, p: { job_post_id: number }) =>
    q.deleteFrom('job_post_terms').where('job_post_id', '=', p.job_post_id),
  ),
}

export const jobPostCounts = {
  add: prepare((q, p: { change: number }) => q.insertInto('job_post_counts').values({ change: p.change })),

  open: prepare((q) =>
    q.selectFrom('job_post_counts').select(sql<number>`coalesce(sum(change), 0)`.as('total')),
  ),

  upTo: prepare((q) =>
    q
      .selectFrom('job_post_counts')
      .select([
        sql<number>`coalesce(sum(change), 0)`.as('total'),
        sql<number>`coalesce(max(id), 0)`.as('last_id'),
      ]),
  ),

  removeUpTo: prepare((q, p: { last_id: number }) =>
    q.deleteFrom('job_post_counts').where('id', '<=', p.last_id),
  ),
}
