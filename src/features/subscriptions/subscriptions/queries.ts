import { type Builder, prepare } from '#database/query/prepare.ts'
import type { Lifecycle } from './lifecycle.ts'
import { subscriptionRecord } from './record.ts'

/** The interval of the plan. */
type Row = Omit<Lifecycle, 'interval'>

const withPlan = (q: Builder) =>
  q
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select(subscriptionRecord.qualifiedColumns)
    .select([
      'plans.name',
      'plans.price',
      'plans.currency',
      'plans.interval',
      'plans.job_postings',
      'plans.candidate_searches',
      'plans.team_members',
    ])

export const subscriptions = {
  byId: prepare((q, p: { id: number }) => withPlan(q).where('subscriptions.id', '=', p.id)),

  /** The subscription that has not ended. */
  findLive: prepare((q, p: { user_id: number }) =>
    withPlan(q)
      .where('subscriptions.user_id', '=', p.user_id)
      .where('subscriptions.state', 'in', ['active', 'ending', 'past_due']),
  ),

  findLastEnd: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('subscriptions')
      .select('ended_at')
      .where('user_id', '=', p.user_id)
      .where('ended_at', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1),
  ),

  add: prepare((q, p: Omit<Row, 'id'> & { user_id: number; started_at: string; now: string }) =>
    q
      .insertInto('subscriptions')
      .values({ ...columns(p), user_id: p.user_id, started_at: p.started_at, created_at: p.now })
      .returning('id'),
  ),

  save: prepare((q, p: Row & { before: number; now: string }) =>
    q
      .updateTable('subscriptions')
      .set(columns(p))
      .where('id', '=', p.id)
      .where('version', '=', p.before)
      .returning('id'),
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

  forgetReasons: prepare((q, p: { user_id: number }) =>
    q.updateTable('subscriptions').set({ cancel_reason: null }).where('user_id', '=', p.user_id),
  ),

  listByUser: prepare((q, p: { user_id: number }) =>
    withPlan(q).where('subscriptions.user_id', '=', p.user_id).orderBy('subscriptions.id'),
  ),
}

const columns = (p: Omit<Row, 'id'> & { now: string }) => ({
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
