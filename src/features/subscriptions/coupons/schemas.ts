import { type Static, Type } from 'typebox'
import { isAmount } from '#core/money.ts'
import { type Condition, Paging, withCondition } from '#core/schema.ts'
import type { Sentence } from '#language/sentence.ts'

import { couponRecord } from './record.ts'

export const Coupon = Type.Object(couponRecord.answer, { title: 'Coupon' })
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

export const NewCoupon = withCondition(Type.Object(couponRecord.creation), findDiscountErrors)
export type NewCoupon = Static<typeof NewCoupon>

export const CouponQuery = Type.Object(Paging)
export type CouponQuery = Static<typeof CouponQuery>
