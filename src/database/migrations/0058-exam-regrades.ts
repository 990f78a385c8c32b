/** Scores as they were before an exam was graded again. */

import { integer, type Migration } from './schema.ts'

export const examRegrades: Migration = {
  name: '0058-exam-regrades',
  up(schema) {
    // Of the last regrading that changed the score; null without one.
    schema.addColumn('exam_attempts', 'score_before', integer().nullable())
  },
}
