import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MailRejected, type MailTransport } from '#adapters/mail/transport.ts'
import { createService } from '#service.ts'
import { createApp, password, type TestApp } from '#test/support/app.ts'
import { createClient } from '#test/support/client.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { cards, createPayer } from '#test/support/payments.ts'
import { signIn } from '#test/support/sign-in.ts'

const refusing: MailTransport = {
  kind: 'smtp',
  check: async () => undefined,
  close: () => undefined,
  deliver: async ({ to }) => {
    if (to.startsWith('refused')) throw new MailRejected('550 no such user', true)
  },
}

/** The business metrics of an instance, by name and labels. */
async function readMetrics(address: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${address}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('business_'))
  return Object.fromEntries(
    lines.map((line) => {
      const end = line.lastIndexOf(' ')
      return [line.slice('business_'.length, end), Number(line.slice(end + 1))]
    }),
  )
}

/** Answers 401 with a wrong password, and 200 with the right one. */
async function signInTwice({ anonymous }: TestApp, email: string) {
  assert.equal((await anonymous.post('/auth/login', { email, password: 'not the password' })).status, 401)
  assert.equal((await anonymous.post('/auth/login', { email, password })).status, 200)
}

describe('the business figures', () => {
  it('count sign-ups and sign-ins by method and outcome, and only what was committed', async () => {
    const own = await createApp()
    const person = await own.given.user()
    await signInTwice(own, person.email)
    await signIn(own, { email: 'grace@example.org' })
    await signIn(own, { email: 'grace@example.org' })
    const answer = {
      code: 'guessed',
      state: 'guessed',
      action: 'login',
      role: null,
      redirect_uri: 'http://localhost:5173/callback',
    }
    assert.equal((await own.anonymous.post('/auth/google/callback', answer)).status, 422)
    assert.equal((await own.anonymous.post('/auth/nothing/callback', answer)).status, 404)
    assert.equal((await own.anonymous.post('/auth/signup', { ...person, password })).status, 422)

    const metrics = await readMetrics(own.address)

    assert.equal(metrics.sign_ups_total, 2)
    assert.deepEqual(
      Object.entries(metrics).filter(([name]) => name.startsWith('sign_ins_total')),
      [
        ['sign_ins_total{method="google",outcome="done"}', 1],
        ['sign_ins_total{method="google",outcome="refused"}', 1],
        ['sign_ins_total{method="password",outcome="done"}', 1],
        ['sign_ins_total{method="password",outcome="refused"}', 1],
      ],
    )
  })

  it('count sign-ins that are throttled apart from those that are refused', async () => {
    const own = await createApp({ RATE_LIMIT_LOGIN_FAILURES: '2' })
    const { email } = await own.given.user()
    for (const status of [401, 401, 429])
      assert.equal((await own.anonymous.post('/auth/login', { email, password: 'not the password' })).status, status)

    const metrics = await readMetrics(own.address)

    assert.equal(metrics['sign_ins_total{method="password",outcome="refused"}'], 2)
    assert.equal(metrics['sign_ins_total{method="password",outcome="throttled"}'], 1)
  })

  it('count applications, enrollments and attempts, of which a refused one is none', async () => {
    const own = await createApp()
    const learner = await own.given.user()
    const post = await createJobPost(await own.given.user({ role: 'recruiter' }))
    const author = await own.given.user({ role: 'researcher' })
    const course = await createCourse(author)
    const exam = await createExam(author)
    await createApplication(learner, post.id)
    await createEnrollment(learner, course.id)
    await learner.post(`/courses/${course.id}/enroll`, {})
    await startAttempt(learner, exam.id)

    const metrics = await readMetrics(own.address)

    assert.deepEqual(
      [metrics.applications_total, metrics.enrollments_total, metrics.exam_attempts_total, metrics.certificates_total],
      [1, 1, 1, 0],
    )
  })

  it('count payments by gateway and outcome, and money by currency, also what was returned', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const paid = await (await createPayer(own)).subscribe('professional')
    assert.equal(paid.status, 201, paid.text)
    const declined = await (await createPayer(own, cards.declined)).subscribe('professional')
    assert.equal(declined.status, 422, declined.text)
    const { id, amount } = paid.data.payment
    const reply = await root.post(`/admin/payments/${id}/refund`, { amount: 5.5, reason: 'A mistake.' })
    assert.equal(reply.status, 200, reply.text)
    await own.settle()

    const metrics = await readMetrics(own.address)
    const [today] = (await root.get('/admin/figures?days=1')).data

    assert.equal(metrics['payments_total{gateway="sandbox",outcome="succeeded"}'], 1)
    assert.equal(metrics['payments_total{gateway="sandbox",outcome="failed"}'], 1)
    assert.equal(metrics['money_received_total{currency="USD"}'], amount)
    assert.equal(metrics['money_refunded_total{currency="USD"}'], 5.5)
    assert.deepEqual(today.refunded, [{ currency: 'USD', amount: 5.5 }])
    assert.deepEqual(today.payments, [
      { gateway: 'sandbox', outcome: 'failed', count: 1 },
      { gateway: 'sandbox', outcome: 'succeeded', count: 1 },
    ])
  })

  it('count mails by outcome', async () => {
    const own = await createApp({}, { mail: refusing })
    await own.given.user({ email: 'refused@example.org' })
    await own.given.user({ email: 'reached@example.org' })
    await own.settle()

    const metrics = await readMetrics(own.address)

    assert.equal(metrics['mails_total{outcome="sent"}'], 1)
    assert.equal(metrics['mails_total{outcome="refused"}'], 1)
  })

  it('are the same on every instance, and go on after a restart and after the day is stored', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    await own.settle()
    const second = await createService(own.service.context.config, { clock: own.clock, poll: 2 ** 31 - 1 })
    const address = await second.server.listen({ host: '127.0.0.1', port: 0 })
    const person = await own.given.user()
    const login = { email: person.email, password }
    assert.equal((await createClient(address, null).post('/auth/login', login)).status, 200)

    const before = await Promise.all([own.address, address].map(readMetrics))
    await second.stop()
    own.clock.advance({ days: 1 })
    await own.settle()
    await own.anonymous.post('/auth/login', login)
    const after = await readMetrics(own.address)
    const days = (await root.get('/admin/figures?days=3')).data

    const name = 'sign_ins_total{method="password",outcome="done"}'
    assert.deepEqual(before[0], before[1])
    assert.equal(after[name], (before[0]?.[name] ?? 0) + 1)
    assert.deepEqual(
      days.map(({ sign_ins }: { sign_ins: unknown }) => sign_ins),
      [
        [],
        [{ method: 'password', outcome: 'done', count: before[0]?.[name] }],
        [{ method: 'password', outcome: 'done', count: 1 }],
      ],
    )
  })
})
