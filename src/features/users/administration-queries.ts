import { sql } from 'kysely'
import { type AgeOrder, getSortDirection, type Slice } from '#core/page.ts'
import { asBoolean } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Role } from '#database/tables/index.ts'
import { type Search, selectIdsWithWord, selectMatchingAllWords } from './queries.ts'

const accountStates = ['active', 'suspended', 'unverified', 'deleted'] as const
type AccountState = (typeof accountStates)[number]

/** The filters of a list of accounts; an absent one selects all that are not deleted. */
export interface AccountFilter {
  role?: Role | undefined
  id?: number | undefined
  email?: string | undefined
  /** Words that begin with these. */
  word?: string | undefined
  end?: string
  others?: string[]
}

export type Selection = AccountState | 'any'
const selections: readonly Selection[] = ['any', ...accountStates]
const optional = ['role', 'id', 'email', 'word'] as const

export interface AccountOrder extends AgeOrder {
  by_name?: true | undefined
}

function selectAccounts(q: Builder, p: AccountFilter, selection: Selection) {
  let rows = q.selectFrom('users')
  rows =
    selection === 'deleted'
      ? rows.where('users.deleted_at', 'is not', null)
      : rows.where('users.deleted_at', 'is', null)
  if (selection === 'suspended') rows = rows.where('users.suspended_at', 'is not', null)
  if (selection === 'active') rows = rows.where('users.suspended_at', 'is', null)
  if (selection === 'unverified') rows = rows.where('users.email_verified_at', 'is', null)
  if (p.role !== undefined) rows = rows.where('users.role', '=', p.role)
  if (p.id !== undefined) rows = rows.where('users.id', '=', p.id)
  if (p.email !== undefined) rows = rows.where('users.email', '=', p.email)
  const { word, end, others } = p
  if (word === undefined || end === undefined || others === undefined) return rows
  const search: Search = { include_email: true, word, end, others }
  return rows.where('users.id', 'in', selectIdsWithWord(q, search)).where(selectMatchingAllWords(search))
}

export const accounts = {
  page: prepare(
    (q, p: AccountFilter & AccountOrder & Slice, selection: Selection) =>
      (p.by_name === undefined
        ? selectAccounts(q, p, selection)
        : selectAccounts(q, p, selection).orderBy('users.sort_name')
      )
        .select([
          'users.id',
          'users.name',
          sql<string>`coalesce(users.email, '')`.as('email'),
          'users.role',
          'users.created_at',
          'users.suspended_at',
          'users.suspension_reason',
          'users.deleted_at',
          asBoolean(sql`users.email_verified_at is not null`).as('email_verified'),
          asBoolean(sql`users.email_bounced_at is not null`).as('email_bouncing'),
          sql<
            string | null
          >`(select max(last_used_at) from access_tokens where access_tokens.user_id = users.id and last_used_at > '1970-01-02')`.as(
            'last_active_at',
          ),
        ])
        .orderBy('users.id', p.by_name === undefined ? getSortDirection(p) : 'asc')
        .limit(p.limit)
        .offset(p.offset),
    { optional: [...optional, 'by_name', 'oldest'], choices: selections },
  ),

  count: prepare(
    (q, p: AccountFilter, selection: Selection) =>
      selectAccounts(q, p, selection).select(sql<number>`count(*)`.as('total')),
    { optional, choices: selections },
  ),

  suspension: prepare((q, p: { id: number }) =>
    q.selectFrom('users').select(['suspended_at', 'suspension_reason']).where('id', '=', p.id),
  ),

  setSuspension: prepare((q, p: { id: number; suspended_at: string | null; reason: string; now: string }) =>
    q
      .updateTable('users')
      .set({ suspended_at: p.suspended_at, suspension_reason: p.reason, updated_at: p.now })
      .where('id', '=', p.id),
  ),
}
