import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { RefoldSlice } from '#platform/refold.ts'

/** What is stored folded about users. */
export const foldedUsers = {
  after: prepare((q, p: RefoldSlice) =>
    q
      .selectFrom('users')
      .select(['id', 'name', 'sort_name', sql<string>`coalesce(email, '')`.as('email')])
      .where('id', '>', p.after)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(p.most),
  ),

  setSortName: prepare((q, p: { id: number; sort_name: string }) =>
    q.updateTable('users').set({ sort_name: p.sort_name }).where('id', '=', p.id),
  ),
}
