import { sql } from 'kysely'
import { integerList, textList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { WrittenValues } from '#database/record.ts'
import type { CompanyRole } from '#database/tables/companies.ts'
import { companyRecord } from './record.ts'

const { columns, qualifiedColumns, values } = companyRecord

/** The columns that a company has in answers and that its members write. */
export type CompanyText = WrittenValues<typeof companyRecord>

interface Row extends CompanyText {
  name_key: string
  verified: boolean
  verified_at: string | null
  logo_file_id: number | null
  now: string
}

/** The user who reads, whose role is selected. */
export interface Viewer {
  actor_id: number
}

/** The role of the user as a member who has accepted. */
export const selectOwnRole = (p: Viewer) =>
  sql<CompanyRole | null>`(select role from company_members where company_members.company_id = companies.id
    and company_members.user_id = ${p.actor_id} and company_members.accepted_at is not null)`

const selectCompanies = (q: Builder, p: Viewer) =>
  q
    .selectFrom('companies')
    .select([...qualifiedColumns, 'companies.logo_file_id', 'companies.deleted_at'])
    .select(selectOwnRole(p).as('own_role'))

export const companies = {
  byId: prepare((q, p: Viewer & { id: number }) =>
    selectCompanies(q, p).where('companies.id', '=', p.id).where('companies.deleted_at', 'is', null),
  ),

  /** Which of the companies are neither deleted nor hidden. */
  visible: prepare((q, p: { ids: readonly number[] }) =>
    q
      .selectFrom('companies')
      .select('id')
      .where('id', 'in', integerList(p.ids))
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null),
  ),

  /** The exact names among those with the keys, and how many companies have each. */
  named: prepare((q, p: { keys: readonly string[] }) =>
    q
      .selectFrom('companies')
      .select(['name', sql<number>`min(id)`.as('id'), (eb) => eb.fn.countAll<number>().as('total')])
      .where('name_key', 'in', textList(p.keys))
      .where('deleted_at', 'is', null)
      .where('hidden_at', 'is', null)
      .groupBy('name'),
  ),

  add: prepare((q, p: Row) =>
    q
      .insertInto('companies')
      .values({
        ...values(p),
        name_key: p.name_key,
        verified_at: null,
        logo_file_id: null,
        deleted_at: null,
        created_at: p.now,
        updated_at: p.now,
      })
      .returning('id'),
  ),

  update: prepare((q, p: Row & { id: number }) =>
    q
      .updateTable('companies')
      .set({
        ...values(p),
        name_key: p.name_key,
        verified: p.verified,
        verified_at: p.verified_at,
        logo_file_id: p.logo_file_id,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  /** Empties the row of a company, whose name stays for its invoices. */
  erase: prepare((q, p: { id: number; now: string }) =>
    q
      .updateTable('companies')
      .set({
        description: '',
        website: '',
        logo: null,
        logo_file_id: null,
        country: '',
        size: '',
        industry: '',
        verified: sql.lit(false),
        verified_at: null,
        deleted_at: p.now,
        updated_at: p.now,
      })
      .where('id', '=', p.id),
  ),

  setHidden: prepare((q, p: { id: number; hidden_at: string | null; hidden_reason: string }) =>
    q.updateTable('companies').set({ hidden_at: p.hidden_at, hidden_reason: p.hidden_reason }).where('id', '=', p.id),
  ),

  /** The companies of a user, for the export; hidden ones of members alone. */
  listByUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('companies')
      .innerJoin('company_members', 'company_members.company_id', 'companies.id')
      .select(columns.map((name) => `companies.${name}` as const))
      .select(['company_members.role', 'company_members.added_at', 'company_members.accepted_at'])
      .where('company_members.user_id', '=', p.user_id)
      .where((eb) => eb.or([eb('company_members.accepted_at', 'is not', null), eb('companies.hidden_at', 'is', null)]))
      .orderBy('company_members.id'),
  ),
}
