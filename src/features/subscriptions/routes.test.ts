import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, type TestApp, testApp } from '../../../test/support/app.ts'

const cards = {
  good: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  insufficient: '4000 0000 0000 9995',
  declinedLater: '4000 0000 0000 0341',
  timeout: '4000 0000 0000 0119',
}

// Here, so that it lives as long as this file.
await testApp()

async function addCard(person: Person, card_number = cards.good, more: object = {}): Promise<number> {
  const card = { type: 'card', card_number, expiry_month: 12, expiry_year: 2040, cvv: '123', ...more }
  const reply = await person.post('/payment-methods', card)
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}

async function addPhone(person: Person, phone: string): Promise<number> {
  const reply = await person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}

const current = async (person: Person) => (await person.get('/subscriptions/current')).data
const history = async (person: Person) => (await person.get('/billing/history')).data

/** A person whose card can be charged. */
async function payer({ given }: TestApp, card_number = cards.good) {
  const person = await given.user()
  const payment_method_id = await addCard(person, card_number)
  const subscribe = (plan_id: string, more: object = {}, headers: Record<string, string> = {}) =>
    person.post('/subscriptions/subscribe', { plan_id, payment_method_id, ...more }, headers)
  return { person, payment_method_id, subscribe }
}

describe('GET /subscriptions/plans', () => {
  it('lists the shipped plans to anybody', async () => {
    const { anonymous } = await testApp()

    const { data } = await anonymous.get('/subscriptions/plans')

    const prices = data.map(({ id, price, interval }: Record<string, unknown>) => [id, price, interval])
    assert.deepEqual(prices, [
      ['free', 0, 'month'],
      ['professional', 29, 'month'],
      ['enterprise', 99, 'month'],
      ['professional_yearly', 290, 'year'],
      ['enterprise_yearly', 990, 'year'],
    ])
    assert.deepEqual(data[0].limits, { job_postings: 10, candidate_searches: 100, team_members: 5 })
    assert.deepEqual(data[2].limits, { job_postings: -1, candidate_searches: -1, team_members: -1 })
  })

  it('refuses a wrong token', async () => {
    const { withToken } = await testApp()

    assert.equal((await withToken('wrong').get('/subscriptions/plans')).status, 401)
  })
})

describe('GET /subscriptions/current', () => {
  it('shows the free plan to whoever never paid', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { data } = await person.get('/subscriptions/current')

    assert.equal(data.plan.id, 'free')
    assert.equal(data.status, 'active')
    assert.equal(data.expires_at, null)
    assert.equal(data.next_billing_date, null)
    assert.deepEqual(data.usage.candidate_searches, { used: 0, limit: 100 })
  })

  it('asks for a token', async () => {
    const { anonymous } = await testApp()

    assert.equal((await anonymous.get('/subscriptions/current')).status, 401)
  })
})

