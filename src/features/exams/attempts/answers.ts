import { maxListBytes } from '#core/list-limit.ts'
import { createFieldProblem, ensure, invalidFields } from '#core/problem.ts'
import type { Answers, AnswerValue, PaperQuestion } from '#database/tables/exams.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import { type Content, largestNumber } from '../questions/record.ts'
import type { AnswerPatch } from './answer-sheet-queries.ts'
import type { GivenAnswers } from './schemas.ts'

/** The part of a question that is needed to parse an answer. */
type QuestionPart = Pick<Content, 'type' | 'options' | 'answer_key'> & { version_id: number }

const longestAnswer = 2_000
const longestEssay = 100_000
const maxAnswerFiles = 10

/** Returns the versions of the questions that have an answer. */
export const listAnsweredVersions = (paper: readonly PaperQuestion[], input: GivenAnswers): number[] =>
  paper.filter(({ question_id }) => Object.hasOwn(input, question_id)).map(({ version_id }) => version_id)

/** Parses the answers. Throws 422 with a message for each invalid one. */
export function createPatch(
  paper: readonly PaperQuestion[],
  asked: readonly QuestionPart[],
  input: GivenAnswers,
): AnswerPatch {
  const versions = new Map(paper.map(({ question_id, version_id }) => [String(question_id), version_id]))
  const byVersion = new Map(asked.map((one) => [one.version_id, one]))
  const errors: Record<string, Sentence[]> = {}
  const patch: AnswerPatch = {}
  for (const [id, value] of Object.entries(input)) {
    const question = byVersion.get(versions.get(id) ?? 0)
    const read = question === undefined ? reject('The attempt has no such question.') : readAnswer(question, value)
    if ('sentence' in read) errors[`answers.${id}`] = [read.sentence]
    else patch[id] = read.answer
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return patch
}

type ParsedAnswer = { answer: AnswerValue | null } | { sentence: Sentence }

const accept = (answer: AnswerValue | null): ParsedAnswer => ({ answer })
const reject = (sentence: Sentence): ParsedAnswer => ({ sentence })

/** Null, an empty text and an empty list mean no answer. */
function readAnswer({ type, options, answer_key }: QuestionPart, value: GivenAnswers[string]): ParsedAnswer {
  if (value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0))
    return accept(null)
  switch (type) {
    case 'single_choice':
      return typeof value === 'string' && options.includes(value)
        ? accept(value)
        : reject('The answer must be one of the options.')
    case 'multiple_choice':
      return readOptions(value, options)
    case 'true_false':
      return typeof value === 'boolean' ? accept(value) : reject('The answer must be true or false.')
    case 'short_answer':
      return readShortAnswer(value)
    case 'numeric':
      return typeof value === 'number' && Math.abs(value) <= largestNumber
        ? accept(value)
        : reject('The answer must be a number.')
    case 'ordering':
      return readOrdering(value, options)
    case 'matching':
      return readMatching(value, { prompts: answer_key.prompts ?? [], options })
    case 'cloze':
      return readCloze(value, answer_key.prompts ?? [])
    case 'essay':
      return readEssay(value)
    case 'file_upload':
      return readFiles(value)
  }
}

type AnswerInput = NonNullable<GivenAnswers[string]>

function readOptions(value: AnswerInput, options: readonly string[]): ParsedAnswer {
  const all = Array.isArray(value) ? [...new Set(value.map((text) => String(text).trim()))] : []
  return all.length > 0 && all.every((text) => options.includes(text))
    ? accept(all)
    : reject('The answer must be a list of options.')
}

function readOrdering(value: AnswerInput, options: readonly string[]): ParsedAnswer {
  const all = Array.isArray(value) ? value.map((text) => String(text).trim()) : []
  return all.length === options.length && options.every((option) => all.includes(option))
    ? accept(all)
    : reject('The answer must be a list of all options.')
}

/** Returns the trimmed values by name, as they are stored; null when it is none. */
function readPairs(value: AnswerInput): [string, string][] | null {
  if (typeof value !== 'object' || Array.isArray(value)) return null
  return Object.entries<string>(value).map(([name, text]) => [name.trim(), text.trim()])
}

function readMatching(
  value: AnswerInput,
  { prompts, options }: { prompts: string[]; options: readonly string[] },
): ParsedAnswer {
  const pairs = readPairs(value)
  return pairs?.every(([left, right]) => prompts.includes(left) && options.includes(right))
    ? accept(pairs)
    : reject('The answer must name an option for left sides of the question.')
}

function readCloze(value: AnswerInput, blanks: readonly string[]): ParsedAnswer {
  const texts = readPairs(value)?.filter(([, text]) => text !== '')
  if (!texts?.every(([name, text]) => blanks.includes(name) && isStorable(text)))
    return reject('The answer must be a text for blanks of the question.')
  if (texts.some(([, text]) => text.length > longestAnswer))
    return reject(fill('The answer may not be longer than {limit} characters.', { limit: longestAnswer }))
  return accept(texts.length === 0 ? null : texts)
}

