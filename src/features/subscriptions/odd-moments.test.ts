import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { joinGateways } from '#adapters/payments/gateways.ts'
import { addDuration } from '#core/time.ts'
import { refundCharge } from '#features/payments/index.ts'
import { createService } from '#service.ts'
import { testApp } from '#test/support/app.ts'
import { Auditor } from '#test/support/auditor.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { getSubscription } from '#test/support/payments.ts'
import { Subscriber } from '#test/support/subscriber.ts'
import { subscriptionPayments } from './payments.ts'
import { advanceSubscription } from './renewals.ts'

const gateway = new FakeGateway('stripe')
const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { payments: gateway })

const readPlan = async ({ person }: Subscriber) => (await getSubscription(person)).plan.id
const listPayments = async ({ person }: Subscriber) =>
  (await person.get('/billing/history')).data.map(({ plan, status }: Record<string, string>) => [plan, status])
const listSubjects = async ({ person }: Subscriber) =>
  (await app.listMails(person.email)).map(({ subject }) => subject.replace(/ – .*/, ''))

describe('a payment', () => {
  for (const gatewayState of ['none', 'answer_lost', 'request_lost', 'none and no funds'])
    for (const steps of [0, 1, 2])
      it(`is either made and recorded or neither, when the process crashes before transaction ${steps} and the gateway is ${gatewayState}`, async () => {
        const subscriber = await Subscriber.of(app, gateway)
        subscriber.setGatewayState(gatewayState)

        await subscriber.subscribe('professional', steps)
        subscriber.gateway.failureMode = 'none'
        await subscriber.advanceClock(0.1)

        const wasAsked = steps > 0
        const isPaid = wasAsked && gatewayState !== 'none and no funds'
        assert.equal(await readPlan(subscriber), isPaid ? 'professional' : 'free')
        assert.deepEqual(await listPayments(subscriber), isPaid ? [['Professional', 'paid']] : [])
        await new Auditor(subscriber).checkRested()
      })

  it('that a crash left open is settled at the next start, without waiting for its next check', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional', 1)
    assert.equal(await readPlan(subscriber), 'free')

    const { config, clock } = app.platform
    const logger = pino({ level: 'silent' })
    const next = await createService(config, { clock, payments: gateway, poll: 3_600_000, logger })
    await next.settle()
    await next.stop()

    assert.equal(await readPlan(subscriber), 'professional')
    assert.deepEqual(await listPayments(subscriber), [['Professional', 'paid']])
    await new Auditor(subscriber).checkRested()
  })

  it('of zero is committed together with what it pays for', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional_yearly')

    // The process crashes after the charge was recorded, and the user does not wait for the outcome.
    await subscriber.subscribe('professional', 1)
    await subscriber.cancel(false)
    await subscriber.advanceClock(0.1)

    assert.equal(await readPlan(subscriber), 'professional')
    assert.deepEqual(await listPayments(subscriber), [['Professional (yearly)', 'paid']])
    await new Auditor(subscriber).checkRested()
  })

  it('for a plan that was cancelled meanwhile is refunded, and the response says so', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional')
    gateway.duringCharge = () => subscriber.cancel(false)

    const wish = { plan_id: 'enterprise', payment_method_id: subscriber.methodId }
    const reply = await subscriber.person.post('/subscriptions/subscribe', wish)
    await subscriber.advanceClock(0.1)

    assert.equal(reply.status, 422)
    assert.match(reply.errors.payment_method_id?.[0] ?? '', /It is being refunded/)
    assert.equal(await readPlan(subscriber), 'professional')
    assert.deepEqual(await listPayments(subscriber), [
      ['Enterprise', 'refunded'],
      ['Professional', 'paid'],
    ])
    await new Auditor(subscriber).checkRested()
  })

  it('for a plan is refunded when the person was given another one meanwhile, which stays', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    const admin = await app.given.admin()
    const until = addDuration(app.clock.now(), { days: 10 })
    gateway.duringCharge = async () => {
      const given = { user_id: subscriber.person.id, plan_id: 'enterprise', until, reason: 'A partner.' }
      assert.equal((await admin.post('/admin/subscriptions', given)).status, 201)
    }

    const wish = { plan_id: 'professional', payment_method_id: subscriber.methodId }
    const reply = await subscriber.person.post('/subscriptions/subscribe', wish)
    await subscriber.advanceClock(0.1)

    assert.equal(reply.status, 422)
    assert.match(reply.errors.payment_method_id?.[0] ?? '', /It is being refunded/)
    assert.equal(await readPlan(subscriber), 'enterprise')
    assert.deepEqual(await listPayments(subscriber), [['Professional', 'refunded']])
  })

  it('that arrives although it was reported as failed is refunded', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    subscriber.setGatewayState('answer_lost')
    await subscriber.subscribe('professional')
    subscriber.setGatewayState('forgetful')
    await subscriber.advanceClock(2)
    const told = await listSubjects(subscriber)

    subscriber.setGatewayState('none')
    await subscriber.deliverWebhooks()

    assert.equal(told[0], 'Your payment failed')
    assert.equal(await readPlan(subscriber), 'free')
    assert.deepEqual(await listPayments(subscriber), [['Professional', 'refunded']])
    assert.equal((await listSubjects(subscriber))[0], 'We are refunding your payment')
    await new Auditor(subscriber).checkRested()
  })

  it('that was refunded before the service learned of it has failed', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    subscriber.setGatewayState('answer_lost')
    await subscriber.subscribe('professional')

    subscriber.setGatewayState('none')
    await subscriber.refundByHand()

    assert.equal(await readPlan(subscriber), 'free')
    assert.deepEqual(await listPayments(subscriber), [])
    await new Auditor(subscriber).checkRested()
  })

  it('that is refunded at the gateway later is marked as refunded, and the plan continues', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional')

    await subscriber.refundByHand()

    assert.equal(await readPlan(subscriber), 'professional')
    assert.deepEqual(await listPayments(subscriber), [['Professional', 'refunded']])
  })

  it('of another gateway waits until that gateway is configured again', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    subscriber.setGatewayState('pending')
    await subscriber.subscribe('professional')
    const [charge] = await subscriber.charges()
    assert.ok(charge)

    // Queued tasks do not wake the worker, which would ask the gateway too early.
    const wakeWorker = () => undefined
    const elsewhere = { ...app.service.context, payments: joinGateways([new FakeGateway('sandbox')]), wake: wakeWorker }
    app.clock.advance({ hours: 30 })
    await subscriptionPayments.settle.handle(elsewhere, { charge_id: charge.id })
    const meanwhile = (await subscriber.charges()).map(({ status }) => status)
    gateway.decide(true)
    await subscriber.advanceClock(1)

    assert.deepEqual(meanwhile, ['pending'])
    assert.equal(await readPlan(subscriber), 'professional')
  })

  it('is refunded by the gateway that received it, and by no other', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional')
    const [charge] = await subscriber.charges()
    assert.ok(charge)

    const elsewhere = { ...app.service.context, payments: joinGateways([new FakeGateway('sandbox')]) }
    const refund = refundCharge.handle(elsewhere, { charge_id: charge.id })

    await assert.rejects(refund, /gateway stripe, which is not configured/)
    assert.deepEqual(await listPayments(subscriber), [['Professional', 'paid']])
  })

  it('for the next period is made once when twenty workers find it due', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional')
    const [held] = await subscriber.subscriptions()
    assert.ok(held)
    app.clock.set(held.period_end)

    const task = { subscription_id: held.id }
    await runConcurrently(20, () => advanceSubscription.handle(app.service.context, task))

    assert.equal((await listPayments(subscriber)).length, 2)
    assert.equal((await getSubscription(subscriber.person)).status, 'active')
  })

  it('is refunded once when twenty workers refund it', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    await subscriber.subscribe('professional')
    const [charge] = await subscriber.charges()
    assert.ok(charge)

    await runConcurrently(20, () => refundCharge.handle(app.service.context, { charge_id: charge.id }))

    assert.deepEqual(await listPayments(subscriber), [['Professional', 'refunded']])
  })
})

describe('a subscriber who sends all requests at once', () => {
  it('has one paid plan in the end, or none', async () => {
    const subscriber = await Subscriber.of(app, gateway)
    const auditor = new Auditor(subscriber)
    await subscriber.subscribe('professional')
    const wishes = [
      () => subscriber.subscribe('enterprise'),
      () => subscriber.subscribe('professional_yearly'),
      () => subscriber.cancel(false),
      () => subscriber.resume(),
      () => subscriber.cancel(true),
    ]

    await runConcurrently(20, async (index) => wishes[index % wishes.length]?.())
    await auditor.check()
    await subscriber.waitForRest()

    await auditor.check()
    await auditor.checkRested()
  })
})
