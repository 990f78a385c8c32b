/** The exams that lessons may name. */

import type { AnyContext } from '#context.ts'
import { type FieldErrors, refuseInvalid } from '#core/problem.ts'
import { findQuizzes } from '#features/exams/index.ts'
import { lessons } from './queries.ts'
import type { LessonInput } from './schemas.ts'

/** The course of the lessons; without an id before it is stored. */
interface Taught {
  id?: number
  ownerId: number
}

/** Throws 422 for exams that the lessons may not name. An exam that a lesson names already stays. `toPrefix` is that of its field. */
export async function checkQuizzes(
  ctx: AnyContext,
  { id, ownerId }: Taught,
  given: readonly LessonInput[],
  toPrefix: (index: number) => string,
): Promise<void> {
  const asked = given.flatMap((lesson, index) =>
    typeof lesson.exam_id === 'number' ? [{ lessonId: lesson.id, examId: lesson.exam_id, index }] : [],
  )
  if (asked.length === 0) return
  const present = id === undefined ? [] : await lessons.exams.all(ctx, { course_id: id })
  const examIds = new Map(present.map((lesson) => [lesson.id, lesson.exam_id]))
  const added = asked.filter(({ lessonId, examId }) => lessonId === undefined || examIds.get(lessonId) !== examId)
  const known = await findQuizzes(ctx, { ids: [...new Set(added.map(({ examId }) => examId))], user_id: ownerId })
  const errors: FieldErrors = Object.fromEntries(
    added
      .filter(({ examId }) => !known.has(examId))
      .map(({ index }) => [`${toPrefix(index)}exam_id`, ['The selected exam id is invalid.']]),
  )
  refuseInvalid(errors)
}
