import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { endOfPeriod, getDayOfMonth } from '#core/periods.ts'
import { testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { addCard, getBillingHistory, getSubscription } from '#test/support/payments.ts'
import { readAllRows } from '#test/support/stored-data.ts'

const gateway = new FakeGateway()
gateway.steps = { KES: 100 }
const app = await testApp(
  { TAX_RATES: 'DE=19,KE=16,UG=18,KW=0,JP=10', SELLER_TAX_ID: 'DE123456789', TOKEN_TTL_DAYS: '3650' },
  { payments: gateway, poll: 2 ** 31 - 1 },
)
await app.settle()
const admin = await app.given.admin()
const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }

const prices = (usd: number) => [
  { currency: 'USD', amount: usd },
  { currency: 'KES', amount: Math.round(usd * 130) },
  { currency: 'UGX', amount: Math.round(usd * 3_700) },
  { currency: 'KWD', amount: Math.round(usd * 310) / 1_000 },
  { currency: 'JPY', amount: Math.round(usd * 155) },
]
for (const [id, usd] of [
  ['small', 7.31],
  ['middle', 29],
  ['large', 99.99],
] as const) {
  const reply = await admin.post('/subscriptions/plans', { id, name: id, limits, prices: prices(usd) })
  assert.equal(reply.status, 201, reply.text)
}

async function createPayerFrom(country: string | null) {
  gateway.country = country
  const person = await app.given.user()
  const payment_method_id = await addCard(person)
  gateway.country = null
  return { person, payment_method_id }
}

const readRows = () => readAllRows(app.platform.config)

describe('POST /subscriptions/preview', () => {
  it('shows lines, tax, total and the next charge', async () => {
    await admin.post('/coupons', { code: 'SHOW20', percent_off: 20 })
    const { person, payment_method_id } = await createPayerFrom('DE')
    const order = { plan_id: 'middle', payment_method_id, coupon_code: 'show20' }

    const { status, data } = await person.post('/subscriptions/preview', order)

    assert.equal(status, 200)
    assert.deepEqual(data.lines, [
      { kind: 'price', title: 'middle', amount: 29 },
      { kind: 'discount', title: 'Coupon show20', amount: -5.8 },
    ])
    assert.deepEqual([data.currency, data.total, data.tax.amount, data.tax.rate], ['USD', 23.2, 3.7, 19])
    assert.equal(data.next_charge.amount, 29)
    assert.equal(data.quoted_at, app.clock.now())
  })

  it('stores nothing and uses no coupon', async () => {
    await admin.post('/coupons', { code: 'LAST1', percent_off: 50, max_redemptions: 1 })
    const { person, payment_method_id } = await createPayerFrom('KE')
    const order = { plan_id: 'small', payment_method_id, coupon_code: 'LAST1' }
    const before = await readRows()

    for (let count = 0; count < 5; count++)
      assert.equal((await person.post('/subscriptions/preview', order)).status, 200)

    assert.deepEqual(await readRows(), before)
    assert.equal((await person.post('/subscriptions/subscribe', order)).status, 201)
  })

  for (const [country, currency] of [
    ['KE', 'KES'],
    ['UG', 'UGX'],
    [null, 'USD'],
    ['DE', 'USD'],
  ] as const)
    it(`shows the price of ${country ?? 'no country'} to a person without a payment method`, async () => {
      const person = await app.given.user()

      const { data } = await person.post('/subscriptions/preview', { plan_id: 'middle', country })

      assert.equal(data.currency, currency)
    })

  for (const [what, more, field] of [
    ['an unknown plan', { plan_id: 'none' }, 'plan_id'],
    ['the free plan', { plan_id: 'free' }, 'plan_id'],
    ['an unknown coupon', { coupon_code: 'NONE' }, 'coupon_code'],
    ['no country', { country: 'Kenya' }, 'country'],
    ['a payment method that is no number', { payment_method_id: 'x' }, 'payment_method_id'],
  ] as const)
    it(`is 422 for ${what}`, async () => {
      const { person, payment_method_id } = await createPayerFrom(null)

      const { status, errors } = await person.post('/subscriptions/preview', {
        plan_id: 'middle',
        payment_method_id,
        ...more,
      })

      assert.equal(status, 422)
      assert.deepEqual(Object.keys(errors), [field])
    })

  it('is 422 for the payment method of another person, like one that does not exist', async () => {
    const { payment_method_id } = await createPayerFrom('KE')
    const stranger = await app.given.user()

    const theirs = await stranger.post('/subscriptions/preview', { plan_id: 'middle', payment_method_id })
    const none = await stranger.post('/subscriptions/preview', { plan_id: 'middle', payment_method_id: 999_999_999 })

    assert.equal(theirs.status, 422)
    assert.deepEqual(theirs.errors, none.errors)
  })

  it('lets coupons be guessed no more often than a purchase', async () => {
    const { person, payment_method_id } = await createPayerFrom(null)
    const guess = (path: string) =>
      person.post(`/subscriptions/${path}`, { plan_id: 'middle', payment_method_id, coupon_code: 'GUESS' })
    for (let count = 0; count < 20; count++) assert.equal((await guess('preview')).status, 422)

    const next = [(await guess('preview')).status, (await guess('subscribe')).status]

    assert.deepEqual(next, [429, 429])
  })

  it('is 401 without a token', async () => {
    assert.equal((await app.anonymous.post('/subscriptions/preview', { plan_id: 'middle' })).status, 401)
  })
})

