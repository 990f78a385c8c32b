import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, Label, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

const State = oneOf('active', 'ending', 'past_due', 'canceled', 'expired')

export const AdminSubscription = Type.Object(
  {
    id: Id,
    user_id: Id,
    user_name: Type.String(),
    plan_id: Type.String(),
    plan_name: Type.String(),
    price: Amount,
    currency: Type.String(),
    interval: oneOf('month', 'year'),
    state: Type.Unsafe<Static<typeof State>>({
      ...State,
      description: '`ending` is canceled at the end of its period; `past_due` waits for a payment.',
    }),
    started_at: DateTime,
    period_start: DateTime,
    period_end: DateTime,
    canceled_at: nullable(DateTime),
    cancel_reason: nullable(Type.String()),
    retries: Type.Integer({ description: 'How often a payment of the present renewal has failed.' }),
    retry_at: nullable(DateTime),
    ended_at: nullable(DateTime),
  },
  { title: 'AdminSubscription' },
)
export type AdminSubscription = Static<typeof AdminSubscription>

export const AdminSubscriptionQuery = Type.Object({
  ...Paging,
  sort: Type.Optional(
    withDescription(
      oneOf('recent', 'oldest', 'period_end'),
      'Newest (the default) or oldest first, or the next end of a period first.',
    ),
  ),
  state: Type.Optional(withDescription(State, 'Only subscriptions in this state.')),
  plan_id: Type.Optional(Text(50, { description: 'Only subscriptions to this plan.' })),
  user_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only subscriptions of this person.' })),
})
export type AdminSubscriptionQuery = Static<typeof AdminSubscriptionQuery>

export const AdminCancellation = Type.Object({
  cancel_immediately: Type.Optional(Type.Boolean({ description: 'Ends it now, not with its period.' })),
  reason: Type.Optional(Label(500, { description: 'Why; it is written to the audit log.' })),
})
export type AdminCancellation = Static<typeof AdminCancellation>

export const Extension = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 3_660, description: 'Days by which the period ends later.' }),
  reason: Type.Optional(Text(2_000, { description: 'Why; it is written to the audit log.' })),
})
export type Extension = Static<typeof Extension>
