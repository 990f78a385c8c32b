import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { joinGateways } from '#adapters/payments/gateways.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { StripeServer } from '#test/support/stripe/server.ts'
import { removeFromGateway } from './methods/service.ts'
import { forgetCustomer } from './personal-data.ts'

const stripe = await new StripeServer().listen()
const app = await testApp({
  PAYMENT_GATEWAY: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_platform',
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.address,
})
after(() => stripe.close())

const card = {
  type: 'card',
  card_number: '4242424242424242',
  expiry_month: 12,
  expiry_year: 2040,
  cvv: '123',
}

async function createPayer(more: object = {}) {
  const person = await app.given.user()
  const reply = await person.post('/payment-methods', { ...card, ...more })
  assert.equal(reply.status, 201, reply.text)
  const payment_method_id: number = reply.data.payment_method.id
  const subscribe = () => person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
  return { person, payment_method_id, subscribe, method: reply.data.payment_method }
}

const readPlan = async (person: Person) => (await person.get('/subscriptions/current')).data.plan.id
const readHistory = async (person: Person) => (await person.get('/billing/history')).data
const listIntents = (key: string) => [...stripe.ledger.intents.values()].filter(({ metadata }) => metadata.key === key)
const newest = () => {
  const intent = [...stripe.ledger.intents.values()].at(-1)
  assert.ok(intent)
  return intent
}

let events = 0
const told = (type: string, key: string) => ({
  id: `evt_${++events}`,
  object: 'event',
  type,
  data: { object: { id: 'pi_any', object: 'payment_intent', metadata: { key } } },
})

function tell(event: object, { at = app.clock.now(), secret = stripe.webhookSecret } = {}) {
  const { body, header } = stripe.signLink(event, at, secret)
  return app.anonymous.send('POST', '/payments/webhooks/stripe', {
    headers: { 'content-type': 'application/json', 'stripe-signature': header },
    body,
  })
}

