import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, oneOf } from '#core/schema.ts'
import { defaulted, defineRecord, generated, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'

const SubscriptionState = oneOf('active', 'ending', 'past_due', 'canceled', 'expired')
export type SubscriptionState = Static<typeof SubscriptionState>

/** A subscription as it is stored; callers see it with its plan and its use. */
export const subscriptionRecord = defineRecord('subscriptions', {
  id: readOnly(Id),
  /** The person who has the plan, or who pays for that of the company. */
  user_id: readOnly(Id),
  /** The company that has the plan; null for the plan of the person. */
  company_id: readOnly(nullable(Id)),
  plan_id: readOnly(Type.String(), { tracked: true }),
  /** Null for the first currency of the plan. */
  currency: defaulted(nullable(Type.String())),
  state: readOnly(SubscriptionState, { tracked: true }),
  /** Incremented by every move, so that a payment that began before a move is recognized. */
  version: readOnly(Type.Integer()),
  started_at: readOnly(DateTime),
  period_start: readOnly(DateTime),
  period_end: readOnly(DateTime, { tracked: true }),
  /** The value of the period in minor units: the amount paid and the credit used. */
  period_value: readOnly(Type.Integer()),
  /** The day of the month on which periods begin. */
  anchor_day: readOnly(Type.Integer()),
  payment_method_id: readOnly(nullable(Id), { tracked: true }),
  canceled_at: readOnly(nullable(DateTime), { tracked: true }),
  cancel_reason: readOnly(nullable(Type.String())),
  past_due_since: readOnly(nullable(DateTime)),
  retries: generated(Type.Integer()),
  retry_at: readOnly(nullable(DateTime)),
  /** The end of the period for which a reminder was sent. */
  reminded_for: readOnly(nullable(DateTime)),
  /** The time of the next move; null when there is none. */
  due_at: readOnly(nullable(DateTime)),
  ended_at: readOnly(nullable(DateTime)),
  created_at: internal(DateTime),
  updated_at: internal(DateTime),
})

export type SubscriptionRow = RowOf<typeof subscriptionRecord>

/** The person who has a plan, or the company that has it and the member who acts or pays for it. */
export type Subscriber = Pick<SubscriptionRow, 'user_id' | 'company_id'>

declare module '#database/tables/index.ts' {
  interface Tables {
    subscriptions: TableOf<typeof subscriptionRecord>
  }
}
