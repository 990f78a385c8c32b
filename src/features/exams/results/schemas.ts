import { type Static, Type } from 'typebox'
import { Id, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { UserSummary } from '#features/users/index.ts'
import { attemptRecord, result } from '../attempts/record.ts'

/** What a result says of each exam. */
export const outcome = {
  best_score: nullable(
    Type.Integer({
      description:
        'The best score of all graded attempts, in percent; null while none is, or its grades wait for release.',
    }),
  ),
  passed: nullable(Type.Boolean({ description: 'Whether one of the attempts was passed; null until one is graded.' })),
  attempts: Type.Integer({ description: 'The number of attempts that were begun.' }),
  grading: withDescription(result.grading, '`pending` while people have yet to grade an attempt, else `final`.'),
}

const { status, started_at, submitted_at } = attemptRecord.answer

export const ExamOutcome = Type.Object(
  {
    user: withDescription(UserSummary, 'The account.'),
    ...outcome,
    failed_attempts: Type.Integer({ description: 'The number of graded attempts that were not passed.' }),
    at_risk: Type.Boolean({ description: 'Whether the person needs help: there is a reason in `at_risk_reasons`.' }),
    at_risk_reasons: Type.Array(oneOf('failed_twice'), {
      description:
        '`failed_twice`: failed two attempts or more, and passed none. Empty for a person who is not at risk.',
    }),
    last_attempt: withDescription(
      Type.Object({ id: Id, status, started_at, submitted_at }),
      'The attempt that was begun last.',
    ),
  },
  { title: 'ExamOutcome' },
)
export type ExamOutcome = Static<typeof ExamOutcome>

const optional = Type.Optional

export const OutcomeQuery = Type.Object({
  ...Paging,
  passed: optional(
    Type.Boolean({
      description: 'Only people who have passed, or only those who have not, also while that is undecided.',
    }),
  ),
  at_risk: optional(Type.Boolean({ description: 'Only people who are at risk, or only the others.' })),
  search: optional(Text(200, { description: 'A part of the name, without regard to case and accents.' })),
})
export type OutcomeQuery = Static<typeof OutcomeQuery>
