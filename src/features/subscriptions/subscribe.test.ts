import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { addCard, addPhone, cards, createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

// Declared here, so that it lives as long as this file.
await testApp()

describe('POST /subscriptions/subscribe', () => {
  it('charges immediately, activates the plan, and notifies the user', async () => {
    const app = await testApp()
    const { person, subscribe } = await createPayer(app)

    const { status, data } = await subscribe('professional')

    assert.equal(status, 201)
    assert.equal(data.subscription.plan.id, 'professional')
    assert.equal(data.subscription.status, 'active')
    assert.equal(data.subscription.expires_at, null)
    assert.equal(data.subscription.next_billing_date, '2026-12-21T09:00:00.000Z')
    assert.deepEqual(
      { ...data.payment, id: 0 },
      { id: 0, status: 'succeeded', amount: 29, currency: 'USD', action: null },
    )
    const [record] = await getBillingHistory(person)
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
    const [mail] = await app.listMails(person.email)
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
      const { person, subscribe } = await createPayer(await testApp())

      const reply = await subscribe('professional', body)

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field])
      assert.equal((await getSubscription(person)).plan.id, 'free')
      assert.deepEqual(await getBillingHistory(person), [])
    })

  it('refuses a new coupon whose end is past, beside its other faults', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const expires_at = app.clock.now()

    const { status, errors } = await admin.post('/coupons', { code: 'PAST', percent_off: 10, expires_at, plans: ['x'] })

    assert.equal(status, 422)
    assert.deepEqual(errors, {
      'plans.0': ['There is no such plan.'],
      expires_at: ['The expires at must be in the future.'],
    })
    assert.equal((await admin.post('/coupons', { code: 'PAST', percent_off: 10, plans: [] })).status, 201)
  })

  it('stops answering whether coupons exist after twenty wrong codes in an hour', async () => {
    const app = await testApp()
    await (await app.given.admin()).post('/coupons', { code: 'RIGHT', percent_off: 10 })
    const { subscribe } = await createPayer(app)
    const other = await createPayer(app)

    const guesses = await runConcurrently(30, (index) => subscribe('professional', { coupon_code: `GUESS${index}` }))
    const next = await subscribe('professional', { coupon_code: 'RIGHT' })

    assert.deepEqual(countByStatus(guesses), { 422: 20, 429: 10 })
    assert.equal(next.status, 429)
    assert.equal(next.message, 'Too many wrong coupon codes, please try again later.')
    assert.equal((await other.subscribe('professional', { coupon_code: 'RIGHT' })).status, 201)
    assert.equal((await subscribe('professional')).status, 201)
  })

  it('refuses the payment method of another user', async () => {
    const app = await testApp()
    const { payment_method_id } = await createPayer(app)
    const { subscribe } = await createPayer(app)

    const reply = await subscribe('professional', { payment_method_id })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.payment_method_id)
  })

  for (const card of ['declined', 'insufficient', 'declinedLater'] as const)
    it(`returns the reason why a card (${card}) was refused, and changes nothing`, async () => {
      const app = await testApp()
      const { person, subscribe } = await createPayer(app, cards[card])

      const reply = await subscribe('professional')

      assert.equal(reply.status, 422)
      assert.match(reply.errors.payment_method_id?.[0] ?? '', card === 'insufficient' ? /funds/ : /declined/)
      assert.equal((await getSubscription(person)).plan.id, 'free')
      assert.deepEqual(await getBillingHistory(person), [])
      assert.equal((await person.get('/notifications')).meta.total, 0)
    })

  it('refuses the current plan', async () => {
    const { subscribe, person } = await createPayer(await testApp())
    await subscribe('professional')

    const reply = await subscribe('professional')

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.plan_id)
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('charges once when twenty requests arrive at once', async () => {
    const { subscribe, person } = await createPayer(await testApp())

    const replies = await Promise.all(Array.from({ length: 20 }, () => subscribe('professional')))

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    assert.equal(replies.filter(({ status }) => status === 422).length, 19)
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('gives twenty requests with one Idempotency-Key one response and one charge', async () => {
    const { subscribe, person } = await createPayer(await testApp())
    const headers = { 'idempotency-key': 'subscribe-once' }

    const replies = await Promise.all(Array.from({ length: 20 }, () => subscribe('professional', {}, headers)))

    // Two wait for the first one, and the others are told that it is still running.
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([201, 409]))
    assert.equal(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1)
    assert.equal((await getBillingHistory(person)).length, 1)
    assert.equal((await subscribe('enterprise', {}, headers)).status, 422)
  })

  it('credits the unused time of the current plan', async () => {
    const app = await testApp({}, { poll: 2 ** 31 - 1 })
    const { subscribe, person } = await createPayer(app)
    await subscribe('professional')
    app.clock.advance({ days: 15 })

    const { data } = await subscribe('enterprise')

    assert.equal(data.payment.amount, 84.5)
    assert.equal(data.subscription.plan.id, 'enterprise')
    assert.equal((await getBillingHistory(person)).length, 2)
  })

  it('extends the period of a cheaper plan by the rest of the credit', async () => {
    const { subscribe, person } = await createPayer(await testApp())
    await subscribe('enterprise')

    const { data } = await subscribe('professional')

    assert.equal(data.payment.amount, 0)
    assert.equal(data.payment.status, 'succeeded')
    // A credit of 99 pays a month of 29 and 70/29 of another.
    assert.equal(data.subscription.next_billing_date.slice(0, 10), '2027-03-03')
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('applies a coupon to the first charge, as often as it may be redeemed', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'half', percent_off: 50, max_redemptions: 1 })
    const first = await createPayer(app)
    const second = await createPayer(app)

    const { data } = await first.subscribe('professional', { coupon_code: 'HALF' })
    const refused = await second.subscribe('professional', { coupon_code: 'half' })

    assert.equal(data.payment.amount, 14.5)
    assert.equal(refused.status, 422)
    assert.match(refused.errors.coupon_code?.[0] ?? '', /used up/)
  })

  it('applies a coupon once per user, however often the user subscribes', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'WELCOME', percent_off: 100 })
    const { person, subscribe } = await createPayer(app)
    const gift = { coupon_code: 'welcome' }

    const first = await subscribe('professional', gift)
    const changed = await subscribe('enterprise', gift)
    await person.post('/subscriptions/cancel', { cancel_immediately: true })
    const again = await subscribe('professional', { coupon_code: 'Welcome' })
    const other = await (await createPayer(app)).subscribe('professional', gift)

    assert.deepEqual([first.status, other.status], [201, 201])
    for (const { status, errors } of [changed, again])
      assert.deepEqual([status, errors.coupon_code], [422, ['You have used this coupon already.']])
    const [{ redemptions }] = (await admin.get('/coupons')).data
    assert.equal(redemptions, 2)
  })

  it('restores the coupon when the card is declined', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'ONCE', amount_off: 9, max_redemptions: 1 })
    const { person, subscribe } = await createPayer(app, cards.declined)
    assert.equal((await subscribe('professional', { coupon_code: 'ONCE' })).status, 422)
    const payment_method_id = await addCard(person)

    const { data } = await subscribe('professional', { coupon_code: 'ONCE', payment_method_id })

    assert.equal(data.payment.amount, 20)
  })

  it('gives the last redemption to one of ten simultaneous requests', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'LAST', percent_off: 10, max_redemptions: 1 })
    const people = await Promise.all(Array.from({ length: 10 }, () => createPayer(app)))

    const replies = await Promise.all(people.map(({ subscribe }) => subscribe('professional', { coupon_code: 'LAST' })))

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
  })

  it('settles a charge whose response was lost in the background', async () => {
    const app = await testApp()
    const { person, subscribe } = await createPayer(app, cards.timeout)

    const { status, data } = await subscribe('professional')
    const meanwhile = await getSubscription(person)
    const again = await subscribe('professional')
    app.clock.advance({ seconds: 3 })
    await app.settle()

    assert.equal(status, 201)
    assert.equal(data.payment.status, 'pending')
    assert.equal(meanwhile.plan.id, 'free')
    assert.equal(again.status, 422)
    assert.equal((await getSubscription(person)).plan.id, 'professional')
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('waits for mobile money and starts when the payment is confirmed', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const payment_method_id = await addPhone(person, '+254712340002')

    const { status, data } = await person.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id,
    })
    app.clock.advance({ seconds: 1 })
    await app.settle()
    const before = await getSubscription(person)
    app.clock.advance({ seconds: 1 })
    await app.settle()

    assert.equal(status, 201)
    assert.equal(data.payment.status, 'pending')
    assert.equal(before.plan.id, 'free')
    assert.equal((await getSubscription(person)).plan.id, 'professional')
  })

  for (const [phone, status] of [
    ['+254712340000', 201],
    ['+254712340001', 422],
    ['+254712345678', 201],
  ] as const)
    it(`responds to mobile money of ${phone} with ${status}`, async () => {
      const person = await (await testApp()).given.user()
      const payment_method_id = await addPhone(person, phone)

      const reply = await person.post('/subscriptions/subscribe', {
        plan_id: 'professional',
        payment_method_id,
      })

      assert.equal(reply.status, status)
    })
})
