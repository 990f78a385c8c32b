import { type Static, Type } from 'typebox'
import { CalendarDate, Id, nullable, oneOf, Text, Titled, withDescription } from '#core/schema.ts'

import { certificateRecord } from './record.ts'

const Url = (description: string) => Type.String({ description })

export const Awarder = Type.Object(
  {
    id: nullable(Type.Integer({ description: 'The author; null once their account is deleted.' })),
    name: Type.String({ description: 'As they were called on the day of issue.' }),
    verified: Type.Boolean({
      description: 'Whether the issuer had verified the identity of the author on the day of issue.',
    }),
  },
  { title: 'CertificateAwarder', description: 'The author of the exam or course.' },
)
export type Awarder = Static<typeof Awarder>

const { id, title, issuer, verification_code, score, revoked_at, revocation_reason } = certificateRecord.answer

const Subject = nullable(Titled)

const common = {
  id,
  title,
  issuer,
  awarded_by: Awarder,
  issued_date: withDescription(CalendarDate, 'The day on which it was issued.'),
  certificate_url: Url('The public page that verifies the certificate; needs no token.'),
  verification_code,
  verified: Type.Boolean({ description: 'False once an administrator has revoked it.' }),
  exam: withDescription(Subject, 'The exam.'),
  course: withDescription(Subject, 'The course.'),
}

export const Certificate = Type.Object(
  { ...common, badge: Url('A picture (SVG) to show on other sites.') },
  { title: 'Certificate' },
)
export type Certificate = Static<typeof Certificate>

export const CertificateDetail = Type.Object(
  {
    ...common,
    score,
    pdf_download_url: Url('The certificate to print. Needs the token.'),
    name: Type.String({ description: 'Whose it is, as they were called on the day of issue.' }),
    revoked_at,
    revocation_reason,
  },
  { title: 'CertificateDetail' },
)
export type CertificateDetail = Static<typeof CertificateDetail>

export const CertificateQuery = Type.Object({
  user_id: Type.Optional(withDescription(Id, 'Whose; for administrators.')),
  verification_code: Type.Optional(
    Text(100, {
      description: 'Only the certificate with this code; administrators find those of all users.',
    }),
  ),
})
export type CertificateQuery = Static<typeof CertificateQuery>

export const Revocation = Type.Object({
  reason: Type.Optional(Text(1_000, { description: 'For the holder; the public page does not show it.' })),
})
export type Revocation = Static<typeof Revocation>

export const VerificationCode = Type.Object({
  code: Type.String({
    examples: ['7K3M-QX9V-04TN-HB2E'],
    description: 'In any case, with or without dashes.',
  }),
})

export const TypedCode = Type.Object({ code: Type.Optional(Text(100)) })

export const Verification = Type.Object(
  {
    valid: Type.Boolean({ description: 'Whether it is valid.' }),
    status: withDescription(oneOf('valid', 'revoked'), 'Whether the certificate holds.'),
    name: Type.String({ description: 'The name.' }),
    title: Type.String({ description: 'The title.' }),
    issuer: Type.String({ description: 'The organization that issued it.' }),
    awarded_by: Awarder,
    issued_date: withDescription(CalendarDate, 'The day on which it was issued.'),
    verification_code: Type.String({ description: 'The code with which anybody can verify the certificate.' }),
  },
  { title: 'CertificateVerification' },
)
export type Verification = Static<typeof Verification>
