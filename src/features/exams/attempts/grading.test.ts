import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { AnswerValue } from '#database/tables/exams.ts'
import type { NewQuestion } from '../questions/schemas.ts'
import { validateQuestion } from '../questions/validation.ts'
import { createPatch, mergeAnswers } from './answers.ts'
import { type GradableQuestion, grade } from './grading.ts'

const table: [string, Omit<GradableQuestion, 'id' | 'points'>, [answer: unknown, right: boolean][]][] = [
  [
    'short answers, without regard to case, accents and space around',
    {
      type: 'short_answer',
      answer_key: { correct: ['Crème brûlée', 'flan', "Crohn's disease", 'X-ray', 'Straße', 'किला'], tolerance: 0 },
    },
    [
      ['creme brulee', true],
      [' CRÈME BRÛLÉE ', true],
      ['Flan', true],
      ['creme  brulee', true],
      ['creme\u00a0brulee', true],
      ['Crohn’s  Disease', true],
      ['x\u2011ray', true],
      ['X–Ray', true],
      ['STRASSE', true],
      ['किला'.normalize('NFD'), true],
      ['काला', false],
      ['cremebrulee', false],
      ['crème', false],
    ],
  ],
  [
    'numbers within the tolerance, in spite of binary fractions',
    { type: 'numeric', answer_key: { correct: [0.1], tolerance: 0.3 } },
    [
      [0.4, true],
      [-0.2, true],
      [0.4001, false],
      [-0.2001, false],
    ],
  ],
  [
    'numbers exactly, without a tolerance',
    { type: 'numeric', answer_key: { correct: [0.3], tolerance: 0 } },
    [
      [0.3, true],
      [0.30000001, false],
      [-0.3, false],
    ],
  ],
  [
    'sets of options whole, in any order',
    { type: 'multiple_choice', answer_key: { correct: ['a', 'b'], tolerance: 0 } },
    [
      [['b', 'a'], true],
      [['a'], false],
      [['a', 'b', 'c'], false],
      [['a', 'c'], false],
    ],
  ],
  [
    'false as an answer',
    { type: 'true_false', answer_key: { correct: [false], tolerance: 0 } },
    [
      [false, true],
      [true, false],
    ],
  ],
]

describe('grading', () => {
  for (const [what, question, answers] of table)
    it(`accepts ${what}`, () => {
      for (const [answer, right] of answers) {
        const saved = JSON.parse(JSON.stringify({ 7: answer }))

        const result = grade([{ ...question, id: 7, points: 3 }], saved)

        assert.deepEqual(
          result,
          { answered: 1, correct: right ? 1 : 0, score: right ? 100 : 0, ungraded: 0 },
          String(answer),
        )
      }
    })
})

/** A question, an answer and the expected verdict, generated together. */
interface Case {
  question: NewQuestion
  answer: Exclude<AnswerValue, [string, string][]>
  right: boolean
  points: number
}

const points = fc.integer({ min: 1, max: 9 })
const right = fc.boolean()
const word = fc.stringMatching(/^[a-z]{3,8}$/)
const words = fc
  .uniqueArray(word, { minLength: 3, maxLength: 6 })
  .map(([one = '', two = '', ...more]): [string, string, ...string[]] => [one, two, ...more])

const choice = fc.record({ words, right, points }).map(
  ({ words: options, right, points }): Case => ({
    question: { type: 'single_choice', question: 'One?', options, correct_answer: options[0], points },
    answer: right ? options[0] : options[1],
    right,
    points,
  }),
)

const choices = fc
  .record({ words, taken: fc.infiniteStream(fc.boolean()), points })
  .map(({ words: options, taken, points }): Case => {
    const correct = options.slice(0, -1)
    const answer = options.filter(() => taken.next().value)
    const right = answer.length === correct.length && correct.every((text) => answer.includes(text))
    return {
      question: { type: 'multiple_choice', question: 'Many?', options, correct_answer: correct, points },
      answer: answer.length === 0 ? options : answer.toReversed(),
      right,
      points,
    }
  })

const truth = fc.record({ correct: fc.boolean(), right, points }).map(
  ({ correct, right, points }): Case => ({
    question: { type: 'true_false', question: 'True?', correct_answer: correct, points },
    answer: right ? correct : !correct,
    right,
    points,
  }),
)

const text = fc.record({ words, right, points }).map(
  ({ words: accepted, right, points }): Case => ({
    question: { type: 'short_answer', question: 'Word?', correct_answer: accepted, points },
    answer: right ? `  ${accepted.at(-1)?.toUpperCase()} ` : `${accepted.join('')}!`,
    right,
    points,
  }),
)

/** In thousandths, so that the model has no fractions. */
const number = fc
  .record({
    correct: fc.integer({ min: -5_000, max: 5_000 }),
    off: fc.integer({ min: -50, max: 50 }),
    tolerance: fc.integer({ min: 0, max: 40 }),
    points,
  })
  .map(
    ({ correct, off, tolerance, points }): Case => ({
      question: {
        type: 'numeric',
        question: 'Number?',
        correct_answer: correct / 1_000,
        tolerance: tolerance / 1_000,
        points,
      },
      answer: (correct + off) / 1_000,
      right: Math.abs(off) <= tolerance,
      points,
    }),
  )

const cases = fc.array(fc.oneof(choice, choices, truth, text, number), { minLength: 1, maxLength: 12 })

/** Grades as the author writes questions and the learner's answers arrive. */
function gradeExam(drawn: readonly Case[]) {
  const asked = drawn.map(({ question }, index) => {
    const read = validateQuestion(question)
    assert.ok('content' in read, JSON.stringify(question))
    return { ...read.content, id: index + 1, version_id: 100 + index }
  })
  const paper = asked.map(({ id, version_id }) => ({ question_id: id, version_id, options: [] }))
  const answers = Object.fromEntries(drawn.map(({ answer }, index) => [index + 1, answer]))
  return grade(asked, mergeAnswers({}, createPatch(paper, asked, answers)))
}

describe('an exam', () => {
  it('is graded in agreement with a model', () => {
    fc.assert(
      fc.property(cases, (drawn) => {
        const sum = (all: Case[]) => all.reduce((total, { points }) => total + points, 0)
        const right = drawn.filter((one) => one.right)
        assert.deepEqual(gradeExam(drawn), {
          answered: drawn.length,
          correct: right.length,
          score: Math.round((100 * sum(right)) / sum(drawn)),
          ungraded: 0,
        })
      }),
      { numRuns: Number(process.env.RUNS ?? 300), seed: Number(process.env.SEED ?? 1), endOnFailure: true },
    )
  })
})
