/** Learning: courses and the terms they are found by, lessons, enrollments, and what learners did in them. */

import { boolean, id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const courses: Migration = {
  name: '0009-courses',
  up(schema) {
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
    })
    schema.index('courses', ['id'], { where: "status = 'published'" })
    schema.index('courses', ['enrolled_count', 'id'], { where: "status = 'published'" })
    schema.index('courses', ['title_key', 'id'], { where: "status = 'published'" })
    schema.index('courses', ['price', 'id'], { where: "status = 'published'" })
    schema.index('courses', ['user_id', 'status', 'id'])

    // The folded words that a course is found by; the whole category begins with `#`.
    schema.table(
      'course_terms',
      { term: key(), item_id: integer().references('courses', 'cascade') },
      { primaryKey: ['term', 'item_id'] },
    )
    schema.index('course_terms', ['item_id', 'term'])

    schema.table(
      'course_prerequisites',
      {
        course_id: integer().references('courses', 'cascade'),
        prerequisite_id: integer().references('courses', 'cascade'),
      },
      { primaryKey: ['course_id', 'prerequisite_id'] },
    )
    schema.index('course_prerequisites', ['prerequisite_id'])

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
    })
    schema.index('lessons', ['course_id', 'position', 'id'])

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
    })
    schema.index('enrollments', ['course_id', 'user_id'], { unique: true })
    schema.index('enrollments', ['course_id', 'id'])
    schema.index('enrollments', ['user_id', 'id'])
    schema.index('enrollments', ['user_id', 'status', 'id'])

    schema.table(
      'lesson_progress',
      {
        enrollment_id: integer().references('enrollments', 'cascade'),
        lesson_id: integer().references('lessons', 'cascade'),
        completed_at: timestamp().nullable(),
        reopened_at: timestamp().nullable(),
        time_spent_seconds: integer(),
      },
      { primaryKey: ['enrollment_id', 'lesson_id'] },
    )
    schema.index('lesson_progress', ['lesson_id'])

    // Completions sent by devices, so that a repeated one counts once.
    schema.table(
      'lesson_syncs',
      {
        enrollment_id: integer().references('enrollments', 'cascade'),
        lesson_id: integer(),
        completed_at: timestamp(),
        time_spent_seconds: integer(),
      },
      { primaryKey: ['enrollment_id', 'lesson_id', 'completed_at'] },
    )
  },
}
