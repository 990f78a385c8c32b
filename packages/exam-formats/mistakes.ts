/** What every question must fulfil, whatever format it comes from. */

import { limits, listBlanks, type Question, type QuestionType } from './question.ts'
import { createRefusal, type Reason, type Refusal } from './reasons.ts'

/** Returns why the question cannot be asked; null when it can. */
export function findMistake(question: Question): Refusal | null {
  const { question: text, type } = question
  if (text === '') return createRefusal('noText')
  if (text.length > limits.questionCharacters) return createRefusal('longText', { limit: limits.questionCharacters })
  return checks[type](question)
}

/** Returns why the question cannot be asked, as a sentence; null when it can. */
export const checkQuestion = (question: Question): Reason | null => findMistake(question)?.reason ?? null

const checks: Readonly<Record<QuestionType, (question: Question) => Refusal | null>> = {
  single_choice: (question) => findOptionMistake(question.options, 2) ?? findSingleMistake(question),
  multiple_choice: (question) => findOptionMistake(question.options, 2) ?? findListMistake(question),
  true_false: ({ correct_answer }) => (typeof correct_answer === 'boolean' ? null : createRefusal('notTrueOrFalse')),
  short_answer: ({ correct_answer }) => findAcceptedMistake(correct_answer),
  numeric: ({ correct_answer, tolerance }) =>
    isNumber(correct_answer) && isNumber(tolerance) && tolerance >= 0 ? null : createRefusal('notNumber'),
  ordering: ({ options }) => findOptionMistake(options, 2),
  matching: findPairMistake,
  cloze: ({ question }) => findBlankMistake(question),
  essay: () => null,
  file_upload: () => null,
}

const isNumber = (value: unknown) => typeof value === 'number' && Math.abs(value) <= limits.number

function findOptionMistake(options: readonly string[], least: number): Refusal | null {
  if (options.length < least) return createRefusal('fewOptions')
  if (options.length > limits.options) return createRefusal('manyOptions', { limit: limits.options })
  if (options.some((option) => option.trim() === '')) return createRefusal('emptyOption')
  if (options.some((option) => option.length > limits.optionCharacters))
    return createRefusal('longOption', { limit: limits.optionCharacters })
  return new Set(options).size === options.length ? null : createRefusal('equalOptions')
}

function findSingleMistake({ options, correct_answer }: Question): Refusal | null {
  if (typeof correct_answer !== 'string') return createRefusal('noRightAnswer')
  return options.includes(correct_answer) ? null : createRefusal('unknownRightAnswer', { answer: correct_answer })
}

function findListMistake({ options, correct_answer }: Question): Refusal | null {
  if (!Array.isArray(correct_answer) || correct_answer.length === 0) return createRefusal('noRightAnswer')
  const unknown = correct_answer.find((answer) => !options.includes(answer))
  return unknown === undefined ? null : createRefusal('unknownRightAnswer', { answer: unknown })
}

function findAcceptedMistake(accepted: Question['correct_answer']): Refusal | null {
  if (!Array.isArray(accepted) || accepted.length === 0) return createRefusal('noRightAnswer')
  if (accepted.some((text) => text.trim() === '')) return createRefusal('noRightAnswer')
  if (accepted.length > limits.acceptedTexts) return createRefusal('manyAnswers', { limit: limits.acceptedTexts })
  const isLong = accepted.some((text) => text.length > limits.optionCharacters)
  return isLong ? createRefusal('longOption', { limit: limits.optionCharacters }) : null
}

function findPairMistake({ pairs, options }: Question): Refusal | null {
  const lefts = pairs.map(({ left }) => left)
  if (pairs.length < 2) return createRefusal('fewPairs')
  if (new Set(lefts).size !== lefts.length) return createRefusal('equalLefts')
  const rights = [...new Set([...pairs.map(({ right }) => right), ...options])]
  // A right side may belong to several left ones, and there may be a single one.
  return findOptionMistake(lefts, 2) ?? findOptionMistake(rights, 1)
}

function findBlankMistake(text: string): Refusal | null {
  const blanks = listBlanks(text)
  if (blanks.length === 0) return createRefusal('noBlank')
  const empty = blanks.find(({ accepted }) => accepted.some((word) => word === ''))
  if (empty !== undefined) return createRefusal('badBlank', { blank: empty.name })
  return new Set(blanks.map(({ name }) => name)).size === blanks.length ? null : createRefusal('severalBlanks')
}
