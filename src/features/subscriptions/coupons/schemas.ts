import { type Static, Type } from 'typebox'
import { isAmount, isCurrency } from '#core/money.ts'
import { type Condition, Paging, withCondition } from '#core/schema.ts'
import type { Sentence } from '#language/sentence.ts'

import { couponRecord } from './record.ts'

export const Coupon = Type.Object(couponRecord.answer, { title: 'Coupon' })
export type Coupon = Static<typeof Coupon>

const eitherDiscount: Sentence[] = ['Give either a percentage or an amount off.']

/** The currency of an amount off that names none. */
export const defaultCurrency = 'USD'

/** A coupon has a percentage or an amount. */
const findDiscountErrors: Condition<{
  percent_off: number | null
  amount_off: number | null
  currency: string | null
}> = ({ percent_off = null, amount_off = null, currency }, isInvalid) => {
  if (isInvalid('percent_off') || isInvalid('amount_off')) return {}
  if ((percent_off === null) === (amount_off === null))
    return { percent_off: eitherDiscount, amount_off: eitherDiscount }
  if (amount_off === null || isInvalid('currency')) return {}
  const code = currency ?? defaultCurrency
  if (!isCurrency(code)) return { currency: ['The currency is unknown.'] }
  return amount_off > 0 && isAmount(amount_off, code)
    ? {}
    : { amount_off: ['The amount must be more than 0, with no more decimal places than its currency has.'] }
}

export const NewCoupon = withCondition(Type.Object(couponRecord.creation), findDiscountErrors)
export type NewCoupon = Static<typeof NewCoupon>

export const CouponQuery = Type.Object(Paging)
export type CouponQuery = Static<typeof CouponQuery>
