/** The keys of the configurations of Safe Exam Browser with which an exam is taken. */

import { json, type Migration } from './schema.ts'

export const safeExamBrowser: Migration = {
  name: '0078-safe-exam-browser',
  up(schema) {
    // Null where any program may be used.
    schema.addColumn('exams', 'safe_exam_browser', json().nullable())
  },
}