interface Case {
  country: string | null
  plans: string[]
  hours: number
  coupon: { percent_off: number } | { amount_off: number } | null
}

/** Changes plans one after the other, and compares each preview with what is charged. */
async function comparePreviews({ country, plans, hours, coupon }: Case, number: number) {
  const { person, payment_method_id } = await createPayerFrom(country)
  const code = `CASE${number}`
  const currency = { KE: 'KES', UG: 'UGX', KW: 'KWD', JP: 'JPY' }[country ?? ''] ?? 'USD'
  const off = coupon !== null && 'amount_off' in coupon ? { ...coupon, currency } : coupon
  if (off !== null) assert.equal((await admin.post('/coupons', { code, ...off })).status, 201)
  for (const [index, plan_id] of plans.entries()) {
    const coupon_code = off !== null && index === plans.length - 1 ? code : null
    const order = { plan_id, payment_method_id, coupon_code }
    const preview = await person.post('/subscriptions/preview', order)
    // The person looks at the price for some minutes.
    app.clock.advance({ minutes: 14, seconds: 7 })
    const { quoted_at } = preview.data
    const bought = await person.post('/subscriptions/subscribe', { ...order, quoted_at })
    assert.equal(bought.status, 201, bought.text)
    const { amount, currency: charged } = bought.data.payment
    assert.deepEqual([charged, amount], [preview.data.currency, preview.data.total])
    const sum = preview.data.lines.reduce((total: number, line: { amount: number }) => total + line.amount, 0)
    assert.ok(Math.abs(sum - amount) < 1e-6, `${sum} is not ${amount}`)
    assert.equal(bought.data.subscription.next_billing_date, preview.data.next_charge.date)
    const [record] = await getBillingHistory(person)
    if (amount > 0) assert.equal(record.amount, amount)
    app.clock.advance({ hours })
  }
}

