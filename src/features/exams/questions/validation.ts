import type { AnswerKey, LaterQuestionType, QuestionType } from '#database/tables/exams.ts'
import type { Sentence } from '#language/sentence.ts'
import { type Complaints, isLaterType, validateOptions } from './content.ts'
import { validateLaterQuestion } from './later-types.ts'
import { type Content, type GivenQuestion, largestNumber } from './record.ts'
import { normalizeShortAnswer } from './short-answers.ts'

/** Returns the content of a question, or the messages about it. */
export function validateQuestion(input: GivenQuestion): { content: Content } | { complaints: Complaints } {
  const read = validateContent(input)
  if (input.void !== true || 'complaints' in read) return read
  return { content: { ...read.content, answer_key: { ...read.content.answer_key, is_void: true } } }
}

function validateContent(input: GivenQuestion): { content: Content } | { complaints: Complaints } {
  if (isLaterType(input.type)) return validateLaterQuestion({ ...input, type: input.type })
  const options = isChoice(input.type) ? (input.options ?? []) : []
  const parsed = parseCorrectAnswer(input.type, input.correct_answer ?? null, options)
  const complaints: Complaints = {}
  const wrongOptions = isChoice(input.type) ? validateOptions(options) : null
  const feedback = trimKeys(input.option_feedback ?? {})
  const isFeedbackWrong = Object.keys(feedback).some((option) => !options.includes(option))
  if (wrongOptions !== null) complaints.options = [wrongOptions]
  if ('sentence' in parsed) complaints.correct_answer = [parsed.sentence]
  if (isFeedbackWrong) complaints.option_feedback = ['Feedback must belong to one of the options.']
  if ('sentence' in parsed || wrongOptions !== null || isFeedbackWrong) return { complaints }
  const { type, question, points = 1, tolerance = 0, explanation = '' } = input
  const answer_key = { correct: parsed.correct, tolerance: type === 'numeric' ? tolerance : 0 }
  return { content: { type, question, points, options, answer_key, explanation, option_feedback: feedback } }
}

/** Returns the messages about the options and the correct answer of a question, of which some fields may be invalid. */
export function findQuestionErrors(
  input: Partial<GivenQuestion>,
  isInvalid: (field: keyof GivenQuestion) => boolean,
): Complaints {
  const { type, options = [], correct_answer, question = '', option_feedback = {} } = input
  if (type === undefined || isInvalid('options')) return {}
  // The correct answer of a choice is compared with its options.
  if (isLaterType(type)) return findLaterErrors({ ...input, type }, isInvalid)
  const read = validateQuestion({ type, options, question, option_feedback, correct_answer: correct_answer ?? '' })
  const {
    options: wrongOptions,
    correct_answer: wrongAnswer,
    option_feedback: wrongFeedback,
  } = 'complaints' in read ? read.complaints : {}
  return {
    ...(wrongOptions && { options: wrongOptions }),
    ...(wrongAnswer && !isInvalid('correct_answer') && { correct_answer: wrongAnswer }),
    ...(wrongFeedback && { option_feedback: wrongFeedback }),
  }
}

/** The same for types whose answer has several parts, or is graded by people. */
function findLaterErrors(
  { type, options = [], correct_answer, question = '', ...input }: Partial<GivenQuestion> & { type: QuestionType },
  isInvalid: (field: keyof GivenQuestion) => boolean,
): Complaints {
  const { option_feedback = {}, pairs = [], rubric = [], points = 1 } = input
  const read = validateQuestion({
    ...{ type, options, question, option_feedback, pairs },
    correct_answer: correct_answer ?? null,
    ...(isInvalid('rubric') || isInvalid('points') ? {} : { rubric, points }),
  })
  const found = 'complaints' in read ? read.complaints : {}
  const fields = ['options', 'pairs', 'question', 'correct_answer', 'option_feedback', 'rubric'] as const
  return Object.fromEntries(
    fields.flatMap((field) => (found[field] === undefined || isInvalid(field) ? [] : [[field, found[field]]])),
  )
}

/** Texts are trimmed where they are values, so their keys are as well. */
const trimKeys = (feedback: Record<string, string>) =>
  Object.fromEntries(Object.entries(feedback).map(([option, text]) => [option.trim(), text]))

export const isChoice = (type: QuestionType) => type === 'single_choice' || type === 'multiple_choice'

type CorrectAnswerInput = NonNullable<GivenQuestion['correct_answer']> | null
type Correct = AnswerKey['correct']

type KeyResult = { correct: Correct } | { sentence: Sentence }

const accept = (correct: Correct | null, otherwise: Sentence): KeyResult =>
  correct === null ? { sentence: otherwise } : { correct }

/** Returns a message when the answer does not match the type. */
function parseCorrectAnswer(
  type: Exclude<QuestionType, LaterQuestionType>,
  input: CorrectAnswerInput,
  options: readonly string[],
): KeyResult {
  switch (type) {
    case 'single_choice': {
      const isOption = typeof input === 'string' && options.includes(input)
      return accept(isOption ? [input] : null, 'The correct answer must be one of the options.')
    }
    case 'multiple_choice':
      return accept(parseOptions(input, options), 'The correct answer must be a list of one or more of the options.')
    case 'true_false':
      return accept(typeof input === 'boolean' ? [input] : null, 'The correct answer must be true or false.')
    case 'short_answer':
      return accept(parseAcceptedTexts(input), 'The correct answer must be a list of one or more accepted texts.')
    case 'numeric':
      return accept(isExactEnough(input) ? [input] : null, 'The correct answer must be a number of at most 15 digits.')
  }
}

function parseOptions(input: CorrectAnswerInput, options: readonly string[]): string[] | null {
  if (!Array.isArray(input) || input.length === 0) return null
  const right = [...new Set(input.map((text) => text.trim()))]
  return right.every((text) => options.includes(text)) ? right : null
}

function parseAcceptedTexts(input: CorrectAnswerInput): string[] | null {
  const texts = (typeof input === 'string' ? [input] : Array.isArray(input) ? input : []).map((text) => text.trim())
  const isUsable = (text: string) => normalizeShortAnswer(text) !== '' && text.isWellFormed() && !text.includes('\0')
  return texts.length > 0 && texts.every(isUsable) ? texts : null
}

const isExactEnough = (input: unknown): input is number => typeof input === 'number' && Math.abs(input) <= largestNumber
