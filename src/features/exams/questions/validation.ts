import type { AnswerKey, LaterQuestionType, QuestionType } from '#database/tables/exams.ts'
import type { Sentence } from '#language/sentence.ts'
import { type Complaints, isLaterType, validateOptions } from './content.ts'
import { validateLaterQuestion } from './later-types.ts'
import { type Content, type GivenQuestion, largestNumber } from './record.ts'
import { normalizeShortAnswer } from './short-answers.ts'

/** Returns the content of a question, or the messages about it. */
export function validateQuestion(given: GivenQuestion): { content: Content } | { complaints: Complaints } {
  const read = validateContent(given)
  if (given.void !== true || 'complaints' in read) return read
  return { content: { ...read.content, answer_key: { ...read.content.answer_key, is_void: true } } }
}

function validateContent(given: GivenQuestion): { content: Content } | { complaints: Complaints } {
  if (isLaterType(given.type)) return validateLaterQuestion({ ...given, type: given.type })
  const options = isChoice(given.type) ? (given.options ?? []) : []
  const parsed = parseCorrectAnswer(given.type, given.correct_answer ?? null, options)
  const complaints: Complaints = {}
  const wrongOptions = isChoice(given.type) ? validateOptions(options) : null
  const feedback = trimKeys(given.option_feedback ?? {})
  const isFeedbackWrong = Object.keys(feedback).some((option) => !options.includes(option))
  if (wrongOptions !== null) complaints.options = [wrongOptions]
  if ('sentence' in parsed) complaints.correct_answer = [parsed.sentence]
  if (isFeedbackWrong) complaints.option_feedback = ['Feedback must belong to one of the options.']
  if ('sentence' in parsed || wrongOptions !== null || isFeedbackWrong) return { complaints }
  const { type, question, points = 1, tolerance = 0, explanation = '' } = given
  const answer_key = { correct: parsed.correct, tolerance: type === 'numeric' ? tolerance : 0 }
  return { content: { type, question, points, options, answer_key, explanation, option_feedback: feedback } }
}

/** Returns the messages about the options and the correct answer of a question, of which some fields may be invalid. */
export function findQuestionErrors(
  given: Partial<GivenQuestion>,
  isInvalid: (field: keyof GivenQuestion) => boolean,
): Complaints {
  const { type, options = [], correct_answer, question = '', option_feedback = {} } = given
  if (type === undefined || isInvalid('options')) return {}
  // The correct answer of a choice is compared with its options.
  if (isLaterType(type)) return findLaterErrors({ ...given, type }, isInvalid)
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
  { type, options = [], correct_answer, question = '', ...given }: Partial<GivenQuestion> & { type: QuestionType },
  isInvalid: (field: keyof GivenQuestion) => boolean,
): Complaints {
  const { option_feedback = {}, pairs = [], rubric = [], points = 1 } = given
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

type Given = NonNullable<GivenQuestion['correct_answer']> | null
type Correct = AnswerKey['correct']

type Parsed = { correct: Correct } | { sentence: Sentence }

const accept = (correct: Correct | null, otherwise: Sentence): Parsed =>
  correct === null ? { sentence: otherwise } : { correct }

/** Returns a message when the answer does not match the type. */
function parseCorrectAnswer(
  type: Exclude<QuestionType, LaterQuestionType>,
  given: Given,
  options: readonly string[],
): Parsed {
  switch (type) {
    case 'single_choice': {
      const isOption = typeof given === 'string' && options.includes(given)
      return accept(isOption ? [given] : null, 'The correct answer must be one of the options.')
    }
    case 'multiple_choice':
      return accept(parseOptions(given, options), 'The correct answer must be a list of one or more of the options.')
    case 'true_false':
      return accept(typeof given === 'boolean' ? [given] : null, 'The correct answer must be true or false.')
    case 'short_answer':
      return accept(parseAcceptedTexts(given), 'The correct answer must be a list of one or more accepted texts.')
    case 'numeric':
      return accept(isExactEnough(given) ? [given] : null, 'The correct answer must be a number of at most 15 digits.')
  }
}

function parseOptions(given: Given, options: readonly string[]): string[] | null {
  if (!Array.isArray(given) || given.length === 0) return null
  const right = [...new Set(given.map((text) => text.trim()))]
  return right.every((text) => options.includes(text)) ? right : null
}

function parseAcceptedTexts(given: Given): string[] | null {
  const texts = (typeof given === 'string' ? [given] : Array.isArray(given) ? given : []).map((text) => text.trim())
  const isUsable = (text: string) => normalizeShortAnswer(text) !== '' && text.isWellFormed() && !text.includes('\0')
  return texts.length > 0 && texts.every(isUsable) ? texts : null
}

const isExactEnough = (given: unknown): given is number => typeof given === 'number' && Math.abs(given) <= largestNumber