describe('POST /subscriptions/subscribe', () => {
  it('charges at once, grants the plan, and tells the person', async () => {
    const app = await testApp()
    const { person, subscribe } = await payer(app)

    const { status, data } = await subscribe('professional')

    assert.equal(status, 201)
    assert.equal(data.subscription.plan.id, 'professional')
    assert.equal(data.subscription.status, 'active')
    assert.equal(data.subscription.expires_at, null)
    assert.equal(data.subscription.next_billing_date, '2026-12-21T09:00:00.000Z')
    assert.deepEqual({ ...data.payment, id: 0 }, { id: 0, status: 'succeeded', amount: 29, currency: 'USD' })
    const [record] = await history(person)
    assert.match(record.id, /^INV-2026-\d{6}$/)
    assert.equal(record.amount, 29)
    assert.equal(record.status, 'paid')
    assert.equal(record.plan, 'Professional')
    assert.equal(record.period, '2026-11-21/2026-12-21')
    const notices = (await person.get('/notifications')).data
    assert.deepEqual(
      notices.map(({ type, data: target }: Record<string, unknown>) => [type, target]),
      [['payment_received', { url: '/billing/history', action: 'view_billing' }]],
    )
    const [mail] = await app.mailsTo(person.email)
    assert.match(mail?.subject ?? '', /^Your plan is Professional/)
    const log = (await person.get(`/users/${person.id}/activity`)).data
    const acts = log.map(({ type }: { type: string }) => type)
    assert.deepEqual(acts.slice(0, 2), ['subscription_started', 'payment_method_added'])
  })

  for (const [name, body, field] of [
    ['an unknown plan', { plan_id: 'platinum' }, 'plan_id'],
    ['the free plan', { plan_id: 'free' }, 'plan_id'],
    ['an unknown coupon', { coupon_code: 'NOPE' }, 'coupon_code'],
    ['an unknown payment method', { payment_method_id: 999_999 }, 'payment_method_id'],
    ['no plan', { plan_id: '' }, 'plan_id'],
    ['an ill-typed payment method', { payment_method_id: '5' }, 'payment_method_id'],
  ] as const)
    it(`refuses ${name} on ${field}`, async () => {
      const { person, subscribe } = await payer(await testApp())

      const reply = await subscribe('professional', body)

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field])
      assert.equal((await current(person)).plan.id, 'free')
      assert.deepEqual(await history(person), [])
    })

  it("refuses another person's payment method", async () => {
    const app = await testApp()
    const { payment_method_id } = await payer(app)
    const { subscribe } = await payer(app)

    const reply = await subscribe('professional', { payment_method_id })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.payment_method_id)
  })

  for (const card of ['declined', 'insufficient', 'declinedLater'] as const)
    it(`says why a card (${card}) was refused, and changes nothing`, async () => {
      const app = await testApp()
      const { person, subscribe } = await payer(app, cards[card])

      const reply = await subscribe('professional')

      assert.equal(reply.status, 422)
      assert.match(reply.errors.payment_method_id?.[0] ?? '', card === 'insufficient' ? /funds/ : /declined/)
      assert.equal((await current(person)).plan.id, 'free')
      assert.deepEqual(await history(person), [])
      assert.equal((await person.get('/notifications')).meta.total, 0)
    })

  it('refuses the plan one has', async () => {
    const { subscribe, person } = await payer(await testApp())
    await subscribe('professional')

    const reply = await subscribe('professional')

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.plan_id)
    assert.equal((await history(person)).length, 1)
  })

  it('charges once when twenty ask at the same moment', async () => {
    const { subscribe, person } = await payer(await testApp())

    const replies = await Promise.all(Array.from({ length: 20 }, () => subscribe('professional')))

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    assert.equal(replies.filter(({ status }) => status === 422).length, 19)
    assert.equal((await history(person)).length, 1)
  })

  it('gives twenty requests with one Idempotency-Key one answer and one charge', async () => {
    const { subscribe, person } = await payer(await testApp())
    const headers = { 'idempotency-key': 'subscribe-once' }

    const replies = await Promise.all(
      Array.from({ length: 20 }, () => subscribe('professional', {}, headers)),
    )

    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201]))
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    assert.equal((await history(person)).length, 1)
    assert.equal((await subscribe('enterprise', {}, headers)).status, 422)
  })

  it('credits the unused time of the present plan', async () => {
    const app = await testApp({}, { poll: 2 ** 31 - 1 })
    const { subscribe, person } = await payer(app)
    await subscribe('professional')
    app.clock.advance({ days: 15 })

    const { data } = await subscribe('enterprise')

    assert.equal(data.payment.amount, 84.5)
    assert.equal(data.subscription.plan.id, 'enterprise')
    assert.equal((await history(person)).length, 2)
  })

  it('lengthens the period of a cheaper plan by the rest of the credit', async () => {
    const { subscribe, person } = await payer(await testApp())
    await subscribe('enterprise')

    const { data } = await subscribe('professional')

    assert.equal(data.payment.amount, 0)
    assert.equal(data.payment.status, 'succeeded')
    // 99 of credit pay for a month of 29 and 70/29 of another.
    assert.equal(data.subscription.next_billing_date.slice(0, 10), '2027-03-03')
    assert.equal((await history(person)).length, 1)
  })

  it('takes a coupon off the first charge, as often as it may be redeemed', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'half', percent_off: 50, max_redemptions: 1 })
    const first = await payer(app)
    const second = await payer(app)

    const { data } = await first.subscribe('professional', { coupon_code: 'HALF' })
    const refused = await second.subscribe('professional', { coupon_code: 'half' })

    assert.equal(data.payment.amount, 14.5)
    assert.equal(refused.status, 422)
    assert.match(refused.errors.coupon_code?.[0] ?? '', /used up/)
  })

  it('gives the coupon back when the card is declined', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'ONCE', amount_off: 9, max_redemptions: 1 })
    const { person, subscribe } = await payer(app, cards.declined)
    assert.equal((await subscribe('professional', { coupon_code: 'ONCE' })).status, 422)
    const payment_method_id = await addCard(person)

    const { data } = await subscribe('professional', { coupon_code: 'ONCE', payment_method_id })

    assert.equal(data.payment.amount, 20)
  })

  it('lets one of ten have the last redemption', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'LAST', percent_off: 10, max_redemptions: 1 })
    const people = await Promise.all(Array.from({ length: 10 }, () => payer(app)))

    const replies = await Promise.all(
      people.map(({ subscribe }) => subscribe('professional', { coupon_code: 'LAST' })),
    )

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  })

  it('settles a charge whose answer was lost in the background', async () => {
    const app = await testApp()
    const { person, subscribe } = await payer(app, cards.timeout)

    const { status, data } = await subscribe('professional')
    const meanwhile = await current(person)
    const again = await subscribe('professional')
    app.clock.advance({ seconds: 3 })
    await app.settle()

    assert.equal(status, 201)
    assert.equal(data.payment.status, 'pending')
    assert.equal(meanwhile.plan.id, 'free')
    assert.equal(again.status, 422)
    assert.equal((await current(person)).plan.id, 'professional')
    assert.equal((await history(person)).length, 1)
  })

  it('waits for mobile money and starts when it is confirmed', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const payment_method_id = await addPhone(person, '+254712340002')

    const { status, data } = await person.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id,
    })
    app.clock.advance({ seconds: 1 })
    await app.settle()
    const before = await current(person)
    app.clock.advance({ seconds: 1 })
    await app.settle()

    assert.equal(status, 201)
    assert.equal(data.payment.status, 'pending')
    assert.equal(before.plan.id, 'free')
    assert.equal((await current(person)).plan.id, 'professional')
  })

  for (const [phone, status] of [
    ['+254712340000', 201],
    ['+254712340001', 422],
    ['+254712345678', 201],
  ] as const)
    it(`answers mobile money of ${phone} with ${status}`, async () => {
      const person = await (await testApp()).given.user()
      const payment_method_id = await addPhone(person, phone)

      const reply = await person.post('/subscriptions/subscribe', {
        plan_id: 'professional',
        payment_method_id,
      })

      assert.equal(reply.status, status)
    })
})

