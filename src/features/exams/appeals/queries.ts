import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'

const ofAppeal = <Name extends string>(name: Name) => `exam_appeals.${name}` as const

const select = (q: Builder) =>
  q
    .selectFrom('exam_appeals')
    .innerJoin('exam_grades', (join) =>
      join
        .onRef('exam_grades.attempt_id', '=', 'exam_appeals.attempt_id')
        .onRef('exam_grades.question_id', '=', 'exam_appeals.question_id'),
    )
    .select([
      ...(['id', 'exam_id', 'attempt_id', 'user_id', 'question_id', 'reason', 'created_at'] as const).map(ofAppeal),
      ...(['answer', 'answered_by', 'answered_at'] as const).map(ofAppeal),
      ...(['points_before_hundredths', 'points_after_hundredths'] as const).map(ofAppeal),
    ])
    .select(['exam_grades.id as grade_id', 'exam_grades.grading_id', 'exam_grades.is_anonymous'])
    .select(['exam_grades.grader_id', 'exam_grades.points_hundredths', 'exam_grades.rubric'])
    .select(['exam_grades.possible', 'exam_grades.version_id', 'exam_grades.comment'])

export const appeals = {
  ofAttempt: prepareList((q, p: { attempt_id: number }) =>
    select(q).where('exam_appeals.attempt_id', '=', p.attempt_id).orderBy('exam_appeals.question_id'),
  ),

  /** In no order, because that of time would say more than graders may know. */
  ofExam: prepareList(
    (
      q,
      p: {
        exam_id: number
        excluded_user_id?: number | undefined
        open?: true | undefined
        answered?: true | undefined
      },
    ) => {
      let list = select(q).where('exam_appeals.exam_id', '=', p.exam_id).orderBy('exam_appeals.id')
      if (p.excluded_user_id !== undefined) list = list.where('exam_appeals.user_id', '<>', p.excluded_user_id)
      if (p.open !== undefined) list = list.where('exam_appeals.answered_at', 'is', null)
      return p.answered === undefined ? list : list.where('exam_appeals.answered_at', 'is not', null)
    },
    { optional: ['excluded_user_id', 'open', 'answered'] },
  ),

  byId: prepare((q, p: { exam_id: number; id: number }) =>
    select(q).where('exam_appeals.exam_id', '=', p.exam_id).where('exam_appeals.id', '=', p.id),
  ),

  add: prepare(
    (
      q,
      p: {
        id: number
        exam_id: number
        attempt_id: number
        user_id: number
        question_id: number
        reason: string
        points_before_hundredths: number
        now: string
      },
    ) =>
      q.insertInto('exam_appeals').values({
        id: p.id,
        exam_id: p.exam_id,
        attempt_id: p.attempt_id,
        user_id: p.user_id,
        question_id: p.question_id,
        reason: p.reason,
        points_before_hundredths: p.points_before_hundredths,
        created_at: p.now,
      }),
  ),

  /** Changes nothing when it is answered already. */
  answer: prepare(
    (q, p: { id: number; answer: string; answered_by: number; points_after_hundredths: number; now: string }) =>
      q
        .updateTable('exam_appeals')
        .set({
          answer: p.answer,
          answered_by: p.answered_by,
          points_after_hundredths: p.points_after_hundredths,
          answered_at: p.now,
        })
        .where('id', '=', p.id)
        .where('answered_at', 'is', null),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('exam_appeals')
      .select(['attempt_id', 'question_id', 'reason', 'created_at', 'answer', 'answered_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),

  /** The answers that a user gave to appeals of others. */
  listByGrader: prepare((q, p: { answered_by: number }) =>
    q
      .selectFrom('exam_appeals')
      .select(['exam_id', 'question_id', 'answer', 'answered_at'])
      .where('answered_by', '=', p.answered_by)
      .orderBy('id'),
  ),

  eraseByUser: prepare((q, p: { user_id: number }) => q.deleteFrom('exam_appeals').where('user_id', '=', p.user_id)),

  forgetGrader: prepare((q, p: { user_id: number }) =>
    q.updateTable('exam_appeals').set({ answered_by: null }).where('answered_by', '=', p.user_id),
  ),

  /** Another user who grades the exam: a grader, or its owner. */
  otherGrader: prepare((q, p: { exam_id: number; grader_id: number | null; user_id: number }) =>
    q
      .selectFrom(
        q
          .selectFrom('exam_graders')
          .select('user_id')
          .where('exam_id', '=', p.exam_id)
          .unionAll(q.selectFrom('exams').select('user_id').where('id', '=', p.exam_id))
          .as('others'),
      )
      .select('user_id')
      .where('user_id', 'is distinct from', p.grader_id)
      .where('user_id', '<>', p.user_id)
      .limit(1),
  ),
}
