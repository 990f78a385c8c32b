import { Type } from 'typebox'
import { DateTime, Id, nullable, oneOf, withDescription } from '#core/schema.ts'
import { defineRecord, generated, type RowOf, readOnly, type TableOf } from '#database/record.ts'

const Amount = (description: string) => nullable(Type.Number({ description }))

export const DifferenceStatus = withDescription(
  oneOf('open', 'closed', 'vanished'),
  'Whether it is open, was closed by an administrator, or has vanished since a later comparison.',
)

/** Where the report of a gateway differs from what is stored here. Amounts are in minor units in the table. */
export const differenceRecord = defineRecord(
  'payment_differences',
  {
    id: readOnly(Id),
    gateway: readOnly(Type.String({ description: 'The payment gateway.' })),
    kind: readOnly(
      withDescription(
        oneOf('payment', 'refund', 'dispute', 'report'),
        'What differs; `report` for a day whose report the gateway did not give, so that nothing of it was compared.',
      ),
    ),
    problem: readOnly(
      withDescription(
        oneOf('missing_here', 'missing_there', 'other_amount', 'other_state', 'not_compared'),
        '`missing_here`: the gateway has booked it, and this service does not know it; `missing_there`: the other way round; `other_amount`: both ' +
          'have it with different amounts or currencies; `other_state`: it is paid there, and pending or failed here; `not_compared`: the gateway ' +
          'could not be asked about it, or did not give the report.',
      ),
    ),
    reference: readOnly(
      Type.String({
        description:
          'The id at the gateway, or the key of the payment or refund where there is none; the day of a report.',
      }),
    ),
    charge_id: readOnly(withDescription(nullable(Id), 'The payment here; null when it is missing.')),
    amount_here: readOnly(Amount('The amount here, in units of the currency; null when it is missing.'), {
      column: 'integer',
    }),
    amount_there: readOnly(Amount('The amount at the gateway; null when it is missing or the gateway does not say.'), {
      column: 'integer',
    }),
    currency: readOnly(nullable(Type.String({ description: 'The currency, an ISO 4217 code; null for a report.' }))),
    occurred_at: readOnly(withDescription(DateTime, 'When it was booked at the gateway, or settled here.')),
    found_at: readOnly(withDescription(DateTime, 'When the comparison found it.')),
    closed_at: generated(
      nullable(
        Type.Unsafe<string>({
          ...DateTime,
          description: 'When an administrator closed it, or a later comparison did not find it any more; null before.',
        }),
      ),
    ),
    status: generated(DifferenceStatus),
  },
  { isFollowed: false },
)

export type DifferenceRow = RowOf<typeof differenceRecord>
export type Difference = Omit<DifferenceRow, 'id' | 'found_at' | 'closed_at' | 'status'>

declare module '#database/tables/index.ts' {
  interface Tables {
    payment_differences: TableOf<typeof differenceRecord>
  }
}
