import { type Static, Type } from 'typebox'
import { Amount, isAmount } from '#core/money.ts'
import { type Condition, DateTime, Id, nullable, Paging, Text, withCondition, withDescription } from '#core/schema.ts'
import type { Sentence } from '#language/sentence.ts'

const Percent = Type.Integer({ minimum: 1, maximum: 100 })
const Redemptions = Type.Integer({ minimum: 1, maximum: 1_000_000_000 })

export const Coupon = Type.Object(
  {
    id: Id,
    code: Type.String(),
    percent_off: withDescription(nullable(Percent), 'The discount in percent; null for one of an amount.'),
    amount_off: withDescription(nullable(Amount), 'The discount as an amount; null for one in percent.'),
    expires_at: withDescription(nullable(DateTime), 'When it expires.'),
    max_redemptions: withDescription(nullable(Redemptions), 'The number of times it can be used; null for no limit.'),
    redemptions: Type.Integer({ description: 'The number of times it was used.' }),
    plans: Type.Array(Type.String(), { description: 'The plans it is for; empty for every plan.' }),
    created_at: DateTime,
  },
  { title: 'Coupon' },
)
export type Coupon = Static<typeof Coupon>

const eitherDiscount: Sentence[] = ['Give either a percentage or an amount off.']

/** A coupon has a percentage or an amount. */
const findDiscountErrors: Condition<{ percent_off: number | null; amount_off: number | null }> = (
  { percent_off = null, amount_off = null },
  isInvalid,
) => {
  if (isInvalid('percent_off') || isInvalid('amount_off')) return {}
  if ((percent_off === null) === (amount_off === null))
    return { percent_off: eitherDiscount, amount_off: eitherDiscount }
  return amount_off === null || (amount_off > 0 && isAmount(amount_off))
    ? {}
    : { amount_off: ['The amount off must be more than 0, with at most two decimal places.'] }
}

export const NewCoupon = withCondition(
  Type.Object({
    code: Type.String({
      maxLength: 50,
      pattern: '^[A-Za-z0-9_-]+$',
      sentence: 'The code may have letters, digits, - and _, and at most 50 characters.',
    }),
    percent_off: Type.Optional(
      withDescription(nullable(Percent), 'The discount in percent; null for one of an amount.'),
    ),
    amount_off: Type.Optional(withDescription(nullable(Amount), 'The discount as an amount; null for one in percent.')),
    expires_at: Type.Optional(withDescription(nullable(DateTime), 'When it expires.')),
    max_redemptions: Type.Optional(
      withDescription(nullable(Redemptions), 'The number of times it can be used; null for no limit.'),
    ),
    plans: Type.Optional(
      withDescription(
        Type.Array(Text(50), { maxItems: 100 }),
        'The ids of the plans that it is valid for; empty for all.',
      ),
    ),
  }),
  findDiscountErrors,
)
export type NewCoupon = Static<typeof NewCoupon>

export const CouponQuery = Type.Object(Paging)
export type CouponQuery = Static<typeof CouponQuery>
