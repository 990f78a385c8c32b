/** What an attempt was asked and what was answered. */

import { Type } from 'typebox'
import { Id } from '#core/schema.ts'
import { optional } from './table.ts'

export const Questions = Type.Array(
  Type.Object(
    {
      question_id: Id,
      points: optional(
        Type.Integer({
          minimum: 1,
          maximum: 1_000,
          description: 'Those of its section; those of the question unless given.',
        }),
      ),
      options: optional(
        Type.Array(Type.Integer({ minimum: 0, maximum: 99 }), {
          maxItems: 100,
          description: 'The order in which its options were shown, counted from 0; as they are stored unless given.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  { maxItems: 1_000, description: 'The questions in the order in which they were shown.' },
)

export const Answers = Type.Record(
  Type.String(),
  Type.Unsafe({
    type: ['string', 'number', 'boolean', 'array', 'object'],
    items: { type: 'string' },
    additionalProperties: { type: 'string' },
  }),
  {
    description:
      'What was answered, by the id of the question, in the form in which the API takes answers; files by their old paths in ' +
      'files.ndjson, where their purpose is `exam_answer`.',
  },
)
