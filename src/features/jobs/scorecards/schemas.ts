import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { DateTime, Id, oneOf, Text, withCondition, withDescription } from '#core/schema.ts'

const Recommendation = oneOf('strong_no', 'no', 'yes', 'strong_yes')
const mostRatings = 20

const Rated = Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 (poor) to 5 (excellent).' })

export const Scorecard = Type.Object(
  {
    id: Id,
    application_id: Id,
    reviewer: withDescription(
      Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }),
      'The author of the scorecard.',
    ),
    ratings: Type.Array(
      Type.Object({
        criterion_id: Type.Integer(),
        criterion: Type.String({ description: 'As it was called when it was rated.' }),
        rating: Rated,
        notes: Type.String({ description: 'Remarks, in free words.' }),
      }),
    ),
    recommendation: withDescription(Recommendation, 'Whether the reviewer would hire the applicant.'),
    notes: Type.String({ description: 'Remarks, in free words.' }),
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
      recommendation: withDescription(Recommendation, 'Whether the reviewer would hire the applicant.'),
      ratings: optional(
        Type.Array(
          Type.Object({
            criterion_id: Type.Integer({
              minimum: 1,
              maximum: 1_000_000,
              description: 'One of the `criteria` of the post.',
            }),
            rating: Rated,
            notes: withDescription(optional(Text(2_000)), 'Remarks, in free words.'),
          }),
          { maxItems: mostRatings },
        ),
      ),
      notes: withDescription(optional(Text(5_000)), 'Remarks, in free words.'),
    },
    { title: 'NewScorecard' },
  ),
  findRatingErrors,
)
export type NewScorecard = Static<typeof NewScorecard>

export const ScorecardSummary = Type.Object({
  own: Type.Boolean({ description: 'Whether the caller has written one. Until then, those of others are withheld.' }),
  scorecards: Type.Integer({ description: 'The scorecards that the caller sees.' }),
  recommendations: withDescription(
    Type.Object({
      strong_no: Type.Integer({ description: 'The number of reviewers strongly against.' }),
      no: Type.Integer({ description: 'The number of reviewers against.' }),
      yes: Type.Integer({ description: 'The number of reviewers in favor.' }),
      strong_yes: Type.Integer({ description: 'The number of reviewers strongly in favor.' }),
    }),
    'The number of reviewers with each recommendation.',
  ),
  criteria: Type.Array(
    Type.Object({
      criterion_id: Type.Integer(),
      criterion: Type.String({ description: 'The name of the criterion.' }),
      average: Type.Number({ description: 'Of the ratings that the caller sees, with one decimal place.' }),
    }),
    { description: 'The rated criteria.' },
  ),
})
export type ScorecardSummary = Static<typeof ScorecardSummary>
