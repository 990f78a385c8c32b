import { type SqlBool, sql } from 'kysely'
import { asBoolean, castInteger, castTimestamp, jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { NewRowOf } from '#database/record.ts'
import type { GradingState } from '#database/tables/exams.ts'
import { examRights } from '../rights.ts'
import { type AttemptStatus, attemptRecord } from './record.ts'
import type { AttemptItem, CandidateAttempt } from './schemas.ts'

/** An attempt begins open and without a grade. */
const begun = {
  status: 'in_progress',
  submitted_at: null,
  answered: null,
  correct: null,
  score: null,
  passed: null,
} as const
type NewAttempt = Omit<NewRowOf<typeof attemptRecord>, keyof typeof begun>

type EndedAttempt = Pick<NewRowOf<typeof attemptRecord>, keyof typeof begun> & {
  id: number
  grading: GradingState
  certain_score: number | null
  ungraded: number
}

/** Whether the time is over, and the background has not finished the attempt yet. */
const isOverdue = (p: { now: string }) =>
  sql<SqlBool>`(exam_attempts.status = 'in_progress' and exam_attempts.expires_at <= ${p.now})`

const selectWithExam = (q: Builder) =>
  q
    .selectFrom('exam_attempts')
    .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
    .select(['exam_attempts.id', 'exam_attempts.score', 'exam_attempts.passed', 'exam_attempts.score_before'])
    .select(['exam_attempts.started_at', 'exam_attempts.submitted_at'])
    .select((eb) =>
      jsonObject<AttemptItem['exam']>({ id: eb.ref('exams.id'), title: eb.ref('exams.title') }).as('exam'),
    )
    .orderBy('exam_attempts.id', 'desc')

interface Filter {
  now: string
  status?: AttemptStatus | undefined
  /** Only expired attempts. */
  expired?: boolean | undefined
}

/** Items at a moment: an attempt whose time is over is expired. */
const selectShown = (q: Builder, p: Filter) => {
  let list = selectWithExam(q)
    .select(sql<AttemptStatus>`case when ${isOverdue(p)} then 'expired' else exam_attempts.status end`.as('status'))
    .select(asBoolean(isOverdue(p)).as('is_overdue'))
  if (p.status !== undefined)
    list = list.where('exam_attempts.status', '=', p.status).where(sql<SqlBool>`not ${isOverdue(p)}`)
  return p.expired === undefined
    ? list
    : list.where(sql<SqlBool>`(exam_attempts.status = 'expired' or ${isOverdue(p)})`)
}

const ofAttempt = <Name extends string>(name: Name) => `exam_attempts.${name}` as const

export const attempts = {
  /** All columns for presenting and grading. */
  byId: prepare((q, p: { id: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
      .innerJoin('exam_answer_sheets as sheets', 'sheets.attempt_id', 'exam_attempts.id')
      .innerJoin('exam_standings as standings', (join) =>
        join
          .onRef('standings.exam_id', '=', 'exam_attempts.exam_id')
          .onRef('standings.user_id', '=', 'exam_attempts.user_id'),
      )
      .leftJoin('exam_accommodations as own', (join) =>
        join.onRef('own.exam_id', '=', 'exam_attempts.exam_id').onRef('own.user_id', '=', 'exam_attempts.user_id'),
      )
      .select([
        ...attemptRecord.qualifiedColumns,
        ...(['paper', 'passing_score', 'on_expiry', 'grace_minutes', 'marking', 'answered', 'correct'] as const).map(
          ofAttempt,
        ),
        ...(['grading', 'certain_score', 'ungraded', 'released_at'] as const).map(ofAttempt),
        'exam_attempts.number as attempt_number',
        ...(['exams.user_id as owner_id', 'exams.hidden_at', 'exams.title', 'exams.certificate_enabled'] as const),
        'exams.practice',
        ...([
          'exams.review',
          'exams.anonymous_grading',
          'exams.available_until',
          'exams.timezone',
          'exams.safe_exam_browser',
          'sheets.answers',
          'sheets.saved_at',
          'sheets.late_by_seconds',
          'sheets.origin',
        ] as const),
        ...(['standings.attempts_used', 'standings.passed as has_passed'] as const),
        sql<number>`exams.max_attempts + coalesce(own.extra_attempts, 0)`.as('max_attempts'),
      ])
      .where('exam_attempts.id', '=', p.id),
  ),

  /** The columns that saving needs. */
  forSaving: prepare((q, p: { id: number }) =>
    q
      .selectFrom('exam_attempts')
      .innerJoin('exams', 'exams.id', 'exam_attempts.exam_id')
      .innerJoin('exam_answer_sheets as sheets', 'sheets.attempt_id', 'exam_attempts.id')
      .select(['exam_attempts.started_at', 'exam_attempts.grace_minutes', 'sheets.saved_at', 'sheets.origin'])
      .select(['exam_attempts.id', 'exam_attempts.user_id', 'exam_attempts.status', 'exam_attempts.expires_at'])
      .select(['exam_attempts.paper', 'exams.user_id as owner_id', 'exams.hidden_at', 'exams.safe_exam_browser'])
      .where('exam_attempts.id', '=', p.id),
  ),

  ofUser: prepareList(
    (q, p: Filter & { user_id: number; exam_id?: number | undefined }) => {
      const list = selectShown(q, p)
        .where('exam_attempts.user_id', '=', p.user_id)
        .where(examRights.allows('find', { actor_id: p.user_id }))
      return p.exam_id === undefined ? list : list.where('exam_attempts.exam_id', '=', p.exam_id)
    },
    { optional: ['exam_id', 'status', 'expired'] },
  ),

  ofExam: prepareList(
    (q, p: Filter & { exam_id: number }) =>
      selectShown(q, p)
        .innerJoin('users', 'users.id', 'exam_attempts.user_id')
        .innerJoin('exam_answer_sheets as sheets', 'sheets.attempt_id', 'exam_attempts.id')
        .select(['exam_attempts.number as attempt_number', 'sheets.late_by_seconds'])
        .select(sql<number>`sheets.reported_events + sheets.noticed_events`.as('events_count'))
        .select((eb) =>
          jsonObject<CandidateAttempt['user']>({ id: eb.ref('users.id'), name: eb.ref('users.name') }).as('user'),
        )
        .where('exam_attempts.exam_id', '=', p.exam_id),
    { optional: ['status', 'expired'] },
  ),

  add: prepare((q, p: NewAttempt) =>
    q.insertInto('exam_attempts').values(attemptRecord.newRow(p, begun)).returning('id'),
  ),

  /** Changes nothing when it is finished already. */
  end: prepare((q, p: EndedAttempt) =>
    q
      .updateTable('exam_attempts')
      .set({
        status: p.status,
        submitted_at: p.submitted_at,
        answered: p.answered,
        correct: p.correct,
        score: p.score,
        passed: p.passed,
        grading: p.grading,
        certain_score: p.certain_score,
        ungraded: p.ungraded,
      })
      .where('id', '=', p.id)
      .where('status', '=', 'in_progress'),
  ),

  /** Replaces the result of an attempt that is over. */
  setResult: prepare((q, p: Pick<EndedAttempt, 'id' | 'answered' | 'correct' | 'score' | 'passed'>) =>
    q
      .updateTable('exam_attempts')
      .set({
        answered: p.answered,
        correct: p.correct,
        score: p.score,
        passed: p.passed,
        grading: 'final',
        certain_score: null,
        ungraded: 0,
      })
      .where('id', '=', p.id),
  ),

  listOverdueByUser: prepare((q, p: { user_id: number; now: string }) =>
    q
      .selectFrom('exam_attempts')
      .select(['id', 'exam_id'])
      .where('user_id', '=', p.user_id)
      .where('status', '=', 'in_progress')
      .where('expires_at', '<=', p.now)
      .orderBy('id'),
  ),

  /** Expired attempts after one of them, in the order of their ends. */
  overdue: prepare((q, p: { now: string; ended_at: string; after: number; most: number }) =>
    q
      .selectFrom('exam_attempts')
      .select(['id', 'expires_at'])
      .where('status', '=', 'in_progress')
      .where('expires_at', '<=', p.now)
      .where(sql<boolean>`(expires_at, id) > (${castTimestamp(p.ended_at)}, ${castInteger(p.after)})`)
      .orderBy('expires_at')
      .orderBy('id')
      .limit(p.most),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    selectWithExam(q)
      .select('exam_attempts.status')
      .innerJoin('exam_answer_sheets', 'exam_answer_sheets.attempt_id', 'exam_attempts.id')
      .select(['exam_answer_sheets.answers', 'exam_answer_sheets.late_by_seconds'])
      .select('exam_attempts.number as attempt_number')
      .where('exam_attempts.user_id', '=', p.user_id)
      .orderBy('exam_attempts.id'),
  ),

  removeOpenByUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('exam_attempts').where('user_id', '=', p.user_id).where('status', '=', 'in_progress'),
  ),
}
