import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, oneOf, Text, withCondition } from '#core/schema.ts'

const Recommendation = oneOf('strong_no', 'no', 'yes', 'strong_yes')
const mostRatings = 20

const Rated = Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 (poor) to 5 (excellent).' })

export const Scorecard = Type.Object(
  {
    id: Id,
    application_id: Id,
    reviewer: Type.Object({ id: Id, name: Type.String() }),
    ratings: Type.Array(
      Type.Object({
        criterion_id: Type.Integer(),
        criterion: Type.String({ description: 'As it was called when it was rated.' }),
        rating: Rated,
        notes: Type.String(),
      }),
    ),
    recommendation: Recommendation,
    notes: Type.String(),
    created_at: DateTime,
    updated_at: DateTime,
  },
  { title: 'Scorecard' },
)
export type Scorecard = Static<typeof Scorecard>

const optional = Type.Optional

/** Each criterion is rated once. */
function findRatingErrors({ ratings = [] }: { ratings?: readonly { criterion_id: number }[] }): FieldErrors {
  const ids = ratings.map(({ criterion_id }) => criterion_id)
  return new Set(ids).size === ids.length ? {} : { ratings: ['Each criterion can be rated once.'] }
}

export const NewScorecard = withCondition(
  Type.Object(
    {
      recommendation: Recommendation,
      ratings: optional(
        Type.Array(
          Type.Object({
            criterion_id: Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'One of the `criteria` of the post.',
            }),
            rating: Rated,
            notes: optional(Text(2_000)),
          }),
          { maxItems: mostRatings },
        ),
      ),
      notes: optional(Text(5_000)),
    },
    { title: 'NewScorecard' },
  ),
  findRatingErrors,
)
export type NewScorecard = Static<typeof NewScorecard>

export const ScorecardSummary = Type.Object({
  own: Type.Boolean({ description: 'Whether the caller has written one. Until then, those of others are withheld.' }),
  scorecards: Type.Integer({ description: 'The scorecards that the caller sees.' }),
  recommendations: Type.Object({
    strong_no: Type.Integer(),
    no: Type.Integer(),
    yes: Type.Integer(),
    strong_yes: Type.Integer(),
  }),
  criteria: Type.Array(
    Type.Object({
      criterion_id: Type.Integer(),
      criterion: Type.String(),
      average: Type.Number({ description: 'Of the ratings that the caller sees, with one decimal place.' }),
    }),
    { description: 'The rated criteria.' },
  ),
})
export type ScorecardSummary = Static<typeof ScorecardSummary>
