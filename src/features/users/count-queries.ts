import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'
import type { Role } from '#database/tables/index.ts'

/** The sum of changes says how many accounts there are, so that nobody counts accounts. */
export const userCounts = {
  add: prepare((q, p: { role: Role; change: number }) =>
    q.insertInto('user_counts').values({ role: p.role, change: p.change }),
  ),

  of: prepare(
    (q, p: { role?: Role | undefined }) => {
      const sum = q.selectFrom('user_counts').select(sql<number>`coalesce(sum(change), 0)`.as('total'))
      return p.role === undefined ? sum : sum.where('role', '=', p.role)
    },
    { optional: ['role'] },
  ),

  upTo: prepare((q, _: object) =>
    q
      .selectFrom('user_counts')
      .select(['role', sql<number>`sum(change)`.as('total'), sql<number>`max(id)`.as('last_id')])
      .groupBy('role'),
  ),

  removeUpTo: prepare((q, p: { role: Role; last_id: number }) =>
    q.deleteFrom('user_counts').where('role', '=', p.role).where('id', '<=', p.last_id),
  ),
}
