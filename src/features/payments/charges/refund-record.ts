import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, generated, internal, type RowOf, readOnly, type TableOf } from '#database/record.ts'

export const RefundStatus = withDescription(
  oneOf('pending', 'succeeded', 'failed'),
  'Whether the money is on its way back, has arrived, or could not be returned.',
)

/** A refund of a payment, in whole or in part. The amount is in minor units in the table. */
export const refundRecord = defineRecord('refunds', {
  id: readOnly(Id),
  charge_id: readOnly(withDescription(Id, 'The payment that is refunded.')),
  amount: readOnly(
    Type.Number({ description: 'The amount in units of the currency, with its decimal places (ISO 4217).' }),
    { column: 'integer' },
  ),
  status: readOnly(RefundStatus, { tracked: true }),
  reason: readOnly(Type.String({ description: 'The reason, in free words; empty for a refund by the service.' })),
  failure: generated(Type.String({ description: 'Why the payment provider did not return it; empty otherwise.' })),
  tries: generated(Type.Integer({ description: 'How often it was tried.' })),
  created_at: readOnly(DateTime),
  settled_at: readOnly(withDescription(nullable(DateTime), 'When the outcome was known; null before.')),
  closed_at: generated(
    withDescription(
      nullable(DateTime),
      'When an administrator decided that a failed refund needs nothing more; null otherwise.',
    ),
    { tracked: true },
  ),
  /** The gateway refunds once for a key and a try. */
  key: internal(Type.String()),
  refund_id: generated(nullable(Type.String({ description: 'The id at the payment provider; null without one.' }))),
})

export type RefundRow = RowOf<typeof refundRecord> & { key: string }
export type RefundStatus = RefundRow['status']

declare module '#database/tables/index.ts' {
  interface Tables {
    refunds: TableOf<typeof refundRecord>
  }
}
