import { type ExpressionBuilder, sql } from 'kysely'
import { asBoolean, integerList, jsonObject, measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import { createTermQueries } from '#database/query/terms.ts'
import type { WrittenValues } from '#database/record.ts'
import type { Tables } from '#database/tables/index.ts'
import { selectIsLocked, selectOpeningTime } from './quiz-queries.ts'
import { examRecord } from './record.ts'
import { examRights } from './rights.ts'
import type { Exam } from './schemas.ts'
import { accommodationColumns } from './standing-queries.ts'

const { columns, qualifiedColumns, values } = examRecord

/** The columns that an author writes. */
export type Settings = WrittenValues<typeof examRecord>

type Row = Settings & { category_key: string; closes_at: string; now: string }

export const examSkills = createTermQueries('exam_skills')

type ExamQueryTables = Tables & { standings: Tables['exam_standings']; owners: Tables['users'] }

/** The columns of an exam with the standing of the actor. */
const selectColumns = (eb: ExpressionBuilder<ExamQueryTables, 'exams' | 'owners'>, p: { actor_id: number }) =>
  [
    ...qualifiedColumns,
    'exams.user_id as owner_id',
    'exams.pool_size',
    'exams.section_size',
    'exams.hidden_at',
    asBoolean(examRights.relates('rostered', p)).as('rostered'),
    sql<number>`coalesce(standings.attempts_used, 0)`.as('attempts_used'),
    sql<number | null>`(select open.id from exam_attempts as open where open.exam_id = exams.id
      and open.user_id = ${p.actor_id} and open.status = 'in_progress')`.as('open_attempt_id'),
    asBoolean(examRights.relates('learners', p, 'exams')).as('is_learner'),
    selectIsLocked(p),
    selectOpeningTime(p),
    jsonObject<Exam['owner']>({ id: eb.ref('owners.id'), name: eb.ref('owners.name') }).as('owner'),
  ] as const

/** Joins the standing of the actor, their accommodations and the owner. */
export const withStanding = (q: Builder, p: { actor_id: number }) =>
  q
    .selectFrom('exams')
    .innerJoin('users as owners', 'owners.id', 'exams.user_id')
    .leftJoin('exam_standings as standings', (join) =>
      join.onRef('standings.exam_id', '=', 'exams.id').on('standings.user_id', '=', p.actor_id),
    )
    .leftJoin('exam_accommodations as own', (join) =>
      join.onRef('own.exam_id', '=', 'exams.id').on('own.user_id', '=', p.actor_id),
    )
    .leftJoin('user_accommodations as general', (join) => join.on('general.user_id', '=', p.actor_id))
    .select((eb) => selectColumns(eb, p))
    .select(['standings.passed', ...accommodationColumns])

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

  /** The exams of an author. */
  size: prepare((q, p: { user_id: number }) =>
    q.selectFrom('exams').select(measureRows()).where('user_id', '=', p.user_id).where('deleted_at', 'is', null),
  ),

  update: prepare((q, p: Row & { id: number }) => q.updateTable('exams').set(columnValues(p)).where('id', '=', p.id)),

  /** Returns an attempt if there is one. */
  firstAttempt: prepare((q, p: { id: number }) =>
    q.selectFrom('exam_attempts').select('id').where('exam_id', '=', p.id).orderBy('id').limit(1),
  ),

  /** Which of the exams a lesson of the author may name: published ones, for practice or not. */
  quizzesOf: prepare((q, p: { ids: readonly number[]; user_id: number }) =>
    q
      .selectFrom('exams')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where('user_id', '=', p.user_id)
      .where('deleted_at', 'is', null)
      .where('publication_status', '=', 'published'),
  ),

  /** Returns a lesson that names the exam if there is one. */
  firstLesson: prepare((q, p: { id: number }) =>
    q.selectFrom('lessons').select('id').where('exam_id', '=', p.id).where('removed_at', 'is', null).limit(1),
  ),

  /** Takes the exam out of the lessons that name it. */
  removeFromLessons: prepare((q, p: { id: number; now: string }) =>
    q.updateTable('lessons').set({ exam_id: null, updated_at: p.now }).where('exam_id', '=', p.id),
  ),

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

  /** Which of the exams are not deleted. */
  existing: prepare((q, p: { ids: readonly number[] }) =>
    q.selectFrom('exams').select('id').where('id', 'in', integerList(p.ids)).where('deleted_at', 'is', null),
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
      .select(columns)
      .where('user_id', '=', p.user_id)
      .where('deleted_at', 'is', null)
      .orderBy('id'),
  ),
}

const columnValues = (p: Row) => ({
  ...values(p),
  category_key: p.category_key,
  closes_at: p.closes_at,
  updated_at: p.now,
})
