import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { addCard, addPhone, createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

const gateway = new FakeGateway()
gateway.steps = { KWD: 10, XOF: 1, CDF: null }
const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { payments: gateway, poll: 2 ** 31 - 1 })
await app.settle()
const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }
const prices = [
  { currency: 'USD', amount: 29.5 },
  { currency: 'KES', amount: 3_800.5 },
  { currency: 'UGX', amount: 107_000 },
]

let count = 0
async function createPlan(more: object = { prices }) {
  count += 1
  const admin = await app.given.admin()
  const reply = await admin.post('/subscriptions/plans', { id: `priced_${count}`, name: 'Lab', limits, ...more })
  assert.equal(reply.status, 201, reply.text)
  return { admin, plan: reply.data }
}

/** A person whose only payment method is from a country. */
async function createPayerFrom(country: string | null) {
  gateway.country = country
  const person = await app.given.user()
  const payment_method_id = await addCard(person)
  gateway.country = null
  return { person, payment_method_id }
}

const subscribe = (person: Person, plan_id: string, payment_method_id: number, more: object = {}) =>
  person.post('/subscriptions/subscribe', { plan_id, payment_method_id, ...more })

describe('the prices of a plan', () => {
  it('are listed beside the first one, which is price and currency', async () => {
    const { plan } = await createPlan()

    const listed = (await app.anonymous.get('/subscriptions/plans')).data.find(
      ({ id }: { id: string }) => id === plan.id,
    )

    assert.deepEqual([listed.price, listed.currency, listed.prices], [29.5, 'USD', prices])
  })

  for (const [country, currency, amount] of [
    ['KE', 'KES', 3_800.5],
    ['UG', 'UGX', 107_000],
    ['US', 'USD', 29.5],
    ['DE', 'USD', 29.5],
    [null, 'USD', 29.5],
  ] as const)
    it(`charge ${currency} to a payment method from ${country ?? 'an unknown country'}`, async () => {
      const { plan } = await createPlan()
      const { person, payment_method_id } = await createPayerFrom(country)

      const { status, data } = await subscribe(person, plan.id, payment_method_id)

      assert.equal(status, 201)
      assert.deepEqual([data.payment.amount, data.payment.currency], [amount, currency])
      assert.deepEqual([data.subscription.plan.price, data.subscription.plan.currency], [amount, currency])
      const [record] = await getBillingHistory(person)
      assert.deepEqual([record.amount, record.currency], [amount, currency])
    })

  it('charge the currency of the country of a phone', async () => {
    const sandbox = await testApp()
    const [admin, person] = [await sandbox.given.admin(), await sandbox.given.user()]
    await admin.post('/subscriptions/plans', { id: 'phones', name: 'Lab', limits, prices })
    const phone = await addPhone(person, '+256712345678')

    const { data } = await subscribe(person, 'phones', phone)

    assert.deepEqual([data.payment.amount, data.payment.currency], [107_000, 'UGX'])
    assert.equal((await person.get('/payment-methods')).data[0].country, 'UG')
  })

  it('renew and change in the currency of the subscription, at the new price', async () => {
    const { admin, plan } = await createPlan()
    const { plan: larger } = await createPlan({
      prices: [
        { currency: 'USD', amount: 99 },
        { currency: 'KES', amount: 12_800 },
      ],
    })
    const { plan: dollars } = await createPlan({ price: 49 })
    const { person, payment_method_id } = await createPayerFrom('KE')
    await subscribe(person, plan.id, payment_method_id)
    const higher = [{ currency: 'USD', amount: 31 }, { currency: 'KES', amount: 4_000 }, prices[2]]
    assert.equal((await admin.put(`/subscriptions/plans/${plan.id}`, { prices: higher })).status, 200)

    app.clock.advance({ days: 31 })
    await app.settle()
    const [renewal] = await getBillingHistory(person)
    const refused = await subscribe(person, dollars.id, payment_method_id)
    const changed = await subscribe(person, larger.id, payment_method_id)

    assert.deepEqual([renewal.amount, renewal.currency], [4_000, 'KES'])
    assert.deepEqual(Object.keys(refused.errors), ['plan_id'])
    assert.equal(changed.data.payment.currency, 'KES')
    assert.equal((await getSubscription(person)).plan.price, 12_800)
  })

  it('stay while somebody has subscribed in their currency', async () => {
    const { admin, plan } = await createPlan()
    const { person, payment_method_id } = await createPayerFrom('KE')
    await subscribe(person, plan.id, payment_method_id)
    const path = `/subscriptions/plans/${plan.id}`

    const without = await admin.put(path, { prices: [prices[0], prices[2]] })
    const unused = await admin.put(path, { prices: [prices[0], prices[1]] })
    const moved = await admin.put(path, { prices: [prices[1], prices[0]] })

    assert.deepEqual([without.status, Object.keys(without.errors)], [422, ['prices']])
    assert.deepEqual([unused.status, unused.data.prices.length], [200, 2])
    assert.deepEqual([moved.status, Object.keys(moved.errors)], [422, ['prices']])
  })

  for (const [name, body, field] of [
    ['cents of the Ugandan shilling', { prices: [{ currency: 'UGX', amount: 10.5 }] }, 'prices.0.amount'],
    ['a currency twice', { prices: [prices[0], prices[0]] }, 'prices.1.currency'],
    ['an unknown currency', { prices: [prices[0], { currency: 'XQQ', amount: 1 }] }, 'prices.1.currency'],
    ['no price', { prices: [] }, 'prices'],
    ['neither price nor prices', {}, 'price'],
    ['another price beside the prices', { price: 5, prices }, 'price'],
    ['a free and a paid price', { prices: [prices[0], { currency: 'KES', amount: 0 }] }, 'prices.1.amount'],
    ['what no gateway takes', { prices: [prices[0], { currency: 'CDF', amount: 9 }] }, 'prices.1.currency'],
    ['what a gateway cannot divide', { prices: [prices[0], { currency: 'KWD', amount: 9.005 }] }, 'prices.1.amount'],
    ['a price as text', { prices: [{ currency: 'USD', amount: '5' }] }, 'prices.0.amount'],
  ] as const)
    it(`are refused with ${name} on ${field}`, async () => {
      const admin = await app.given.admin()

      const reply = await admin.post('/subscriptions/plans', { id: 'refused', name: 'Lab', limits, ...body })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field], reply.text)
    })
})

