import { type Static, Type } from 'typebox'
import type { FieldErrors } from '#core/problem.ts'
import { withCondition, withDescription } from '#core/schema.ts'
import { scorecardRecord } from './record.ts'

export const Scorecard = Type.Object(scorecardRecord.answer, { title: 'Scorecard' })
export type Scorecard = Static<typeof Scorecard>

/** Each criterion is rated once. */
function findRatingErrors({ ratings = [] }: { ratings?: readonly { criterion_id: number }[] }): FieldErrors {
  const ids = ratings.map(({ criterion_id }) => criterion_id)
  return new Set(ids).size === ids.length ? {} : { ratings: ['Each criterion can be rated once.'] }
}

const { recommendation, ...details } = scorecardRecord.creation

export const NewScorecard = withCondition(
  Type.Object({ recommendation, ...details }, { title: 'NewScorecard' }),
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
