import { Type } from 'typebox'
import { Amount, Currency } from '#core/money.ts'
import { DateTime, Id, nullable, Text, withDescription } from '#core/schema.ts'
import { defineRecord, generated, optional, readOnly, required, type TableOf } from '#database/record.ts'

const Code = Type.String({
  maxLength: 50,
  pattern: '^[A-Za-z0-9_-]+$',
  sentence: 'The code may have letters, digits, - and _, and at most 50 characters.',
})

/** A coupon is created and deleted, and never changed. */
const fixed = { tracked: false }

/** The amount off is in minor units in the table. */
export const couponRecord = defineRecord('coupons', {
  id: readOnly(Id),
  code: required(Code, fixed),
  percent_off: optional(
    withDescription(
      nullable(Type.Integer({ minimum: 1, maximum: 100 })),
      'The discount in percent; null for one of an amount.',
    ),
    null,
    fixed,
  ),
  amount_off: optional(
    withDescription(nullable(Amount), 'The discount as an amount; null for one in percent.'),
    null,
    fixed,
  ),
  currency: optional(
    withDescription(nullable(Currency), 'The currency of an amount off, which is for prices in it; USD unless given.'),
    null,
    fixed,
  ),
  expires_at: optional(withDescription(nullable(DateTime), 'When it expires.'), null, fixed),
  max_redemptions: optional(
    withDescription(
      nullable(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
      'The number of times it can be used; null for no limit.',
    ),
    null,
    fixed,
  ),
  redemptions: generated(Type.Integer({ description: 'The number of times it was used.' })),
  plans: optional(
    withDescription(
      Type.Array(Text(50), { maxItems: 100 }),
      'The ids of the plans that it is valid for; empty for all.',
    ),
    [],
    {
      ...fixed,
      answer: Type.Array(Type.String(), { description: 'The plans it is for; empty for every plan.' }),
    },
  ),
  created_at: readOnly(DateTime),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    coupons: TableOf<typeof couponRecord>
  }
}
