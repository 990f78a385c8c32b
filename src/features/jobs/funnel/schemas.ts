import { type Static, Type } from 'typebox'
import { oneOf, withDescription } from '#core/schema.ts'

export const Funnel = Type.Object(
  {
    total: Type.Integer({ description: 'Submitted applications; withdrawn ones are not counted.' }),
    stages: Type.Array(
      Type.Object({
        status: withDescription(oneOf('applied', 'reviewing', 'shortlisted', 'rejected', 'hired'), 'The stage.'),
        current: Type.Integer({ description: 'Applications that have this status now.' }),
        reached: Type.Integer({ description: 'Applications that have or had this status.' }),
        average_days: Type.Union([Type.Number(), Type.Null()], {
          description:
            'From the application to the first time in this status, with one decimal place; null without any.',
        }),
      }),
    ),
    reasons: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'Empty for rejections without a reason.' }),
        count: Type.Integer({ description: 'The number of items.' }),
      }),
      { description: 'Of the applications that are rejected now, the most frequent first.' },
    ),
  },
  { title: 'JobFunnel' },
)
export type Funnel = Static<typeof Funnel>