describe('POST /subscriptions/cancel', () => {
  it('ends at the end of the period, and can be taken back until then', async () => {
    const { person, subscribe } = await payer(await testApp())
    await subscribe('professional')

    const { status, data } = await person.post('/subscriptions/cancel', { reason: 'Too dear' })
    const after = await current(person)
    const again = await person.post('/subscriptions/cancel')
    const resumed = await person.post('/subscriptions/resume')

    assert.equal(status, 200)
    assert.equal(data.cancels_at, after.expires_at)
    assert.equal(after.status, 'active')
    assert.equal(after.next_billing_date, null)
    assert.ok(after.canceled_at)
    assert.equal(again.data.cancels_at, data.cancels_at)
    assert.equal(resumed.data.expires_at, null)
    assert.equal(resumed.data.canceled_at, null)
    assert.equal(resumed.data.next_billing_date, data.cancels_at)
  })

  it('returns to the free plan at once when asked to', async () => {
    const { person, subscribe } = await payer(await testApp())
    await subscribe('professional')
    await person.post('/subscriptions/cancel', {})

    const { status } = await person.post('/subscriptions/cancel', { cancel_immediately: true })

    assert.equal(status, 200)
    assert.equal((await current(person)).plan.id, 'free')
    assert.equal((await person.post('/subscriptions/resume')).status, 422)
    assert.equal((await person.post('/subscriptions/cancel')).status, 422)
    assert.equal((await subscribe('professional')).status, 201)
  })

  it('gives back what arrives for a change that was begun before', async () => {
    const app = await testApp()
    const { person, subscribe } = await payer(app)
    await subscribe('professional')
    const payment_method_id = await addPhone(person, '+254712340002')
    const change = await subscribe('enterprise', { payment_method_id })

    const { data } = await person.post('/subscriptions/cancel', {})
    app.clock.advance({ seconds: 2 })
    await app.settle()

    assert.equal(change.data.payment.status, 'pending')
    const now = await current(person)
    assert.deepEqual([now.plan.id, now.expires_at], ['professional', data.cancels_at])
    const records = (await history(person)).map(({ plan, status }: Record<string, string>) => [plan, status])
    assert.deepEqual(records, [
      ['Enterprise', 'refunded'],
      ['Professional', 'paid'],
    ])
  })

  it('has nothing to cancel on the free plan', async () => {
    const { given } = await testApp()
    const person = await given.user()

    assert.equal((await person.post('/subscriptions/cancel', {})).status, 422)
  })

  it('lets one of ten cancellations at once count', async () => {
    const { person, subscribe } = await payer(await testApp())
    await subscribe('professional')

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => person.post('/subscriptions/cancel', { cancel_immediately: true })),
    )

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  })
})

