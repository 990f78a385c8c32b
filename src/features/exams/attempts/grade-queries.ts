import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

interface NewGrade {
  id: number
  question_id: number
  version_id: number
  possible: number
}

interface Place {
  exam_id: number
  attempt_id: number
  user_id: number
  grading_id: number
  is_anonymous: boolean
}

const newColumns = [
  ...(['id', 'exam_id', 'attempt_id', 'user_id', 'question_id', 'version_id'] as const),
  ...(['grading_id', 'is_anonymous', 'possible'] as const),
]

/** The answers of an attempt that people grade. */
export const attemptGrades = {
  add: prepare((q, p: Place & { grades: NewGrade[] }) =>
    q
      .insertInto('exam_grades')
      .columns(newColumns)
      .expression(
        perEngine({
          sqlite: sql`select value ->> '$.id', ${p.exam_id}, ${p.attempt_id}, ${p.user_id}, value ->> '$.question_id',
            value ->> '$.version_id', ${p.grading_id}, ${p.is_anonymous}, value ->> '$.possible' from json_each(${p.grades})`,
          postgres: sql`select (value ->> 'id')::bigint, ${p.exam_id}::bigint, ${p.attempt_id}::bigint, ${p.user_id}::bigint,
            (value ->> 'question_id')::bigint, (value ->> 'version_id')::bigint, ${p.grading_id}::bigint, ${p.is_anonymous}::boolean,
            (value ->> 'possible')::bigint from jsonb_array_elements(${p.grades}::jsonb)`,
        }),
      ),
  ),

  /** The grades of an attempt, with its appeals. */
  ofAttempt: prepare((q, p: { attempt_id: number }) =>
    q
      .selectFrom('exam_grades')
      .leftJoin('exam_appeals as appeals', (join) =>
        join
          .onRef('appeals.attempt_id', '=', 'exam_grades.attempt_id')
          .onRef('appeals.question_id', '=', 'exam_grades.question_id'),
      )
      .select(['exam_grades.id', 'exam_grades.question_id', 'exam_grades.version_id', 'exam_grades.possible'])
      .select(['exam_grades.points_hundredths', 'exam_grades.rubric', 'exam_grades.comment'])
      .select(['appeals.created_at as appealed_at', 'appeals.answered_at'])
      .where('exam_grades.attempt_id', '=', p.attempt_id)
      .orderBy('exam_grades.id'),
  ),
}
