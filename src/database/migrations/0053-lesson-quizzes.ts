/** Exams that belong to lessons: a lesson names its exam, and exams for practice are in no list. */

import { addTotals, type CountedList } from './0033-list-totals.ts'
import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { boolean, integer, type Migration } from './schema.ts'

/** What the change feed follows besides. */
export const quizObjects: readonly TrackedObject[] = [
  { table: 'exams', kind: 'exam', columns: ['practice'], onlyUpdates: true },
  { table: 'lessons', kind: 'course', object: 'course_id', columns: ['exam_id'], onlyUpdates: true },
]

const isPractice = (row: string) =>
  `${row}.practice and ${row}.publication_status = 'published' and ${row}.deleted_at is null`
const columns = ['practice', 'publication_status', 'deleted_at']

/** The published exams that no list has, which are subtracted from all published ones. */
const practiceExams: readonly CountedList[] = [
  { table: 'exams', name: 'exams.practice', values: () => [], isListed: isPractice, columns },
  {
    table: 'exams',
    name: 'exams.practice.category',
    values: (row) => [`${row}.category_key`],
    isListed: isPractice,
    columns: ['category_key', ...columns],
  },
]

export const lessonQuizzes: Migration = {
  name: '0053-lesson-quizzes',
  up(schema) {
    schema.addColumn('exams', 'practice', boolean().default(false))
    schema.addColumn('lessons', 'exam_id', integer().nullable().references('exams', 'set null'))
    schema.index('lessons', ['exam_id', 'course_id'], { where: 'exam_id is not null' })
    addTotals(schema, practiceExams)
    createObjectTriggers(schema, 'quizzes', quizObjects)
  },
}