describe('time', () => {
  const types = async (person: Person) =>
    (await person.get('/notifications')).data.map(({ type }: { type: string }) => type)

  async function moving() {
    const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
    await app.settle()
    const pass = async (days: number) => {
      app.clock.advance({ days })
      await app.settle()
    }
    return { app, pass }
  }

  it('renews month after month on the same day', async () => {
    const { app, pass } = await moving()
    app.clock.set('2027-01-31T12:00:00.000Z')
    const { person, subscribe } = await payer(app)
    await subscribe('professional')

    await pass(28)
    const february = await current(person)
    await pass(31)

    assert.equal(february.next_billing_date, '2027-03-31T12:00:00.000Z')
    const periods = (await history(person)).map(({ period }: { period: string }) => period)
    assert.deepEqual(periods, ['2027-03-31/2027-04-30', '2027-02-28/2027-03-31', '2027-01-31/2027-02-28'])
  })

  it('keeps the plan while a failed renewal is retried after 1, 3 and 7 days, and then expires it', async () => {
    const { app, pass } = await moving()
    const { person, subscribe, payment_method_id } = await payer(app)
    await subscribe('professional')
    await addCard(person, cards.declinedLater, { is_default: true })
    await person.delete(`/payment-methods/${payment_method_id}`)

    await pass(30)
    const first = await current(person)
    await pass(1)
    const second = await current(person)
    await pass(2)
    const third = await current(person)
    await pass(3)
    const waiting = await current(person)
    await pass(1)
    const last = await current(person)

    assert.deepEqual(
      [first.status, first.plan.id, first.next_billing_date.slice(0, 10)],
      ['past_due', 'professional', '2026-12-22'],
    )
    assert.deepEqual([second.status, second.next_billing_date.slice(0, 10)], ['past_due', '2026-12-24'])
    assert.deepEqual([third.status, third.next_billing_date.slice(0, 10)], ['past_due', '2026-12-28'])
    assert.equal(waiting.status, 'past_due')
    assert.equal(last.plan.id, 'free')
    assert.equal((await history(person)).length, 1)
    const [mail] = await app.mailsTo(person.email)
    assert.match(mail?.subject ?? '', /has expired/)
  })

  it('recovers when a retry is paid', async () => {
    const { app, pass } = await moving()
    const { person, subscribe, payment_method_id } = await payer(app)
    await subscribe('professional')
    await addCard(person, cards.declinedLater, { is_default: true })
    await person.delete(`/payment-methods/${payment_method_id}`)
    await pass(30)
    await addCard(person, cards.good, { is_default: true })

    await pass(1)

    const now = await current(person)
    assert.equal(now.status, 'active')
    assert.equal(now.next_billing_date, '2027-01-21T09:00:00.000Z')
    assert.equal((await history(person)).length, 2)
  })

  it('reminds three days before a cancelled one ends, and ends it', async () => {
    const { app, pass } = await moving()
    const { person, subscribe } = await payer(app)
    await subscribe('professional')
    await person.post('/subscriptions/cancel', {})

    await pass(26)
    const early = await types(person)
    await pass(1)
    const reminded = await types(person)
    await pass(1)
    const once = await types(person)
    await pass(2)

    assert.deepEqual(early, ['payment_received'])
    assert.deepEqual(reminded, ['subscription_expiring', 'payment_received'])
    assert.deepEqual(once, reminded)
    assert.equal((await current(person)).plan.id, 'free')
    assert.equal((await history(person)).length, 1)
  })

  it('reminds before a yearly renewal, not before a monthly one', async () => {
    const { app, pass } = await moving()
    const { person, subscribe } = await payer(app)
    await subscribe('professional_yearly')

    await pass(362)
    const reminded = await types(person)
    await pass(3)

    assert.deepEqual(reminded, ['subscription_expiring', 'payment_received'])
    assert.equal((await history(person)).length, 2)
    assert.equal((await current(person)).next_billing_date, '2028-11-21T09:00:00.000Z')
  })
})

describe('account', () => {
  it('exports what was paid, and keeps invoices of a deleted user without the name', async () => {
    const app = await testApp()
    const { person, subscribe } = await payer(app)
    await subscribe('professional')
    const [{ invoice_url }] = await history(person)

    const reply = await person.get(`/users/${person.id}/export`)
    assert.equal(reply.status, 200, reply.text)
    const exported = reply.data
    await person.delete(`/users/${person.id}`)
    await app.settle()

    assert.equal(exported.payments.invoices.length, 1)
    assert.equal(exported.payments.invoices[0].amount, 29)
    assert.equal(exported.subscriptions.length, 1)
    const page = await app.anonymous.get(invoice_url.replace('http://api.test', ''))
    assert.equal(page.status, 200)
    assert.match(page.text, /Deleted user/)
    assert.ok(!page.text.includes(person.email))
  })
})
