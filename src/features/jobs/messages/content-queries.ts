import { sql } from 'kysely'
import { type AgeOrder, getSortDirection, type Slice } from '#core/page.ts'
import { containsIgnoringCase } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { StoredFilter } from '#platform/moderation-queries.ts'

const selectMessages = (q: Builder) =>
  q.selectFrom('application_messages').innerJoin('users', 'users.id', 'application_messages.user_id')

function filterMessages(q: Builder, p: StoredFilter) {
  let rows = selectMessages(q)
  if (p.owner_id !== undefined) rows = rows.where('application_messages.user_id', '=', p.owner_id)
  if (p.hidden !== undefined) rows = rows.where('application_messages.hidden_at', 'is not', null)
  return p.part === undefined ? rows : rows.where(containsIgnoringCase(sql.ref('application_messages.body'), p.part))
}

const columns = [
  'application_messages.id',
  // The title is one line.
  sql<string>`substr(replace(replace(application_messages.body, ${sql.lit('\r')}, ''), ${sql.lit('\n')}, ' '), 1, 100)`.as(
    'title',
  ),
  'users.id as owner_id',
  'users.name as owner_name',
  sql<string>`'sent'`.as('status'),
  'application_messages.hidden_at',
  'application_messages.created_at',
  'application_messages.created_at as updated_at',
] as const

const optional = ['owner_id', 'hidden', 'part'] as const

/** Messages as administrators list them, hidden or not. */
export const messageContents = {
  byId: prepare((q, p: { id: number }) =>
    selectMessages(q).select(columns).where('application_messages.id', '=', p.id),
  ),

  page: prepare(
    (q, p: StoredFilter & AgeOrder & Slice) =>
      filterMessages(q, p)
        .select(columns)
        .orderBy('application_messages.id', getSortDirection(p))
        .limit(p.limit)
        .offset(p.offset),
    { optional: [...optional, 'oldest'] },
  ),

  count: prepare((q, p: StoredFilter) => filterMessages(q, p).select(sql<number>`count(*)`.as('total')), { optional }),
}
