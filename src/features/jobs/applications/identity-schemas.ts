import { type Static, Type } from 'typebox'
import { Id, NonEmptyLine } from '#core/schema.ts'

export const IdentityRequest = Type.Object({
  reason: NonEmptyLine('reason', 500, 'Why it must be known before the shortlist. The applicant sees it.'),
})
export type IdentityRequest = Static<typeof IdentityRequest>

export const Identity = Type.Object(
  {
    user_id: Id,
    name: Type.String({ description: 'The name.' }),
    email: Type.String({ description: 'The e-mail address.' }),
    phone: Type.String({ description: 'The telephone number.' }),
    location: Type.String({ description: 'City, region or country, in free words.' }),
  },
  { title: 'CandidateIdentity' },
)
export type Identity = Static<typeof Identity>
