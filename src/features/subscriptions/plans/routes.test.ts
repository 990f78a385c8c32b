import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'

const app = await testApp()
const limits = { job_postings: 20, candidate_searches: 500, team_members: 10 }
const lab = { name: 'Lab', price: 49.99, limits }
const card = {
  type: 'card',
  card_number: '4242424242424242',
  expiry_month: 12,
  expiry_year: 2040,
  cvv: '123',
}

describe('a plan that is retired', () => {
  it('is not offered any more, goes on for who has it, and can be offered again', async () => {
    const admin = await app.given.admin()
    const [holder, other] = [await app.given.user(), await app.given.user()]
    await admin.post('/subscriptions/plans', { ...lab, id: 'retiring' })
    const subscribe = async (person: typeof holder) => {
      const payment_method_id = (await person.post('/payment-methods', card)).data.payment_method.id
      return person.post('/subscriptions/subscribe', { plan_id: 'retiring', payment_method_id })
    }
    assert.equal((await subscribe(holder)).status, 201)

    const retired = await admin.put('/subscriptions/plans/retiring', { retired: true })
    const refused = await subscribe(other)
    const preview = await other.post('/subscriptions/preview', { plan_id: 'retiring' })

    assert.equal(retired.data.retired, true)
    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['plan_id']])
    assert.equal(preview.status, 422)
    const isListed = async (client: typeof app.anonymous) =>
      (await client.get('/subscriptions/plans')).data.some(({ id }: { id: string }) => id === 'retiring')
    assert.deepEqual(
      [await isListed(app.anonymous), await isListed(holder), await isListed(admin)],
      [false, false, true],
    )
    assert.equal((await holder.get('/subscriptions/current')).data.plan.id, 'retiring')
    await admin.put('/subscriptions/plans/retiring', { retired: false })
    assert.equal((await subscribe(other)).status, 201)
    await admin.put('/subscriptions/plans/retiring', { retired: true })
  })

  it('is never the free plan, and is retired by administrators alone', async () => {
    const admin = await app.given.admin()
    const person = await app.given.user()

    const free = await admin.put('/subscriptions/plans/free', { retired: true })

    assert.deepEqual([free.status, Object.keys(free.errors)], [422, ['retired']])
    assert.equal((await person.put('/subscriptions/plans/professional', { retired: true })).status, 403)
  })
})

describe('POST /subscriptions/plans', () => {
  it('adds a plan that users can buy', async () => {
    const admin = await app.given.admin()
    const person = await app.given.user()
    const payment_method_id = (await person.post('/payment-methods', card)).data.payment_method.id

    const { status, data } = await admin.post('/subscriptions/plans', { ...lab, id: 'lab' })
    const bought = await person.post('/subscriptions/subscribe', { plan_id: 'lab', payment_method_id })

    assert.equal(status, 201)
    assert.deepEqual(data, {
      ...lab,
      id: 'lab',
      description: '',
      currency: 'USD',
      prices: [{ currency: 'USD', amount: 49.99 }],
      interval: 'month',
      popular: false,
      features: [],
    })
    assert.equal(bought.data.payment.amount, 49.99)
    assert.equal((await app.anonymous.get('/subscriptions/plans')).data.length, 6)
  })

  for (const [name, change, field] of [
    ['an id that is taken', { id: 'free' }, 'id'],
    ['capitals in the id', { id: 'Lab' }, 'id'],
    ['three decimals', { price: 1.999 }, 'price'],
    ['a negative price', { price: -1 }, 'price'],
    ['a price as text', { price: '5' }, 'price'],
    ['a limit below -1', { limits: { ...limits, team_members: -2 } }, 'limits.team_members'],
    ['cents in a currency without them', { currency: 'JPY' }, 'price'],
    ['an unknown currency', { currency: 'XQQ' }, 'currency'],
    ['another interval', { interval: 'week' }, 'interval'],
  ] as const)
    it(`refuses ${name} on ${field}`, async () => {
      const admin = await app.given.admin()

      const reply = await admin.post('/subscriptions/plans', { ...lab, id: 'refused', ...change })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field])
    })

  it('creates one plan when ten requests have the same id', async () => {
    const admin = await app.given.admin()

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => admin.post('/subscriptions/plans', { ...lab, id: 'raced' })),
    )

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    assert.equal(replies.filter(({ status }) => status === 422).length, 9)
  })

  for (const role of ['learner', 'recruiter', 'researcher'])
    it(`is not allowed for a ${role}`, async () => {
      const person = await app.given.user({ role })

      assert.equal((await person.post('/subscriptions/plans', { ...lab, id: 'mine' })).status, 403)
      assert.equal((await person.put('/subscriptions/plans/free', { name: 'Mine' })).status, 403)
      assert.equal((await person.get('/coupons')).status, 403)
      assert.equal((await person.post('/coupons', { code: 'MINE', percent_off: 100 })).status, 403)
      assert.equal((await person.delete('/coupons/1')).status, 403)
    })
})

