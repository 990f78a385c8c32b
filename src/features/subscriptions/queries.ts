import { sql } from 'kysely'
import { perEngine } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Lifecycle } from './lifecycle.ts'
import { type Subscriber, type SubscriptionState, subscriptionRecord } from './record.ts'

/** The price of the plan in the currency of the subscription, other than the first one, or null. */
const otherPrice = perEngine<number | null>({
  sqlite: sql`(select json_extract(value, '$.amount') from json_each(plans.other_prices)
    where json_extract(value, '$.currency') = subscriptions.currency)`,
  postgres: sql`(select (value->>'amount')::bigint from jsonb_array_elements(plans.other_prices)
    where value->>'currency' = subscriptions.currency)`,
})

/** The next price of a subscription, in its currency. */
export const priceOfSubscription = [
  sql<number>`coalesce(${otherPrice}, plans.price)`.as('price'),
  sql<string>`case when ${otherPrice} is null then plans.currency else subscriptions.currency end`.as('currency'),
] as const

/** The interval of the plan. */
type Row = Omit<Lifecycle, 'interval'>

const live: SubscriptionState[] = ['active', 'ending', 'past_due']

/** Between the plan and the company in the title of a purchase. */
const titleSeparator = ' · '

export const formatTitle = (plan: string, company: string | null) =>
  company === null ? plan : `${plan}${titleSeparator}${company}`

/** The plan, and the company that has it, as mails and invoices name it. */
const titleOfSubscription = sql<string>`case when companies.name is null then plans.name
  else plans.name || ${sql.lit(titleSeparator)} || companies.name end`.as('title')

const withPlan = (q: Builder) =>
  q
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .leftJoin('companies', 'companies.id', 'subscriptions.company_id')
    .select(subscriptionRecord.qualifiedColumns)
    .select([
      'plans.name',
      titleOfSubscription,
      ...priceOfSubscription,
      'plans.interval',
      'plans.job_postings',
      'plans.candidate_searches',
      'plans.team_members',
    ])

export const subscriptions = {
  byId: prepare((q, p: { id: number }) => withPlan(q).where('subscriptions.id', '=', p.id)),

  /** The subscription of a person that has not ended. */
  liveOfUser: prepare((q, p: { user_id: number }) =>
    withPlan(q)
      .where('subscriptions.user_id', '=', p.user_id)
      .where('subscriptions.company_id', 'is', null)
      .where('subscriptions.state', 'in', live),
  ),

  /** The subscription of a company that has not ended. */
  liveOfCompany: prepare((q, p: { company_id: number }) =>
    withPlan(q).where('subscriptions.company_id', '=', p.company_id).where('subscriptions.state', 'in', live),
  ),

  /** The subscriptions that a person pays for: the own one, and those of companies. */
  livePaidBy: prepare((q, p: { user_id: number }) =>
    withPlan(q)
      .where('subscriptions.user_id', '=', p.user_id)
      .where('subscriptions.state', 'in', live)
      .orderBy('subscriptions.id'),
  ),

  /** The subscriptions that count the searches of a member who recruits, first those of the companies joined first. */
  ofCompaniesOf: prepare((q, p: { user_id: number }) =>
    withPlan(q)
      .innerJoin('company_members', 'company_members.company_id', 'subscriptions.company_id')
      .where('company_members.user_id', '=', p.user_id)
      .where('company_members.accepted_at', 'is not', null)
      .where('company_members.role', 'in', ['owner', 'admin', 'recruiter'])
      .where('subscriptions.state', 'in', live)
      .orderBy('company_members.accepted_at')
      .orderBy('company_members.id'),
  ),

  findLastEnd: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('subscriptions')
      .select('ended_at')
      .where('user_id', '=', p.user_id)
      .where('company_id', 'is', null)
      .where('ended_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1),
  ),

  findLastEndOfCompany: prepare((q, p: { company_id: number }) =>
    q
      .selectFrom('subscriptions')
      .select('ended_at')
      .where('company_id', '=', p.company_id)
      .where('ended_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1),
  ),

  add: prepare((q, p: Omit<Row, 'id'> & Subscriber & { started_at: string; currency: string; now: string }) =>
    q
      .insertInto('subscriptions')
      .values({
        ...columns(p),
        user_id: p.user_id,
        company_id: p.company_id,
        started_at: p.started_at,
        created_at: p.now,
      })
      .returning('id'),
  ),

  save: prepare((q, p: Row & { before: number; currency: string; now: string }) =>
    q
      .updateTable('subscriptions')
      .set(columns(p))
      .where('id', '=', p.id)
      .where('version', '=', p.before)
      .returning('id'),
  ),

  /** Makes another manager of the company pay. */
  setPayer: prepare((q, p: { id: number; user_id: number }) =>
    q.updateTable('subscriptions').set({ user_id: p.user_id }).where('id', '=', p.id),
  ),

  nextDue: prepare((q, p: { after: string }) =>
    q.selectFrom('subscriptions').select('due_at').where('due_at', '>', p.after).orderBy('due_at').limit(1),
  ),

  due: prepare((q, p: { now: string; beyond: number; most: number }) =>
    q
      .selectFrom('subscriptions')
      .select('id')
      .where('due_at', '<=', p.now)
      .where('id', '>', p.beyond)
      .orderBy('id')
      .limit(p.most),
  ),

  /** The currencies of the live subscriptions to a plan; null is the first one of the plan. */
  currenciesOf: prepare((q, p: { plan_id: string }) =>
    q
      .selectFrom('subscriptions')
      .select('currency')
      .distinct()
      .where('plan_id', '=', p.plan_id)
      .where('state', 'in', live),
  ),

  forgetReasons: prepare((q, p: { user_id: number }) =>
    q.updateTable('subscriptions').set({ cancel_reason: null }).where('user_id', '=', p.user_id),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    withPlan(q).where('subscriptions.user_id', '=', p.user_id).orderBy('subscriptions.id'),
  ),
}

const columns = (p: Omit<Row, 'id'> & { currency: string; now: string }) => ({
  currency: p.currency,
  plan_id: p.plan_id,
  state: p.state,
  version: p.version,
  period_start: p.period_start,
  period_end: p.period_end,
  period_value: p.period_value,
  anchor_day: p.anchor_day,
  payment_method_id: p.payment_method_id,
  canceled_at: p.canceled_at,
  cancel_reason: p.cancel_reason,
  past_due_since: p.past_due_since,
  retries: p.retries,
  retry_at: p.retry_at,
  reminded_for: p.reminded_for,
  due_at: p.due_at,
  ended_at: p.ended_at,
  updated_at: p.now,
})
