import { type Static, Type } from 'typebox'
import { DateTime, Id, Named, nullable, oneOf, Paging, Text, withDescription } from '#core/schema.ts'
import { AnswerFile } from '../attempts/record.ts'
import { QuestionType, RubricCriterion } from '../questions/record.ts'

const optional = Type.Optional

const Person = Named

const RubricLevels = Type.Record(Type.String({ maxLength: 10 }), Type.Integer({ minimum: 0, maximum: 9 }), {
  maxProperties: 20,
  description: 'The index of the level that the answer reached, from 0, by the id of the criterion.',
})
const Comment = Text(5_000, {
  description: 'What the grader says to the learner, who reads it once grades are released.',
})

const Grade = Type.Object(
  {
    points: Type.Number({ description: 'The points; hundredths count.' }),
    rubric: RubricLevels,
    comment: Comment,
    grader: withDescription(nullable(Person), 'Who gave the grade; null for a deleted account.'),
    graded_at: withDescription(DateTime, 'When it was given.'),
  },
  { title: 'ExamGrade' },
)

const item = {
  id: Id,
  attempt_id: withDescription(
    Id,
    'The attempt. With anonymous grading, a number in its place that is known to grading alone; the routes of grades take it.',
  ),
  question_id: withDescription(Id, 'The question.'),
  question: Type.String({ description: 'The text of the question, as the learner saw it.' }),
  type: QuestionType,
  points: Type.Integer({ description: 'The points of a perfect answer.' }),
  state: withDescription(
    oneOf('open', 'mine', 'claimed', 'done'),
    'Whether it waits for a grader, is claimed by the caller or by another grader, or is graded.',
  ),
  claimed_until: withDescription(nullable(DateTime), 'When the claim ends; null without one.'),
  user: withDescription(nullable(Person), 'Who wrote the answer; null with anonymous grading.'),
  submitted_at: withDescription(
    nullable(DateTime),
    'When the attempt was submitted; null with anonymous grading, and for one whose time ran out.',
  ),
  released: Type.Boolean({ description: 'Whether the learner has the result.' }),
  grade: withDescription(nullable(Grade), 'The grade; null before it is given.'),
}

/** An answer that people grade, in the queue. */
export const GradingItem = Type.Object(item, { title: 'ExamGradingItem' })
export type GradingItem = Static<typeof GradingItem>

/** The same with what is needed to grade it. */
export const GradedAnswer = Type.Object(
  {
    ...item,
    answer: withDescription(nullable(Type.String()), 'The text of an essay; null for files, and where it was erased.'),
    words: Type.Integer({ description: 'The number of words of an essay, which spaces separate.' }),
    max_words: nullable(Type.Integer({ description: 'The words that it may have; null for no limit.' })),
    files: Type.Array(Type.Omit(AnswerFile, ['id']), { description: 'The uploaded files.' }),
    criteria: Type.Array(RubricCriterion, {
      description: 'The rubric of the question as it is now; empty without one.',
    }),
    explanation: Type.String({ description: 'What the author explains about the question, in Markdown.' }),
  },
  { title: 'ExamGradedAnswer' },
)
export type GradedAnswer = Static<typeof GradedAnswer>

export const GradingQuery = Type.Object({
  ...Paging,
  state: optional(
    withDescription(
      oneOf('open', 'mine', 'done'),
      '`open` ones wait for a grader, `mine` are claimed by the caller, `done` are graded: by the caller, and for the owner and ' +
        'administrators by anybody. `open` unless given.',
    ),
  ),
  question_id: optional(withDescription(Id, 'Only answers to this question.')),
})
export type GradingQuery = Static<typeof GradingQuery>

export const Claim = Type.Object({
  attempt_id: optional(withDescription(Id, 'The attempt, as the queue names it; any unless given.')),
  question_id: optional(withDescription(Id, 'The question; any unless given.')),
})
export type Claim = Static<typeof Claim>

export const gradeFields = {
  points: optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000,
      description: 'The points, at most those of the question; hundredths count. With `rubric` they follow from it.',
    }),
  ),
  rubric: optional(RubricLevels),
}

export const NewGrade = Type.Object({ ...gradeFields, comment: optional(Comment) }, { title: 'NewExamGrade' })
export type NewGrade = Static<typeof NewGrade>

export const Release = Type.Object({
  partial: optional(
    Type.Boolean({
      description: 'Releases the attempts that are graded, although others are not; false unless given.',
    }),
  ),
})
export type Release = Static<typeof Release>

export const Released = Type.Object(
  {
    released: Type.Integer({ description: 'The number of attempts whose result is released now.' }),
    waiting: Type.Integer({ description: 'The number of attempts with answers that are not graded.' }),
  },
  { title: 'ReleasedExamGrades' },
)
export type Released = Static<typeof Released>
