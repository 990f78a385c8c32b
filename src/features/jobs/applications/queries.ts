import { sql } from 'kysely'
import { castTimestamp, isTrue, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { ApplicationStatus, JobAnswer } from '#database/tables/jobs.ts'
import { applicationRecord } from './record.ts'
import type { MyApplication } from './schemas.ts'

interface Move {
  id: number
  from: ApplicationStatus
  to: ApplicationStatus
  /** Whether a blind candidate is shortlisted by it. */
  reveals: boolean
  reason: string
  letter: string
  now: string
}

const columns = [
  ...applicationRecord.qualifiedColumns,
  'job_posts.blind as is_blind_post',
  'job_posts.user_id as recruiter_id',
  'job_posts.hidden_at as post_hidden_at',
  'users.location',
  'users.skills',
  'users.profile_photo',
  'users.name as account_name',
] as const

/** Cross joins keep this order on SQLite, also with statistics from when there were few posts. */
export const selectApplications = (q: Builder) =>
  q
    .selectFrom('job_applications')
    .crossJoin('job_posts')
    .crossJoin('users')
    .whereRef('job_posts.id', '=', 'job_applications.job_post_id')
    .whereRef('users.id', '=', 'job_applications.user_id')
    .select(columns)
    .select((eb) =>
      jsonObject<MyApplication['job_post']>({
        id: eb.ref('job_posts.id'),
        title: eb.ref('job_posts.title'),
        company: eb.ref('job_posts.company'),
        status: eb.ref('job_posts.status'),
      }).as('job_post'),
    )

type NewApplicationRow = Omit<NewRowOf<typeof applicationRecord>, 'status' | 'applied_at' | 'updated_at'> & {
  /** Given to applications for blind posts; the next one unless given. */
  id?: number | undefined
  now: string
}

export interface Filter {
  status?: ApplicationStatus | undefined
}

export const applications = {
  byId: prepare((q, p: { id: number }) => selectApplications(q).where('job_applications.id', '=', p.id)),

  /** Shows the application to its judges. */
  deliver: prepare((q, p: { id: number; number: number; blind_score: number | null }) =>
    q
      .updateTable('job_applications')
      .set({
        candidate_number: p.number,
        blind_score: p.blind_score,
        pending: sql.lit(false),
        sealed: sql.lit(false),
      })
      .where('id', '=', p.id),
  ),

  /** Applications for blind posts that were submitted before the time and have not reached their judges. */
  sealedBefore: prepare((q, p: { before: string; most: number }) =>
    q
      .selectFrom('job_applications')
      .select('id')
      .where(isTrue('sealed'))
      .where('applied_at', '<', p.before)
      .orderBy('id')
      .limit(p.most),
  ),

  ofUser: prepareList(
    (q, p: Filter & { user_id: number }) => {
      const list = selectApplications(q)
        .where('job_applications.user_id', '=', p.user_id)
        .orderBy('job_applications.applied_at', 'desc')
        .orderBy('job_applications.id', 'desc')
      return p.status === undefined ? list : list.where('job_applications.status', '=', p.status)
    },
    { optional: ['status'] },
  ),

  mine: prepare((q, p: { job_post_id: number; user_id: number }) =>
    q
      .selectFrom('job_applications')
      .select('id')
      .where('job_post_id', '=', p.job_post_id)
      .where('user_id', '=', p.user_id),
  ),

  add: prepare(
    (q, p: NewApplicationRow) =>
      q
        .insertInto('job_applications')
        .values({
          ...(p.id === undefined ? {} : { id: p.id }),
          ...applicationRecord.newRow(p, { status: 'applied', applied_at: p.now, updated_at: p.now }),
        })
        .returning('id'),
    { optional: ['id'] },
  ),

  /** Changes nothing when another request was faster. */
  move: prepare((q, p: Move) =>
    q
      .updateTable('job_applications')
      .set({
        status: p.to,
        shortlisted_at: sql<string | null>`case when shortlisted_at is not null then shortlisted_at
          when ${p.reveals} then ${castTimestamp(p.now)} end`,
        rejection_reason: p.reason,
        rejection_letter: p.letter,
        updated_at: p.now,
      })
      .where('id', '=', p.id)
      .where('status', '=', p.from),
  ),

  /** Whether the user interviews for the application. */
  interviewer: prepare((q, p: { application_id: number; user_id: number }) =>
    q
      .selectFrom('interviewers')
      .select('interview_id')
      .where('application_id', '=', p.application_id)
      .where('user_id', '=', p.user_id)
      .limit(1),
  ),

  remove: prepare((q, p: { id: number }) => q.deleteFrom('job_applications').where('id', '=', p.id)),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectApplications(q).where('job_applications.user_id', '=', p.user_id).orderBy('job_applications.id'),
  ),

  /** Keeps the application and erases the applicant. */
  anonymise: prepare((q, p: { user_id: number; none: JobAnswer[]; now: string }) =>
    q
      .updateTable('job_applications')
      .set({
        first_name: 'Deleted',
        last_name: 'user',
        email: '',
        phone: '',
        resume_id: null,
        cover_letter: '',
        additional_answers: p.none,
        search_key: 'deleted user',
        rejection_letter: '',
        tags: [],
        tag_keys: [],
        updated_at: p.now,
      })
      .where('user_id', '=', p.user_id),
  ),
}

/** One row for each post and status, so that totals are not counted. */
export const applicationCounts = {
  of: prepare((q, p: { job_post_id: number }) =>
    q.selectFrom('job_application_counts').select(['status', 'total']).where('job_post_id', '=', p.job_post_id),
  ),

  add: prepare((q, p: { job_post_id: number; status: ApplicationStatus; change: number }) =>
    q
      .insertInto('job_application_counts')
      .values({ job_post_id: p.job_post_id, status: p.status, total: p.change })
      .onConflict((conflict) =>
        conflict
          .columns(['job_post_id', 'status'])
          .doUpdateSet({ total: sql<number>`job_application_counts.total + excluded.total` }),
      ),
  ),
}
