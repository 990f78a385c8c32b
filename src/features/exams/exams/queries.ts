import { type ExpressionBuilder, sql } from 'kysely'
import { jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createTermQueries } from '#database/query/terms.ts'
import type { Tables } from '#database/tables/index.ts'
import { defineListTotals } from '#platform/list-totals.ts'
import type { Exam } from './schemas.ts'

/** Counts the exams that everyone sees. */
export const countPublishedExams = defineListTotals('exams.published', [])
/** Counts those of a category, which is the group. */
export const countCategory = defineListTotals('exams.published.category', [])

/** The columns that an author writes. */
export type Settings = Pick<
  Exam,
  | 'title'
  | 'description'
  | 'instructions'
  | 'category'
  | 'duration_minutes'
  | 'passing_score'
  | 'max_attempts'
  | 'available_from'
  | 'available_until'
  | 'shuffle'
  | 'certificate_enabled'
  | 'question_count'
  | 'on_expiry'
  | 'publication_status'
  | 'skills'
>

type Row = Settings & { category_key: string; closes_at: string; now: string }

export const examSkills = createTermQueries('exam_skills')

type Joined = Tables & { standings: Tables['exam_standings']; owners: Tables['users'] }

/** The columns of an exam with the standing of the actor. */
const columns = (eb: ExpressionBuilder<Joined, 'exams' | 'owners'>, p: { actor_id: number }) =>
  [
    'exams.id',
    'exams.user_id as owner_id',
    'exams.title',
    'exams.description',
    'exams.instructions',
    'exams.category',
    'exams.duration_minutes',
    'exams.passing_score',
    'exams.max_attempts',
    'exams.available_from',
    'exams.available_until',
    'exams.shuffle',
    'exams.certificate_enabled',
    'exams.question_count',
    'exams.on_expiry',
    'exams.publication_status',
    'exams.skills',
    'exams.pool_size',
    'exams.hidden_at',
    'exams.created_at',
    'exams.updated_at',
    sql<number>`coalesce(standings.attempts_used, 0)`.as('attempts_used'),
    sql<number | null>`(select open.id from exam_attempts as open where open.exam_id = exams.id
      and open.user_id = ${p.actor_id} and open.status = 'in_progress')`.as('open_attempt_id'),
    jsonObject<Exam['owner']>({ id: eb.ref('owners.id'), name: eb.ref('owners.name') }).as('owner'),
  ] as const

/** Joins the standing of the actor and the owner. */
export const withStanding = (q: Builder, p: { actor_id: number }) =>
  q
    .selectFrom('exams')
    .innerJoin('users as owners', 'owners.id', 'exams.user_id')
    .leftJoin('exam_standings as standings', (join) =>
      join.onRef('standings.exam_id', '=', 'exams.id').on('standings.user_id', '=', p.actor_id),
    )
    .select((eb) => columns(eb, p))
    .select('standings.passed')

export const exams = {
  byId: prepare((q, p: { id: number; actor_id: number }) =>
    withStanding(q, p).where('exams.id', '=', p.id).where('exams.deleted_at', 'is', null),
  ),

  add: prepare((q, p: Row & { user_id: number }) =>
    q
      .insertInto('exams')
      .values({ ...columnValues(p), user_id: p.user_id, created_at: p.now })
      .returning('id'),
  ),

  update: prepare((q, p: Row & { id: number }) => q.updateTable('exams').set(columnValues(p)).where('id', '=', p.id)),

  /** Deletes an exam without attempts. */
  remove: prepare((q, p: { id: number }) =>
    q
      .deleteFrom('exams')
      .where('id', '=', p.id)
      .where('id', 'not in', q.selectFrom('exam_attempts').select('exam_id').where('exam_id', '=', p.id)),
  ),

  hide: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('exams').set({ deleted_at: p.now, updated_at: p.now }).where('id', '=', p.id),
  ),

  idsByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exams')
      .select(['id', 'publication_status'])
      .where('user_id', '=', p.user_id)
      .where('deleted_at', 'is', null),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exams')
      .select(['id', 'title', 'description', 'instructions', 'category', 'duration_minutes'])
      .select(['passing_score', 'max_attempts', 'available_from', 'available_until', 'shuffle'])
      .select(['certificate_enabled', 'question_count', 'on_expiry', 'publication_status', 'skills'])
      .select(['created_at', 'updated_at'])
      .where('user_id', '=', p.user_id)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ),
}

const columnValues = (p: Row) => ({
  title: p.title,
  description: p.description,
  instructions: p.instructions,
  category: p.category,
  category_key: p.category_key,
  duration_minutes: p.duration_minutes,
  passing_score: p.passing_score,
  max_attempts: p.max_attempts,
  available_from: p.available_from,
  available_until: p.available_until,
  closes_at: p.closes_at,
  shuffle: p.shuffle,
  certificate_enabled: p.certificate_enabled,
  question_count: p.question_count,
  on_expiry: p.on_expiry,
  publication_status: p.publication_status,
  skills: p.skills,
  updated_at: p.now,
})
