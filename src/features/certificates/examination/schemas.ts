import { type Static, Type } from 'typebox'
import { DateTime, nullable, oneOf, Text } from '#core/schema.ts'
import { FileField, Form } from '#http/forms.ts'

export const ExaminationForm = Form({
  file: FileField({
    maxBytes: 10 * 1024 * 1024,
    tooLarge: 'The file may not be larger than 10 MB.',
    description: 'A PDF, SVG, PNG, JSON or JWT file of at most 10 MB that contains a credential.',
  }),
  email: Type.Optional(
    Text(255, {
      description: 'The e-mail address of the supposed holder. It is compared with the hash in the credential.',
    }),
  ),
})
export type ExaminationForm = Static<typeof ExaminationForm>

const outcomes = ['proven', 'refuted', 'open'] as const
const Described = (description: string) => Type.String({ description })

export const ExaminedCredential = Type.Object(
  {
    verdict: {
      ...oneOf(...outcomes),
      description: '`refuted` if any finding is; `proven` if all are, apart from the holder; otherwise `open`.',
    },
    revoked: Type.Boolean({ description: 'Whether its issuer has revoked it.' }),
    summary: Described('The verdict as a sentence.'),
    name: Described('What the credential calls itself.'),
    issuer: Type.Object(
      { id: Described('The DID or address.'), name: Described('As it calls itself.') },
      { description: 'The issuer that the credential names.' },
    ),
    holder: Described('The name of the holder; empty in most credentials.'),
    achievements: Type.Array(
      Type.Object({
        name: Described('What was achieved.'),
        criteria: Described('What it took.'),
        result: Described('The result, as the issuer wrote it; empty without one.'),
      }),
      { description: 'What the holder has achieved.' },
    ),
    valid_from: { ...nullable(DateTime), description: 'From when it is valid; null if it does not say so.' },
    valid_until: {
      ...nullable(DateTime),
      description: 'Until when it is valid; null for a credential without an end.',
    },
    findings: Type.Array(
      Type.Object({
        about: { ...oneOf('content', 'issuer', 'status', 'period', 'holder'), description: 'What was examined.' },
        outcome: { ...oneOf(...outcomes), description: '`open`: neither proven nor refuted.' },
        message: Described('The finding as a sentence.'),
      }),
      { description: 'What was examined, and how it turned out.' },
    ),
    certificate_url: nullable(Type.String({ description: 'The page of the certificate, if this service issued it.' })),
  },
  { title: 'ExaminedCredential' },
)
export type ExaminedCredential = Static<typeof ExaminedCredential>