describe('PUT /subscriptions/plans/{id}', () => {
  it('changes the price of future periods only', async () => {
    const admin = await app.given.admin()
    await admin.post('/subscriptions/plans', { ...lab, id: 'rising' })

    const { status, data } = await admin.put('/subscriptions/plans/rising', {
      price: 59,
      limits: { team_members: -1 },
    })
    const unknown = await admin.put('/subscriptions/plans/none', { price: 1 })
    const free = await admin.put('/subscriptions/plans/free', { price: 1 })

    assert.equal(status, 200)
    assert.equal(data.price, 59)
    assert.deepEqual(data.limits, { ...limits, team_members: -1 })
    assert.equal(unknown.status, 404)
    assert.equal(free.status, 422)
  })
})

describe('coupons', () => {
  it('are added, listed and deleted by administrators', async () => {
    const admin = await app.given.admin()

    const { status, data } = await admin.post('/coupons', {
      code: 'spring',
      amount_off: 5.5,
      expires_at: '2027-01-01T00:00:00+01:00',
      max_redemptions: 3,
      plans: ['professional'],
    })
    const listed = await admin.get('/coupons')
    const deleted = await admin.delete(`/coupons/${data.id}`)
    const again = await admin.delete(`/coupons/${data.id}`)

    assert.equal(status, 201)
    assert.deepEqual(
      [data.code, data.amount_off, data.percent_off, data.expires_at, data.redemptions, data.plans],
      ['SPRING', 5.5, null, '2026-12-31T23:00:00.000Z', 0, ['professional']],
    )
    assert.deepEqual(listed.data[0], data)
    assert.equal(deleted.status, 200)
    assert.equal(again.status, 404)
  })

  for (const [name, body, field] of [
    ['neither discount', {}, 'percent_off'],
    ['both discounts', { percent_off: 5, amount_off: 5 }, 'percent_off'],
    ['more than everything', { percent_off: 101 }, 'percent_off'],
    ['nothing', { amount_off: 0 }, 'amount_off'],
    ['three decimals', { amount_off: 1.005 }, 'amount_off'],
    ['an unknown plan', { percent_off: 5, plans: ['free', 'none'] }, 'plans.1'],
    ['a code with spaces', { percent_off: 5, code: 'a b' }, 'code'],
  ] as const)
    it(`are refused with ${name}`, async () => {
      const admin = await app.given.admin()

      const reply = await admin.post('/coupons', { code: 'BAD', ...body })

      assert.equal(reply.status, 422)
      assert.ok(reply.errors[field], reply.text)
    })

  it('are unique regardless of case', async () => {
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'Twice', percent_off: 5 })

    const reply = await admin.post('/coupons', { code: 'TWICE', percent_off: 5 })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.code)
  })

  it('are not valid after their end or for another plan', async () => {
    const admin = await app.given.admin()
    const person = await app.given.user()
    const payment_method_id = (await person.post('/payment-methods', card)).data.payment_method.id
    const expires_at = new Date(Date.parse(app.clock.now()) + 60_000).toISOString()
    assert.equal((await admin.post('/coupons', { code: 'OLD', percent_off: 5, expires_at })).status, 201)
    app.clock.advance({ minutes: 1 })
    await admin.post('/coupons', { code: 'OTHER', percent_off: 5, plans: ['enterprise'] })
    const withCoupon = (coupon_code: string) =>
      person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id, coupon_code })

    const old = await withCoupon('OLD')
    const other = await withCoupon('OTHER')

    assert.match(old.errors.coupon_code?.[0] ?? '', /expired/)
    assert.match(other.errors.coupon_code?.[0] ?? '', /not for this plan/)
  })

  it('may reduce the price to zero, and then nothing is charged', async () => {
    const admin = await app.given.admin()
    const person = await app.given.user()
    const payment_method_id = (await person.post('/payment-methods', card)).data.payment_method.id
    await admin.post('/coupons', { code: 'GIFT', percent_off: 100 })

    const { status, data } = await person.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id,
      coupon_code: 'gift',
    })

    assert.equal(status, 201)
    assert.deepEqual([data.payment.amount, data.payment.status], [0, 'succeeded'])
    assert.equal(data.subscription.plan.id, 'professional')
    assert.deepEqual((await person.get('/billing/history')).data, [])
  })
})
