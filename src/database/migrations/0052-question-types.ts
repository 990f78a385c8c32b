/** Questions of other types, and points for answers that are partly right. */

import { json, type Migration, text } from './schema.ts'

const marking = '{"partial_credit": "none", "negative_marks": 0, "negative_total": false}'

export const questionTypes: Migration = {
  name: '0052-question-types',
  up(schema) {
    // The type of a question that `type` cannot contain; the last release sees a short answer without a right one. Null otherwise.
    schema.addColumn('exam_question_versions', 'later_type', text().nullable())
    schema.addColumn('exams', 'marking', json().default(marking))
    // Copied from the exam when the attempt began.
    schema.addColumn('exam_attempts', 'marking', json().default(marking))
  },
}
