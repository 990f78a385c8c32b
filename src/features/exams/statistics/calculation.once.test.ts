import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import type { Answers, AnswerValue, Marking } from '#database/tables/exams.ts'
import { grade } from '../attempts/grading.ts'
import {
  type AttemptedQuestion,
  addAttempt,
  createStatisticsSum,
  summarizeExam,
  summarizeQuestions,
} from './calculation.ts'

const letters = ['A', 'B', 'C', 'D']
const marking: Marking = { partial_credit: 'proportional', negative_marks: 0, negative_total: false }

const createQuestion = (
  id: number,
  fields: Pick<AttemptedQuestion, 'type' | 'points'>,
  ...correct: (string | number | boolean)[]
) => ({
  ...fields,
  id,
  question: `Question ${id}`,
  options: fields.type.endsWith('_choice') ? letters : [],
  answer_key: { correct, tolerance: 0 },
})

/** The questions of test/reference/exam-statistics.py. */
const questions: AttemptedQuestion[] = [
  ...[1, 2, 3, 4, 5].map((id) => createQuestion(id, { type: 'single_choice', points: 1 }, letters[id % 4] ?? '')),
  createQuestion(6, { type: 'multiple_choice', points: 2 }, 'A', 'C'),
  createQuestion(7, { type: 'multiple_choice', points: 3 }, 'B', 'C', 'D'),
  createQuestion(8, { type: 'true_false', points: 1 }, true),
  createQuestion(9, { type: 'numeric', points: 3 }, 42),
  createQuestion(10, { type: 'short_answer', points: 2 }, 'Lovelace'),
]

/** The same generator, and draws in the same order, as in the independent program. */
function createDraw() {
  let state = 20261126
  return (limit: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state * limit) / 2 ** 32)
  }
}

function answer({ type, answer_key }: AttemptedQuestion, isKnown: boolean, choice: number): AnswerValue {
  const [right = ''] = answer_key.correct
  switch (type) {
    case 'single_choice':
      return isKnown ? right : (letters[choice] ?? '')
    case 'multiple_choice':
      return isKnown ? answer_key.correct.map(String) : letters.slice(0, choice + 1)
    case 'true_false':
      return isKnown
    case 'numeric':
      return isKnown ? right : choice
    default:
      return isKnown ? right : 'Babbage'
  }
}

function simulateAttempt(draw: (limit: number) => number) {
  const [ability, leftOut] = [draw(100), draw(questions.length)]
  const answers: Answers = {}
  for (const [index, question] of questions.entries()) {
    const [kind, luck, choice] = [draw(100), draw(100), draw(4)]
    if (index === leftOut || kind < 7) continue
    const isKnown = luck < Math.floor(((ability + ((12 * question.id) % 40)) * 2) / 3)
    answers[question.id] = answer(question, isKnown, choice)
  }
  const asked = questions.filter((_, index) => index !== leftOut)
  const { score } = grade(asked, answers, marking)
  return { score, seconds: 60 + draw(3_000), answers, marking, questions: asked, input: new Map() }
}

interface ExpectedFigures {
  attempts: number
  mean: number
  median: number
  distribution: number[]
  mean_seconds: number
  median_seconds: number
  questions: {
    id: number
    n: number
    difficulty: number
    discrimination: number
    unanswered: number
    choices: number[]
  }[]
}

const round = (value: number, digits: number) => Number(value.toFixed(digits))

describe('the statistics of an exam', () => {
  it('are those of an independent program for 10,000 simulated attempts', async () => {
    const expected: ExpectedFigures = JSON.parse(await readFile('test/reference/exam-statistics.json', 'utf8'))
    const draw = createDraw()
    const sum = createStatisticsSum()

    for (let count = 0; count < expected.attempts; count++) addAttempt(sum, simulateAttempt(draw))

    assert.deepEqual(summarizeExam(sum), {
      ...{ attempts: 10_000, mean: round(expected.mean, 2), median: expected.median },
      distribution: expected.distribution,
      mean_seconds: Math.round(expected.mean_seconds),
      median_seconds: Math.round(expected.median_seconds),
      questions: expected.questions.length,
    })
    assert.deepEqual(
      summarizeQuestions(sum).map(({ id, n, difficulty, discrimination_n, discrimination, unanswered, choices }) => ({
        ...{ id, n, difficulty, discrimination_n, discrimination, unanswered },
        choices: choices?.map(({ chosen }) => chosen),
      })),
      expected.questions.map(({ id, n, difficulty, discrimination, unanswered, choices }) => ({
        ...{ id, n, discrimination_n: n, unanswered, choices },
        difficulty: round(difficulty, 4),
        discrimination: round(discrimination, 4),
      })),
    )
  })

  it('have no discrimination where all attempts earn the same, and none of a question that is alone', () => {
    const [first, second] = questions
    const [alone, together] = [createStatisticsSum(), createStatisticsSum()]
    for (const key of ['A', 'B', 'C', 'D', 'B', 'B']) {
      const attempt = { score: 50, seconds: 60, marking, answers: { 1: key }, input: new Map() }
      addAttempt(alone, { ...attempt, questions: questions.slice(0, 1) })
      addAttempt(together, { ...attempt, questions: questions.slice(0, 2) })
    }

    assert.deepEqual(
      [...summarizeQuestions(alone), ...summarizeQuestions(together)].map((row) => [
        ...[row.id, row.n, row.difficulty, row.discrimination_n, row.discrimination, row.unanswered],
      ]),
      [
        [first?.id, 6, 0.5, 0, null, 0],
        [first?.id, 6, 0.5, 6, null, 0],
        [second?.id, 6, 0, 6, null, 6],
      ],
    )
  })
})
