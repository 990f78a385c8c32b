import { type Static, Type } from 'typebox'
import { DateTime, Id, oneOf, Paging, withDescription } from '#core/schema.ts'
import { TalentPoolStatus, talentPoolRecord } from './record.ts'

export const TalentPoolEntry = Type.Object(talentPoolRecord.answer, { title: 'TalentPoolEntry' })
export type TalentPoolEntry = Static<typeof TalentPoolEntry>

export const NewTalentPoolEntry = Type.Object(talentPoolRecord.creation, { title: 'NewTalentPoolEntry' })
export type NewTalentPoolEntry = Static<typeof NewTalentPoolEntry>

export const TalentPoolChange = Type.Object({ note: talentPoolRecord.change.note }, { title: 'TalentPoolChange' })
export type TalentPoolChange = Static<typeof TalentPoolChange>

export const TalentPoolQuery = Type.Object({
  ...Paging,
  company_id: Type.Optional(
    withDescription(Id, 'Those of this company, for which I recruit; those of my own unless given.'),
  ),
  status: Type.Optional(TalentPoolStatus),
})
export type TalentPoolQuery = Static<typeof TalentPoolQuery>

export const ConsentQuery = Type.Object(Paging)
export type ConsentQuery = Static<typeof ConsentQuery>

export const TalentPoolExtension = Type.Object(
  {
    consent_until: withDescription(
      DateTime,
      'When the consent should end: after the present `consent_until`, and within two years.',
    ),
  },
  { title: 'TalentPoolExtension' },
)
export type TalentPoolExtension = Static<typeof TalentPoolExtension>

const answer = withDescription(
  oneOf('consented', 'declined', 'extended', 'not_extended'),
  '`consented` gives the consent until `consent_until`; `declined` refuses or withdraws it, which removes the entry with its note. `extended` agrees to ' +
    '`requested_until`, and `not_extended` keeps the end as it is.',
)

export const ConsentAnswer = Type.Object(
  {
    answer,
    requested_until: Type.Optional(
      withDescription(DateTime, 'With `extended`, the end that the person agrees to: that of the request.'),
    ),
  },
  { title: 'ConsentAnswer' },
)
export type ConsentAnswer = Static<typeof ConsentAnswer>
