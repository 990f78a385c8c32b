import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import type { Reply, Sent } from '#test/support/client.ts'
import { createExam, questions, startAttempt } from '#test/support/exams.ts'
import { assertUntold } from '#test/support/secrets.ts'
import openapi from '../../../openapi.json' with { type: 'json' }

/** A text that occurs in no question. */
const secrets = ['sesquipedalian', '271.828182', '0.4242', 'circumlocution', 'tergiversation', 'pulchritudinous']
const hidden = [
  { type: 'short_answer', question: 'Which word?', correct_answer: ['sesquipedalian'], explanation: 'circumlocution' },
  { type: 'numeric', question: 'Which number?', correct_answer: 271.828182, tolerance: 0.4242 },
  { type: 'cloze', question: 'It is {{1:pulchritudinous}}.' },
  questions.truth,
  { ...questions.single, option_feedback: { Mars: 'tergiversation' } },
  questions.multiple,
]

interface ExamSample {
  id: number
  questions: { id: number; type: string }[]
}

interface ApiDescription {
  paths: Record<string, Record<string, { tags: string[] }>>
}

const { paths }: ApiDescription = openapi

/** The method and path of every route of exams. */
const routes = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { tags }]) => tags.includes('Exams and certificates'))
    .map(([method]): [string, string] => [method.toUpperCase(), path]),
)

/** The path parameters of exams and attempts. */
const fillBody = (path: string, made: ExamSample, attempt: ExamSample) =>
  path
    .replace('{id}', String(path.startsWith('/exam-attempts') ? attempt.id : made.id))
    .replace(/\{\w+\}/, String(made.questions[0]?.id))

const toJsonRequest = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

/** No body, ill-typed ones, those of authors, and a submission. */
function createBodies(method: string, made: ExamSample, attempt: ExamSample): Sent[] {
  if (method === 'GET' || method === 'DELETE') return [{}]
  const guess: Record<string, unknown> = {
    short_answer: 'word',
    numeric: 1,
    true_false: true,
    single_choice: 'Mars',
    cloze: { 1: 'x' },
  }
  const answers = Object.fromEntries(attempt.questions.map(({ id, type }) => [id, guess[type] ?? ['2']]))
  const ill = Object.fromEntries(attempt.questions.map(({ id }) => [id, ['x']]))
  return [{}, ...[{ answers: ill }, { ...made, title: 'Mine' }, { answers }].map(toJsonRequest)]
}

/** The responses of all exam routes to a user, before and after the submission. */
async function collectResponses(person: Person, made: ExamSample, attempt: ExamSample, except = '') {
  const replies: Reply[] = []
  for (const _ of ['before', 'after'])
    for (const [method, path] of routes.filter(([, path]) => path !== except))
      for (const body of createBodies(method, made, attempt))
        replies.push(await person.send(method, fillBody(path, made, attempt), body))
  for (const path of [`/users/${person.id}/activity`, `/users/${person.id}/export`, '/notifications'])
    replies.push(await person.get(path))
  return replies
}

describe('correct answers', () => {
  it('are never sent to a learner by any exam route', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const made = await createExam(await given.user({ role: 'researcher' }), { questions: hidden })
    const attempt = await startAttempt(ada, made.id)

    const replies = await collectResponses(ada, made, attempt)

    assert.ok(routes.length >= 20)
    assert.ok(replies.some(({ data }) => data?.certificate_eligible === false))
    assert.ok(replies.filter(({ status }) => status === 200).length > 15)
    for (const { status, text } of replies) {
      // Error messages may name the field; successes may not contain it.
      if (status < 400) assert.doesNotMatch(text, /correct_answer"|answer_key|tolerance/)
      assertUntold(text, secrets)
    }
  })

  it('leave by the review alone where the exam shows all of them', async () => {
    const { given } = await testApp()
    const ada = await given.user()
    const review = { when: 'after_submit', shows: ['own_answers', 'marks', 'right_answers', 'explanations'] }
    const made = await createExam(await given.user({ role: 'researcher' }), { questions: hidden, review })
    const attempt = await startAttempt(ada, made.id)

    const replies = await collectResponses(ada, made, attempt, '/exam-attempts/{id}/review')

    for (const { status, text } of replies) {
      if (status < 400) assert.doesNotMatch(text, /correct_answer"|answer_key|tolerance|right_answer"/)
      assertUntold(text, secrets)
    }
    const { text } = await ada.get(`/exam-attempts/${attempt.id}/review`)
    for (const secret of ['sesquipedalian', '271.828182', 'circumlocution']) assert.ok(text.includes(secret))
  })

  it('are sent to the author and administrators', async () => {
    const { given } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const made = await createExam(author, { questions: hidden })

    for (const who of [author, await given.admin()]) {
      const { text } = await who.get(`/exams/${made.id}/questions`)
      for (const secret of secrets) assert.ok(text.includes(secret))
    }
  })
})
