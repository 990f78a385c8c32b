/** Questions whose answer has several parts (options in an order, pairs, texts in blanks), and those whose answers people grade. */

import type { LaterQuestionType } from '#database/tables/exams.ts'
import type { Sentence } from '#language/sentence.ts'
import { type Complaints, isOpenType, validateOptions } from './content.ts'
import type { Content, GivenQuestion } from './record.ts'
import { parseRubric } from './rubric.ts'
import { normalizeShortAnswer } from './short-answers.ts'

type Later = GivenQuestion & { type: LaterQuestionType }
type ParsedQuestion = Pick<Content, 'options' | 'answer_key'>

/** What a blank looks like. The accepted texts contain no braces. */
const blank = /\{\{(\w{1,50}):([^{}]*)\}\}/g

/** Returns the content of a question of one of these types, or the messages about it. */
export function validateLaterQuestion(input: Later): { content: Content } | { complaints: Complaints } {
  const { type, question, points = 1, explanation = '', option_feedback: feedback = {} } = input
  const parsed = parseByType(input)
  const complaints: Complaints = 'complaints' in parsed ? parsed.complaints : {}
  if (Object.keys(feedback).length > 0) complaints.option_feedback = ['Feedback must belong to one of the options.']
  if ('complaints' in parsed || Object.keys(complaints).length > 0) return { complaints }
  return { content: { type, question, points, ...parsed, explanation, option_feedback: {} } }
}

type Outcome = ParsedQuestion | { complaints: Complaints }

function parseByType(input: Later): Outcome {
  if (isOpenType(input.type)) return parseOpen(input)
  if (input.type === 'ordering') return parseOrdering(input)
  return input.type === 'matching' ? parseMatching(input) : parseCloze(input)
}

const refuse = (field: string, sentence: Sentence): Outcome => ({ complaints: { [field]: [sentence] } })

function parseOrdering({ options = [], correct_answer }: Later): Outcome {
  const wrong = validateOptions(options)
  if (wrong !== null) return refuse('options', wrong)
  const right = Array.isArray(correct_answer) ? correct_answer.map((text) => text.trim()) : []
  const isWhole = right.length === options.length && options.every((option) => right.includes(option))
  return isWhole
    ? { options: right, answer_key: { correct: right, tolerance: 0 } }
    : refuse('correct_answer', 'The correct answer must be a list of all options, in the right order.')
}

function parseMatching({ options = [], pairs = [] }: Later): Outcome {
  const [prompts, correct] = [pairs.map(({ left }) => left), pairs.map(({ right }) => right)]
  if (pairs.length < 2) return refuse('pairs', 'The question needs at least two pairs.')
  if ([...prompts, ...correct].includes('')) return refuse('pairs', 'A side of a pair may not be empty.')
  if (new Set(prompts).size < prompts.length) return refuse('pairs', 'Every left side must differ from the others.')
  const all = [...new Set(correct), ...options]
  const wrong = all.length < 2 ? null : validateOptions(all)
  return wrong === null ? { options: all, answer_key: { correct, tolerance: 0, prompts } } : refuse('options', wrong)
}

function parseCloze({ question }: Later): Outcome {
  const blanks = [...question.matchAll(blank)].map(([, name = '', texts = '']) => ({
    name,
    accepted: texts.split('|').map((text) => text.trim()),
  }))
  const prompts = blanks.map(({ name }) => name)
  const isUsable = blanks.every(({ accepted }) => accepted.every((text) => normalizeShortAnswer(text) !== ''))
  if (blanks.length === 0 || blanks.length > 50 || !isUsable || new Set(prompts).size < prompts.length)
    return refuse(
      'question',
      'The text needs one to fifty blanks, each with its own name and at least one accepted text.',
    )
  return {
    options: [],
    answer_key: { correct: [], tolerance: 0, prompts, accepted: blanks.map(({ accepted }) => accepted) },
  }
}

function parseOpen({ type, points = 1, rubric = [], max_words = null }: Later): Outcome {
  const parsed = parseRubric(rubric, points)
  if ('sentence' in parsed) return refuse('rubric', parsed.sentence)
  const limits = type === 'essay' ? { max_words } : {}
  return { options: [], answer_key: { correct: [], tolerance: 0, ...limits, rubric: parsed.rubric } }
}

/** Returns the text without the accepted texts, as it is shown before the answer. */
export const hideAccepted = (type: Content['type'], question: string): string =>
  type === 'cloze' ? question.replace(blank, '{{$1}}') : question
