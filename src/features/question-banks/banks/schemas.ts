import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, Paging, withCondition, withDescription } from '#core/schema.ts'
import { bankVersionRecord } from '#features/exams/questions/record.ts'
import { findQuestionErrors } from '#features/exams/questions/schemas.ts'
import { bankRecord } from './record.ts'

/** Questions that several exams draw from. */
export const QuestionBank = Type.Object(bankRecord.answer, { title: 'QuestionBank' })
export type QuestionBank = Static<typeof QuestionBank>

export const NewQuestionBank = Type.Object(bankRecord.creation, { title: 'NewQuestionBank' })
export type NewQuestionBank = Static<typeof NewQuestionBank>

export const QuestionBankChange = Type.Object(bankRecord.change)
export type QuestionBankChange = Static<typeof QuestionBankChange>

export const QuestionBankQuery = Type.Object(Paging)
export type QuestionBankQuery = Static<typeof QuestionBankQuery>

export const NewBankQuestion = withCondition(
  Type.Object(bankVersionRecord.creation, {
    title: 'NewBankQuestion',
    examples: [{ question: 'What is 2 + 2?', type: 'numeric', correct_answer: 4, tags: ['sums'], difficulty: 1 }],
  }),
  findQuestionErrors,
)
export type NewBankQuestion = Static<typeof NewBankQuestion>

export const BankQuestionChange = Type.Object(bankVersionRecord.change)
export type BankQuestionChange = Static<typeof BankQuestionChange>

/** A question of a bank, as its editors see it. */
export const BankQuestion = Type.Object({ id: Id, ...bankVersionRecord.answer }, { title: 'BankQuestion' })
export type BankQuestion = Static<typeof BankQuestion>

/** Who may change the questions of a bank, and use them in exams. */
export const BankEditor = Type.Object(
  {
    id: Id,
    user: withDescription(Named, 'The account.'),
    added_at: withDescription(DateTime, 'When the editor was added.'),
  },
  { title: 'QuestionBankEditor' },
)
