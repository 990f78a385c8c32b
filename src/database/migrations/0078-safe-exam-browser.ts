/** The keys of the configurations of Safe Exam Browser with which an exam is taken. */

import { createObjectTriggers, type TrackedObject } from './object-triggers.ts'
import { json, type Migration } from './schema.ts'

/** What the change feed follows besides. */
export const examBrowserObjects: readonly TrackedObject[] = [
  { table: 'exams', kind: 'exam', columns: ['safe_exam_browser'], onlyUpdates: true },
]

export const safeExamBrowser: Migration = {
  name: '0078-safe-exam-browser',
  up(schema) {
    // Null where any program may be used.
    schema.addColumn('exams', 'safe_exam_browser', json().nullable())
    createObjectTriggers(schema, 'exam_browser', examBrowserObjects)
  },
}
