import { Type } from 'typebox'
import { Amount, Currency } from '#core/money.ts'
import { Prices, type StoredPrice, StoredPrices } from '#core/prices.ts'
import { DateTime, Label, oneOf, Text, withDescription } from '#core/schema.ts'
import {
  computed,
  defaulted,
  defineRecord,
  internal,
  optional,
  type RowOf,
  readOnly,
  required,
  type TableOf,
} from '#database/record.ts'

export const Interval = oneOf('month', 'year')
const Limit = Type.Integer({ minimum: -1, maximum: 1_000_000_000, description: '-1 is unlimited.' })
export const Limits = Type.Object({ job_postings: Limit, candidate_searches: Limit, team_members: Limit })

/** Prices are in minor units in the table. */
export const planRecord = defineRecord('plans', {
  id: readOnly(Type.String({ examples: ['professional'], description: 'The id of the plan.' })),
  name: required(withDescription(Label(100), 'The name.')),
  description: optional(withDescription(Text(1_000), 'The description.'), ''),
  price: required(
    withDescription(Amount, 'The price in units of the currency, with its decimal places (ISO 4217); 0 when free.'),
  ),
  currency: optional(Currency, 'USD', {
    answer: Type.String({ description: 'The currency, an ISO 4217 code.' }),
  }),
  prices: computed(Prices),
  interval: optional(withDescription(Interval, 'The length of a billing period.'), 'month'),
  popular: optional(Type.Boolean({ description: 'Whether to highlight it among the plans.' }), false),
  features: optional(
    withDescription(Type.Array(Label(200), { maxItems: 50 }), 'What the plan offers, as sentences.'),
    [],
    {
      answer: Type.Array(Type.String(), { description: 'What the plan offers, as sentences.' }),
    },
  ),
  limits: computed(withDescription(Limits, 'The limits of the plan; -1 means unlimited.')),
  job_postings: internal(Limit, { tracked: true }),
  candidate_searches: internal(Limit, { tracked: true }),
  team_members: internal(Limit, { tracked: true }),
  other_prices: defaulted(StoredPrices, { tracked: true }),
  retired: defaulted(Type.Boolean(), { tracked: true }),
  position: internal(Type.Integer(), { tracked: true }),
  created_at: internal(DateTime),
  updated_at: internal(DateTime),
})

/** A plan as stored; -1 is no limit. */
export type PlanRow = RowOf<typeof planRecord> & {
  job_postings: number
  candidate_searches: number
  team_members: number
  other_prices: StoredPrice[]
  retired: boolean
}

declare module '#database/tables/index.ts' {
  interface Tables {
    plans: TableOf<typeof planRecord>
  }
}
