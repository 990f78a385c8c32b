/** Everybody who makes traffic, and what they were given before it begins. */

import assert from 'node:assert/strict'
import type { PostOffice } from '../../journeys/post-office.ts'
import { adminEmail, password, uniqueEmail } from '../../support/app.ts'
import { Archivist } from './archivist.ts'
import { all, type Doer, expected, type Payer, patiently, type Reach, type Settler } from './doer.ts'
import { Editor } from './editor.ts'
import { Hiring } from './hiring.ts'
import { Newcomers } from './newcomers.ts'
import { Reader } from './reader.ts'
import { Sitter } from './sitter.ts'
import { Student } from './student.ts'
import { Subscriber } from './subscriber.ts'

export interface Town {
  doers: readonly Doer[]
  /** Who is told of every application. */
  recruiter: Settler
  /** Fails unless all that was acknowledged is there, and nothing by halves. */
  check(program: Reach, settled?: boolean): Promise<void>
}

/** Settings of a program for the traffic. */
export const settingsFor = (office: PostOffice) => ({
  NODE_ENV: 'test',
  APP_SECRET: 'a secret that only the tests know of',
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: password,
  SMTP_URL: office.url,
  RATE_LIMIT_API: '0',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_UPLOAD: '0',
})

/** Settles everybody over HTTP. */
export async function foundTown(program: Reach, office: PostOffice): Promise<Town> {
  const { anonymous, as } = program
  const person = async (role = 'learner') =>
    settlerOf(await anonymous.post('/auth/signup', newcomer(role)), 201)
  const payer = async (): Promise<Payer> => {
    const one = await person()
    const card = {
      type: 'card',
      card_number: '4242424242424242',
      expiry_month: 12,
      expiry_year: 2060,
      cvv: '123',
    }
    const { data } = expected(await as(one.token).post('/payment-methods', card), 201)
    return { ...one, payment_method_id: data.payment_method.id }
  }
  // Nobody limits how many posts an administrator has open.
  const recruiter = settlerOf(await anonymous.post('/auth/login', { email: adminEmail, password }), 200)
  const [author, owner, student, subscriber] = [
    await person('researcher'),
    await person(),
    await payer(),
    await payer(),
  ]
  const exam = { title: 'Botany', max_attempts: 1_000, questions: [question('first'), question('second')] }
  const { data: examMade } = expected(await as(author.token).post('/exams', exam), 201)
  const { data: project } = expected(await as(owner.token).post('/projects', { title: 'Maize' }), 201)

  const doers = [
    new Newcomers(office),
    new Editor(owner),
    new Hiring(recruiter, [author, owner, student, subscriber]),
    new Reader(recruiter),
    new Student(author, student),
    new Sitter(student, examMade.id),
    new Archivist(owner, project.id),
    new Subscriber(subscriber, office),
  ]
  return {
    doers,
    recruiter,
    async check(reach, settled = false) {
      for (const doer of doers) await doer.check(patiently(reach), settled)
      const clients = [recruiter, student, subscriber].map(({ token }) => reach.as(token))
      await assertCounted(clients)
    },
  }
}

const newcomer = (role: string) => ({ name: 'Barbara McClintock', email: uniqueEmail(), password, role })

const question = (name: string) => ({
  type: 'short_answer',
  question: `The ${name}?`,
  correct_answer: ['right'],
})

function settlerOf(reply: Parameters<typeof expected>[0], status: number): Settler {
  const { token, user } = expected(reply, status).data
  return { id: user.id, email: user.email, token }
}

/** Counters that are kept agree with what they count, and invoices are numbered without a gap. */
async function assertCounted([admin, ...payers]: ReturnType<Reach['as']>[]) {
  assert.ok(admin)
  for (const path of ['/users', '/job-posts', '/courses', '/projects', '/notifications'])
    await all(admin, path)
  const invoices = await Promise.all(payers.map((payer) => all(payer, '/billing/history')))
  const numbers = invoices.flat().map(({ id }) => Number(id.split('-').at(-1)))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    numbers.map((_, index) => index + 1),
  )
}