describe('the total of a preview', () => {
  it('is what is charged, in every currency, with coupons, unused time and taxes', async () => {
    const plan = fc.constantFrom('small', 'middle', 'large')
    const cases = fc.record<Case>({
      country: fc.constantFrom('KE', 'UG', 'KW', 'JP', 'DE', null),
      plans: fc.array(plan, { minLength: 1, maxLength: 4 }).map((all) => all.filter((id, at) => id !== all[at - 1])),
      hours: fc.integer({ min: 0, max: 600 }),
      coupon: fc.option(
        fc.oneof(
          fc.record({ percent_off: fc.integer({ min: 1, max: 100 }) }),
          fc.record({ amount_off: fc.integer({ min: 1, max: 40 }) }),
        ),
      ),
    })
    let count = 0
    const run = (one: Case) => {
      count += 1
      return comparePreviews(one, count)
    }
    await fc.assert(fc.asyncProperty(cases, run), { numRuns: 25, endOnFailure: true })
  })

  it('is calculated for the moment that it names, with a clock that goes on', async (t) => {
    const { person, payment_method_id } = await createPayerFrom(null)
    app.clock.tickMs = 1_000
    t.after(() => Object.assign(app.clock, { tickMs: 0 }))

    const { quoted_at, next_charge } = (
      await person.post('/subscriptions/preview', { plan_id: 'middle', payment_method_id })
    ).data

    assert.equal(next_charge.date, endOfPeriod(quoted_at, 'month', getDayOfMonth(quoted_at)))
  })

  it('is charged for 15 minutes, and refused later and for the future, without a trace', async () => {
    const { person, payment_method_id } = await createPayerFrom(null)
    const order = { plan_id: 'middle', payment_method_id }
    const { quoted_at } = (await person.post('/subscriptions/preview', order)).data
    app.clock.advance({ minutes: 16 })
    const ahead = new Date(Date.parse(app.clock.now()) + 60_000).toISOString()

    const late = await person.post('/subscriptions/subscribe', { ...order, quoted_at })
    const early = await person.post('/subscriptions/subscribe', { ...order, quoted_at: ahead })

    for (const { status, errors } of [late, early])
      assert.deepEqual([status, Object.keys(errors)], [422, ['quoted_at']])
    assert.equal((await getSubscription(person)).plan.id, 'free')
  })

  it('gives no time for free: the period ends as if it had begun with the preview', async () => {
    const { person, payment_method_id } = await createPayerFrom(null)
    let end = ''
    let paid = 0
    const begin = app.clock.now()
    for (let count = 0; count < 6; count++) {
      const order = { plan_id: count % 2 === 0 ? 'small' : 'middle', payment_method_id }
      const { quoted_at } = (await person.post('/subscriptions/preview', order)).data
      app.clock.advance({ minutes: 15 })
      const { data } = await person.post('/subscriptions/subscribe', { ...order, quoted_at })
      paid += data.payment.amount
      end = data.subscription.next_billing_date
    }

    // The last plan for a month from the first preview, with what the smaller ones extended it by.
    const hours = (Date.parse(end) - Date.parse(begin)) / 3_600_000
    assert.ok(hours < 31 * 24 * (paid / 29) + 2, `${hours} hours for ${paid}`)
  })
})

describe('POST /courses/{id}/preview', () => {
  const createPricedCourse = (more: object = {}) =>
    createCourse(admin, { prices: prices(12.5), status: 'published', ...more })

  it('is what the enrollment charges, in every currency', async () => {
    for (const country of ['KE', 'UG', 'KW', 'JP', 'DE', null]) {
      const course = await createPricedCourse()
      const { person, payment_method_id } = await createPayerFrom(country)

      const { data } = await person.post(`/courses/${course.id}/preview`, { payment_method_id })
      const bought = await person.post(`/courses/${course.id}/enroll`, { payment_method_id })

      assert.equal(bought.status, 201, bought.text)
      assert.deepEqual([data.total, data.currency], [bought.data.payment.amount, bought.data.payment.currency])
      assert.deepEqual([data.next_charge, data.lines.length], [null, 1])
    }
  })

  it('stores nothing, and refuses coupons, which are for plans', async () => {
    const course = await createPricedCourse()
    const { person, payment_method_id } = await createPayerFrom('KE')
    const before = await readRows()
    const path = `/courses/${course.id}/preview`

    const shown = await person.post(path, { payment_method_id })
    const coupon = await person.post(path, { payment_method_id, coupon_code: 'SHOW20' })

    assert.equal(shown.status, 200)
    assert.deepEqual([coupon.status, Object.keys(coupon.errors)], [422, ['coupon_code']])
    assert.deepEqual(await readRows(), before)
  })

  it('is 404 for a draft of another person, and 422 for who is enrolled', async () => {
    const { person, payment_method_id } = await createPayerFrom('KE')
    const course = await createPricedCourse()
    await person.post(`/courses/${course.id}/enroll`, { payment_method_id })
    const draft = await createPricedCourse({ status: 'draft' })

    const enrolled = await person.post(`/courses/${course.id}/preview`, { payment_method_id })
    const hidden = await person.post(`/courses/${draft.id}/preview`, {})
    const unknown = await person.post('/courses/999999/preview', {})

    assert.deepEqual([enrolled.status, hidden.status, unknown.status], [422, 404, 404])
  })
})
