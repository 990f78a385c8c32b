/** Reads a row of CSV. The type may be missing; then it follows from the options and the right answer. */

import type { Draft, Losses } from '../item.ts'
import { listBlanks, type QuestionType, questionTypes } from '../question.ts'
import { createLoss, createRefusal } from '../reasons.ts'
import type { Row } from './columns.ts'

const booleans = new Map([
  ...['true', 't', 'yes'].map((word) => [word, true] as const),
  ...['false', 'f', 'no'].map((word) => [word, false] as const),
])

/** Names of types that other programs use. */
const typeNames: Readonly<Record<string, QuestionType>> = {
  multiplechoice: 'single_choice',
  mc: 'single_choice',
  mcq: 'single_choice',
  singlechoice: 'single_choice',
  multipleanswer: 'multiple_choice',
  multipleanswers: 'multiple_choice',
  multipleselect: 'multiple_choice',
  checkbox: 'multiple_choice',
  tf: 'true_false',
  truefalse: 'true_false',
  boolean: 'true_false',
  shortanswer: 'short_answer',
  fillintheblank: 'short_answer',
  number: 'numeric',
  numerical: 'numeric',
  openended: 'essay',
  matching: 'matching',
  ordering: 'ordering',
}

export function readAnswers(row: Row, losses: Losses): Draft {
  const options = listOptions(row)
  const draft = readType(chooseType(row, options), row, options)
  const difficulty = Number(row.get('difficulty') || Number.NaN)
  return {
    question: row.get('question'),
    points: parseNumber(row.get('points'), 1),
    explanation: row.get('explanation'),
    tags: row.get('tags').split(/[;\n]/),
    difficulty: readDifficulty(difficulty, row, losses),
    ...draft,
  }
}

function readDifficulty(value: number, row: Row, losses: Losses): number | null {
  if (Number.isInteger(value) && value >= 1 && value <= 5) return value
  if (row.get('difficulty') !== '') losses.note(createLoss('difficulty'))
  return null
}

const parseNumber = (text: string, missing: number) => (text === '' ? missing : Number(text.replace(',', '.')))

function listOptions(row: Row): string[] {
  const listed = row.list('option')
  const joined = row
    .get('options')
    .split(/[|\n]/)
    .map((option) => option.trim())
  return listed.some((option) => option !== '') ? listed : joined.filter((option) => option !== '')
}

function chooseType(row: Row, options: readonly string[]): QuestionType {
  const input = row.get('type')
  const plain = input.toLowerCase().replace(/[^a-z]/g, '')
  const named = questionTypes.find((type) => type === input.toLowerCase()) ?? typeNames[plain]
  const rights = splitAnswers(row.get('correct_answer'))
  if (named === 'single_choice' && plain !== 'singlechoice' && rights.length > 1) return 'multiple_choice'
  if (named !== undefined) return named
  if (input !== '') throw createRefusal('unsupportedType', { type: input })
  return inferType(
    row,
    options.filter((option) => option !== ''),
    rights,
  )
}

function inferType(row: Row, options: readonly string[], rights: readonly string[]): QuestionType {
  const [right = ''] = rights
  if (row.list('match').some((text) => text !== '')) return 'matching'
  const isTrueOrFalse = options.every((option) => booleans.has(option.toLowerCase()))
  if (booleans.has(right.toLowerCase()) && isTrueOrFalse) return 'true_false'
  if (options.length > 0) return rights.length > 1 ? 'multiple_choice' : 'single_choice'
  if (listBlanks(row.get('question')).length > 0) return 'cloze'
  if (right === '') return 'essay'
  return Number.isFinite(parseNumber(row.get('correct_answer'), Number.NaN)) ? 'numeric' : 'short_answer'
}

const splitAnswers = (text: string): string[] =>
  text
    .split(/[;|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

function readType(type: QuestionType, row: Row, listed: readonly string[]): Omit<Draft, 'question'> {
  const options = listed.filter((option) => option !== '')
  const correct = row.get('correct_answer')
  switch (type) {
    case 'single_choice':
      return { type, options, correct_answer: findOption(correct, listed), option_feedback: readFeedback(row, listed) }
    case 'multiple_choice': {
      const rights = listed.includes(correct)
        ? [correct]
        : splitAnswers(correct).map((part) => findOption(part, listed))
      return { type, options, correct_answer: [...new Set(rights)], option_feedback: readFeedback(row, listed) }
    }
    case 'true_false':
      return readTrueFalse(row, listed)
    case 'short_answer':
      return { type, correct_answer: [...new Set([...options, ...splitLines(correct)])] }
    case 'numeric':
      return {
        type,
        correct_answer: parseNumber(correct, Number.NaN),
        tolerance: parseNumber(row.get('tolerance'), 0),
      }
    case 'ordering':
      return { type, options, correct_answer: options }
    case 'matching':
      return readMatching(row, listed)
    case 'essay':
      return { type, max_words: parseNumber(row.get('max_words'), 0) || null }
    case 'cloze':
    case 'file_upload':
      return { type }
  }
}

const splitLines = (text: string) =>
  text
    .split(/[|\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns the option that an answer names: by its text, its letter, or its number; `#2` is always a number. */
function findOption(answer: string, options: readonly string[]): string {
  const [, number] = /^#(\d{1,2})$/.exec(answer) ?? []
  if (number !== undefined) return options[Number(number) - 1] ?? answer
  if (options.includes(answer) || answer === '') return answer
  const sameText = options.find((option) => option.toLowerCase() === answer.toLowerCase())
  const byLetter = /^[A-Za-z]$/.test(answer) ? options[answer.toUpperCase().charCodeAt(0) - 65] : undefined
  const byNumber = /^\d{1,2}$/.test(answer) ? options[Number(answer) - 1] : undefined
  return sameText ?? byLetter ?? byNumber ?? answer
}

function readTrueFalse(row: Row, options: readonly string[]): Omit<Draft, 'question'> {
  const input = row.get('correct_answer')
  const right = booleans.get(input.toLowerCase()) ?? booleans.get(findOption(input, options).toLowerCase())
  if (right === undefined) throw createRefusal('notTrueOrFalse')
  const texts = options.some((option) => option !== '')
    ? options.map((option) => option.toLowerCase())
    : ['true', 'false']
  return { type: 'true_false', correct_answer: right, option_feedback: readFeedback(row, texts) }
}

const readFeedback = (row: Row, options: readonly string[]): Record<string, string> => {
  const feedback = row.list('feedback')
  return Object.fromEntries(
    options.flatMap((option, index) => (option === '' ? [] : [[option, feedback[index] ?? ''] as const])),
  )
}

function readMatching(row: Row, lefts: readonly string[]): Omit<Draft, 'question'> {
  const rights = row.list('match')
  const rows = rights.map((right, index) => ({ left: lefts[index] ?? '', right })).filter(({ right }) => right !== '')
  return {
    type: 'matching',
    pairs: rows.filter(({ left }) => left !== ''),
    options: rows.filter(({ left }) => left === '').map(({ right }) => right),
  }
}
