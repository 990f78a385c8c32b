/** Certificates: what a person has passed or completed, once each. */

import { id, integer, key, type Migration, text, timestamp } from './schema.ts'

export const certificates: Migration = {
  name: '0011-certificates',
  up(schema) {
    schema.table('certificates', {
      id: id(),
      user_id: integer().references('users'),
      // One of the two; a course without learners goes when its instructor does.
      exam_id: integer().references('exams').nullable(),
      course_id: integer().references('courses', 'set null').nullable(),
      // As they were on that day. The name is null once the account is deleted.
      name: text().nullable(),
      title: text(),
      issuer: text(),
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
    schema.index('certificates', ['verification_code'], { unique: true })
  },
}
