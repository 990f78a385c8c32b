/** All simulated users and their initial objects. */

import assert from 'node:assert/strict'
import { adminEmail, createUniqueEmail, password } from '#test/support/app.ts'
import type { MailServer } from '#test/support/mail-server.ts'
import { Editor } from './editor.ts'
import { ExamTaker } from './exam-taker.ts'
import { FeedFollower } from './feed-follower.ts'
import { FileUploader } from './file-uploader.ts'
import { NotificationReader } from './notification-reader.ts'
import { Recruiter } from './recruiter.ts'
import { SignUps } from './sign-ups.ts'
import {
  type Account,
  expectStatus,
  type PayingAccount,
  type Program,
  readAll,
  type SimulatedUser,
  throwUnanswered,
} from './simulated-user.ts'
import { Student } from './student.ts'
import { Subscriber } from './subscriber.ts'

export interface Scenario {
  users: readonly SimulatedUser[]
  /** Notified of every application. */
  recruiter: Account
  /** Fails unless everything acknowledged is stored, and nothing partially. */
  check(program: Program, settled?: boolean): Promise<void>
}

/** Settings of the program under test. */
export const createSettings = (office: MailServer) => ({
  NODE_ENV: 'test',
  APP_SECRET: 'a secret that only the tests know of',
  ADMIN_EMAIL: adminEmail,
  ADMIN_PASSWORD: password,
  SMTP_URL: office.url,
  RATE_LIMIT_API: '0',
  RATE_LIMIT_AUTH: '0',
  RATE_LIMIT_UPLOAD: '0',
})

/** Creates all users over HTTP. */
export async function createScenario(program: Program, office: MailServer): Promise<Scenario> {
  const { anonymous, as } = program
  // The open posts of an administrator are not limited.
  const recruiter = readAccount(await anonymous.post('/auth/login', { email: adminEmail, password }), 200)
  const [author, owner, student, subscriber] = [
    await createAccount(program, 'researcher'),
    await createAccount(program),
    await createPayingAccount(program),
    await createPayingAccount(program),
  ]
  const exam = {
    title: 'Botany',
    max_attempts: 1_000,
    questions: [createQuestion('first'), createQuestion('second')],
  }
  const { data: examMade } = expectStatus(await as(author.token).post('/exams', exam), 201)
  const { data: project } = expectStatus(await as(owner.token).post('/projects', { title: 'Maize' }), 201)

  const users = [
    new SignUps(office),
    new Editor(owner),
    new Recruiter(recruiter, [author, owner, student, subscriber]),
    new NotificationReader(recruiter),
    new Student(author, student),
    new ExamTaker(student, examMade.id),
    new FileUploader(owner, project.id),
    new Subscriber(subscriber, office),
  ]
  const feed = new FeedFollower()
  return {
    users,
    recruiter,
    async check(program, settled = false) {
      for (const user of users) await user.check(throwUnanswered(program), settled)
      const clients = [recruiter, student, subscriber].map(({ token }) => program.as(token))
      await assertCounted(clients)
      await checkFeed(feed, program.as(recruiter.token))
    },
  }
}

/** The feed has told of all that the lists have, although the program or the database was killed. */
async function checkFeed(feed: FeedFollower, admin: ReturnType<Program['as']>) {
  const paths = { job_post: '/job-posts', course: '/courses', project: '/projects', user: '/users' }
  const lists: Record<string, { id: number }[]> = {}
  for (const [kind, path] of Object.entries(paths)) lists[kind] = await readAll(admin, path)
  await feed.check(admin, lists)
}

const createAccount = async ({ anonymous }: Program, role = 'learner') =>
  readAccount(await anonymous.post('/auth/signup', createSignUp(role)), 201)

const card = {
  type: 'card',
  card_number: '4242424242424242',
  expiry_month: 12,
  expiry_year: 2060,
  cvv: '123',
}

async function createPayingAccount(program: Program): Promise<PayingAccount> {
  const account = await createAccount(program)
  const { data } = expectStatus(await program.as(account.token).post('/payment-methods', card), 201)
  return { ...account, payment_method_id: data.payment_method.id }
}

const createSignUp = (role: string) => ({ name: 'Barbara McClintock', email: createUniqueEmail(), password, role })

const createQuestion = (name: string) => ({
  type: 'short_answer',
  question: `The ${name}?`,
  correct_answer: ['right'],
})

function readAccount(reply: Parameters<typeof expectStatus>[0], status: number): Account {
  const { token, user } = expectStatus(reply, status).data
  return { id: user.id, email: user.email, token }
}

/** Counters agree with what they count, and invoice numbers have no gaps. */
async function assertCounted([admin, ...payers]: ReturnType<Program['as']>[]) {
  assert.ok(admin)
  for (const path of ['/users', '/job-posts', '/courses', '/projects', '/notifications']) await readAll(admin, path)
  const invoices = await Promise.all(payers.map((payer) => readAll(payer, '/billing/history')))
  const numbers = invoices.flat().map(({ id }) => Number(id.split('-').at(-1)))
  assert.deepEqual(
    numbers.sort((a, b) => a - b),
    numbers.map((_, index) => index + 1),
  )
}
