/** Exams: questions in versions, attempts with their answers, bookings of slots, study materials. */

import { boolean, calendarDate, id, integer, json, key, type Migration, text, timestamp } from './schema.ts'

/** Exams that are in the list of every user. */
const listed = { where: "publication_status = 'published' and deleted_at is null" }

export const exams: Migration = {
  name: '0011-exams',
  up(schema) {
    schema.table('exams', {
      id: id(),
      user_id: integer().references('users'),
      title: text(),
      description: text(),
      instructions: text(),
      category: text(),
      // The folded category, for the filter.
      category_key: key(),
      duration_minutes: integer(),
      passing_score: integer(),
      max_attempts: integer(),
      available_from: timestamp(),
      available_until: timestamp().nullable(),
      // The end of the window or the end of time, for the lists.
      closes_at: timestamp(),
      shuffle: boolean(),
      certificate_enabled: boolean(),
      question_count: integer().nullable(),
      on_expiry: text().oneOf('grade', 'void'),
      publication_status: text().oneOf('draft', 'published'),
      // The number of questions to select from.
      pool_size: integer().default(0),
      // The end of the window for which reminders were sent.
      reminded_for: timestamp().nullable(),
      created_at: timestamp(),
      updated_at: timestamp(),
      // Set instead of a deletion when there are attempts.
      deleted_at: timestamp().nullable(),
    })
    schema.index('exams', ['id'], listed)
    schema.index('exams', ['category_key', 'id'], listed)
    schema.index('exams', ['closes_at', 'id'], listed)
    schema.index('exams', ['available_from', 'id'], listed)
    schema.index('exams', ['user_id', 'id'], { where: 'deleted_at is null' })

    schema.table('exam_questions', {
      id: id(),
      exam_id: integer().references('exams', 'cascade'),
      position: integer(),
      // The version that new attempts get.
      version: integer(),
    })
    schema.index('exam_questions', ['exam_id', 'position', 'id'])

    // Never changed, so that an attempt is graded by the questions it showed. Versions outlive their question.
    schema.table('exam_question_versions', {
      id: id(),
      question_id: integer(),
      exam_id: integer().references('exams', 'cascade'),
      version: integer(),
      type: text().oneOf('single_choice', 'multiple_choice', 'true_false', 'short_answer', 'numeric'),
      question: text(),
      points: integer(),
      options: json(),
      answer_key: json(),
    })
    schema.index('exam_question_versions', ['question_id', 'version'], { unique: true })
    schema.index('exam_question_versions', ['exam_id'])

    schema.table('exam_attempts', {
      id: id(),
      exam_id: integer().references('exams'),
      user_id: integer().references('users'),
      number: integer(),
      status: text().oneOf('in_progress', 'submitted', 'expired'),
      paper: json(),
      // Copied from the exam when the attempt began.
      passing_score: integer(),
      on_expiry: text().oneOf('grade', 'void'),
      started_at: timestamp(),
      expires_at: timestamp(),
      submitted_at: timestamp().nullable(),
      // Null until it is graded.
      answered: integer().nullable(),
      correct: integer().nullable(),
      score: integer().nullable(),
      passed: boolean().nullable(),
    })
    schema.index('exam_attempts', ['exam_id', 'user_id'], { unique: true, where: "status = 'in_progress'" })
    schema.index('exam_attempts', ['exam_id', 'user_id', 'number'], { unique: true })
    schema.index('exam_attempts', ['expires_at', 'id'], { where: "status = 'in_progress'" })
    schema.index('exam_attempts', ['exam_id', 'id'])
    schema.index('exam_attempts', ['exam_id', 'status', 'id'])
    schema.index('exam_attempts', ['user_id', 'id'])
    schema.index('exam_attempts', ['user_id', 'status', 'id'])
    schema.index('exam_attempts', ['user_id', 'exam_id', 'id'])

    // Separate from the attempt, because it is written every few seconds; a save reads and writes one row.
    schema.table(
      'exam_answer_sheets',
      {
        attempt_id: integer().references('exam_attempts', 'cascade'),
        answers: json(),
        revision: integer(),
        saved_at: timestamp(),
        // Null once the attempt is over.
        open_until: timestamp().nullable(),
      },
      { primaryKey: ['attempt_id'] },
    )

    // The attempts and the result of a user at an exam, so that lists do not count attempts.
    schema.table(
      'exam_standings',
      {
        user_id: integer().references('users'),
        exam_id: integer().references('exams', 'cascade'),
        attempts_made: integer(),
        attempts_used: integer(),
        passed: boolean().nullable(),
      },
      { primaryKey: ['user_id', 'exam_id'] },
    )
    schema.index('exam_standings', ['exam_id', 'user_id'])

    schema.table('exam_slots', {
      id: id(),
      exam_id: integer().references('exams', 'cascade'),
      starts_at: timestamp(),
      place_key: key(),
      taken: integer(),
    })
    schema.index('exam_slots', ['exam_id', 'starts_at', 'place_key'], { unique: true })

    schema.table('exam_bookings', {
      id: id(),
      slot_id: integer().references('exam_slots', 'cascade'),
      exam_id: integer().references('exams', 'cascade'),
      user_id: integer().references('users'),
      exam_type: text(),
      date: calendarDate(),
      time: text(),
      location: text(),
      status: text().oneOf('confirmed'),
      starts_at: timestamp(),
      reminded_at: timestamp().nullable(),
      created_at: timestamp(),
    })
    schema.index('exam_bookings', ['slot_id', 'user_id'], { unique: true })
    schema.index('exam_bookings', ['user_id', 'starts_at', 'id'])
    schema.index('exam_bookings', ['exam_id', 'user_id'])
    schema.index('exam_bookings', ['starts_at', 'id'], { where: 'reminded_at is null' })

    schema.table('study_materials', {
      id: id(),
      exam_id: integer().references('exams', 'cascade'),
      file_id: integer().references('files'),
      title: text(),
      type: text(),
      download_count: integer().default(0),
      created_at: timestamp(),
    })
    schema.index('study_materials', ['exam_id', 'id'])
    schema.index('study_materials', ['file_id'])
  },
}
