import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { joinGateways } from '#adapters/payments/gateways.ts'
import { type Context, runInTransaction } from '#context.ts'
import { subscriptionPayments } from '#features/subscriptions/index.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { addCard, getBillingHistory, getSubscription } from '#test/support/payments.ts'
import { charges } from './charges/queries.ts'

const cards = new FakeGateway('sandbox')
const phones = new FakeGateway('stripe')
cards.offers = { card: { tokenize_with: 'stripe' }, providers: [] }
phones.offers = { card: null, providers: [{ provider: 'mpesa', countries: ['TZ', 'KE'] }] }
phones.serves = (method) => method.kind === 'mobile_money' && method.provider === 'mpesa'
const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { payments: [cards, phones], poll: 2 ** 31 - 1 })
await app.settle()

/** The service as it is after the settings name other gateways. */
async function withGateways<T>(gateways: FakeGateway[], work: () => Promise<T>): Promise<T> {
  const { payments } = app.service.context
  const before = { ...payments }
  Object.assign(payments, joinGateways(gateways))
  try {
    return await work()
  } finally {
    Object.assign(payments, before)
  }
}

const phone = { type: 'mobile_money', provider: 'mpesa', phone: '+254712345678' }

async function addPhone(person: Person, more: object = {}): Promise<number> {
  const reply = await person.post('/payment-methods', { ...phone, ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}

const subscribe = (person: Person, payment_method_id: number, plan_id = 'professional') =>
  person.post('/subscriptions/subscribe', { plan_id, payment_method_id })

describe('GET /payment-methods/types', () => {
  it('lists cards with their script, and providers with countries, currencies and the form of a number', async () => {
    const person = await app.given.user()

    const { status, data } = await person.get('/payment-methods/types')

    assert.equal(status, 200)
    assert.deepEqual(data, [
      { type: 'card', providers: [], tokenize_with: 'stripe', hosted_setup: false },
      {
        type: 'mobile_money',
        providers: [
          {
            provider: 'mpesa',
            countries: ['KE', 'TZ'],
            currencies: ['KES', 'TZS'],
            phone_example: '+254712345678',
          },
        ],
        tokenize_with: null,
        hosted_setup: false,
      },
    ])
  })

  it('leaves out a type that no gateway serves', async () => {
    const person = await app.given.user()

    const { data } = await withGateways([cards], () => person.get('/payment-methods/types'))

    assert.deepEqual(
      data.map(({ type }: { type: string }) => type),
      ['card'],
    )
  })
})

describe('several gateways', () => {
  it('each charge the methods that they store', async () => {
    const person = await app.given.user()
    const [card, mobile] = [await addCard(person), await addPhone(person)]
    const teacher = await app.given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { price: 20 })
    const [before, beforePhones] = [cards.ledger.size, phones.ledger.size]

    const first = await subscribe(person, card)
    const second = await person.post(`/courses/${course.id}/enroll`, { payment_method_id: mobile })

    assert.deepEqual([first.status, second.status], [201, 201])
    assert.deepEqual([cards.ledger.size - before, phones.ledger.size - beforePhones], [1, 1])
    const admin = await app.given.admin()
    const { data } = await admin.get(`/admin/payments?user_id=${person.id}&sort=oldest`)
    assert.deepEqual(
      data.map(({ gateway }: { gateway: string }) => gateway),
      ['sandbox', 'stripe'],
    )
  })

  it('refuse a provider that none serves, on its field, and store nothing', async () => {
    const person = await app.given.user()

    const provider = await person.post('/payment-methods', { ...phone, provider: 'orange' })
    const card = { type: 'card', card_number: '4242424242424242', expiry_month: 12, expiry_year: 2060, cvv: '123' }
    const noCards = await withGateways([phones], () => person.post('/payment-methods', card))

    assert.deepEqual([provider.status, Object.keys(provider.errors)], [422, ['provider']])
    assert.deepEqual([noCards.status, Object.keys(noCards.errors)], [422, ['type']])
    assert.deepEqual((await person.get('/payment-methods')).data, [])
  })

  it('refuse a method whose gateway is gone, with a sentence that says so, and change nothing', async () => {
    const person = await app.given.user()
    const mobile = await addPhone(person)
    const teacher = await app.given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { price: 20 })

    const [plan, enrollment] = await withGateways([cards], async () => [
      await subscribe(person, mobile),
      await person.post(`/courses/${course.id}/enroll`, { payment_method_id: mobile }),
    ])

    for (const reply of [plan, enrollment]) {
      assert.equal(reply?.status, 422)
      assert.match(reply?.errors.payment_method_id?.[0] ?? '', /can no longer be charged here/)
    }
    assert.equal((await getSubscription(person)).plan.id, 'free')
    assert.deepEqual(await getBillingHistory(person), [])
  })

  it('are not asked about the charges of another, which wait for theirs', async () => {
    const person = await app.given.user()
    const mobile = await addPhone(person)
    phones.failureMode = 'pending'
    const { data } = await subscribe(person, mobile)
    phones.failureMode = 'none'
    const { id } = data.payment
    const system: Context = { ...app.service.context, actor: app.service.context.actor }

    await subscriptionPayments.settle.handle({ ...system, payments: joinGateways([cards]) }, { charge_id: id })
    const waiting = await runInTransaction(system, (tx) => charges.byId.one(tx, { id }))
    phones.decide(true)
    app.clock.advance({ hours: 2 })
    await app.settle()

    assert.equal(waiting.status, 'pending')
    assert.equal((await getSubscription(person)).plan.id, 'professional')
  })

  it('renew with the default method when that of the subscription lost its gateway', async () => {
    const person = await app.given.user()
    await addCard(person)
    const mobile = await addPhone(person)
    await subscribe(person, mobile)

    await withGateways([cards], async () => {
      app.clock.advance({ days: 31 })
      await app.settle()
    })

    const [renewal] = await getBillingHistory(person)
    assert.equal((await getSubscription(person)).status, 'active')
    assert.equal(renewal.status, 'paid')
    const admin = await app.given.admin()
    const { data } = await admin.get(`/admin/payments?user_id=${person.id}`)
    assert.equal(data[0].gateway, 'sandbox')
  })

  it('do not resume a subscription with a method that cannot pay in its currency', async () => {
    const person = await app.given.user()
    assert.equal((await subscribe(person, await addCard(person))).status, 201)
    await person.post('/subscriptions/cancel', {})
    const phoneId = await addPhone(person)
    phones.steps = { USD: null }

    const refused = await person.post('/subscriptions/resume', { payment_method_id: phoneId })
    phones.steps = {}
    const resumed = await person.post('/subscriptions/resume', { payment_method_id: phoneId })

    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['payment_method_id']], refused.text)
    assert.deepEqual([resumed.status, resumed.data.expires_at], [200, null], resumed.text)
  })

  it('have a webhook each, and none for a gateway that is not configured', async () => {
    const hear = (name: string) => app.anonymous.post(`/payments/webhooks/${name}`, { id: 'event', key: 'unknown' })

    assert.equal((await hear('stripe')).status, 200)
    assert.equal((await hear('sandbox')).status, 200)
    assert.equal((await hear('pawapay')).status, 404)
  })
})
