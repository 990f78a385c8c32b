import { sql } from 'kysely'
import { type AgeOrder, getSortDirection } from '#core/page.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { priceOfSubscription } from '../queries.ts'
import type { SubscriptionState } from '../record.ts'

const selectSubscriptions = (q: Builder) =>
  q
    .selectFrom('subscriptions')
    .innerJoin('users', 'users.id', 'subscriptions.user_id')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select([
      'subscriptions.id',
      'subscriptions.user_id',
      'users.name as user_name',
      'subscriptions.company_id',
      sql<string | null>`(select name from companies where companies.id = subscriptions.company_id)`.as('company_name'),
      'subscriptions.plan_id',
      'plans.name as plan_name',
      ...priceOfSubscription,
      'plans.interval',
      'subscriptions.state',
      'subscriptions.started_at',
      'subscriptions.period_start',
      'subscriptions.period_end',
      'subscriptions.canceled_at',
      'subscriptions.cancel_reason',
      'subscriptions.retries',
      'subscriptions.retry_at',
      'subscriptions.ended_at',
    ])

export interface SubscriptionOrder extends AgeOrder {
  by_end?: true | undefined
}

export interface SubscriptionFilter {
  state?: SubscriptionState | undefined
  plan_id?: string | undefined
  user_id?: number | undefined
  company_id?: number | undefined
}

export const allSubscriptions = {
  list: prepareList(
    (q, p: SubscriptionFilter & SubscriptionOrder) => {
      let rows = selectSubscriptions(q)
      rows =
        p.by_end === undefined
          ? rows.orderBy('subscriptions.id', getSortDirection(p))
          : rows.orderBy('subscriptions.period_end').orderBy('subscriptions.id')
      if (p.state !== undefined) rows = rows.where('subscriptions.state', '=', p.state)
      if (p.plan_id !== undefined) rows = rows.where('subscriptions.plan_id', '=', p.plan_id)
      if (p.company_id !== undefined) rows = rows.where('subscriptions.company_id', '=', p.company_id)
      return p.user_id === undefined ? rows : rows.where('subscriptions.user_id', '=', p.user_id)
    },
    { optional: ['state', 'plan_id', 'user_id', 'company_id', 'oldest', 'by_end'] },
  ),

  countAll: prepare((q) => q.selectFrom('subscriptions').select(sql<number>`count(*)`.as('total'))),

  byId: prepare((q, p: { id: number }) => selectSubscriptions(q).where('subscriptions.id', '=', p.id)),
}
