import { sql } from 'kysely'
import { jsonObject } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import type { RubricLevels } from '#database/tables/exam-grading.ts'

interface Person {
  id: number
  name: string
}

const ofGrade = <Name extends string>(name: Name) => `exam_grades.${name}` as const

const select = (q: Builder) =>
  q
    .selectFrom('exam_grades')
    .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_grades.attempt_id')
    .innerJoin('users as candidates', 'candidates.id', 'exam_grades.user_id')
    .leftJoin('users as graders', 'graders.id', 'exam_grades.grader_id')
    .select([
      ...(['id', 'exam_id', 'attempt_id', 'user_id', 'question_id', 'version_id', 'grading_id'] as const).map(ofGrade),
      ...(['is_anonymous', 'possible', 'claimed_by', 'claimed_until', 'grader_id'] as const).map(ofGrade),
      ...(['points_hundredths', 'rubric', 'comment', 'graded_at'] as const).map(ofGrade),
    ])
    .select(['exam_attempts.submitted_at', 'exam_attempts.grading', 'exam_attempts.released_at'])
    .select((eb) => [
      jsonObject<Person>({ id: eb.ref('candidates.id'), name: eb.ref('candidates.name') }).as('candidate'),
      jsonObject<Person>({ id: eb.ref('graders.id'), name: eb.ref('graders.name') }).as('grader'),
    ])

interface Filter {
  exam_id: number
  actor_id: number
  now: string
  question_id?: number | undefined
  /** Answers of others alone; the owner grades all. */
  excluded_user_id?: number | undefined
}

const inExam = (q: Builder, p: Filter) => {
  let list = select(q).where('exam_grades.exam_id', '=', p.exam_id)
  if (p.question_id !== undefined) list = list.where('exam_grades.question_id', '=', p.question_id)
  if (p.excluded_user_id !== undefined) list = list.where('exam_grades.user_id', '<>', p.excluded_user_id)
  return list
}

const isUnclaimed = (now: string) =>
  sql<boolean>`(exam_grades.claimed_until is null or exam_grades.claimed_until <= ${now})`

const optional = ['question_id', 'excluded_user_id'] as const

