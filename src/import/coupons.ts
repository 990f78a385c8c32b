/** Coupons, which people go on using. */

import { Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'
import { CurrencyCode, describeUnknownCurrency, MinorUnits } from './money.ts'
import { type ImportRow, type ImportTable, optional } from './table.ts'

const Count = (minimum: number, description: string) => Type.Integer({ minimum, maximum: 1_000_000_000, description })

const describeDiscount = ({ percent_off, amount_off, currency }: ImportRow): string | null => {
  if ((percent_off ?? null) === null) {
    if ((amount_off ?? null) === null) return 'The row needs one of "percent_off" and "amount_off".'
    return currency ? null : 'The column "currency" is missing for an amount off.'
  }
  return (amount_off ?? null) === null ? null : 'The row needs one of "percent_off" and "amount_off".'
}

export const coupons: ImportTable = {
  name: 'coupons',
  description: 'One coupon a line, with a percentage or an amount off.',
  columns: {
    id: Id,
    code: Type.String({ pattern: '^[A-Za-z0-9_-]{1,50}$', description: 'Letters count in both cases alike.' }),
    percent_off: optional(nullable(Type.Integer({ minimum: 1, maximum: 100 }))),
    amount_off: optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: MinorUnits.maximum,
          description: 'In the smallest unit of the currency, such as cents.',
        }),
      ),
    ),
    currency: optional(nullable(CurrencyCode)),
    expires_at: optional(nullable(DateTime)),
    max_redemptions: optional(nullable(Count(1, 'The number of times it can be used in all; null for no limit.'))),
    redemptions: optional(Count(0, 'The number of times it was used.')),
    plans: optional(
      Type.Array(Type.String({ pattern: '^[a-z0-9_-]{1,50}$' }), {
        maxItems: 100,
        description: 'The ids of the plans that it is for; empty for all.',
      }),
    ),
    created_at: Type.String({
      format: 'date-time',
      description: 'A person who has bought something with it since then cannot use it again.',
    }),
  },
  references: { plans: 'plans' },
  unique: 'the same code',
  uniqueKeys: [{ columns: ['code'] }],
  stored: {
    id: 'integer',
    code: 'text',
    percent_off: 'integer',
    amount_off: 'integer',
    currency: 'text',
    expires_at: 'timestamp',
    max_redemptions: 'integer',
    redemptions: 'integer',
    plans: 'json',
    created_at: 'timestamp',
  },
  check: (row) => describeDiscount(row) ?? describeUnknownCurrency(row),
  convert: (row) => ({
    ...row,
    code: row.code.toUpperCase(),
    percent_off: row.percent_off ?? null,
    amount_off: row.amount_off ?? null,
    currency: row.amount_off ? row.currency : null,
    expires_at: row.expires_at ?? null,
    max_redemptions: row.max_redemptions ?? null,
    redemptions: row.redemptions ?? 0,
    plans: row.plans ?? [],
  }),
}
