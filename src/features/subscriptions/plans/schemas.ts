import { type Static, Type } from 'typebox'
import { isAmount } from '#core/money.ts'
import type { FieldErrors } from '#core/problem.ts'
import { withCondition, withDescription } from '#core/schema.ts'

import { Limits, planRecord } from './record.ts'

export const Plan = Type.Object(planRecord.answer, { title: 'Plan' })
export type Plan = Static<typeof Plan>

const findPriceErrors = ({ price = 0 }: { price?: number }): FieldErrors =>
  isAmount(price) ? {} : { price: ['The price may have at most two decimal places.'] }

const findCurrencyErrors = ({ currency = 'USD' }: { currency?: string }): FieldErrors =>
  hasCents(currency) ? {} : { currency: ['The currency is unknown, or has no cents.'] }

/** Amounts have two fraction digits everywhere, so the currency must too. */
function hasCents(currency: string): boolean {
  if (!Intl.supportedValuesOf('currency').includes(currency)) return false
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return format.resolvedOptions().maximumFractionDigits === 2
}

export const NewPlan = withCondition(
  Type.Object({
    id: Type.String({
      maxLength: 50,
      description: 'The id of the new plan.',
      pattern: '^[a-z0-9]+(_[a-z0-9]+)*$',
      sentence: 'The id may have small letters, digits and underscores, and at most 50 characters.',
    }),
    ...planRecord.creation,
    limits: withDescription(Limits, 'The limits of the plan; -1 means unlimited.'),
  }),
  (given) => ({ ...findPriceErrors(given), ...findCurrencyErrors(given) }),
)
export type NewPlan = Static<typeof NewPlan>

const { currency, interval, ...changes } = planRecord.change

export const PlanChange = withCondition(
  Type.Object({
    ...changes,
    limits: Type.Optional(withDescription(Type.Partial(Limits), 'The limits of the plan; -1 means unlimited.')),
  }),
  findPriceErrors,
)
export type PlanChange = Static<typeof PlanChange>

export const PlanId = Type.Object({ id: Type.String({ maxLength: 50 }) })
