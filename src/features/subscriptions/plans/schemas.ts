import { type Static, Type } from 'typebox'
import { NewPrices } from '#core/prices.ts'
import type { FieldErrors } from '#core/problem.ts'
import { withCondition, withDescription } from '#core/schema.ts'
import { fill } from '#language/sentence.ts'

import { Limits, planRecord } from './record.ts'

export const Plan = Type.Object(
  {
    ...planRecord.answer,
    retired: Type.Optional(
      Type.Boolean({ description: 'True for a plan that is not offered any more; only administrators see it.' }),
    ),
  },
  { title: 'Plan' },
)
export type Plan = Static<typeof Plan>

/** The price may be stated as the first of the prices. */
const findMissingPrice = ({ price, prices }: { price?: number; prices?: unknown }): FieldErrors =>
  price === undefined && prices === undefined
    ? { price: [fill('The {field} field is required.', { field: { field: 'price' } })] }
    : {}

const { price, ...creation } = planRecord.creation

export const NewPlan = withCondition(
  Type.Object({
    id: Type.String({
      maxLength: 50,
      description: 'The id of the new plan.',
      pattern: '^[a-z0-9]+(_[a-z0-9]+)*$',
      sentence: 'The id may have small letters, digits and underscores, and at most 50 characters.',
    }),
    ...creation,
    price: Type.Optional(price),
    prices: Type.Optional(NewPrices),
    limits: withDescription(Limits, 'The limits of the plan; -1 means unlimited.'),
  }),
  findMissingPrice,
)
export type NewPlan = Static<typeof NewPlan>

const { currency, interval, ...changes } = planRecord.change

export const PlanChange = Type.Object({
  ...changes,
  prices: Type.Optional(NewPrices),
  retired: Type.Optional(
    Type.Boolean({
      description: 'Whether the plan is not offered any more. Subscriptions to it go on and are renewed.',
    }),
  ),
  limits: Type.Optional(withDescription(Type.Partial(Limits), 'The limits of the plan; -1 means unlimited.')),
})
export type PlanChange = Static<typeof PlanChange>

export const PlanId = Type.Object({ id: Type.String({ maxLength: 50 }) })
