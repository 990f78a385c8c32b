/** Answers that arrive late: for how long they count, and how late they were. */

import { integer, type Migration } from './schema.ts'

export const examGrace: Migration = {
  name: '0046-exam-grace',
  up(schema) {
    schema.addColumn('exams', 'grace_minutes', integer().default(2))
    // Copied from the exam when the attempt began; attempts of former versions have none.
    schema.addColumn('exam_attempts', 'grace_minutes', integer().default(0))
    // The seconds after the end at which the last answers arrived; null if they were in time.
    schema.addColumn('exam_answer_sheets', 'late_by_seconds', integer().nullable())
  },
}
