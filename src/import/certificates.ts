/** Certificates with their codes. */

import { Type } from 'typebox'
import { normalizeCode } from '#features/certificates/index.ts'
import { certificateRecord } from '#features/certificates/record.ts'
import { certificateFacts } from './derived-queries.ts'
import { importOf } from './import-of.ts'
import { Line, optional } from './table.ts'

/** Returns the form by which a code is found, and how it was written where that differs. */
function readCode(written: string) {
  const verification_code = normalizeCode(written)
  return { verification_code, original_code: written === verification_code ? null : written }
}

export const certificates = importOf(certificateRecord, {
  description: 'One certificate of a passed exam or a completed course a line. Its verification code goes on working.',
  without: ['author_id', 'author_name', 'duration_minutes'],
  extra: {
    name: optional(Line(255, 'The name on it; that of the account unless given.')),
    title: Line(255),
    issuer: Type.String({ maxLength: 255, description: 'ORGANIZATION_NAME unless given.' }),
    verification_code: Type.String({ minLength: 8, maxLength: 100, pattern: '^[A-Za-z0-9 -]+$' }),
    author_verified: Type.Boolean({ description: 'Whether the identity of the author was verified.' }),
  },
  bounds: { score: [0, 100], revocation_reason: 2_000 },
  defaults: {
    ...{ author_verified: false, revocation_reason: '' },
    issuer: (_, { config }) => config.organizationName,
  },
  computed: ['original_code'],
  references: { user_id: 'users', exam_id: 'exams', course_id: 'courses' },
  unique: 'the same verification_code, or is for the same user and exam or course,',
  uniqueKeys: [
    { columns: ['verification_code'] },
    { columns: ['user_id', 'course_id'] },
    { columns: ['user_id', 'exam_id'] },
  ],
  check: ({ exam_id, course_id }) =>
    ((exam_id ?? null) === null) === ((course_id ?? null) === null)
      ? 'A certificate needs one of the columns "exam_id" and "course_id".'
      : null,
  convert: (row) => readCode(row.verification_code),
  derive: async (tx, rows) => void (await certificateFacts.copy.run(tx, { ids: rows.map(({ id }) => id) })),
  finish: 'refresh_proofs',
})