export const grades = {
  open: prepareList(
    (q, p: Filter) =>
      inExam(q, p)
        .where('exam_grades.points_hundredths', 'is', null)
        .where(isUnclaimed(p.now))
        .orderBy('exam_grades.id'),
    { optional },
  ),

  claimedBy: prepareList(
    (q, p: Filter) =>
      inExam(q, p)
        .where('exam_grades.points_hundredths', 'is', null)
        .where('exam_grades.claimed_by', '=', p.actor_id)
        .where('exam_grades.claimed_until', '>', p.now)
        .orderBy('exam_grades.id'),
    { optional },
  ),

  /** Last graded first. */
  done: prepareList(
    (q, p: Filter & { grader_id?: number | undefined }) => {
      const list = inExam(q, p)
        .where('exam_grades.points_hundredths', 'is not', null)
        .orderBy('exam_grades.graded_at', 'desc')
        .orderBy('exam_grades.id', 'desc')
      return p.grader_id === undefined ? list : list.where('exam_grades.grader_id', '=', p.grader_id)
    },
    { optional: [...optional, 'grader_id'] },
  ),

  /** The answer, by the number of its attempt that graders know. */
  byNumber: prepare((q, p: { grading_id: number; question_id: number }) =>
    select(q).where('exam_grades.grading_id', '=', p.grading_id).where('exam_grades.question_id', '=', p.question_id),
  ),

  byAttempt: prepare((q, p: { attempt_id: number; question_id: number }) =>
    select(q).where('exam_grades.attempt_id', '=', p.attempt_id).where('exam_grades.question_id', '=', p.question_id),
  ),

  /** The next answer without a grade or a claim of another grader. */
  next: prepare(
    (q, p: Filter & { grading_id?: number | undefined }) => {
      const list = inExam(q, p)
        .where('exam_grades.points_hundredths', 'is', null)
        .where(sql<boolean>`(exam_grades.claimed_by = ${p.actor_id} or ${isUnclaimed(p.now)})`)
        .orderBy('exam_grades.id')
        .limit(1)
      return p.grading_id === undefined ? list : list.where('exam_grades.grading_id', '=', p.grading_id)
    },
    { optional: [...optional, 'grading_id'] },
  ),

  /** Changes nothing when another grader has claimed or graded it meanwhile. */
  claim: prepare((q, p: { id: number; actor_id: number; now: string; until: string }) =>
    q
      .updateTable('exam_grades')
      .set({ claimed_by: p.actor_id, claimed_until: p.until })
      .where('id', '=', p.id)
      .where('points_hundredths', 'is', null)
      .where(sql<boolean>`(claimed_by = ${p.actor_id} or claimed_until is null or claimed_until <= ${p.now})`),
  ),

  set: prepare(
    (
      q,
      p: {
        id: number
        grader_id: number
        points_hundredths: number
        rubric: RubricLevels
        comment: string
        now: string
      },
    ) =>
      q
        .updateTable('exam_grades')
        .set({
          grader_id: p.grader_id,
          points_hundredths: p.points_hundredths,
          rubric: p.rubric,
          comment: p.comment,
          graded_at: p.now,
          claimed_by: null,
          claimed_until: null,
        })
        .where('id', '=', p.id),
  ),

  /** The grades that a user gave. */
  listByGrader: prepare((q, p: { grader_id: number }) =>
    q
      .selectFrom('exam_grades')
      .select(['exam_id', 'question_id', 'points_hundredths', 'rubric', 'comment', 'graded_at'])
      .where('grader_id', '=', p.grader_id)
      .orderBy('id'),
  ),

  /** The released grades of the answers of a user. */
  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_grades')
      .innerJoin('exam_attempts', 'exam_attempts.id', 'exam_grades.attempt_id')
      .select(['exam_grades.exam_id', 'exam_grades.attempt_id', 'exam_grades.question_id', 'exam_grades.possible'])
      .select(['exam_grades.points_hundredths', 'exam_grades.rubric', 'exam_grades.comment'])
      .where('exam_grades.user_id', '=', p.user_id)
      .where('exam_attempts.grading', '=', 'final')
      .orderBy('exam_grades.id'),
  ),

  forgetGrader: prepare((q, p: { user_id: number }) =>
    q.updateTable('exam_grades').set({ grader_id: null }).where('grader_id', '=', p.user_id),
  ),

  forgetClaims: prepare((q, p: { user_id: number }) =>
    q.updateTable('exam_grades').set({ claimed_by: null, claimed_until: null }).where('claimed_by', '=', p.user_id),
  ),

  /** Removes what waits for a grader of the answers of a user. */
  removeUngraded: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('exam_grades')
      .where('user_id', '=', p.user_id)
      .where(
        'attempt_id',
        'in',
        q.selectFrom('exam_attempts').select('id').where('grading', '=', 'pending').where('user_id', '=', p.user_id),
      ),
  ),

  eraseComments: prepare((q, p: { user_id: number }) =>
    q.updateTable('exam_grades').set({ comment: '' }).where('user_id', '=', p.user_id),
  ),

  /** The answers of a user that people grade. */
  places: prepare((q, p: { user_id: number }) =>
    q.selectFrom('exam_grades').select(['attempt_id', 'question_id']).where('user_id', '=', p.user_id).orderBy('id'),
  ),
}

export const pendingAttempts = {
  counts: prepare((q, p: { exam_id: number }) =>
    q
      .selectFrom('exam_attempts')
      .select(sql<number>`count(*)`.as('pending'))
      .select(
        sql<number>`cast(coalesce(sum(case when exists (select 1 from exam_grades where exam_grades.attempt_id = exam_attempts.id
          and exam_grades.points_hundredths is null) then 1 else 0 end), 0) as bigint)`.as('waiting'),
      )
      .where('exam_id', '=', p.exam_id)
      .where('grading', '=', sql.lit('pending'))
      .where('released_at', 'is', null),
  ),

  /** Marks those that are graded as released. */
  release: prepare((q, p: { exam_id: number; now: string }) =>
    q
      .updateTable('exam_attempts')
      .set({ released_at: p.now })
      .where('exam_id', '=', p.exam_id)
      .where('grading', '=', sql.lit('pending'))
      .where('released_at', 'is', null)
      .where(
        sql<boolean>`not exists (select 1 from exam_grades where exam_grades.attempt_id = exam_attempts.id
          and exam_grades.points_hundredths is null)`,
      ),
  ),

  /** Released ones whose result is not computed yet. */
  released: prepare((q, p: { exam_id: number; most: number }) =>
    q
      .selectFrom('exam_attempts')
      .select(['id', 'user_id'])
      .where('exam_id', '=', p.exam_id)
      .where('grading', '=', sql.lit('pending'))
      .where('released_at', 'is not', null)
      .orderBy('id')
      .limit(p.most),
  ),

  /** Those of a user end without a result. */
  void: prepare((q, p: { user_id: number }) =>
    q
      .updateTable('exam_attempts')
      .set({ grading: 'final', certain_score: null, ungraded: 0 })
      .where('user_id', '=', p.user_id)
      .where('grading', '=', sql.lit('pending')),
  ),
}
