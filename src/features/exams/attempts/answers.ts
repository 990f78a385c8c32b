import { invalidFields } from '#core/problem.ts'
import type { Answers, AnswerValue, PaperQuestion } from '#database/tables/exams.ts'
import { fill, type Sentence } from '#language/sentence.ts'
import type { Content } from '../questions/validation.ts'
import { largestNumber } from '../questions/validation.ts'
import type { AnswerPatch } from './answer-sheet-queries.ts'
import type { GivenAnswers } from './schemas.ts'

/** The part of a question that is needed to parse an answer. */
type Asked = Pick<Content, 'type' | 'options'> & { version_id: number }

const longestAnswer = 2_000

/** Returns the versions of the questions that have an answer. */
export const listAnsweredVersions = (paper: readonly PaperQuestion[], given: GivenAnswers): number[] =>
  paper.filter(({ question_id }) => Object.hasOwn(given, question_id)).map(({ version_id }) => version_id)

/** Parses the answers. Throws 422 with a message for each invalid one. */
export function createPatch(
  paper: readonly PaperQuestion[],
  asked: readonly Asked[],
  given: GivenAnswers,
): AnswerPatch {
  const versions = new Map(paper.map(({ question_id, version_id }) => [String(question_id), version_id]))
  const byVersion = new Map(asked.map((one) => [one.version_id, one]))
  const errors: Record<string, Sentence[]> = {}
  const patch: AnswerPatch = {}
  for (const [id, value] of Object.entries(given)) {
    const question = byVersion.get(versions.get(id) ?? 0)
    const read = question === undefined ? reject('The attempt has no such question.') : readAnswer(question, value)
    if ('sentence' in read) errors[`answers.${id}`] = [read.sentence]
    else patch[id] = read.answer
  }
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
  return patch
}

type Read = { answer: AnswerValue | null } | { sentence: Sentence }

const accept = (answer: AnswerValue | null): Read => ({ answer })
const reject = (sentence: Sentence): Read => ({ sentence })

/** Null, an empty text and an empty list mean no answer. */
function readAnswer({ type, options }: Asked, value: GivenAnswers[string]): Read {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return accept(null)
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
  }
}

function readOptions(value: AnswerValue, options: readonly string[]): Read {
  const all = Array.isArray(value) ? [...new Set(value.map((text) => text.trim()))] : []
  return all.length > 0 && all.every((text) => options.includes(text))
    ? accept(all)
    : reject('The answer must be a list of options.')
}

function readShortAnswer(value: AnswerValue): Read {
  if (typeof value !== 'string') return reject('The answer must be a text.')
  if (value.length > longestAnswer)
    return reject(fill('The answer may not be longer than {limit} characters.', { limit: longestAnswer }))
  return accept(value)
}

/** Applies the patch to the saved answers. */
export function mergeAnswers(saved: Answers, patch: AnswerPatch): Answers {
  const answers: Answers = {}
  for (const [id, answer] of Object.entries({ ...saved, ...patch })) if (answer !== null) answers[id] = answer
  return answers
}

/** Throws 422 with a message for each unanswered question. */
export function ensureComplete(paper: readonly PaperQuestion[], answers: Answers): void {
  const missing = paper.filter(({ question_id }) => answers[question_id] === undefined)
  if (missing.length === 0) return
  throw invalidFields(
    Object.fromEntries(missing.map(({ question_id }) => [`answers.${question_id}`, ['Please answer this question.']])),
  )
}
