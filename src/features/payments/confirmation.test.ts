import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createCourse } from '#test/support/courses.ts'
import { getBillingHistory, getSubscription } from '#test/support/payments.ts'
import { StripeServer } from '#test/support/stripe/server.ts'

const stripe = await new StripeServer().listen()
const app = await testApp(
  {
    PAYMENT_GATEWAYS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_platform',
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_BASE: stripe.address,
    TOKEN_TTL_DAYS: '3650',
  },
  { poll: 2 ** 31 - 1 },
)
await app.settle()
after(() => stripe.close())

/** Test numbers of Stripe, https://docs.stripe.com/testing#regulatory-cards */
const numbers = {
  ordinary: '4242424242424242',
  asksAlways: '4000002760003184',
  asksUntilSetUp: '4000002500003155',
  asksAndHasNoFunds: '4000008260003178',
}

const addCard = (person: Person, card_number: string, more: object = {}) =>
  person.post('/payment-methods', {
    type: 'card',
    card_number,
    expiry_month: 12,
    expiry_year: 2060,
    cvv: '123',
    ...more,
  })

/** Answers on the page of the bank, and returns where it leads. */
async function answerBank(url: string, answer: 'confirm' | 'refuse'): Promise<URL> {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' })
  return new URL(reply.headers.get('location') ?? '')
}

async function createPayer(card_number: string) {
  const person = await app.given.user()
  const { data } = await addCard(person, card_number)
  const { id, action } = data.payment_method
  if (action !== null) {
    await answerBank(action.url, 'confirm')
    assert.equal((await person.post(`/payment-methods/${id}/refresh`)).status, 200)
  }
  const subscribe = (more: object = {}) =>
    person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: id, ...more })
  return { person, id, subscribe }
}

const countCharges = (customerOf: Person) =>
  [...stripe.ledger.intents.values()].filter(
    ({ status, metadata }) => status === 'succeeded' && metadata.key !== undefined && customerOf.id > 0,
  ).length

describe('a card that the bank wants to be confirmed', () => {
  it('answers with the page of the bank, and can be charged after the confirmation', async () => {
    const person = await app.given.user()

    const { status, data } = await addCard(person, numbers.asksUntilSetUp)
    const { id, action, is_default } = data.payment_method
    const early = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: id })
    const asDefault = await person.put(`/payment-methods/${id}`, { is_default: true })
    const back = await answerBank(action.url, 'confirm')
    const confirmed = await person.post(`/payment-methods/${id}/refresh`)
    const later = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: id })

    assert.equal(status, 201)
    assert.deepEqual([action.kind, is_default], ['redirect', false])
    assert.equal(action.expires_at, new Date(Date.parse(app.clock.now()) + 3_600_000).toISOString())
    assert.match(early.errors.payment_method_id?.[0] ?? '', /Confirm this payment method/)
    assert.deepEqual(Object.keys(asDefault.errors), ['is_default'])
    assert.equal(back.pathname, '/payment-methods')
    assert.deepEqual([confirmed.data.action, confirmed.data.is_default], [null, true])
    assert.deepEqual([later.status, later.data.payment.status], [201, 'succeeded'])
  })

  it('is removed when the bank refuses it, with the reason', async () => {
    const person = await app.given.user()
    const { data } = await addCard(person, numbers.asksUntilSetUp)
    await answerBank(data.payment_method.action.url, 'refuse')

    const reply = await person.post(`/payment-methods/${data.payment_method.id}/refresh`)

    assert.equal(reply.status, 422)
    assert.match(reply.errors.card_number?.[0] ?? '', /bank did not confirm/)
    assert.deepEqual((await person.get('/payment-methods')).data, [])
  })

  it('is confirmed in the background when the person does not come back, and removed after an hour without an answer', async () => {
    const [quick, absent] = [await app.given.user(), await app.given.user()]
    const first = await addCard(quick, numbers.asksUntilSetUp)
    await addCard(absent, numbers.asksUntilSetUp)
    await answerBank(first.data.payment_method.action.url, 'confirm')

    app.clock.advance({ minutes: 30 })
    await app.settle()
    const between = (await absent.get('/payment-methods')).data.length
    app.clock.advance({ hours: 2 })
    await app.settle()

    assert.equal((await quick.get('/payment-methods')).data[0].action, null)
    assert.deepEqual([between, (await absent.get('/payment-methods')).data.length], [1, 0])
  })

  it('is not asked about for another person', async () => {
    const [person, stranger] = [await app.given.user(), await app.given.user()]
    const { data } = await addCard(person, numbers.asksUntilSetUp)

    assert.equal((await stranger.post(`/payment-methods/${data.payment_method.id}/refresh`)).status, 404)
  })
})