/** Returns the answers as they are given: a stored list of pairs is an object. */
export const presentAnswers = (answers: Answers): Record<string, PresentedAnswer> =>
  Object.fromEntries(Object.entries(answers).map(([id, answer]) => [id, presentAnswer(answer)]))

type PresentedAnswer = string | number | boolean | string[] | number[] | Record<string, string>

export function presentAnswer(answer: AnswerValue): PresentedAnswer {
  return isPairs(answer) ? Object.fromEntries(answer) : answer
}

/** Returns whether the answer is a stored list of names and values. */
export const isPairs = (answer: AnswerValue): answer is [string, string][] =>
  Array.isArray(answer) && Array.isArray(answer[0])

function readShortAnswer(value: AnswerInput): ParsedAnswer {
  if (typeof value !== 'string') return reject('The answer must be a text.')
  if (value.length > longestAnswer)
    return reject(fill('The answer may not be longer than {limit} characters.', { limit: longestAnswer }))
  return accept(value)
}

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0')

/** An essay with too many words is saved, so that nothing is lost; it cannot be submitted. */
function readEssay(value: AnswerInput): ParsedAnswer {
  if (typeof value !== 'string' || !isStorable(value)) return reject('The answer must be a text.')
  if (value.length > longestEssay)
    return reject(fill('The answer may not be longer than {limit} characters.', { limit: longestEssay }))
  return accept(value.trim() === '' ? null : value)
}

function readFiles(value: AnswerInput): ParsedAnswer {
  const ids = Array.isArray(value) ? [...new Set(value.map(Number))] : []
  if (ids.length === 0 || ids.length > maxAnswerFiles || !ids.every((id) => Number.isSafeInteger(id) && id > 0))
    return reject(
      fill('The answer must be a list of the ids of one to {most} uploaded files.', { most: maxAnswerFiles }),
    )
  return accept(ids)
}

/** Returns whether the answer is a list of uploaded files. */
export const isFileList = (answer: AnswerValue | null): answer is number[] =>
  Array.isArray(answer) && typeof answer[0] === 'number'

/** Counts words, which spaces separate. */
export const countWords = (text: string): number => text.split(/\s+/u).filter((word) => word !== '').length

/** Throws 422 with a message for each essay that is longer than its question allows. */
export function ensureShortEnough(
  paper: readonly PaperQuestion[],
  asked: readonly QuestionPart[],
  answers: Answers,
): void {
  const places = new Map(paper.map(({ question_id, version_id }) => [version_id, question_id]))
  const errors: Record<string, Sentence[]> = {}
  for (const { version_id, answer_key } of asked) {
    const id = places.get(version_id) ?? 0
    const [answer, most] = [answers[id], answer_key.max_words ?? Number.POSITIVE_INFINITY]
    const words = typeof answer === 'string' ? countWords(answer) : 0
    if (words > most)
      errors[`answers.${id}`] = [fill('The answer has {words} words, and may have at most {most}.', { words, most })]
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

export const tooLongAnswers = createFieldProblem(
  'answers',
  fill('The answers of an attempt can have at most {most} MB together.', { most: maxListBytes / 1024 / 1024 }),
)

/** Throws 422 when the answers are too long together, unless they were longer before. */
export function ensureWithinSize(saved: Answers, answers: Answers): void {
  const count = (all: Answers) => Buffer.byteLength(JSON.stringify(all))
  const [before, after] = [count(saved), count(answers)]
  ensure(after <= maxListBytes || after <= before, tooLongAnswers)
}

/** Applies the patch to the saved answers. */
export function mergeAnswers(saved: Answers, patch: AnswerPatch): Answers {
  const answers: Answers = {}
  for (const [id, answer] of Object.entries({ ...saved, ...patch })) if (answer !== null) answers[id] = answer
  return answers
}

/** Parses the answers of an attempt that has none yet. Throws 422 with a message for each invalid one. */
export const parseAnswers = (
  paper: readonly PaperQuestion[],
  asked: readonly QuestionPart[],
  input: GivenAnswers,
): Answers => mergeAnswers({}, createPatch(paper, asked, input))

/** Throws 422 with a message for each unanswered question. */
export function ensureComplete(paper: readonly PaperQuestion[], answers: Answers): void {
  const missing = paper.filter(({ question_id }) => answers[question_id] === undefined)
  if (missing.length === 0) return
  throw invalidFields(
    Object.fromEntries(missing.map(({ question_id }) => [`answers.${question_id}`, ['Please answer this question.']])),
  )
}
