/** Indexes by which rows are found that refer to a row that is deleted, or to a person. Without them each deletion reads the whole table. */

import type { Migration } from './schema.ts'

export const indexesOfReferences: Migration = {
  name: '0110-indexes-of-references',
  up(schema) {
    schema.index('subscriptions', ['payment_method_id'])
    schema.index('due_reminders', ['lesson_id'])
    schema.index('exam_grades', ['exam_id', 'attempt_id'])
    schema.index('exams', ['user_id'])
    schema.index('reports', ['reporter_id'])
  },
}
