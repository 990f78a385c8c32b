import { type RawBuilder, sql } from 'kysely'

/** The condition that a company has a plan at a time. */
export const hasCompanyPlan = (companyId: RawBuilder<unknown>, now: string) =>
  sql<boolean>`exists (select 1 from subscriptions as held where held.company_id = ${companyId}
    and (held.state in ('active', 'past_due') or (held.state = 'ending' and held.period_end > ${now})))`
