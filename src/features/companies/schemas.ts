import { type Static, Type } from 'typebox'
import { oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { describeSearch, relevanceOrder } from '#features/search-index/index.ts'
import { companyRecord } from './record.ts'

const optional = Type.Optional

export const Company = Type.Object(companyRecord.answer, { title: 'Company' })
export type Company = Static<typeof Company>

export const NewCompany = Type.Object(companyRecord.creation, {
  title: 'NewCompany',
  description: 'Its creator is its first owner.',
  examples: [
    { name: 'Kew Gardens', website: 'https://kew.example.org', country: 'GB', size: '501-1000', industry: 'Botany' },
  ],
})
export type NewCompany = Static<typeof NewCompany>

export const CompanyChange = Type.Object(companyRecord.change)
export type CompanyChange = Static<typeof CompanyChange>

export const CompanyQuery = Type.Object({
  ...Paging,
  search: optional(Text(200, { description: describeSearch('name, industry and description') })),
  verified: optional(Type.Boolean({ description: 'Only those that are verified, or that are not.' })),
  mine: optional(Type.Boolean({ description: 'Only those that I am a member of.' })),
  sort: optional(
    withDescription(
      oneOf('relevance', 'recent', 'name'),
      `${relevanceOrder}, newest first (the default otherwise), or by name.`,
    ),
  ),
})
export type CompanyQuery = Static<typeof CompanyQuery>
