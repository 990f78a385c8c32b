import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '../../../test/support/app.ts'
import { Auditor } from '../../../test/support/auditor.ts'
import { Bank } from '../../../test/support/bank.ts'
import { Subscriber } from '../../../test/support/subscriber.ts'
import { subscriptionPayments } from './payments.ts'

const bank = new Bank('stripe')
const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { payments: bank })

const planOf = async ({ person }: Subscriber) => (await person.get('/subscriptions/current')).data.plan.id
const paidBy = async ({ person }: Subscriber) =>
  (await person.get('/billing/history')).data.map(({ plan, status }: Record<string, string>) => [
    plan,
    status,
  ])
const subjectsTo = async ({ person }: Subscriber) =>
  (await app.mailsTo(person.email)).map(({ subject }) => subject.replace(/ – .*/, ''))

describe('a payment', () => {
  for (const world of ['fair', 'unanswered', 'lost', 'fair and poor'])
    for (const steps of [0, 1, 2])
      it(`is made and recorded, or neither, when the process dies before step ${steps} and the gateway is ${world}`, async () => {
        const subscriber = await Subscriber.of(app, bank)
        subscriber.faces(world)

        await subscriber.subscribe('professional', steps)
        subscriber.bank.weather = 'fair'
        await subscriber.jump(0.1)
        await subscriber.rest()

        const wasAsked = steps > 0
        const isPaid = wasAsked && world !== 'fair and poor'
        assert.equal(await planOf(subscriber), isPaid ? 'professional' : 'free')
        assert.deepEqual(await paidBy(subscriber), isPaid ? [['Professional', 'paid']] : [])
        await new Auditor(subscriber).checkRested()
      })

  it('of nothing cannot come apart from what it gives', async () => {
    const subscriber = await Subscriber.of(app, bank)
    await subscriber.subscribe('professional_yearly')

    // The process dies as soon as the wish is written down, and the person does not wait for what becomes of it.
    await subscriber.subscribe('professional', 1)
    await subscriber.cancel(false)
    await subscriber.rest()

    assert.equal(await planOf(subscriber), 'professional')
    assert.deepEqual(await paidBy(subscriber), [['Professional (yearly)', 'paid']])
    await new Auditor(subscriber).checkRested()
  })

  it('that was told to have failed and arrives all the same goes back', async () => {
    const subscriber = await Subscriber.of(app, bank)
    subscriber.faces('unanswered')
    await subscriber.subscribe('professional')
    subscriber.faces('forgetful')
    await subscriber.jump(2)
    const told = await subjectsTo(subscriber)

    subscriber.faces('fair')
    await subscriber.hearEverything()

    assert.equal(told[0], 'Your payment failed')
    assert.equal(await planOf(subscriber), 'free')
    assert.deepEqual(await paidBy(subscriber), [['Professional', 'refunded']])
    assert.equal((await subjectsTo(subscriber))[0], 'We are giving your payment back')
    await new Auditor(subscriber).checkRested()
  })

  it('that somebody gave back before it was heard of has failed', async () => {
    const subscriber = await Subscriber.of(app, bank)
    subscriber.faces('unanswered')
    await subscriber.subscribe('professional')

    subscriber.faces('fair')
    await subscriber.refundByHand()

    assert.equal(await planOf(subscriber), 'free')
    assert.deepEqual(await paidBy(subscriber), [])
    await new Auditor(subscriber).checkRested()
  })

  it('that somebody gives back later is marked so, and the plan stays', async () => {
    const subscriber = await Subscriber.of(app, bank)
    await subscriber.subscribe('professional')

    await subscriber.refundByHand()

    assert.equal(await planOf(subscriber), 'professional')
    assert.deepEqual(await paidBy(subscriber), [['Professional', 'refunded']])
  })

  it('of another gateway waits until that one is back', async () => {
    const subscriber = await Subscriber.of(app, bank)
    subscriber.faces('pending')
    await subscriber.subscribe('professional')
    const [charge] = await subscriber.charges()
    assert.ok(charge)

    const elsewhere = { ...app.service.context, payments: new Bank('sandbox') }
    app.clock.advance({ hours: 30 })
    await subscriptionPayments.settle.handle(elsewhere, { charge_id: charge.id })
    const meanwhile = (await subscriber.charges()).map(({ status }) => status)
    bank.decide(true)
    await subscriber.jump(1)

    assert.deepEqual(meanwhile, ['pending'])
    assert.equal(await planOf(subscriber), 'professional')
  })
})
