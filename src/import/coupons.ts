/** Coupons, which people go on using. */

import { Type } from 'typebox'
import { nullable } from '#core/schema.ts'
import { couponRecord } from '#features/subscriptions/coupons/record.ts'
import { importOf } from './import-of.ts'
import { CurrencyCode, describeUnknownCurrency, MinorUnits } from './money.ts'
import type { ImportRow } from './table.ts'

const describeDiscount = ({ percent_off, amount_off, currency }: ImportRow): string | null => {
  if ((percent_off ?? null) === null) {
    if ((amount_off ?? null) === null) return 'The row needs one of "percent_off" and "amount_off".'
    return currency ? null : 'The column "currency" is missing for an amount off.'
  }
  return (amount_off ?? null) === null ? null : 'The row needs one of "percent_off" and "amount_off".'
}

export const coupons = importOf(couponRecord, {
  description: 'One coupon a line, with a percentage or an amount off.',
  extra: {
    code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,50}$', description: 'Letters count in both cases alike.' }),
    amount_off: nullable(
      Type.Integer({
        minimum: 1,
        maximum: MinorUnits.maximum,
        description: 'In the smallest unit of the currency, such as cents.',
      }),
    ),
    currency: nullable(CurrencyCode),
    plans: Type.Array(Type.String({ pattern: '^[a-z0-9_-]{1,50}$' }), {
      maxItems: 100,
      description: 'The ids of the plans that it is for; empty for all.',
    }),
    created_at: Type.String({
      format: 'date-time',
      description: 'A person who has bought something with it since then cannot use it again.',
    }),
  },
  bounds: { redemptions: [0, 1_000_000_000] },
  defaults: { redemptions: 0 },
  references: { plans: 'plans' },
  unique: 'the same code',
  uniqueKeys: [{ columns: ['code'] }],
  check: (row) => describeDiscount(row) ?? describeUnknownCurrency(row),
  convert: (row) => ({ code: row.code.toUpperCase(), currency: row.amount_off ? row.currency : null }),
})
