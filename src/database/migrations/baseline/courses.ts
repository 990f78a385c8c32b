/** Courses: lessons, cohorts, enrollments, progress, rosters. */

import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'
import { defineRosterEntries } from './roster-entries.ts'
import { defineWords } from './words.ts'

export function defineCourses(schema: Schema) {
  schema.table('courses', {
    id: id(),
    user_id: integer().references('users'),
    title: text(),
    description: text(),
    thumbnail: text().nullable(),
    category: text(),
    level: text().oneOf('beginner', 'intermediate', 'advanced'),
    price: integer(),
    currency: text(),
    sequential: boolean(),
    certificate_enabled: boolean(),
    status: text().oneOf('draft', 'published', 'archived'),
    // Folded, for the order of the list.
    title_key: key(),
    // Changed in the transaction that changes the lessons or the enrollments.
    lessons_count: integer().default(0),
    duration_minutes: integer().default(0),
    enrolled_count: integer().default(0),
    // The time of the next, or the last, notification about changes of the course.
    announce_at: timestamp().nullable(),
    created_at: timestamp(),
    updated_at: timestamp(),
    hidden_at: timestamp().nullable(),
    hidden_status: text().nullable(),
    skills: json().default('[]'),
    category_key: key().default(''),
    // The prices besides the first one, which stays in its columns: [{currency, amount}], in minor units.
    other_prices: json().default('[]'),
    access: text().oneOf('everyone', 'invited').default('everyone'),
  })
  schema.index('courses', ['user_id', 'status', 'id'])
  schema.index('courses', ['hidden_at', 'id'], { where: 'hidden_at is not null' })
  schema.index('courses', ['user_id', 'access', 'id'], { where: "access = 'invited'" })
  schema.index('courses', ['id', 'level', 'price', 'access'], { where: "status = 'published'" })
  schema.index('courses', ['enrolled_count', 'id', 'access'], { where: "status = 'published'" })
  schema.index('courses', ['title_key', 'id', 'access'], { where: "status = 'published'" })
  schema.index('courses', ['price', 'id', 'access'], { where: "status = 'published'" })
  schema.index('courses', ['category_key', 'id', 'access'], { where: "status = 'published'" })

  const course_skills = schema.table(
    'course_skills',
    { term: key(), item_id: integer().references('courses', 'cascade') },
    { primaryKey: ['term', 'item_id'] },
  )
  schema.index('course_skills', ['item_id', 'term'])

  defineWords(schema, 'courses', 'course_words')

  const course_prerequisites = schema.table(
    'course_prerequisites',
    {
      course_id: integer().references('courses', 'cascade'),
      prerequisite_id: integer().references('courses', 'cascade'),
    },
    { primaryKey: ['course_id', 'prerequisite_id'] },
  )
  schema.index('course_prerequisites', ['prerequisite_id'])

  const course_versions = schema.table('course_versions', {
    id: id(),
    course_id: integer().references('courses', 'cascade'),
    // The SHA-256 of what the manifest says.
    version: key(),
    files: json<readonly { path: string; size: number; sha256: string }[]>(),
    created_at: timestamp(),
  })
  schema.index('course_versions', ['course_id', 'version'], { unique: true })
  schema.index('course_versions', ['course_id', 'id'])

  const course_roster_entries = defineRosterEntries(schema, 'course_roster_entries', 'courses')

  schema.table('lessons', {
    id: id(),
    course_id: integer().references('courses', 'cascade'),
    title: text(),
    description: text(),
    duration_minutes: integer(),
    video_url: text().nullable(),
    content_url: text().nullable(),
    content: text(),
    position: integer(),
    created_at: timestamp(),
    updated_at: timestamp(),
    // A removed lesson stays for the progress of learners.
    removed_at: timestamp().nullable(),
    // The parts of the rendered content, as JSON; empty for lessons that were saved before.
    rendered: text().default(''),
    exam_id: integer().nullable().references('exams', 'set null'),
    completion: json().default('{"rule": "marked", "watched_percent": 90}'),
    available_after_days: integer().nullable(),
    due_after_days: integer().nullable(),
  })
  schema.index('lessons', ['course_id', 'position', 'id'])
  schema.index('lessons', ['exam_id', 'course_id'], { where: 'exam_id is not null' })
  schema.index('lessons', ['due_after_days'], { where: 'due_after_days is not null' })

  const course_cohorts = schema.table('course_cohorts', {
    id: id(),
    course_id: integer().references('courses', 'cascade'),
    title: text(),
    starts_at: timestamp(),
    // Null for no end.
    ends_at: timestamp().nullable(),
    // Null for no limit.
    capacity: integer().nullable(),
    // Kept by triggers; reservations count.
    enrolled_count: integer().default(0),
  })
  schema.index('course_cohorts', ['course_id', 'starts_at', 'id'])

  schema.table('enrollments', {
    id: id(),
    course_id: integer().references('courses'),
    user_id: integer().references('users'),
    status: text().oneOf('active', 'completed', 'paused'),
    enrolled_at: timestamp(),
    last_accessed_at: timestamp(),
    completed_at: timestamp().nullable(),
    // The last lesson at the time of the completion; later lessons do not lower the progress.
    lessons_up_to: integer().nullable(),
    downloads: integer().default(0),
    // Reserved until the payment is confirmed: shown as paused, gives no access and is not counted.
    awaiting_payment: boolean().default(false),
    cohort_id: integer().nullable().references('course_cohorts', 'set null'),
  })
  schema.index('enrollments', ['course_id', 'user_id'], { unique: true })
  schema.index('enrollments', ['course_id', 'id'])
  schema.index('enrollments', ['user_id', 'id'])
  schema.index('enrollments', ['user_id', 'status', 'id'])
  schema.index('enrollments', ['cohort_id', 'id'], { where: 'cohort_id is not null' })
  schema.index('enrollments', ['course_id', 'last_accessed_at', 'id'])

  const lesson_progress = schema.table(
    'lesson_progress',
    {
      enrollment_id: integer().references('enrollments', 'cascade'),
      lesson_id: integer().references('lessons', 'cascade'),
      completed_at: timestamp().nullable(),
      reopened_at: timestamp().nullable(),
      time_spent_seconds: integer(),
      // The greatest part of its video that the learner reported.
      watched_percent: integer().default(0),
    },
    { primaryKey: ['enrollment_id', 'lesson_id'] },
  )
  schema.index('lesson_progress', ['lesson_id'])

  // Completions sent by devices, so that a repeated one counts once.
  const lesson_syncs = schema.table(
    'lesson_syncs',
    {
      enrollment_id: integer().references('enrollments', 'cascade'),
      lesson_id: integer(),
      completed_at: timestamp(),
      time_spent_seconds: integer(),
    },
    { primaryKey: ['enrollment_id', 'lesson_id', 'completed_at'] },
  )

  // The due dates that learners were reminded of.
  const due_reminders = schema.table(
    'due_reminders',
    {
      enrollment_id: integer().references('enrollments', 'cascade'),
      lesson_id: integer().references('lessons', 'cascade'),
      due_at: timestamp(),
    },
    { primaryKey: ['enrollment_id', 'lesson_id'] },
  )
  return {
    course_skills,
    course_prerequisites,
    course_versions,
    course_roster_entries,
    course_cohorts,
    lesson_progress,
    lesson_syncs,
    due_reminders,
  }
}
