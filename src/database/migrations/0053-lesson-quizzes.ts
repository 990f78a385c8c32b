/** Exams that belong to lessons: a lesson names its exam, and exams for practice are in no list. */

import { boolean, integer, type Migration } from './schema.ts'

export const lessonQuizzes: Migration = {
  name: '0053-lesson-quizzes',
  up(schema) {
    schema.addColumn('exams', 'practice', boolean().default(false))
    schema.addColumn('lessons', 'exam_id', integer().nullable().references('exams', 'set null'))
    schema.index('lessons', ['exam_id', 'course_id'], { where: 'exam_id is not null' })
  },
}
