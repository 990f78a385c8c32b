import { type Static, Type } from 'typebox'
import { Id, oneOf, Paging, withDescription } from '#core/schema.ts'
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

const answer = withDescription(
  oneOf('consented', 'declined'),
  '`consented` gives the consent until `consent_until`; `declined` refuses or withdraws it, which removes the entry with its note.',
)

export const ConsentAnswer = Type.Object({ answer }, { title: 'ConsentAnswer' })
export type ConsentAnswer = Static<typeof ConsentAnswer>
