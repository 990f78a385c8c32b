import { sql } from 'kysely'
import { prepare } from '#database/query/prepare.ts'

interface Month {
  entitlement: string
  period_start: string
}

type Counter = Month & { user_id: number }
type CompanyCounter = Month & { company_id: number }

export const periodUsage = {
  /** Counts one more if the limit, which must be at least 1, is not reached. */
  use: prepare((q, p: Counter & { limit: number }) =>
    q
      .insertInto('period_usage')
      .values({ user_id: p.user_id, entitlement: p.entitlement, period_start: p.period_start, used: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'entitlement', 'period_start'])
          .doUpdateSet({ used: sql<number>`period_usage.used + 1` })
          .where('period_usage.used', '<', p.limit),
      )
      .returning('used'),
  ),

  of: prepare((q, p: Counter) =>
    q
      .selectFrom('period_usage')
      .select('used')
      .where('user_id', '=', p.user_id)
      .where('entitlement', '=', p.entitlement)
      .where('period_start', '=', p.period_start),
  ),

  erase: prepare((q, p: { user_id: number }) => q.deleteFrom('period_usage').where('user_id', '=', p.user_id)),
}

/** What the members of a company used together. */
export const companyUsage = {
  /** Counts one more if the limit, which must be at least 1, is not reached. */
  use: prepare((q, p: CompanyCounter & { limit: number }) =>
    q
      .insertInto('company_usage')
      .values({ company_id: p.company_id, entitlement: p.entitlement, period_start: p.period_start, used: 1 })
      .onConflict((conflict) =>
        conflict
          .columns(['company_id', 'entitlement', 'period_start'])
          .doUpdateSet({ used: sql<number>`company_usage.used + 1` })
          .where('company_usage.used', '<', p.limit),
      )
      .returning('used'),
  ),

  of: prepare((q, p: CompanyCounter) =>
    q
      .selectFrom('company_usage')
      .select('used')
      .where('company_id', '=', p.company_id)
      .where('entitlement', '=', p.entitlement)
      .where('period_start', '=', p.period_start),
  ),

  erase: prepare((q, p: { company_id: number }) =>
    q.deleteFrom('company_usage').where('company_id', '=', p.company_id),
  ),
}