describe('a coupon of an amount', () => {
  it('is for prices in its currency, with the decimal places of it', async () => {
    const { admin, plan } = await createPlan()
    const { person, payment_method_id } = await createPayerFrom('UG')
    const euros = await admin.post('/coupons', { code: 'IN-USD', amount_off: 5 })
    const shillings = await admin.post('/coupons', { code: 'IN-UGX', amount_off: 7_000, currency: 'UGX' })
    const odd = await admin.post('/coupons', { code: 'ODD', amount_off: 0.5, currency: 'UGX' })

    const other = await subscribe(person, plan.id, payment_method_id, { coupon_code: 'IN-USD' })
    const own = await subscribe(person, plan.id, payment_method_id, { coupon_code: 'IN-UGX' })

    assert.deepEqual([euros.data.currency, shillings.data.amount_off], ['USD', 7_000])
    assert.deepEqual(Object.keys(odd.errors), ['amount_off'])
    assert.deepEqual(Object.keys(other.errors), ['coupon_code'])
    assert.deepEqual([own.data.payment.amount, own.data.payment.currency], [100_000, 'UGX'])
  })

  it('in percent is rounded down to what the gateway can charge', async () => {
    const { admin, plan } = await createPlan({ prices: [{ currency: 'KWD', amount: 8.99 }] })
    const { person, payment_method_id } = await createPayer(app)
    await admin.post('/coupons', { code: 'TENTH', percent_off: 10 })

    const { data } = await subscribe(person, plan.id, payment_method_id, { coupon_code: 'TENTH' })

    assert.equal(data.payment.amount, 8.09)
  })
})

describe('the prices of a course', () => {
  it('are charged in the currency of the country of the payment method', async () => {
    const teacher = await app.given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { prices })
    const { person, payment_method_id } = await createPayerFrom('KE')

    const { status, data } = await person.post(`/courses/${course.id}/enroll`, { payment_method_id })

    assert.equal(status, 201)
    assert.deepEqual([data.payment.amount, data.payment.currency], [3_800.5, 'KES'])
    const shown = (await person.get(`/courses/${course.id}`)).data
    assert.deepEqual([shown.price, shown.currency, shown.prices], [29.5, 'USD', prices])
  })

  it('change alone, all together, and to free', async () => {
    const teacher = await app.given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { price: 90_000, currency: 'UGX' })
    const put = (body: object) => teacher.put(`/courses/${course.id}`, body)

    const alone = await put({ price: 80_000 })
    const together = await put({ prices: [prices[1], prices[0]] })
    const renamed = await put({ title: 'Botany II' })
    const odd = await put({ currency: 'JPY' })
    const free = await put({ price: 0 })

    assert.deepEqual(course.prices, [{ currency: 'UGX', amount: 90_000 }])
    assert.deepEqual(alone.data.prices, [{ currency: 'UGX', amount: 80_000 }])
    assert.deepEqual([together.data.price, together.data.currency], [3_800.5, 'KES'])
    assert.deepEqual(renamed.data.prices, [prices[1], prices[0]])
    assert.deepEqual(Object.keys(odd.errors), ['price'])
    assert.deepEqual(free.data.prices, [{ currency: 'KES', amount: 0 }])
  })

  it('are all reported when they are wrong, together with other fields', async () => {
    const teacher = await app.given.user({ role: 'researcher' })

    const reply = await teacher.post('/courses', {
      title: '',
      description: 'Plants.',
      prices: [
        { currency: 'USD', amount: 0.2 },
        { currency: 'UGX', amount: 20 },
        { currency: 'KWD', amount: 0.505 },
      ],
    })

    assert.deepEqual(Object.keys(reply.errors).sort(), [
      'prices.0.amount',
      'prices.1.amount',
      'prices.2.amount',
      'title',
    ])
  })

  it('cannot be paid by a method that takes none of their currencies', async () => {
    const teacher = await app.given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { prices: [{ currency: 'TZS', amount: 50_000 }] })
    const { person, payment_method_id } = await createPayerFrom('KE')
    gateway.steps.TZS = null

    const { status, errors } = await person.post(`/courses/${course.id}/enroll`, { payment_method_id })

    delete gateway.steps.TZS
    assert.deepEqual([status, Object.keys(errors)], [422, ['payment_method_id']])
    assert.equal((await person.get('/courses/enrolled')).data.length, 0)
    assert.deepEqual(await getBillingHistory(person), [])
  })
})
