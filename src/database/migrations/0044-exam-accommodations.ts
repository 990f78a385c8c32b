/** More time, attempts or another window for single people, and what the end of a running attempt is calculated from. */

import { id, integer, type Migration, text, timestamp } from './schema.ts'

export const examAccommodations: Migration = {
  name: '0044-exam-accommodations',
  up(schema) {
    schema.table(
      'exam_accommodations',
      {
        id: id(),
        exam_id: integer().references('exams', 'cascade'),
        user_id: integer().references('users'),
        extra_minutes: integer(),
        // 100 is the time of everybody.
        factor_percent: integer(),
        extra_attempts: integer(),
        // Null for the window of everybody.
        available_from: timestamp().nullable(),
        available_until: timestamp().nullable(),
        note: text(),
        created_at: timestamp(),
        updated_at: timestamp(),
      },
      { unique: [['exam_id', 'user_id']] },
    )
    schema.index('exam_accommodations', ['exam_id', 'id'])
    schema.index('exam_accommodations', ['user_id', 'exam_id'])

    // For every exam.
    schema.table(
      'user_accommodations',
      {
        user_id: integer().references('users'),
        factor_percent: integer(),
        note: text(),
        updated_at: timestamp(),
      },
      { primaryKey: ['user_id'] },
    )

    // Copied from the exam when the attempt began; null for attempts of former versions.
    schema.addColumn('exam_attempts', 'duration_minutes', integer().nullable())
    schema.addColumn('exam_attempts', 'closes_at', timestamp().nullable())
    // What everybody who was writing got in addition.
    schema.addColumn('exam_attempts', 'extension_minutes', integer().default(0))
  },
}
