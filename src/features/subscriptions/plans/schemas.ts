import { type Static, Type } from 'typebox'
import { Amount, isAmount } from '#core/money.ts'
import type { FieldErrors } from '#core/problem.ts'
import { Label, oneOf, Text, withCondition, withDescription } from '#core/schema.ts'

export const Interval = oneOf('month', 'year')
const Limit = Type.Integer({ minimum: -1, maximum: 1_000_000_000, description: '-1 is unlimited.' })
const Limits = Type.Object({ job_postings: Limit, candidate_searches: Limit, team_members: Limit })
const Features = Type.Array(Label(200), { maxItems: 50 })

export const Plan = Type.Object(
  {
    id: Type.String({ examples: ['professional'], description: 'The id of the plan.' }),
    name: Type.String({ description: 'The name.' }),
    description: Type.String({ description: 'The description.' }),
    price: withDescription(Amount, 'The price in units of the currency, with two decimal places; 0 when free.'),
    currency: Type.String({ description: 'The currency, an ISO 4217 code.' }),
    interval: withDescription(Interval, 'The length of a billing period.'),
    popular: Type.Boolean({ description: 'Whether to highlight it among the plans.' }),
    features: withDescription(Type.Array(Type.String()), 'What the plan offers, as sentences.'),
    limits: withDescription(Limits, 'The limits of the plan; -1 means unlimited.'),
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
    name: withDescription(Label(100), 'The name.'),
    description: Type.Optional(withDescription(Text(1_000), 'The description.')),
    price: withDescription(Amount, 'The price in units of the currency, with two decimal places; 0 when free.'),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        spelling: 'code',
        sentence: 'The currency must be a code like USD.',
        description: 'The currency, an ISO 4217 code.',
      }),
    ),
    interval: Type.Optional(withDescription(Interval, 'The length of a billing period.')),
    popular: Type.Optional(Type.Boolean({ description: 'Whether to highlight it among the plans.' })),
    features: Type.Optional(withDescription(Features, 'What the plan offers, as sentences.')),
    limits: withDescription(Limits, 'The limits of the plan; -1 means unlimited.'),
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
        description: 'The name.',
      }),
    ),
    description: Type.Optional(withDescription(Text(1_000), 'The description.')),
    price: Type.Optional(
      withDescription(Amount, 'The price in units of the currency, with two decimal places; 0 when free.'),
    ),
    popular: Type.Optional(Type.Boolean({ description: 'Whether to highlight it among the plans.' })),
    features: Type.Optional(withDescription(Features, 'What the plan offers, as sentences.')),
    limits: Type.Optional(withDescription(Type.Partial(Limits), 'The limits of the plan; -1 means unlimited.')),
  }),
  findPriceErrors,
)
export type PlanChange = Static<typeof PlanChange>

export const PlanId = Type.Object({ id: Type.String({ maxLength: 50 }) })
