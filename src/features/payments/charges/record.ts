import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defaulted, defineRecord, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'
import { type ActionKind, actionKinds } from '../actions.ts'

/** A payment. Amounts are in minor units. */
export const chargeRecord = defineRecord('charges', {
  id: readOnly(Id),
  user_id: readOnly(Id),
  purpose: readOnly(Type.String({ description: 'The kind of purchase, like `subscription`.' })),
  amount: readOnly(
    Type.Integer({ description: 'The amount in units of the currency, with its decimal places (ISO 4217).' }),
  ),
  currency: readOnly(Type.String({ description: 'The currency, an ISO 4217 code.' })),
  status: readOnly(
    withDescription(oneOf('pending', 'succeeded', 'failed', 'refunded'), 'What became of the payment.'),
    { tracked: true },
  ),
  /** As a message for the customer. */
  failure: readOnly(nullable(Type.String({ description: 'Why it failed or is refunded; null otherwise.' }))),
  title: readOnly(Type.String({ description: 'What was paid for.' })),
  period_start: readOnly(withDescription(DateTime, 'The start of the period that was paid for.')),
  period_end: readOnly(withDescription(DateTime, 'The end of the period that was paid for.')),
  details: readOnly(Type.Object({}, { additionalProperties: true, description: 'What the charge was made for.' })),
  gateway: readOnly(Type.String({ description: 'The payment gateway.' })),
  method_label: readOnly(Type.String({ description: 'The payment method, as the person knows it.' })),
  payment_id: readOnly(nullable(Type.String({ description: 'The id at the payment provider.' }))),
  created_at: readOnly(DateTime),
  /** One charge at a time is pending in a slot. */
  slot: internal(Type.String()),
  /** What is paid for at most once; null once another charge may replace this one. */
  covers: internal(nullable(Type.String())),
  /** The idempotency key, the customer and the token of the method at the gateway. */
  key: internal(Type.String()),
  customer: internal(Type.String()),
  method_token: internal(Type.String()),
  /** Of a payment that an administrator recorded. */
  reference: defaulted(nullable(Type.String())),
  received_on: defaulted(nullable(CalendarDate)),
  /** Whether the person waits for the answer. */
  present: defaulted(Type.Boolean()),
  needs_person: defaulted(Type.Boolean()),
  action_url: defaulted(nullable(Type.String())),
  action_kind: defaulted(nullable(oneOf(...actionKinds))),
  action_expires_at: defaulted(nullable(DateTime)),
  /** When the phone was last asked; null for other methods. */
  prompted_at: defaulted(nullable(DateTime)),
  /** Where the payment method was issued (ISO 3166-1 alpha-2); null when it is not known. */
  method_country: defaulted(nullable(Type.String())),
  /** The number, encrypted. */
  phone_secret: defaulted(nullable(Type.String())),
  /** What the payer sees as the account; null where the gateway lists no money by it. */
  account_reference: defaulted(nullable(Type.String())),
  /** At a gateway that gives receipts, once it is known. */
  receipt: defaulted(nullable(Type.String())),
  settled_at: internal(withDescription(nullable(DateTime), 'When the outcome was known; null before.')),
  refunded_amount: defaulted(
    Type.Integer({ description: 'The part of the amount that was refunded, in the currency of the payment.' }),
    { tracked: true },
  ),
})

/** A payment with what the gateway needs to make it. */
export interface Charge extends RowOf<typeof chargeRecord> {
  key: string
  covers: string | null
  customer: string
  method_token: string
  present: boolean
  needs_person: boolean
  action_url: string | null
  action_expires_at: string | null
  action_kind: ActionKind | null
  prompted_at: string | null
  method_country: string | null
  phone_secret: string | null
  account_reference: string | null
  receipt: string | null
}

declare module '#database/tables/index.ts' {
  interface Tables {
    charges: TableOf<typeof chargeRecord>
  }
}
