/** What a question explains, and when learners see the answers of an attempt. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { json, type Migration, text } from './schema.ts'

/** What the change feed follows besides. */
export const reviewObjects: readonly TrackedObject[] = [
  { table: 'exams', kind: 'exam', columns: ['review'], onlyUpdates: true },
]

export const examReview: Migration = {
  name: '0043-exam-review',
  up(schema) {
    schema.addColumn('exam_question_versions', 'explanation', text().default(''))
    schema.addColumn('exam_question_versions', 'option_feedback', json().default('{}'))
    schema.addColumn('exams', 'review', json().default('{"when": "after_close", "shows": ["own_answers", "marks"]}'))
    createObjectTriggers(schema, 'review', reviewObjects)
  },
}