describe('Stripe', () => {
  for (const fault of ['limit', 'error', 'lost'] as const)
    it(`does not speak for the service when it does not store a card: ${fault}`, async () => {
      const person = await app.given.user()
      stripe.breakNext('POST /v1/payment_methods', fault, fault)

      const refused = await person.post('/payment-methods', card)
      stripe.breakNext('POST /v1/payment_methods')
      const again = await person.post('/payment-methods', card)

      assert.equal(refused.status, 503)
      assert.equal(refused.message, 'The payment provider cannot be reached at the moment. Please try again later.')
      assert.equal(again.status, 201, again.text)
      assert.equal((await person.get('/payment-methods')).data.length, 1)
    })

  it('stores a card, charges it with the person present, and records the payment', async () => {
    const { person, subscribe, method } = await createPayer()

    const { status, data } = await subscribe()

    assert.equal(status, 201)
    assert.equal(data.payment.status, 'succeeded')
    assert.deepEqual([method.brand, method.last4, method.nickname], ['visa', '4242', 'Visa •••• 4242'])
    const intent = newest()
    assert.deepEqual([intent.amount, intent.currency], [2900, 'usd'])
    const asked = stripe.asked.findLast(({ path }) => path === 'POST /v1/payment_intents')
    assert.equal(asked?.fields.off_session, undefined)
    assert.equal(asked?.fields.setup_future_usage, 'off_session')
    assert.match(asked?.fields.return_url ?? '', /\/pay\/\d+$/)
    assert.equal(asked?.key, intent.metadata.key)
    assert.equal((await readHistory(person)).length, 1)
  })

  it('accepts a token instead of a card number', async () => {
    const { method } = await createPayer({ card_number: null, token: 'tok_visa', cvv: null })
    const refused = await (await app.given.user()).post('/payment-methods', {
      type: 'card',
      token: 'tok_none',
    })

    assert.equal(method.last4, '4242')
    assert.equal(refused.status, 422)
    assert.ok(refused.errors.token)
  })

  for (const [number, field] of [
    ['4000000000000002', 'card_number'],
    ['4000000000000069', 'expiry_year'],
  ] as const)
    it(`reports on ${field} that the card is refused when it is added`, async () => {
      const person = await app.given.user()

      const reply = await person.post('/payment-methods', { ...card, card_number: number })

      assert.equal(reply.status, 422)
      assert.ok(reply.errors[field])
      assert.deepEqual((await person.get('/payment-methods')).data, [])
    })

  it('offers no mobile money', async () => {
    const person = await app.given.user()

    const reply = await person.post('/payment-methods', {
      type: 'mobile_money',
      provider: 'mtn',
      phone: '+254712345678',
    })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.type)
  })

  for (const number of ['4000000000000341', '4000000000009995'])
    it(`returns the reason why ${number.slice(-4)} was declined`, async () => {
      const { person, subscribe } = await createPayer({ card_number: number })

      const reply = await subscribe()

      assert.equal(reply.status, 422)
      assert.match(reply.errors.payment_method_id?.[0] ?? '', /card/)
      assert.equal(await readPlan(person), 'free')
    })

  it('says why a card was declined in the language of the person', async () => {
    const { person, payment_method_id } = await createPayer({ card_number: '4000000000009995' })

    const purchase = { plan_id: 'professional', payment_method_id }
    const reply = await person.post('/subscriptions/subscribe', purchase, { 'accept-language': 'fr' })

    assert.match(reply.errors.payment_method_id?.[0] ?? '', /Les fonds de la carte sont insuffisants/)
  })

  it('charges once when the response is lost and the library repeats the request', async () => {
    const { person, subscribe } = await createPayer()
    stripe.breakNext('/v1/payment_intents', 'unanswered')

    const { data } = await subscribe()

    assert.equal(data.payment.status, 'succeeded')
    assert.equal(listIntents(newest().metadata.key ?? '').length, 1)
    assert.equal((await readHistory(person)).length, 1)
  })

  it('settles open payments in the background', async () => {
    const { person, subscribe } = await createPayer()
    stripe.breakNext('/v1/payment_intents', 'unanswered', 'lost')

    const { status, data } = await subscribe()
    app.clock.advance({ seconds: 3 })
    await app.settle()

    assert.equal(status, 201)
    assert.equal(data.payment.status, 'pending')
    assert.equal(await readPlan(person), 'professional')
    assert.equal(listIntents(newest().metadata.key ?? '').length, 1)
    assert.equal((await readHistory(person)).length, 1)
  })

  it('finds a lost payment in the list when the request can no longer be repeated', async () => {
    const { person, subscribe } = await createPayer()
    stripe.breakNext('/v1/payment_intents', 'unanswered', 'lost')
    await subscribe()
    app.clock.advance({ hours: 2 })

    await app.settle()

    assert.equal(await readPlan(person), 'professional')
    assert.equal((await readHistory(person)).length, 1)
  })

  it('gives up a payment that never reached the gateway', async () => {
    const { person, subscribe } = await createPayer()
    stripe.breakNext('/v1/payment_intents', 'lost', 'lost')
    await subscribe()
    app.clock.advance({ hours: 2 })

    await app.settle()

    assert.equal(await readPlan(person), 'free')
    assert.deepEqual(await readHistory(person), [])
    const [mail] = await app.listMails(person.email)
    assert.match(mail?.subject ?? '', /payment failed/)
    assert.equal((await subscribe()).status, 201)
  })

  it('learns once that a pending payment succeeded, however often the message is sent', async () => {
    const { person, subscribe } = await createPayer()
    stripe.ledger.isProcessingNext = true
    const { data } = await subscribe()
    const intent = newest()
    const key = intent.metadata.key ?? ''
    stripe.ledger.settle(intent.id)
    const event = told('payment_intent.succeeded', key)

    const statuses = await Promise.all([tell(event), tell(event), tell(told('payment_intent.payment_failed', key))])
    await app.settle()
    await tell(told('payment_intent.processing', key))
    await app.settle()

    assert.equal(data.payment.status, 'pending')
    assert.deepEqual(new Set(statuses.map(({ status }) => status)), new Set([200]))
    assert.equal(await readPlan(person), 'professional')
    assert.equal((await readHistory(person)).length, 1)
  })

  it('cancels a payment that is not confirmed within a day', async () => {
    const { person, subscribe } = await createPayer()
    stripe.ledger.isProcessingNext = true
    await subscribe()
    const intent = newest()
    app.clock.advance({ hours: 25 })

    await app.settle()

    assert.equal(intent.status, 'canceled')
    assert.equal(await readPlan(person), 'free')
  })

  it('marks an invoice as refunded after a refund at the gateway', async () => {
    const { person, subscribe } = await createPayer()
    await subscribe()
    const intent = newest()
    stripe.ledger.refundAll(intent.id)

    await tell(told('charge.refunded', intent.metadata.key ?? ''))
    await app.settle()

    assert.equal((await readHistory(person))[0].status, 'refunded')
  })

  it('learns from an event what became of a refund that was pending, or came back', async () => {
    const admin = await app.given.admin()
    const { person, subscribe } = await createPayer()
    const { data } = await subscribe()
    const { key = '' } = newest().metadata
    stripe.ledger.nextRefund = 'pending'
    await admin.post(`/admin/payments/${data.payment.id}/refund`, { amount: 9 })
    await app.settle()
    stripe.ledger.nextRefund = 'succeeded'
    const [made] = [...stripe.ledger.refunds.values()].slice(-1)
    assert.ok(made)
    const readRefund = async () => (await admin.get(`/admin/payments/${data.payment.id}`)).data.refunds[0]
    const before = await readRefund()

    stripe.ledger.decideRefund(made.id, 'succeeded')
    await tell({ ...told('refund.updated', key), data: { object: made } })
    await app.settle()
    const after = await readRefund()
    stripe.ledger.decideRefund(made.id, 'failed')
    await tell({ ...told('refund.failed', key), data: { object: made } })
    await app.settle()

    assert.deepEqual([before.status, before.refund_id, made.amount], ['pending', made.id, 900])
    assert.equal(after.status, 'succeeded')
    assert.match(after.credit_note_number, /^CN-/)
    const failed = await readRefund()
    assert.deepEqual([failed.status, failed.failure], ['failed', 'expired_or_canceled_card'])
    assert.equal((await readHistory(person))[0].refunded_amount, 0)
  })

  it('reports a refund for which the account has no money, and refunds it once when it is tried again', async () => {
    const admin = await app.given.admin()
    const { person, subscribe } = await createPayer()
    const { data } = await subscribe()
    const intent = newest()
    stripe.ledger.hasFunds = false
    await admin.post(`/admin/payments/${data.payment.id}/refund`, {})
    await app.settle()
    stripe.ledger.hasFunds = true
    const [refund] = (await admin.get(`/admin/payments/${data.payment.id}`)).data.refunds
    stripe.breakNext('POST /v1/refunds', 'unanswered', 'unanswered')

    await admin.post(`/admin/refunds/${refund.id}/retry`, {})
    await app.settle()
    app.clock.advance({ minutes: 5 })
    await app.settle()

    assert.deepEqual([refund.status, refund.tries], ['failed', 1])
    assert.match(refund.failure, /enough funds/)
    const made = [...stripe.ledger.refunds.values()].filter(({ payment_intent }) => payment_intent === intent.id)
    assert.deepEqual(
      made.map(({ amount }) => amount),
      [2900],
    )
    assert.equal((await readHistory(person))[0].status, 'refunded')
  })

  describe('a refund that the last release asked for without a key, and whose answer was lost', () => {
    async function loseAnswers(...amounts: number[]) {
      const admin = await app.given.admin()
      const { subscribe } = await createPayer()
      const { data } = await subscribe()
      const intent = newest()
      const listMade = () =>
        [...stripe.ledger.refunds.values()].filter(({ payment_intent }) => payment_intent === intent.id)
      for (const amount of amounts) {
        stripe.breakNext('POST /v1/refunds', 'unanswered', 'unanswered')
        await admin.post(`/admin/payments/${data.payment.id}/refund`, { amount })
        await app.settle()
      }
      for (const refund of listMade())
        Object.assign(refund, { metadata: {}, created: Math.floor(Date.parse(app.clock.now()) / 1000) })
      stripe.forgetKeys()
      const list = async () => (await admin.get(`/admin/payments/${data.payment.id}`)).data.refunds
      const continueAfterDays = async () => {
        app.clock.advance({ hours: 25 })
        await app.settle()
        app.clock.advance({ hours: 25 })
        await app.settle()
      }
      return { listMade, list, continueAfterDays }
    }

    it('is found by its payment and amount, and is not made twice after the key has ended', async () => {
      const { listMade, list, continueAfterDays } = await loseAnswers(9)

      await continueAfterDays()

      const [made, ...others] = listMade()
      assert.deepEqual(others, [])
      const [refund] = await list()
      assert.deepEqual([refund.status, refund.refund_id], ['succeeded', made?.id])
    })

    it('is the refund of one part, when two parts have the same amount', async () => {
      const { listMade, list, continueAfterDays } = await loseAnswers(9, 9)
      const [first] = listMade()
      for (const { id } of listMade().slice(1)) stripe.ledger.refunds.delete(id)

      await continueAfterDays()

      const made = listMade()
      assert.equal(made.length, 2)
      assert.equal(made[0]?.id, first?.id)
      const refunds = await list()
      assert.deepEqual(
        new Set(refunds.map(({ refund_id }: { refund_id: string }) => refund_id)),
        new Set(made.map(({ id }) => id)),
      )
    })

    it('is not a refund of another amount, one from before, or one that failed', async () => {
      const { listMade, continueAfterDays } = await loseAnswers(9)
      const [lost] = listMade()
      assert.ok(lost)
      const before = lost.created - 3_600
      stripe.ledger.refunds.delete(lost.id)
      for (const [name, changes] of [
        ['re_other', { amount: 500 }],
        ['re_before', { created: before }],
        ['re_failed', { status: 'failed' }],
      ] as const)
        stripe.ledger.refunds.set(name, { ...lost, id: name, ...changes })

      await continueAfterDays()

      assert.equal(listMade().filter(({ amount, metadata }) => amount === 900 && metadata.refund).length, 1)
    })
  })

  it('refunds a payment for a plan that can no longer be delivered', async () => {
    const { person, subscribe } = await createPayer()
    stripe.ledger.isProcessingNext = true
    await subscribe()
    const intent = newest()
    await person.delete(`/users/${person.id}`)
    stripe.ledger.settle(intent.id)

    await tell(told('payment_intent.succeeded', intent.metadata.key ?? ''))
    await app.settle()

    assert.equal(intent.latest_charge?.refunded, true)
  })

  for (const [name, sign] of [
    ['a wrong secret', { secret: 'whsec_wrong' }],
    ['an old signature', { at: '2026-11-21T08:00:00.000Z' }],
  ] as const)
    it(`refuses a message with ${name}`, async () => {
      const { status } = await tell(told('payment_intent.succeeded', 'any'), sign)

      assert.equal(status, 400)
    })

  it('refuses a message without a signature, and accepts messages that are not about payments', async () => {
    const bare = await app.anonymous.post('/payments/webhooks/stripe', { id: 'evt' })
    const other = await tell({
      id: 'evt_x',
      object: 'event',
      type: 'account.updated',
      data: { object: { id: 'acct' } },
    })
    const unknown = await app.anonymous.post('/payments/webhooks/sandbox', {})

    assert.equal(bare.status, 400)
    assert.equal(other.status, 200)
    assert.equal(unknown.status, 404)
  })

  it('removes a deleted card from the customer', async () => {
    const { person, payment_method_id } = await createPayer()

    await person.delete(`/payment-methods/${payment_method_id}`)
    await app.settle()

    assert.match(stripe.asked.at(-1)?.path ?? '', /^POST \/v1\/payment_methods\/pm_\w+\/detach$/)
  })

  it('removes the customer whose account is deleted', async () => {
    const { person } = await createPayer()

    await person.delete(`/users/${person.id}`)
    await app.settle()

    assert.match(stripe.asked.at(-1)?.path ?? '', /^DELETE \/v1\/customers\/cus_\w+$/)
  })

  it('keeps pending removals until it is configured again', async () => {
    const elsewhere = { ...app.service.context, payments: joinGateways([new FakeGateway('sandbox')]) }
    const held = { gateway: 'stripe', token: 'pm_kept', customer: 'cus_kept', user_id: 0 }

    await assert.rejects(removeFromGateway.handle(elsewhere, held), /gateway stripe, which is not configured/)
    await assert.rejects(forgetCustomer.handle(elsewhere, held), /gateway stripe, which is not configured/)
  })

  it('removes nothing that the sandbox stored', async () => {
    const asked = stripe.asked.length
    const held = { gateway: 'sandbox', token: 'card_4242', customer: 'user', user_id: 0 }

    await removeFromGateway.handle(app.service.context, held)
    await forgetCustomer.handle(app.service.context, held)

    assert.equal(stripe.asked.length, asked)
  })
})
