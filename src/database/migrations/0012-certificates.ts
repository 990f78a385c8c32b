/** Certificates of passed exams and completed courses, at most one each for a user. */

import { id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const certificates: Migration = {
  name: '0012-certificates',
  up(schema) {
    schema.table('certificates', {
      id: id(),
      user_id: integer().references('users'),
      // One of the two is set; a course without learners is deleted with the account of its instructor.
      exam_id: integer().references('exams').nullable(),
      course_id: integer().references('courses', 'set null').nullable(),
      // As they were when it was issued. The name is null once the account is deleted.
      name: text().nullable(),
      title: text(),
      issuer: text(),
      // The author of the exam or course and their name at the time; both are null once the account is deleted.
      author_id: integer().references('users').nullable(),
      author_name: text().nullable(),
      // The duration of the course at the time; null for an exam.
      duration_minutes: integer().nullable(),
      score: integer().nullable(),
      verification_code: key(),
      issued_at: timestamp(),
      revoked_at: timestamp().nullable(),
      revocation_reason: text().default(''),
    })
    schema.index('certificates', ['user_id', 'exam_id'], { unique: true })
    schema.index('certificates', ['user_id', 'course_id'], { unique: true })
    schema.index('certificates', ['user_id', 'id'])
    schema.index('certificates', ['exam_id'])
    schema.index('certificates', ['course_id'])
    schema.index('certificates', ['author_id'])
    schema.index('certificates', ['verification_code'], { unique: true })
  },
}
