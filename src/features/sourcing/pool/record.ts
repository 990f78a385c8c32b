import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

export const TalentPoolStatus = withDescription(
  oneOf('pending', 'consented'),
  '`pending` until the person has answered the request, then `consented`. A refusal and a withdrawal remove the entry.',
)
export type TalentPoolStatus = Static<typeof TalentPoolStatus>

const Person = Type.Object({
  id: Id,
  name: Type.String({ description: 'The name.' }),
  email: Type.String({
    description: 'The e-mail address of the account; empty to those who keep the entry until the person consents.',
  }),
  profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
})

const Company = Type.Unsafe<Static<typeof Named> | null>({
  ...Named,
  type: ['object', 'null'],
  description: 'The company that keeps the person; null where the keeper does alone.',
})

const companyId =
  'The company whose owners, admins and recruiters keep the person together; null for the keeper alone. It never changes.'

export const talentPoolRecord = defineRecord('talent_pool_entries', {
  id: readOnly(Id),
  user_id: required(withDescription(Id, 'The person.'), { tracked: false }),
  user: computed(withDescription(Person, 'The person.')),
  keeper: computed(withDescription(Named, 'The user who asked the person.')),
  company_id: optional(
    nullable(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: companyId })),
    null,
    { tracked: false, answer: nullable(Type.Integer({ description: companyId })) },
  ),
  company: computed(Company),
  consent_until: required(
    withDescription(DateTime, 'When the consent ends, and the entry with it; at most two years after the request.'),
    { tracked: true },
  ),
  note: optional(
    Text(5_000, { description: 'A private note. The person does not see it; an answer to the person has none.' }),
    '',
    {
      answer: Type.Optional(
        Type.String({ description: 'A private note. The person does not see it; an answer to the person has none.' }),
      ),
    },
  ),
  status: readOnly(TalentPoolStatus, { tracked: true }),
  ends_at: readOnly(
    withDescription(
      DateTime,
      'When the entry goes by itself: `consent_until`, or 30 days after the request while it has no answer.',
    ),
  ),
  consented_at: readOnly(
    withDescription(
      nullable(DateTime),
      'When the person consented, or agreed to a later `consent_until`; null until then.',
    ),
  ),
  requested_until: readOnly(
    withDescription(
      nullable(DateTime),
      'The later `consent_until` that the person is asked for; null while no such request is open. Until the person agrees, `consent_until` holds.',
    ),
    { tracked: true },
  ),
  requester: computed(
    Type.Unsafe<Static<typeof Named> | null>({
      ...Named,
      type: ['object', 'null'],
      description: 'The user who asked for that end; null while no such request is open.',
    }),
  ),
  request_ends_at: readOnly(
    withDescription(nullable(DateTime), 'When that request ends without an answer; null while none is open.'),
  ),
  created_at: readOnly(withDescription(DateTime, 'When the person was asked.')),
  updated_at: readOnly(DateTime),
  keeper_id: internal(Id),
  requested_by: internal(nullable(Id)),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    talent_pool_entries: TableOf<typeof talentPoolRecord>
  }
}
