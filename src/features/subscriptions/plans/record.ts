import { Type } from 'typebox'
import { Amount } from '#core/money.ts'
import { DateTime, Label, oneOf, Text } from '#core/schema.ts'
import {
  computed,
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

const Currency = Type.String({
  pattern: '^[A-Z]{3}$',
  spelling: 'code',
  sentence: 'The currency must be a code like USD.',
})

/** The price is in minor units in the table. */
export const planRecord = defineRecord('plans', {
  id: readOnly(Type.String({ examples: ['professional'], description: 'The id of the plan.' })),
  name: required(Label(100)),
  description: optional(Text(1_000), ''),
  price: required(Amount),
  currency: optional(Currency, 'USD', { answer: Type.String() }),
  interval: optional(Interval, 'month'),
  popular: optional(Type.Boolean(), false),
  features: optional(Type.Array(Label(200), { maxItems: 50 }), [], {
    answer: Type.Array(Type.String()),
  }),
  limits: computed(Limits),
  job_postings: internal(Limit, { tracked: true }),
  candidate_searches: internal(Limit, { tracked: true }),
  team_members: internal(Limit, { tracked: true }),
  position: internal(Type.Integer(), { tracked: true }),
  created_at: internal(DateTime),
  updated_at: internal(DateTime),
})

/** A plan as stored; -1 is no limit. */
export type PlanRow = RowOf<typeof planRecord> & {
  job_postings: number
  candidate_searches: number
  team_members: number
}

declare module '#database/tables/index.ts' {
  interface Tables {
    plans: TableOf<typeof planRecord>
  }
}
