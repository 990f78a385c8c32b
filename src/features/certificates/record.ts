import { Type } from 'typebox'
import { DateTime, Id, nullable, withDescription } from '#core/schema.ts'
import { defineRecord, generated, type RowOf, readOnly, type TableOf } from '#database/record.ts'

/** A certificate states what was so on the day of issue. Only its revocation is written later. */
export const certificateRecord = defineRecord('certificates', {
  id: readOnly(Id),
  user_id: readOnly(Id),
  exam_id: readOnly(nullable(Id)),
  course_id: readOnly(nullable(Id)),
  /** Null once the account is deleted. */
  name: readOnly(withDescription(nullable(Type.String()), 'The name.'), { tracked: true }),
  title: readOnly(Type.String({ description: 'The title of the exam or course on the day of issue.' }), {
    tracked: true,
  }),
  issuer: readOnly(Type.String({ description: 'The organization, which confirms that the record is genuine.' })),
  score: readOnly(nullable(Type.Integer({ description: 'Percent; null on the certificate of a course.' }))),
  author_id: readOnly(nullable(Id)),
  author_name: readOnly(nullable(Type.String())),
  author_verified: readOnly(Type.Boolean()),
  duration_minutes: readOnly(withDescription(nullable(Type.Integer()), 'The duration, in minutes.')),
  verification_code: readOnly(
    Type.String({
      examples: ['7K3M-QX9V-04TN-HB2E'],
      description: 'The code with which anybody can verify the certificate.',
    }),
  ),
  /** As a former system wrote the code; null where it is the same. */
  original_code: readOnly(nullable(Type.String())),
  issued_at: readOnly(DateTime),
  revoked_at: readOnly(withDescription(nullable(DateTime), 'When it was revoked; null while it is valid.'), {
    tracked: true,
  }),
  revocation_reason: generated(Type.String({ description: 'The reason for the revocation.' })),
})

/** A certificate as stored. */
export type CertificateRow = RowOf<typeof certificateRecord>

declare module '#database/tables/index.ts' {
  interface Tables {
    certificates: TableOf<typeof certificateRecord>
  }
}
