import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { asBoolean, asJson, jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import type { Tables } from '#database/tables/index.ts'
import { companyRights } from '#features/companies/rights.ts'
import { hasCompanyPlan } from '#features/subscriptions/condition-queries.ts'
import { requirementsOfPost } from '../requirements/queries.ts'
import { jobPostRights } from '../rights.ts'
import { jobPostRecord } from './record.ts'
import type { JobPost } from './schemas.ts'

const { columns, qualifiedColumns, values } = jobPostRecord

/** The columns that a recruiter writes. */
export type JobPostText = WrittenValues<typeof jobPostRecord>

type Row = JobPostText & { title_key: string; pays: number; closes_at: string; now: string }

/** The user who reads; determines `applied` and the number of applicants. */
export interface Viewer {
  actor_id: number
  is_admin: boolean
}

const describeRecruiter = (eb: ExpressionBuilder<{ recruiters: Tables['users'] }, 'recruiters'>) =>
  jsonObject<JobPost['recruiter']>({
    id: eb.ref('recruiters.id'),
    name: eb.ref('recruiters.name'),
    profile_photo: eb.ref('recruiters.profile_photo'),
  })

/** The logo of a company that no administrator has hidden. */
const selectLogo = (companyId: RawBuilder<number | null>) =>
  sql<string | null>`(select logo from companies where companies.id = ${companyId} and companies.hidden_at is null)`.as(
    'company_logo',
  )

/** The columns of `JobPost`. */
export const selectColumns = (
  eb: ExpressionBuilder<Tables & { recruiters: Tables['users'] }, 'job_posts' | 'recruiters'>,
  p: Viewer,
) =>
  [
    ...qualifiedColumns,
    requirementsOfPost.as('requirements'),
    describeRecruiter(eb).as('recruiter'),
    selectLogo(sql.ref('job_posts.company_id')),
    asBoolean(sql`exists (select 1 from job_applications
      where job_applications.job_post_id = job_posts.id and job_applications.user_id = ${p.actor_id})`).as('applied'),
    sql<number | null>`case when ${jobPostRights.allows('manage', p)} then (
      select coalesce(sum(total), 0) from job_application_counts where job_post_id = job_posts.id) end`.as(
      'applicants_count',
    ),
    asBoolean(jobPostRights.allows('judge', p)).as('is_judge'),
    asBoolean(jobPostRights.relates('colleague', p)).as('is_colleague'),
  ] as const

interface PassedOn {
  company_id: number
  from: number
  to: number
  now: string
}

const passOn = (q: Builder, p: PassedOn) =>
  q
    .updateTable('job_posts')
    .set({ user_id: p.to, updated_at: p.now })
    .where('company_id', '=', p.company_id)
    .where('user_id', '=', p.from)

export const jobPosts = {
  /** Open posts of the user, without those that count against the plan of their company. */
  countOpenByUser: prepare((q, p: { user_id: number; now: string }) =>
    q
      .selectFrom('job_posts')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where('status', '=', 'open')
      .where((eb) => eb.not(hasCompanyPlan(sql.ref('job_posts.company_id'), p.now))),
  ),

  countOpenOfCompany: prepare((q, p: { company_id: number }) =>
    q
      .selectFrom('job_posts')
      .select(sql<number>`count(*)`.as('total'))
      .where('company_id', '=', p.company_id)
      .where('status', '=', 'open'),
  ),

  byId: prepare((q, p: Viewer & { id: number }) =>
    q
      .selectFrom('job_posts')
      .innerJoin('users as recruiters', 'recruiters.id', 'job_posts.user_id')
      .select((eb) => selectColumns(eb, p))
      .where('job_posts.id', '=', p.id),
  ),

  /** Returns the post without what a new one has none of: requirements and applications. */
  add: prepare((q, p: Row & { user_id: number }) =>
    q
      .insertInto('job_posts')
      .values({ ...columnValues(p), user_id: p.user_id, created_at: p.now })
      .returning(columns)
      .returning(selectLogo(sql`${p.company_id}`))
      .returning(() => {
        const author = q.selectFrom('users as recruiters').where('recruiters.id', '=', p.user_id)
        return asJson<JobPost['recruiter']>(sql`(${author.select((eb) => describeRecruiter(eb).as('recruiter'))})`).as(
          'recruiter',
        )
      }),
  ),

  /** The posts of a recruiter. */
  size: prepare((q, p: { user_id: number }) =>
    q.selectFrom('job_posts').select(measureRows()).where('user_id', '=', p.user_id),
  ),

  update: prepare((q, p: Row & { id: number }) =>
    q.updateTable('job_posts').set(columnValues(p)).where('id', '=', p.id),
  ),

  /** Gives the next number to a candidate. */
  numberCandidate: prepare((q, p: { id: number }) =>
    q
      .updateTable('job_posts')
      .set({ candidates_numbered: sql<number>`candidates_numbered + 1` })
      .where('id', '=', p.id)
      .returning('candidates_numbered as number'),
  ),

  companyName: prepare((q, p: { id: number }) => q.selectFrom('companies').select('name').where('id', '=', p.id)),

  /** The company, if the user may recruit for it. */
  recruitingCompany: prepare((q, p: { id: number; actor_id: number }) =>
    q
      .selectFrom('companies')
      .select('id')
      .where('id', '=', p.id)
      .where('deleted_at', 'is', null)
      .where(companyRights.allows('recruit', { actor_id: p.actor_id })),
  ),

  /** Gives the posts of a member who leaves the company to another one, apart from those that this one has applied for. */
  passOn: prepare((q, p: PassedOn) =>
    passOn(q, p).where('id', 'not in', (eb) =>
      eb.selectFrom('job_applications').select('job_post_id').where('job_applications.user_id', '=', p.to),
    ),
  ),

  passOnRest: prepare((q, p: PassedOn) => passOn(q, p)),

  /** Closes the posts of a company. */
  closeAllOfCompany: prepare((q, p: { company_id: number; now: string }) =>
    q.updateTable('job_posts').set(closed(p)).where('company_id', '=', p.company_id).where('status', '!=', 'closed'),
  ),

  /** Leaves the posts of a company to their recruiters. */
  leaveCompany: prepare((q, p: { company_id: number }) =>
    q.updateTable('job_posts').set({ company_id: null }).where('company_id', '=', p.company_id),
  ),

  openOfCompany: prepare((q, p: { company_id: number; now: string; limit: number }) =>
    q
      .selectFrom('job_posts')
      .select(['id', 'title', 'location'])
      .where('company_id', '=', p.company_id)
      .where('status', '=', 'open')
      .where('closes_at', '>', p.now)
      .orderBy('id', 'desc')
      .limit(p.limit),
  ),

  hasApplications: prepare((q, p: { id: number }) =>
    q.selectFrom('job_applications').select('id').where('job_post_id', '=', p.id).limit(1),
  ),

  close: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('job_posts').set(closed(p)).where('id', '=', p.id).where('status', '!=', 'closed'),
  ),

  /** Deletes a post without applications. */
  remove: prepare((q, p: { id: number }) =>
    q
      .deleteFrom('job_posts')
      .where('id', '=', p.id)
      .where('id', 'not in', q.selectFrom('job_applications').select('job_post_id').where('job_post_id', '=', p.id)),
  ),

  removeUnusedByUser: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('job_posts')
      .where('user_id', '=', p.user_id)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('job_applications')
              .select('job_applications.id')
              .whereRef('job_applications.job_post_id', '=', 'job_posts.id'),
          ),
        ),
      ),
  ),

  closeAllByUser: prepare((q, p: { user_id: number; now: string }) =>
    q.updateTable('job_posts').set(closed(p)).where('user_id', '=', p.user_id).where('status', '!=', 'closed'),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('job_posts')
      .select(columns)
      .select(requirementsOfPost.as('requirements'))
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
}

/** A hidden post stays hidden, and is closed when it is shown again. */
const closed = (p: { now: string }) => ({
  status: sql<'closed' | 'draft'>`case when hidden_at is null then 'closed' else status end`,
  hidden_status: sql<string | null>`case when hidden_at is null then null else 'closed' end`,
  updated_at: p.now,
})

const columnValues = (p: Row) => ({
  ...values(p),
  title_key: p.title_key,
  pays: p.pays,
  closes_at: p.closes_at,
  updated_at: p.now,
})
