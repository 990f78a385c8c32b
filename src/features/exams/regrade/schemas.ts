import { type Static, Type } from 'typebox'
import { Id, nullable, withDescription } from '#core/schema.ts'

export const maxListedChanges = 1_000

export const Regrade = Type.Object({
  preview: Type.Optional(Type.Boolean({ description: 'Only says what would change; false unless given.' })),
})
export type Regrade = Static<typeof Regrade>

const Score = nullable(Type.Integer({ description: 'Percent; null without a score.' }))

/** What a regrading changes. */
export const RegradeResult = Type.Object(
  {
    attempts: Type.Integer({ description: 'The number of attempts that are graded again.' }),
    changed: Type.Integer({ description: 'The number of attempts whose score or verdict changes.' }),
    changes: Type.Array(
      Type.Object(
        {
          attempt_id: withDescription(Id, 'The attempt.'),
          score_before: withDescription(Score, 'The score before, in percent.'),
          score_after: withDescription(Score, 'The score after, in percent.'),
          passed_before: withDescription(nullable(Type.Boolean()), 'Whether it was passed before.'),
          passed_after: withDescription(nullable(Type.Boolean()), 'Whether it is passed after.'),
        },
        { title: 'RegradedAttempt' },
      ),
      { description: 'The changes by the id of the attempt; the first 1,000 of them.' },
    ),
    certificates: Type.Object(
      {
        issued: Type.Integer({ description: 'The number of people who pass the exam now and get a certificate.' }),
        revoked: Type.Integer({ description: 'The number of people who do not pass it any more.' }),
      },
      { description: 'What becomes of certificates.' },
    ),
  },
  { title: 'ExamRegrade' },
)
export type RegradeResult = Static<typeof RegradeResult>
