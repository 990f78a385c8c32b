import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, Label, NonEmpty, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'

const State = oneOf('active', 'ending', 'past_due', 'canceled', 'expired')

export const AdminSubscription = Type.Object(
  {
    id: Id,
    user_id: Id,
    user_name: Type.String({ description: 'The name of the account, which pays for it.' }),
    company_id: nullable(Type.Integer({ description: 'The company that has it; null for the plan of the person.' })),
    company_name: nullable(Type.String({ description: 'The name of the company; null for the plan of the person.' })),
    plan_id: Type.String(),
    plan_name: Type.String({ description: 'The name of the plan.' }),
    price: withDescription(
      Amount,
      'The price in units of the currency, with its decimal places (ISO 4217); 0 when free.',
    ),
    currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
    interval: withDescription(oneOf('month', 'year'), 'The length of a billing period.'),
    state: Type.Unsafe<Static<typeof State>>({
      ...State,
      description: '`ending` is canceled at the end of its period; `past_due` waits for a payment.',
    }),
    started_at: withDescription(DateTime, 'When it began.'),
    period_start: withDescription(DateTime, 'The start of the period that was paid for.'),
    period_end: withDescription(DateTime, 'The end of the period that was paid for.'),
    canceled_at: withDescription(nullable(DateTime), 'When it was cancelled; null while it is not.'),
    cancel_reason: withDescription(
      nullable(Type.String()),
      'The reason for the cancellation; null when none was given.',
    ),
    retries: Type.Integer({ description: 'How often a payment of the present renewal has failed.' }),
    retry_at: withDescription(nullable(DateTime), 'When the payment is attempted again; null when none has failed.'),
    ended_at: withDescription(nullable(DateTime), 'When it ended; null before.'),
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
  user_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only subscriptions that this person pays for.' })),
  company_id: Type.Optional(Type.Integer({ minimum: 1, description: 'Only subscriptions of this company.' })),
})
export type AdminSubscriptionQuery = Static<typeof AdminSubscriptionQuery>

export const AdminCancellation = Type.Object({
  cancel_immediately: Type.Optional(Type.Boolean({ description: 'Ends it now, not with its period.' })),
  reason: Type.Optional(Label(500, { description: 'Why; it is written to the audit log.' })),
})
export type AdminCancellation = Static<typeof AdminCancellation>

export const NewGrant = Type.Object({
  user_id: withDescription(Id, 'Who gets the plan, or looks after it for the company.'),
  company_id: Type.Optional(
    nullable(
      withDescription(
        Id,
        'The company that gets it, which the person owns or manages as an admin; the person unless given.',
      ),
    ),
  ),
  plan_id: Type.String({ maxLength: 50, description: 'The plan.' }),
  until: withDescription(DateTime, 'When it ends, in the future and at most ten years ahead.'),
  reason: NonEmpty('reason', 2_000, 'Why; it is written to the audit log.'),
})
export type NewGrant = Static<typeof NewGrant>

export const Extension = Type.Object({
  days: Type.Integer({ minimum: 1, maximum: 3_660, description: 'Days by which the period ends later.' }),
  reason: Type.Optional(Text(2_000, { description: 'Why; it is written to the audit log.' })),
})
export type Extension = Static<typeof Extension>
