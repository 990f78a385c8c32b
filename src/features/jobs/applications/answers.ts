import { type FieldErrors, invalidFields } from '#core/problem.ts'
import type { JobAnswer, JobQuestion } from '#database/tables/jobs.ts'
import { fill, type Sentence } from '#language/sentence.ts'

const field = 'additional_answers'
const longestAnswer = 5_000

interface AnswerInput {
  question_id: number | null
  answer: string
}

/** Parses the answers to the questions of a post. Throws 422 when one is invalid or a required one is missing. */
export function readAnswers(questions: readonly JobQuestion[], input: readonly unknown[]): JobAnswer[] {
  const errors: Record<string, Sentence[]> = {}
  const answers: JobAnswer[] = []
  for (const [index, value] of input.entries()) {
    const read = readAnswer(value, questions[index])
    const wrong = 'sentence' in read ? read.sentence : validateAnswer(read, questions)
    if (wrong !== null) errors[`${field}.${index}`] = [wrong]
    else if ('answer' in read && read.answer !== '')
      answers.push({ ...read, question: findQuestion(questions, read.question_id)?.question ?? '' })
  }
  const missing = questions
    .filter(({ id, required }) => required && !answers.some(({ question_id }) => question_id === id))
    .map(({ question }) => fill('Please answer: {question}', { question }))
  if (missing.length > 0) errors[field] = missing
  throwAny(errors)
  return answers
}

function throwAny(errors: FieldErrors): void {
  if (Object.keys(errors).length > 0) throw invalidFields(errors)
}

const findQuestion = (questions: readonly JobQuestion[], id: number | null) =>
  questions.find((question) => question.id === id)

/**
 * Returns a message when it cannot be parsed. A text answers the question at its index, and may be an object in JSON.
 */
function readAnswer(value: unknown, atItsPlace: JobQuestion | undefined): AnswerInput | { sentence: Sentence } {
  const content = typeof value === 'string' && value.startsWith('{') ? (tryParseJson(value) ?? value) : value
  if (typeof content === 'string') return { question_id: atItsPlace?.id ?? null, answer: content.trim() }
  if (typeof content !== 'object' || content === null) return { sentence: 'The answer must be a text or an object.' }
  const id = 'question_id' in content ? readInteger(content.question_id) : null
  if (id === null) return { sentence: 'The question id must be an integer.' }
  const answer = 'answer' in content ? readText(content.answer) : null
  return answer === null ? { sentence: 'The answer must be a text.' } : { question_id: id, answer }
}

function tryParseJson(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : null
  } catch {
    // What is no JSON is refused by the caller.
    return null
  }
}

/** Numbers in a form are text. */
function readInteger(value: unknown): number | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : null
}

function readText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

function validateAnswer({ question_id, answer }: AnswerInput, questions: readonly JobQuestion[]): Sentence | null {
  if (question_id !== null && findQuestion(questions, question_id) === undefined)
    return fill('The job post has no question {question_id}.', { question_id })
  if (answer.length > longestAnswer)
    return fill('The answer may not be longer than {limit} characters.', { limit: longestAnswer })
  return answer.includes('\0') || !answer.isWellFormed()
    ? 'The answer contains characters that cannot be stored.'
    : null
}
