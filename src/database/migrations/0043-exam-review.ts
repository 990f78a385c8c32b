/** What a question explains, and when learners see the answers of an attempt. */

import { json, type Migration, text } from './schema.ts'

export const examReview: Migration = {
  name: '0043-exam-review',
  up(schema) {
    schema.addColumn('exam_question_versions', 'explanation', text().default(''))
    schema.addColumn('exam_question_versions', 'option_feedback', json().default('{}'))
    schema.addColumn('exams', 'review', json().default('{"when": "after_close", "shows": ["own_answers", "marks"]}'))
  },
}
