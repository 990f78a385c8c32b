/** What happens around an attempt: what the page of the candidate reports, and what the service notices itself. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

export const examEvents: Migration = {
  name: '0077-exam-events',
  up(schema) {
    schema.table('exam_events', {
      id: id(),
      attempt_id: integer().references('exam_attempts', 'cascade'),
      type: text(),
      // By the clock of the device, for what the page reports.
      at: timestamp(),
      detail: text(),
      recorded_at: timestamp(),
    })
    schema.index('exam_events', ['attempt_id', 'id'])
    // Keyed hashes of the session, network and device of the last request, while the attempt is open.
    schema.addColumn('exam_answer_sheets', 'origin', text().nullable())
    schema.addColumn('exam_answer_sheets', 'reported_events', integer().default(0))
    schema.addColumn('exam_answer_sheets', 'noticed_events', integer().default(0))
  },
}
