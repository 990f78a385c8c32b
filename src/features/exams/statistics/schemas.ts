import { type Static, Type } from 'typebox'
import { Id, nullable } from '#core/schema.ts'
import { QuestionType } from '../questions/record.ts'

/** Figures of fewer attempts say more about persons than about questions. */
export const smallestSample = 5
export const maxListedQuestions = 1_000

const Choice = Type.Object(
  {
    option: Type.String({ description: 'The text of the option; of true or false, `true` and `false`.' }),
    chosen: Type.Integer({ description: 'The number of attempts that chose it.' }),
    right: Type.Boolean({ description: 'Whether it is a right one.' }),
  },
  { title: 'ChoiceStatistics' },
)

export const QuestionStatistics = Type.Object(
  {
    id: Id,
    question: Type.String({ description: 'The text of the question, of long ones the first 200 characters.' }),
    type: QuestionType,
    n: Type.Integer({ description: 'The number of attempts that were asked it. Figures of fewer than 5 are null.' }),
    difficulty: nullable(
      Type.Number({
        description: 'The mean share of its points, usually from 0, nothing right, to 1; missing answers are 0.',
      }),
    ),
    discrimination_n: Type.Integer({ description: 'The number of attempts that were asked other questions, too.' }),
    discrimination: nullable(
      Type.Number({
        description:
          'The correlation (point-biserial) of its share of the points with that of all other questions, from -1 to 1; null below 5 ' +
          'attempts, and where either is the same in all of them.',
      }),
    ),
    unanswered: nullable(Type.Integer({ description: 'The number of attempts without an answer.' })),
    choices: nullable(
      Type.Array(Choice, {
        description:
          'The options of its last version, and how often each was chosen; empty for questions without a choice.',
      }),
    ),
    former_choices: nullable(
      Type.Integer({ description: 'How often options were chosen that the question does not have any more.' }),
    ),
  },
  { title: 'QuestionStatistics' },
)
export type QuestionStatistics = Static<typeof QuestionStatistics>

export const ExamStatistics = Type.Object({
  attempts: Type.Integer({
    description:
      'The number of attempts with a final score, without those of the author. Figures of fewer than 5 are null.',
  }),
  mean: nullable(Type.Number({ description: 'The mean score, in percent.' })),
  median: nullable(Type.Number({ description: 'The median score, in percent.' })),
  distribution: nullable(
    Type.Array(Type.Integer(), {
      description: 'The number of scores from 0 to 9 percent, from 10 to 19, and so on; 100 is in the tenth.',
    }),
  ),
  mean_seconds: nullable(Type.Integer({ description: 'The mean time from start to end, in seconds.' })),
  median_seconds: nullable(Type.Integer({ description: 'The median time from start to end, in seconds.' })),
  questions: Type.Integer({
    description: 'The number of questions that were asked. The list has the 1,000 of them that were asked most.',
  }),
})
export type ExamStatistics = Static<typeof ExamStatistics>
