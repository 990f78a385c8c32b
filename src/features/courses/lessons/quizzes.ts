/** The exams that lessons may name, and the rules that need one. */

import type { AnyContext } from '#context.ts'
import { refuseInvalid } from '#core/problem.ts'
import { findQuizzes } from '#features/exams/index.ts'
import type { Sentence } from '#language/sentence.ts'
import { lessons } from './queries.ts'
import type { LessonInput } from './schemas.ts'

/** The course of the lessons; without an id before it is stored. */
interface Taught {
  id?: number
  ownerId: number
}

/** Throws 422 for exams that the lessons may not name, and for a rule that needs one. An exam that a lesson names already stays. `toPrefix` is that of its field. */
export async function checkQuizzes(
  ctx: AnyContext,
  { id, ownerId }: Taught,
  input: readonly LessonInput[],
  toPrefix: (index: number) => string,
): Promise<void> {
  const present = id === undefined ? [] : await lessons.exams.all(ctx, { course_id: id })
  const examIds = new Map(present.map((lesson) => [lesson.id, lesson.exam_id]))
  const ruleless = input.flatMap((lesson, index): [string, Sentence[]][] => {
    const examId = lesson.exam_id === undefined ? (examIds.get(lesson.id ?? 0) ?? null) : lesson.exam_id
    return lesson.completion?.rule === 'passed' && examId === null
      ? [[`${toPrefix(index)}completion`, ['A lesson that completes when its exam is passed needs an exam.']]]
      : []
  })
  const asked = input.flatMap((lesson, index) =>
    typeof lesson.exam_id === 'number' ? [{ lessonId: lesson.id, examId: lesson.exam_id, index }] : [],
  )
  const added = asked.filter(({ lessonId, examId }) => lessonId === undefined || examIds.get(lessonId) !== examId)
  const known = await findQuizzes(ctx, { ids: [...new Set(added.map(({ examId }) => examId))], user_id: ownerId })
  const unknown = added
    .filter(({ examId }) => !known.has(examId))
    .map(({ index }): [string, Sentence[]] => [`${toPrefix(index)}exam_id`, ['The selected exam id is invalid.']])
  refuseInvalid(Object.fromEntries([...ruleless, ...unknown]))
}
