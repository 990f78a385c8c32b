import { type Static, Type } from 'typebox'
import { CalendarDate, DateTime, Id, Line, nullable, oneOf, withDescription } from '#core/schema.ts'
import { Awarder } from '../schemas.ts'

/** What a shared page may show beyond the title, the issuer, the date, and whether the certificate is valid. */
const Shown = oneOf('name', 'result', 'awarded_by')

const Purpose = (description: string) => Line(200, { description })

export const NewShare = Type.Object({
  shows: Type.Optional(
    Type.Array(Shown, {
      maxItems: 3,
      uniqueItems: true,
      description:
        'What the page shows besides the title, the issuer, the date and whether it is valid. Without it, `["name"]`. The code is never shown.',
    }),
  ),
  purpose: Type.Optional(Purpose('What the link is for, like `Application at Example University`; the page says it.')),
  expires_at: Type.Optional(
    nullable(
      Type.String({
        format: 'date-time',
        maxLength: 64,
        description: 'In the future; null for a link without an end.',
      }),
    ),
  ),
})
export type NewShare = Static<typeof NewShare>

export const Share = Type.Object(
  {
    id: Id,
    url: Type.String({ description: 'The page, which needs no token.' }),
    linkedin_url: Type.String({
      description: 'Opens the form of LinkedIn that adds the certificate to a profile, filled in.',
    }),
    shows: Type.Array(Shown, { description: 'What the page shows besides the title, the issuer and the date.' }),
    purpose: Type.String({ description: 'What the link is for; empty if it was not said.' }),
    created_at: DateTime,
    expires_at: withDescription(nullable(DateTime), 'When it expires.'),
  },
  { title: 'CertificateShare' },
)
export type Share = Static<typeof Share>

export const ShareToken = Type.Object({
  token: Type.String({
    maxLength: 100,
    description: 'The last part of the link.',
    examples: ['b2nX0v3m1s7Q9r5T6yU8wA'],
  }),
})

export const SharedCertificate = Type.Object(
  {
    valid: Type.Boolean({ description: 'False once the certificate is revoked.' }),
    status: withDescription(oneOf('valid', 'revoked'), 'Whether the certificate holds.'),
    title: Type.String({ description: 'The title of the exam or course.' }),
    issuer: Type.String({ description: 'The organization.' }),
    issued_date: withDescription(CalendarDate, 'The day on which it was issued.'),
    purpose: Type.String({ description: 'What the link is for.' }),
    name: nullable(Type.String({ description: 'Whose it is; null if the holder does not show it.' })),
    result: nullable(Type.Integer({ description: 'Percent; null for a course, or if the holder does not show it.' })),
    awarded_by: nullable(Awarder),
  },
  { title: 'SharedCertificate' },
)
export type SharedCertificate = Static<typeof SharedCertificate>
