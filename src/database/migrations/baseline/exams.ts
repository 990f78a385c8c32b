/** Exams: questions, bookings, accommodations, rosters, study materials. */

import { boolean, calendarDate, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'
import { defineRosterEntries } from './roster-entries.ts'

export function defineExams(schema: Schema) {
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
    hidden_at: timestamp().nullable(),
    hidden_status: text().nullable(),
    skills: json().default('[]'),
    review: json().default('{"when": "after_close", "shows": ["own_answers", "marks"]}'),
    grace_minutes: integer().default(2),
    sections: json().default('[]'),
    // The number of questions that the sections give; null without sections.
    section_size: integer().nullable(),
    marking: json().default('{"partial_credit": "none", "negative_marks": 0, "negative_total": false}'),
    practice: boolean().default(false),
    anonymous_grading: boolean().default(false),
    access: text().oneOf('everyone', 'invited').default('everyone'),
    timezone: text().default('UTC'),
    // Null where any program may be used.
    safe_exam_browser: json().nullable(),
  })
  schema.index('exams', ['id'], { where: "publication_status = 'published' and deleted_at is null" })
  schema.index('exams', ['category_key', 'id'], { where: "publication_status = 'published' and deleted_at is null" })
  schema.index('exams', ['closes_at', 'id'], { where: "publication_status = 'published' and deleted_at is null" })
  schema.index('exams', ['available_from', 'id'], { where: "publication_status = 'published' and deleted_at is null" })
  schema.index('exams', ['user_id', 'id'], { where: 'deleted_at is null' })
  schema.index('exams', ['hidden_at', 'id'], { where: 'hidden_at is not null' })
  schema.index('exams', ['user_id', 'publication_status', 'id'], {
    where: "deleted_at is null and publication_status = 'draft'",
  })
  schema.index('exams', ['user_id', 'access', 'id'], { where: "deleted_at is null and access = 'invited'" })

  const exam_skills = schema.table(
    'exam_skills',
    { term: key(), item_id: integer().references('exams', 'cascade') },
    { primaryKey: ['term', 'item_id'] },
  )
  schema.index('exam_skills', ['item_id', 'term'])

  const exam_questions = schema.table('exam_questions', {
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
    explanation: text().default(''),
    option_feedback: json().default('{}'),
    // The type of a question that `type` cannot contain; the last release sees a short answer without a right one.
    // Null otherwise.
    later_type: text().nullable(),
  })
  schema.index('exam_question_versions', ['question_id', 'version'], { unique: true })
  schema.index('exam_question_versions', ['exam_id'])

  const exam_slots = schema.table('exam_slots', {
    id: id(),
    exam_id: integer().references('exams', 'cascade'),
    starts_at: timestamp(),
    place_key: key(),
    taken: integer(),
  })
  schema.index('exam_slots', ['exam_id', 'starts_at', 'place_key'], { unique: true })

  const exam_bookings = schema.table('exam_bookings', {
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
    // That of the exam when the slot was booked, in which its date and time are meant.
    timezone: text().default('UTC'),
  })
  schema.index('exam_bookings', ['slot_id', 'user_id'], { unique: true })
  schema.index('exam_bookings', ['user_id', 'starts_at', 'id'])
  schema.index('exam_bookings', ['exam_id', 'user_id'])
  schema.index('exam_bookings', ['starts_at', 'id'], { where: 'reminded_at is null' })

  const exam_accommodations = schema.table(
    'exam_accommodations',
    {
      id: id(),
      exam_id: integer().references('exams', 'cascade'),
      user_id: integer().references('users'),
      extra_minutes: integer(),
      // In percent of the ordinary time.
      factor_percent: integer(),
      extra_attempts: integer(),
      // Null for the window of the exam.
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
  const user_accommodations = schema.table(
    'user_accommodations',
    {
      user_id: integer().references('users'),
      factor_percent: integer(),
      note: text(),
      updated_at: timestamp(),
    },
    { primaryKey: ['user_id'] },
  )

  const exam_roster_entries = defineRosterEntries(schema, 'exam_roster_entries', 'exams')

  const study_materials = schema.table('study_materials', {
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
  return {
    exam_skills,
    exam_questions,
    exam_slots,
    exam_bookings,
    exam_accommodations,
    user_accommodations,
    exam_roster_entries,
    study_materials,
  }
}
