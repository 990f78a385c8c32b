import { Type } from 'typebox'
import { DateTime, Id, Named, oneOf, Text, withDescription } from '#core/schema.ts'
import { computed, defineRecord, internal, optional, readOnly, required, type TableOf } from '#database/record.ts'

const Recommendation = oneOf('strong_no', 'no', 'yes', 'strong_yes')
const Rating = Type.Integer({ minimum: 1, maximum: 5, description: 'From 1 (poor) to 5 (excellent).' })
const maxRatings = 20

const CriterionId = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: 'One of the `criteria` of the post.',
})

const Ratings = Type.Array(
  Type.Object({
    criterion_id: CriterionId,
    rating: Rating,
    notes: Type.Optional(withDescription(Text(2_000), 'Remarks, in free words.')),
  }),
  { maxItems: maxRatings },
)

const StoredRatings = Type.Array(
  Type.Object({
    criterion_id: Type.Integer(),
    criterion: Type.String({ description: 'As it was called when it was rated.' }),
    rating: Rating,
    notes: Type.String({ description: 'Remarks, in free words.' }),
  }),
)

export const scorecardRecord = defineRecord('scorecards', {
  id: readOnly(Id),
  application_id: readOnly(Id),
  reviewer: computed(withDescription(Named, 'The author of the scorecard.')),
  ratings: optional(withDescription(Ratings, 'The ratings by criterion; criteria may be left out.'), [], {
    answer: withDescription(StoredRatings, 'The ratings by criterion; criteria may be left out.'),
  }),
  recommendation: required(withDescription(Recommendation, 'Whether the reviewer would hire the applicant.')),
  notes: optional(withDescription(Text(5_000), 'Remarks, in free words.'), ''),
  created_at: readOnly(DateTime),
  updated_at: readOnly(DateTime),
  user_id: internal(Id),
})

declare module '#database/tables/index.ts' {
  interface Tables {
    scorecards: TableOf<typeof scorecardRecord>
  }
}
