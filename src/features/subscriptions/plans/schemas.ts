import { type Static, Type } from 'typebox'
import { Amount, isAmount } from '#core/money.ts'
import type { FieldErrors } from '#core/problem.ts'
import { Label, oneOf, Text, withCondition } from '#core/schema.ts'

export const Interval = oneOf('month', 'year')
const Limit = Type.Integer({ minimum: -1, maximum: 1_000_000_000, description: '-1 is unlimited.' })
const Limits = Type.Object({ job_postings: Limit, candidate_searches: Limit, team_members: Limit })
const Features = Type.Array(Label(200), { maxItems: 50 })

export const Plan = Type.Object(
  {
    id: Type.String({ examples: ['professional'], description: 'The id of the plan.' }),
    name: Type.String(),
    description: Type.String(),
    price: Amount,
    currency: Type.String(),
    interval: Interval,
    popular: Type.Boolean(),
    features: Type.Array(Type.String()),
    limits: Limits,
  },
  { title: 'Plan' },
)
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
    name: Label(100),
    description: Type.Optional(Text(1_000)),
    price: Amount,
    currency: Type.Optional(
      Type.String({ pattern: '^[A-Z]{3}$', spelling: 'code', sentence: 'The currency must be a code like USD.' }),
    ),
    interval: Type.Optional(Interval),
    popular: Type.Optional(Type.Boolean()),
    features: Type.Optional(Features),
    limits: Limits,
  }),
  (given) => ({ ...findPriceErrors(given), ...findCurrencyErrors(given) }),
)
export type NewPlan = Static<typeof NewPlan>

export const PlanChange = withCondition(
  Type.Object({
    name: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        visible: true,
        sentence: 'The name may not be empty and has at most 100 characters.',
      }),
    ),
    description: Type.Optional(Text(1_000)),
    price: Type.Optional(Amount),
    popular: Type.Optional(Type.Boolean()),
    features: Type.Optional(Features),
    limits: Type.Optional(Type.Partial(Limits)),
  }),
  findPriceErrors,
)
export type PlanChange = Static<typeof PlanChange>

export const PlanId = Type.Object({ id: Type.String({ maxLength: 50 }) })
