import { Type } from 'typebox'
import { CalendarDate, DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, type RowOf, readOnly, type TableOf } from '#database/record.ts'
import { ManualMethod } from '../manual/schemas.ts'

export const UnmatchedStatus = withDescription(
  oneOf('waiting', 'matched', 'returned'),
  'Whether it waits, belongs to a payment now, or was returned.',
)

/** Money that arrived and matches nothing. The amount is in minor units in the table. */
export const unmatchedRecord = defineRecord('unmatched_payments', {
  id: readOnly(Id),
  gateway: readOnly(
    Type.String({ description: '`manual` when an administrator recorded it, else the payment gateway.' }),
  ),
  method: readOnly(ManualMethod),
  reference: readOnly(Type.String({ description: 'The number on the receipt or on the statement.' })),
  amount: readOnly(
    Type.Number({ description: 'The amount in units of the currency, with its decimal places (ISO 4217).' }),
    { column: 'integer' },
  ),
  currency: readOnly(Type.String({ description: 'The currency, an ISO 4217 code.' })),
  received_on: readOnly(withDescription(CalendarDate, 'The day on which it was received.')),
  note: readOnly(Type.String({ description: 'What is known about it, in free words.' })),
  status: readOnly(UnmatchedStatus, { tracked: true }),
  charge_id: readOnly(withDescription(nullable(Id), 'The payment that it belongs to; null unless it is matched.')),
  created_at: readOnly(DateTime),
  settled_at: readOnly(withDescription(nullable(DateTime), 'When it was matched or returned; null while it waits.')),
})

export type UnmatchedRow = RowOf<typeof unmatchedRecord>

declare module '#database/tables/index.ts' {
  interface Tables {
    unmatched_payments: TableOf<typeof unmatchedRecord>
  }
}
