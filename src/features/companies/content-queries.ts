import { sql } from 'kysely'
import { type AgeOrder, getSortDirection, type Slice } from '#core/page.ts'
import { containsIgnoringCase } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { StoredFilter } from '#platform/moderation-queries.ts'

/** The longest-standing owner, who stands for the company in lists of content and reports. */
const firstOwner = sql<number>`(select company_members.user_id from company_members
  where company_members.company_id = companies.id and company_members.role = 'owner'
    and company_members.accepted_at is not null
  order by company_members.accepted_at, company_members.id limit 1)`

const selectCompanies = (q: Builder) =>
  q
    .selectFrom('companies')
    .innerJoin('users', (join) => join.on(sql<boolean>`users.id = ${firstOwner}`))
    .where('companies.deleted_at', 'is', null)

/** The companies of the filter. `owner_id` selects those that the user owns, first or not. */
function filterCompanies(q: Builder, p: StoredFilter) {
  let rows = selectCompanies(q)
  if (p.owner_id !== undefined) rows = rows.where('companies.id', 'in', selectOwned(q, p.owner_id))
  if (p.hidden !== undefined) rows = rows.where('companies.hidden_at', 'is not', null)
  return p.part === undefined ? rows : rows.where(containsIgnoringCase(sql.ref('companies.name'), p.part))
}

const selectOwned = (q: Builder, userId: number) =>
  q
    .selectFrom('company_members as own')
    .select('own.company_id')
    .where('own.user_id', '=', userId)
    .where('own.role', '=', sql.lit('owner'))
    .where('own.accepted_at', 'is not', null)

const columns = [
  'companies.id',
  'companies.name as title',
  'users.id as owner_id',
  'users.name as owner_name',
  sql<string>`case when companies.verified then 'verified' else 'unverified' end`.as('status'),
  'companies.hidden_at',
  'companies.created_at',
  'companies.updated_at',
] as const

const optional = ['owner_id', 'hidden', 'part'] as const

/** Companies as administrators list them, hidden or not. */
export const companyContents = {
  byId: prepare((q, p: { id: number }) => selectCompanies(q).select(columns).where('companies.id', '=', p.id)),

  page: prepare(
    (q, p: StoredFilter & AgeOrder & Slice) =>
      filterCompanies(q, p)
        .select(columns)
        .orderBy('companies.id', getSortDirection(p))
        .limit(p.limit)
        .offset(p.offset),
    { optional: [...optional, 'oldest'] },
  ),

  count: prepare((q, p: StoredFilter) => filterCompanies(q, p).select(sql<number>`count(*)`.as('total')), { optional }),

  /** The companies whose only member is the user. */
  ofSoleMember: prepare((q, p: { user_id: number }) =>
    selectOwned(q, p.user_id)
      .select('own.company_id as id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('company_members as other')
              .select('other.id')
              .whereRef('other.company_id', '=', 'own.company_id')
              .where('other.user_id', '!=', p.user_id)
              .where('other.accepted_at', 'is not', null),
          ),
        ),
      ),
  ),
}
