import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { Interval } from '../plans/record.ts'

const Usage = Type.Object({
  used: Type.Integer(),
  limit: Type.Integer({ description: '-1 is unlimited.' }),
})

export const Subscription = Type.Object(
  {
    id: Type.Integer({ description: '0 for the free plan, which all users have without a subscription.' }),
    plan: Type.Object({
      id: Type.String({ description: 'The id of the plan, like `professional`.' }),
      name: Type.String(),
      price: Amount,
      currency: Type.String(),
      interval: Interval,
    }),
    status: withDescription(
      oneOf('active', 'past_due', 'canceled', 'expired'),
      'Whether the subscription is active, past due, canceled or expired.',
    ),
    started_at: DateTime,
    expires_at: nullable(DateTime),
    next_billing_date: nullable(DateTime),
    canceled_at: nullable(DateTime),
    usage: Type.Object({ job_postings: Usage, candidate_searches: Usage, team_members: Usage }),
  },
  { title: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

const Payment = Type.Object(
  {
    id: Id,
    status: withDescription(oneOf('succeeded', 'pending'), 'Whether the money has arrived.'),
    amount: Amount,
    currency: Type.String(),
  },
  { title: 'Payment' },
)

export const Subscribed = Type.Object({ subscription: Subscription, payment: Payment })
export type Subscribed = Static<typeof Subscribed>

export const NewSubscription = Type.Object({
  plan_id: Text(50),
  payment_method_id: Id,
  coupon_code: Type.Optional(nullable(Text(50))),
})
export type NewSubscription = Static<typeof NewSubscription>

export const Cancellation = Type.Object({
  reason: Type.Optional(nullable(Text(1_000))),
  cancel_immediately: Type.Optional(
    Type.Boolean({ description: 'Ends the plan at once, without a refund, not at the end of its period.' }),
  ),
})
export type Cancellation = Static<typeof Cancellation>

export const Canceled = Type.Object({ cancels_at: DateTime })

/** The details of a charge for a subscription, read when it is settled. */
export const ChargeDetails = Type.Object({
  kind: oneOf('start', 'change', 'renewal'),
  plan_id: Type.String(),
  /** The subscription and its version when the charge began; null for a new one. */
  subscription_id: nullable(Type.Integer()),
  version: nullable(Type.Integer()),
  payment_method_id: Type.Integer(),
  /** The value of the period once it is paid, in minor units. */
  value: Type.Integer(),
  coupon_code: nullable(Type.String()),
})
export type ChargeDetails = Static<typeof ChargeDetails>
