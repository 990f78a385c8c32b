import { type Static, Type } from 'typebox'
import { DateTime, Id, Line, nullable, Paging, withCondition, withDescription } from '#core/schema.ts'
import { NewQuestion, Question, QuestionChange } from '../questions/schemas.ts'
import { findQuestionErrors } from '../questions/validation.ts'
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

const Tags = Type.Array(Line(50, { description: 'A word by which sections select questions.' }), {
  maxItems: 20,
  description: 'Words by which sections of exams select questions, without regard to case and accents.',
})
const Difficulty = nullable(
  Type.Integer({ minimum: 1, maximum: 5, description: 'From 1, easy, to 5, hard; null if it is not known.' }),
)

const labels = { tags: Type.Optional(Tags), difficulty: Type.Optional(Difficulty) }

export const NewBankQuestion = withCondition(
  Type.Object(
    { ...NewQuestion.properties, ...labels },
    {
      title: 'NewBankQuestion',
      examples: [{ question: 'What is 2 + 2?', type: 'numeric', correct_answer: 4, tags: ['sums'], difficulty: 1 }],
    },
  ),
  findQuestionErrors,
)
export type NewBankQuestion = Static<typeof NewBankQuestion>

export const BankQuestionChange = Type.Object({ ...QuestionChange.properties, ...labels })
export type BankQuestionChange = Static<typeof BankQuestionChange>

/** A question of a bank, as its editors see it. */
export const BankQuestion = Type.Object(
  {
    ...Question.properties,
    tags: Type.Array(Type.String(), { description: 'Words by which sections of exams select questions.' }),
    difficulty: withDescription(nullable(Type.Integer()), 'From 1, easy, to 5, hard; null if it is not known.'),
  },
  { title: 'BankQuestion' },
)
export type BankQuestion = Static<typeof BankQuestion>

/** Who may change the questions of a bank, and use them in exams. */
export const BankEditor = Type.Object(
  {
    id: Id,
    user: withDescription(Type.Object({ id: Id, name: Type.String({ description: 'The name.' }) }), 'The account.'),
    added_at: withDescription(DateTime, 'When the editor was added.'),
  },
  { title: 'QuestionBankEditor' },
)
export type BankEditor = Static<typeof BankEditor>

export const NewBankEditor = Type.Object({ user_id: withDescription(Id, 'The person.') })
export type NewBankEditor = Static<typeof NewBankEditor>
