/** Creates exams and attempts. */

import assert from 'node:assert/strict'
import type { Person } from './app.ts'

/** One question of each type; no other text of theirs contains the correct answer. */
export const questions = {
  single: {
    type: 'single_choice',
    question: 'Which planet is the largest?',
    options: ['Mars', 'Jupiter', 'Venus'],
    correct_answer: 'Jupiter',
  },
  multiple: {
    type: 'multiple_choice',
    question: 'Which are prime?',
    options: ['2', '4', '5', '9'],
    correct_answer: ['2', '5'],
    points: 2,
  },
  truth: { type: 'true_false', question: 'Ice floats on water.', correct_answer: true },
  text: {
    type: 'short_answer',
    question: 'Who wrote the first program?',
    correct_answer: ['Ada Lovelace', 'Lovelace'],
    points: 3,
  },
  number: {
    type: 'numeric',
    question: 'How fast does everything fall?',
    correct_answer: 9.80665,
    tolerance: 0.01,
    points: 3,
  },
} as const

export const allQuestions = Object.values(questions)

/** A published exam of the author with one question of each type. */
export async function createExam(author: Person, more: object = {}) {
  const reply = await author.post('/exams', { title: 'Basics', questions: allQuestions, ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

interface Asked {
  id: number
  type: string
}

/** The correct answers to `allQuestions`, by id. */
export const getRightAnswers = (asked: readonly Asked[]): Record<string, unknown> =>
  Object.fromEntries(
    asked.map(({ id, type }) => [
      String(id),
      {
        single_choice: 'Jupiter',
        multiple_choice: ['5', '2'],
        true_false: true,
        short_answer: ' ada LOVELACÉ ',
        numeric: 9.81,
      }[type],
    ]),
  )

/** Wrong answers to them. */
export const getWrongAnswers = (asked: readonly Asked[]): Record<string, unknown> =>
  Object.fromEntries(
    asked.map(({ id, type }) => [
      String(id),
      {
        single_choice: 'Mars',
        multiple_choice: ['2'],
        true_false: false,
        short_answer: 'Babbage',
        numeric: 3,
      }[type],
    ]),
  )

/** Starts an attempt. */
export async function startAttempt(person: Person, examId: number) {
  const reply = await person.post(`/exams/${examId}/start`)
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

/** Takes an exam from start to submission and returns the result. */
export async function takeExam(person: Person, examId: number, how: 'right' | 'wrong') {
  const attempt = await startAttempt(person, examId)
  const answers = (how === 'right' ? getRightAnswers : getWrongAnswers)(attempt.questions)
  const reply = await person.post(`/exam-attempts/${attempt.id}/submit`, { answers })
  assert.equal(reply.status, 200, reply.text)
  return reply.data
}