describe('a payment that the bank wants to be confirmed', () => {
  it('is pending with the page of the bank, and granted once after the confirmation', async () => {
    const { person, subscribe } = await createPayer(numbers.asksAlways)

    const { status, data } = await subscribe()
    const { id, action } = data.payment
    const before = await getSubscription(person)
    const second = await subscribe({ plan_id: 'enterprise' })
    const back = await answerBank(action.url, 'confirm')
    const replies = await runConcurrently(10, () => person.post(`/payments/${id}/refresh`))

    assert.deepEqual([status, data.payment.status, before.plan.id], [201, 'pending', 'free'])
    assert.deepEqual(Object.keys(second.errors), ['payment_method_id'])
    assert.equal(back.pathname, `/pay/${id}`)
    assert.deepEqual(new Set(replies.map((reply) => reply.status)), new Set([200]))
    assert.equal((await person.get(`/payments/${id}`)).data.status, 'succeeded')
    assert.equal((await getSubscription(person)).plan.id, 'professional')
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  for (const [what, number, answer] of [
    ['the person refuses it', numbers.asksAlways, 'refuse'],
    ['the card has no funds after the confirmation', numbers.asksAndHasNoFunds, 'confirm'],
  ] as const)
    it(`fails when ${what}, and changes nothing`, async () => {
      const { person, subscribe } = await createPayer(number)
      const { data } = await subscribe()
      await answerBank(data.payment.action.url, answer)

      const reply = await person.post(`/payments/${data.payment.id}/refresh`)

      assert.deepEqual([reply.status, reply.data.status, reply.data.action], [200, 'failed', null])
      assert.ok(reply.data.failure)
      assert.equal((await getSubscription(person)).plan.id, 'free')
      assert.deepEqual(await getBillingHistory(person), [])
    })

  it('is canceled after an hour without an answer, and a later confirmation takes no money', async () => {
    const { person, subscribe } = await createPayer(numbers.asksAlways)
    const { data } = await subscribe()
    const charged = countCharges(person)

    app.clock.advance({ hours: 2 })
    await app.settle()
    await answerBank(data.payment.action.url, 'confirm')

    assert.equal((await person.get(`/payments/${data.payment.id}`)).data.status, 'failed')
    assert.equal(countCharges(person), charged)
    assert.equal((await getSubscription(person)).plan.id, 'free')
  })

  it('keeps its page when the answer of Stripe was lost', async () => {
    const { person, subscribe } = await createPayer(numbers.asksAlways)
    stripe.breakNext('/v1/payment_intents', 'unanswered', 'lost')

    const { data } = await subscribe()
    app.clock.advance({ seconds: 5 })
    await app.settle()
    const shown = await person.get(`/payments/${data.payment.id}`)

    assert.deepEqual([data.payment.status, data.payment.action], ['pending', null])
    assert.match(shown.data.action.url, /\/3ds\/pi_/)
  })

  it('reserves a course, and enrolls after the confirmation', async () => {
    const { person, id } = await createPayer(numbers.asksAlways)
    const teacher = await app.given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { price: 20 })

    const { data } = await person.post(`/courses/${course.id}/enroll`, { payment_method_id: id })
    await answerBank(data.payment.action.url, 'confirm')
    await person.post(`/payments/${data.payment.id}/refresh`)

    assert.deepEqual([data.enrollment.status, data.payment.status], ['paused', 'pending'])
    assert.equal((await person.get('/courses/enrolled')).data[0].status, 'active')
  })

  it('is shown to its payer only', async () => {
    const { subscribe } = await createPayer(numbers.asksAlways)
    const stranger = await app.given.user()
    const { data } = await subscribe()

    assert.equal((await stranger.get(`/payments/${data.payment.id}`)).status, 404)
    assert.equal((await stranger.post(`/payments/${data.payment.id}/refresh`)).status, 404)
  })
})

describe('a renewal that the bank wants to be confirmed', () => {
  async function createPastDue() {
    const payer = await createPayer(numbers.asksAlways)
    const { data } = await payer.subscribe()
    await answerBank(data.payment.action.url, 'confirm')
    await payer.person.post(`/payments/${data.payment.id}/refresh`)
    app.clock.advance({ days: 31 })
    await app.settle()
    const mails = await app.listMails(payer.person.email)
    return { ...payer, mail: mails.find(({ subject }) => subject.startsWith('Confirm the payment')) }
  }

  it('keeps the plan, and sends the person a mail and a notification with the link', async () => {
    const { person, mail } = await createPastDue()

    const { status, plan } = await getSubscription(person)
    const notices = (await person.get('/notifications?type=subscription_expiring')).data
    const [, id = ''] = /\/pay\/(\d+)/.exec(mail?.text ?? '') ?? []
    const payment = (await person.get(`/payments/${id}`)).data

    assert.deepEqual([status, plan.id], ['past_due', 'professional'])
    assert.equal(notices[0].data.url, `/pay/${id}`)
    assert.deepEqual([payment.status, payment.needs_person], ['failed', true])
  })

  it('is paid by the person at the bank, once', async () => {
    const { person } = await createPastDue()

    const replies = await runConcurrently(5, () => person.post('/subscriptions/pay', {}))
    const [begun] = replies.filter(({ status }) => status === 200)
    await answerBank(begun?.data.payment.action.url, 'confirm')
    await person.post(`/payments/${begun?.data.payment.id}/refresh`)
    app.clock.advance({ days: 8 })
    await app.settle()

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal((await getSubscription(person)).status, 'active')
    assert.equal((await getBillingHistory(person)).length, 2)
    assert.equal((await person.post('/subscriptions/pay', {})).status, 422)
  })

  it('does not lose a retry when the person refuses it', async () => {
    const { person } = await createPastDue()
    const before = (await getSubscription(person)).next_billing_date
    const { data } = await person.post('/subscriptions/pay', {})
    await answerBank(data.payment.action.url, 'refuse')

    await person.post(`/payments/${data.payment.id}/refresh`)

    const { status, next_billing_date } = await getSubscription(person)
    assert.deepEqual([status, next_billing_date], ['past_due', before])
  })

  it('is not there to pay for a person without one', async () => {
    const person = await app.given.user()

    assert.equal((await person.post('/subscriptions/pay', {})).status, 422)
  })
})
