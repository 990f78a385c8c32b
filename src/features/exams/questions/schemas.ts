import { type Static, type TSchema, Type } from 'typebox'
import { Id, withCondition } from '#core/schema.ts'
import { examVersionRecord, largestPool } from './record.ts'
import { findQuestionErrors } from './validation.ts'

export { findQuestionErrors }

const { answer, change, creation } = examVersionRecord

export const NewQuestion = withCondition(
  Type.Object(creation, {
    title: 'NewQuestion',
    examples: [{ question: 'What is 2 + 2?', type: 'numeric', correct_answer: 4 }],
  }),
  findQuestionErrors,
)
export type NewQuestion = Static<typeof NewQuestion>

export const QuestionChange = Type.Object(change)
export type QuestionChange = Static<typeof QuestionChange>

/** In a change of the exam; the `id` of an existing question keeps that question. */
export const NestedQuestion = withCondition(Type.Object({ id: Type.Optional(Id), ...creation }), findQuestionErrors)
export type NestedQuestion = Static<typeof NestedQuestion>

/** A list with the maximum size of a question pool. */
export const Pool = <S extends TSchema>(item: S, description: string) =>
  Type.Array(item, { maxItems: largestPool, description })

/** A question as its author sees it. */
export const Question = Type.Object({ id: Id, ...answer }, { title: 'ExamQuestion' })
export type Question = Static<typeof Question>
