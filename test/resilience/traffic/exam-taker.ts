/** A user who takes an exam repeatedly and saves every answer. */

import assert from 'node:assert/strict'
import { type Account, expectStatus, type Program, readAll, type SimulatedUser } from './simulated-user.ts'

type Answers = Record<string, string>

interface Attempt {
  id: number
  /** The ids of its questions. */
  asked: string[]
  acknowledged: Answers
  /** The save was not answered, so it may be stored. */
  sent: Answers
  submitted: 'no' | 'perhaps' | 'yes'
  seen: boolean
}

export class ExamTaker implements SimulatedUser {
  readonly #me: Account
  readonly #examId: number
  readonly #attempts: Attempt[] = []
  #saves = 0

  constructor(me: Account, examId: number) {
    this.#me = me
    this.#examId = examId
  }

  async act(program: Program) {
    const client = program.as(this.#me.token)
    const attempt = this.#attempts.at(-1)
    if (attempt === undefined || attempt.submitted === 'yes') return this.#begin(client)
    const next = attempt.asked.find((id) => attempt.acknowledged[id] === undefined)
    if (next === undefined) return this.#submit(client, attempt)

    const answers = { [next]: `Wrong ${++this.#saves}` }
    attempt.sent = answers
    expectStatus(await client.put(`/exam-attempts/${attempt.id}/answers`, { answers }), 200)
    Object.assign(attempt.acknowledged, answers)
  }

  /** Continues an attempt whose start was not answered. */
  async #begin(client: ReturnType<Program['as']>) {
    const { data: exam } = expectStatus(await client.get(`/exams/${this.#examId}`), 200)
    const { data } =
      exam.open_attempt_id === null
        ? expectStatus(await client.post(`/exams/${this.#examId}/start`), 201)
        : expectStatus(await client.get(`/exam-attempts/${exam.open_attempt_id}`), 200)
    const asked = data.questions.map(({ id }: { id: number }) => String(id))
    this.#attempts.push({ id: data.id, asked, acknowledged: {}, sent: {}, submitted: 'no', seen: false })
  }

  async #submit(client: ReturnType<Program['as']>, attempt: Attempt) {
    attempt.submitted = 'perhaps'
    const path = `/exam-attempts/${attempt.id}`
    expectStatus(await client.post(`${path}/submit`), 200, 422)
    attempt.submitted = 'yes'
  }

  async check({ as }: Program, settled: boolean) {
    const client = as(this.#me.token)
    for (const attempt of this.#attempts) {
      if (attempt.seen && !settled) continue
      const { data } = expectStatus(await client.get(`/exam-attempts/${attempt.id}`), 200)
      assertAnswers(data.answers, attempt)
      assert.equal(data.result === null, data.status === 'in_progress')
      if (attempt.submitted === 'yes') assert.equal(data.status, 'submitted')
      if (attempt.submitted === 'no') assert.equal(data.status, 'in_progress')
      attempt.acknowledged = data.answers
      attempt.submitted = data.status === 'submitted' ? 'yes' : 'no'
      attempt.seen = attempt.submitted === 'yes'
    }
    const listed = await readAll(client, '/exam-attempts')
    const submitted = listed.filter(({ status }) => status === 'submitted').length
    assert.equal(submitted, this.#attempts.filter((one) => one.submitted === 'yes').length)
    assert.ok(listed.length - submitted <= 1, 'Two attempts are open.')
    const { data: exam } = expectStatus(await client.get(`/exams/${this.#examId}`), 200)
    assert.equal(exam.attempts_used, submitted)
  }
}

/** Every stored answer was sent, and every acknowledged answer is stored. */
function assertAnswers(found: Answers, { acknowledged, sent }: Attempt) {
  for (const [id, answer] of Object.entries({ ...acknowledged, ...found }))
    assert.ok(found[id] === answer && [acknowledged[id], sent[id]].includes(answer), `${id}: ${found[id]}`)
}
