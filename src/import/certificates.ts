/** Certificates with their codes. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { normalizeCode } from '#features/certificates/index.ts'
import { certificateFacts } from './derived-queries.ts'
import { type ImportTable, Line, optional } from './table.ts'

/** Returns the form by which a code is found, and how it was written where that differs. */
function readCode(written: string) {
  const verification_code = normalizeCode(written)
  return { verification_code, original_code: written === verification_code ? null : written }
}

export const certificates: ImportTable = {
  name: 'certificates',
  description: 'One certificate of a passed exam or a completed course a line. Its verification code goes on working.',
  columns: {
    id: Id,
    user_id: Id,
    exam_id: optional(nullable(Id)),
    course_id: optional(nullable(Id)),
    name: optional(Line(255, 'The name on it; that of the account unless given.')),
    title: Line(255),
    issuer: optional(Type.String({ maxLength: 255, description: 'ORGANIZATION_NAME unless given.' })),
    score: optional(nullable(Type.Integer({ minimum: 0, maximum: 100 }))),
    verification_code: Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9 -]+$' }),
    author_verified: optional(Type.Boolean({ description: 'Whether the identity of the author was verified.' })),
    issued_at: DateTime,
    revoked_at: optional(nullable(DateTime)),
    revocation_reason: optional(Type.String({ maxLength: 2_000, description: 'Why it was revoked.' })),
  },
  references: { user_id: 'users', exam_id: 'exams', course_id: 'courses' },
  unique: 'the same verification_code, or is for the same user and exam or course,',
  uniqueKeys: [
    { columns: ['verification_code'] },
    { columns: ['user_id', 'course_id'] },
    { columns: ['user_id', 'exam_id'] },
  ],
  stored: {
    id: 'integer',
    user_id: 'integer',
    exam_id: 'integer',
    course_id: 'integer',
    name: 'text',
    title: 'text',
    issuer: 'text',
    score: 'integer',
    verification_code: 'text',
    original_code: 'text',
    author_verified: 'boolean',
    issued_at: 'timestamp',
    revoked_at: 'timestamp',
    revocation_reason: 'text',
  },
  check: ({ exam_id, course_id }) =>
    ((exam_id ?? null) === null) === ((course_id ?? null) === null)
      ? 'A certificate needs one of the columns "exam_id" and "course_id".'
      : null,
  convert: (row, { config }) => ({
    ...row,
    ...readCode(row.verification_code),
    exam_id: row.exam_id ?? null,
    course_id: row.course_id ?? null,
    name: row.name ?? null,
    issuer: row.issuer ?? config.organizationName,
    score: row.score ?? null,
    author_verified: row.author_verified ?? false,
    revoked_at: row.revoked_at ?? null,
    revocation_reason: row.revocation_reason ?? '',
  }),
  derive: async (tx, rows) => void (await certificateFacts.copy.run(tx, { ids: rows.map(({ id }) => id) })),
  finish: 'refresh_proofs',
}
