import { type Static, Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { OptionalAction } from '../actions.ts'

/** A payment as the purchase that it belongs to answers it. */
export const Payment = Type.Object(
  {
    id: Id,
    status: withDescription(oneOf('succeeded', 'pending'), 'Whether the money has arrived.'),
    amount: withDescription(Amount, 'The amount in units of the currency, with its decimal places (ISO 4217).'),
    currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
    action: withDescription(OptionalAction, 'What the person has to do for a pending payment; null for nothing.'),
  },
  { title: 'Payment' },
)
export type Payment = Static<typeof Payment>

export const MyPayment = Type.Object(
  {
    ...Payment.properties,
    status: withDescription(oneOf('pending', 'succeeded', 'failed', 'refunded'), 'What became of the payment.'),
    title: Type.String({ description: 'What was paid for.' }),
    method: Type.String({ description: 'The payment method, as the person knows it.' }),
    failure: withDescription(nullable(Type.String()), 'Why it failed or is refunded; null otherwise.'),
    needs_person: Type.Boolean({
      description:
        'Whether it failed because the bank asks the person to confirm it: `POST /subscriptions/pay` tries it again.',
    }),
    prompt_again_at: withDescription(
      nullable(DateTime),
      'From when `POST /payments/{id}/prompt` can send another prompt to the phone; null for a payment without one.',
    ),
    account_reference: withDescription(
      nullable(Type.String()),
      'The account number with which it can also be paid by hand at the PayBill; null where that is not possible.',
    ),
    course_id: nullable(Type.Integer({ description: 'The course that was paid for; null for a plan.' })),
    company_id: nullable(Type.Integer({ description: 'The company whose plan was paid for; null for all else.' })),
    invoice_url: nullable(
      Type.String({
        description: 'A link to the invoice for a quarter of an hour, without a token; null without an invoice.',
      }),
    ),
    created_at: DateTime,
  },
  { title: 'MyPayment' },
)
export type MyPayment = Static<typeof MyPayment>
