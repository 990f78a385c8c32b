import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { createExam } from '#test/support/exams.ts'

const points = [1, 2, 3]
const questions = points.map((worth) => ({
  type: 'true_false',
  question: `Worth ${worth}?`,
  correct_answer: true,
  points: worth,
}))
const terms = { questions, passing_score: 60, max_attempts: 3, duration_minutes: 10, grace_minutes: 0 }

interface Save {
  does: 'save'
  question: number
  answer: boolean | null
  revision: number | null
}

/** What a user does with an exam, and the clock. */
type Step =
  | { does: 'start' }
  | Save
  | { does: 'submit'; answers: (boolean | null)[] }
  | { does: 'wait'; minutes: number }
  | { does: 'settle' }

interface OpenAttempt {
  id: number
  ends: number
  answers: (boolean | null)[]
  revision: number
}

/** The expected state of the exam for the user. */
class Model {
  minute = 0
  used = 0
  passed: boolean | null = null
  open: OpenAttempt | null = null
  /** The latest attempt. */
  last: number | null = null
  readonly scores: (number | null)[] = []
  readonly #voids: boolean

  constructor(voids: boolean) {
    this.#voids = voids
  }

  wait(minutes: number) {
    this.minute += minutes
    if (this.open !== null && this.minute >= this.open.ends) this.#end(this.#voids)
  }

  get mayStart() {
    return this.open === null && this.passed !== true && this.used < terms.max_attempts
  }

  submit(answers: (boolean | null)[]): boolean {
    if (this.open === null) return false
    const all = this.open.answers.map((saved, index) => answers[index] ?? saved)
    if (all.includes(null)) return false
    this.open.answers = all
    this.#end(false)
    return true
  }

  #end(isVoid: boolean) {
    const earned = points.filter((_, index) => this.open?.answers[index] === true)
    const score = Math.round((100 * earned.reduce((sum, worth) => sum + worth, 0)) / 6)
    this.open = null
    this.used++
    this.scores.push(isVoid ? null : score)
    if (!isVoid) this.passed = this.passed === true || score >= terms.passing_score
  }
}

interface Life {
  app: TestApp
  person: Person
  model: Model
  examId: number
  /** In their order. */
  ids: number[]
}

const byId = (ids: number[], answers: (boolean | null)[]) =>
  Object.fromEntries(answers.flatMap((answer, index) => (answer === null ? [] : [[ids[index], answer]])))

async function start({ person, model, examId }: Life): Promise<void> {
  const { status, data } = await person.post(`/exams/${examId}/start`)
  assert.equal(status, model.mayStart ? 201 : 422)
  if (status !== 201) return
  assert.equal(data.attempt_number, model.used + 1)
  model.open = { id: data.id, ends: model.minute + 10, answers: [null, null, null], revision: 0 }
  model.last = data.id
}

async function save({ person, model, ids }: Life, { question, answer, revision }: Save): Promise<void> {
  const body = { answers: { [ids[question] ?? 0]: answer }, ...(revision === null ? {} : { revision }) }
  const { status } = await person.put(`/exam-attempts/${model.last}/answers`, body)
  assert.equal(status, model.open === null ? 422 : 200)
  if (model.open === null || (revision !== null && revision < model.open.revision)) return
  model.open.answers[question] = answer
  model.open.revision = revision ?? model.open.revision
}

async function submit({ person, model, ids }: Life, given: (boolean | null)[]): Promise<void> {
  const { status } = await person.post(`/exam-attempts/${model.last}/submit`, { answers: byId(ids, given) })
  assert.equal(status, model.submit(given) ? 200 : 422)
}

async function take(life: Life, step: Step): Promise<void> {
  switch (step.does) {
    case 'start':
      return start(life)
    case 'save':
      return life.model.last === null ? undefined : save(life, step)
    case 'submit':
      return life.model.last === null ? undefined : submit(life, step.answers)
    case 'wait':
      life.app.clock.advance({ minutes: step.minutes })
      return life.model.wait(step.minutes)
    case 'settle':
      return life.app.settle()
  }
}

async function compare({ person, model, examId, ids }: Life): Promise<void> {
  const { data } = await person.get(`/exams/${examId}`)
  assert.deepEqual(
    [data.attempts_used, data.passed, data.can_take, data.open_attempt_id],
    [model.used, model.passed, model.mayStart, model.open?.id ?? null],
  )
  assert.equal(data.status === 'completed', model.passed === true || model.used === terms.max_attempts)
  const attempts = await person.get(`/exam-attempts?exam_id=${examId}`)
  const scores = attempts.data.map(({ score }: { score: number | null }) => score).reverse()
  assert.deepEqual(scores, model.open === null ? model.scores : [...model.scores, null])
  if (model.open === null) return
  const open = (await person.get(`/exam-attempts/${model.open.id}`)).data
  assert.deepEqual(open.answers, byId(ids, model.open.answers))
}

const answer = fc.option(fc.boolean())
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Step>({ does: 'start' }) },
  {
    weight: 6,
    arbitrary: fc.record({
      does: fc.constant('save' as const),
      question: fc.nat({ max: 2 }),
      answer,
      revision: fc.option(fc.nat({ max: 6 })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('submit' as const), answers: fc.tuple(answer, answer, answer) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 10 }) }),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ does: 'settle' }) },
)

describe('a random sequence of actions in an exam', () => {
  it('agrees with a model at every step', async () => {
    const app = await testApp()
    const author = await app.given.user({ role: 'researcher' })

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), fc.boolean(), async (steps, voids) => {
        const made = await createExam(author, { ...terms, on_expiry: voids ? 'void' : 'grade' })
        const ids = made.questions.map(({ id }: { id: number }) => id)
        const life = { app, person: await app.given.user(), model: new Model(voids), examId: made.id, ids }
        for (const one of steps) {
          await take(life, one)
          await compare(life)
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 6), seed: Number(process.env.SEED ?? 1), endOnFailure: true },
    )
  })
})
