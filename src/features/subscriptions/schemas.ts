import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, nullable, oneOf, Text, withDescription } from '#core/schema.ts'
import { Payment, previewFields } from '#features/payments/index.ts'
import { Interval } from './plans/record.ts'

const Usage = Type.Object({
  used: Type.Integer({ description: 'The amount used so far.' }),
  limit: Type.Integer({ description: '-1 is unlimited.' }),
})

export const Subscription = Type.Object(
  {
    id: Type.Integer({
      description: '0 for the free plan, which all users and companies have without a subscription.',
    }),
    company_id: nullable(Type.Integer({ description: 'The company that has it; null for my own one.' })),
    plan: withDescription(
      Type.Object({
        id: Type.String({ description: 'The id of the plan, like `professional`.' }),
        name: Type.String({ description: 'The name.' }),
        price: withDescription(
          Amount,
          'The price in units of the currency, with its decimal places (ISO 4217); 0 when free.',
        ),
        currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
        interval: withDescription(Interval, 'The length of a billing period.'),
      }),
      'The plan.',
    ),
    status: withDescription(
      oneOf('active', 'past_due', 'canceled', 'expired'),
      'Whether the subscription is active, past due, canceled or expired.',
    ),
    started_at: withDescription(DateTime, 'When it began.'),
    expires_at: withDescription(nullable(DateTime), 'When it expires.'),
    next_billing_date: withDescription(nullable(DateTime), 'When the next payment is due; null for none.'),
    canceled_at: withDescription(nullable(DateTime), 'When it was cancelled; null while it is not.'),
    usage: withDescription(
      Type.Object({
        job_postings: withDescription(Usage, 'The number of open job posts.'),
        candidate_searches: withDescription(Usage, 'The number of searches a month.'),
        team_members: withDescription(Usage, 'The number of team members.'),
      }),
      'The use of each limit.',
    ),
  },
  { title: 'Subscription' },
)
export type Subscription = Static<typeof Subscription>

export const Subscribed = Type.Object({ subscription: Subscription, payment: Payment })
export type Subscribed = Static<typeof Subscribed>

const CompanyId = Type.Optional(
  nullable(withDescription(Id, 'For this company, which I own or manage as an admin; for myself unless given.')),
)

export const SubscriptionQuery = Type.Object({
  company_id: Type.Optional(
    Type.Integer({
      minimum: 1,
      description: 'The subscription of this company, for which I recruit; my own unless given.',
    }),
  ),
})
export type SubscriptionQuery = Static<typeof SubscriptionQuery>

export const NewSubscription = Type.Object({
  plan_id: Text(50),
  payment_method_id: Id,
  coupon_code: Type.Optional(withDescription(nullable(Text(50)), 'The code of a coupon.')),
  company_id: CompanyId,
  quoted_at: Type.Optional(
    withDescription(
      nullable(DateTime),
      'That of a preview of the last 15 minutes, whose `total` is then charged although unused time gets less with time. The period ends ' +
        'as if it had begun at that moment.',
    ),
  ),
})
export type NewSubscription = Static<typeof NewSubscription>

export const SubscriptionPreview = Type.Object({
  plan_id: NewSubscription.properties.plan_id,
  coupon_code: NewSubscription.properties.coupon_code,
  company_id: CompanyId,
  ...previewFields,
})
export type SubscriptionPreview = Static<typeof SubscriptionPreview>

export const RenewalPayment = Type.Object({
  payment_method_id: Type.Optional(nullable(withDescription(Id, 'One of mine; the default one unless given.'))),
  company_id: CompanyId,
})
export type RenewalPayment = Static<typeof RenewalPayment>

export const Resumption = Type.Object({
  payment_method_id: Type.Optional(
    nullable(
      withDescription(
        Id,
        'One of mine, which pays from the next period on; unless given, the one that paid so far, or my default one for the plan of a company ' +
          'for which another person paid.',
      ),
    ),
  ),
  company_id: CompanyId,
})
export type Resumption = Static<typeof Resumption>

export const Cancellation = Type.Object({
  reason: Type.Optional(withDescription(nullable(Text(1_000)), 'The reason, in free words.')),
  cancel_immediately: Type.Optional(
    Type.Boolean({ description: 'Ends the plan at once, without a refund, not at the end of its period.' }),
  ),
  company_id: CompanyId,
})
export type Cancellation = Static<typeof Cancellation>

export const Canceled = Type.Object({ cancels_at: withDescription(DateTime, 'When the cancellation takes effect.') })

/** The details of a charge for a subscription, read when it is settled. */
export const ChargeDetails = Type.Object({
  kind: oneOf('start', 'change', 'renewal'),
  plan_id: Type.String(),
  /** The subscription and its version when the charge began; null for a new one. */
  subscription_id: nullable(Type.Integer()),
  version: withDescription(nullable(Type.Integer()), 'The version of the service.'),
  /** Null for a payment that an administrator recorded. */
  payment_method_id: nullable(Type.Integer()),
  /** The value of the period once it is paid, in minor units. */
  value: Type.Integer(),
  coupon_code: withDescription(nullable(Type.String()), 'The code of a coupon.'),
  /** The company that gets the plan; missing where the person does. */
  company_id: Type.Optional(Type.Integer()),
})
export type ChargeDetails = Static<typeof ChargeDetails>
