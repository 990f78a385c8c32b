/** Certificates, the keys that sign them, links to them, and the skills that they prove. */

import { boolean, id, integer, json, key, type Schema, text, timestamp } from '../schema.ts'

export function defineCertificates(schema: Schema) {
  schema.table('certificates', {
    id: id(),
    user_id: integer().references('users'),
    // One of the two is set; a course without learners is deleted with the account of its instructor.
    exam_id: integer().nullable().references('exams'),
    course_id: integer().nullable().references('courses', 'set null'),
    // As they were when it was issued. The name is null once the account is deleted.
    name: text().nullable(),
    title: text(),
    issuer: text(),
    // The author of the exam or course and their name at the time; both are null once the account is deleted.
    author_id: integer().nullable().references('users'),
    author_name: text().nullable(),
    // The duration of the course at the time; null for an exam.
    duration_minutes: integer().nullable(),
    score: integer().nullable(),
    verification_code: key(),
    issued_at: timestamp(),
    revoked_at: timestamp().nullable(),
    revocation_reason: text().default(''),
    // Whether the identity of the author was verified on the day of issue.
    author_verified: boolean().default(false),
  })
  schema.index('certificates', ['user_id', 'exam_id'], { unique: true })
  schema.index('certificates', ['user_id', 'course_id'], { unique: true })
  schema.index('certificates', ['user_id', 'id'])
  schema.index('certificates', ['exam_id'])
  schema.index('certificates', ['course_id'])
  schema.index('certificates', ['author_id'])
  schema.index('certificates', ['verification_code'], { unique: true })
  // For the status lists of credentials.
  schema.index('certificates', ['id'], { where: 'revoked_at is not null' })

  const issuer_keys = schema.table('issuer_keys', {
    id: id(),
    // Multibase; stays when the key is retired, so that what it signed can be verified.
    public_key: text(),
    // Encrypted with APP_SECRET.
    secret_key: text(),
    // 1 for the key that signs, null for former ones, so that there is only one.
    active: integer().nullable(),
    created_at: timestamp(),
    retired_at: timestamp().nullable(),
  })
  schema.index('issuer_keys', ['active'], { unique: true })

  const certificate_shares = schema.table('certificate_shares', {
    id: id(),
    certificate_id: integer().references('certificates', 'cascade'),
    // The last part of the link.
    token: key(),
    // What the page shows beyond the title, the issuer and the date.
    shows: json<('name' | 'result' | 'awarded_by')[]>(),
    purpose: text(),
    created_at: timestamp(),
    expires_at: timestamp().nullable(),
    key_id: integer().nullable().references('access_tokens', 'cascade'),
  })
  schema.index('certificate_shares', ['token'], { unique: true })
  schema.index('certificate_shares', ['certificate_id'])
  schema.index('certificate_shares', ['key_id'], { where: 'key_id is not null' })

  // How well a user has proven a skill, from 1 to 100. Computed from certificates and the like in the transaction
  // that changes them, so that the applicants of a post are ranked by an index.
  const skill_strengths = schema.table(
    'skill_strengths',
    {
      user_id: integer().references('users'),
      skill_key: key(),
      strength: integer(),
    },
    { primaryKey: ['user_id', 'skill_key'] },
  )
  // Without a look at the row: a ranking reads tens of thousands.
  schema.index('skill_strengths', ['user_id', 'skill_key', 'strength'])
  return { issuer_keys, certificate_shares, skill_strengths }
}
