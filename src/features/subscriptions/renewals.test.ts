import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '../../../test/support/app.ts'
import { addCard, cards, current, history, payer } from '../../../test/support/payers.ts'

async function moving() {
  const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
  await app.settle()
  const pass = async (days: number) => {
    app.clock.advance({ days })
    await app.settle()
  }
  return { app, pass }
}

const later = await moving()

describe('time', () => {
  const types = async (person: Person) =>
    (await person.get('/notifications')).data.map(({ type }: { type: string }) => type)

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

describe('a renewal', () => {
  const { app, pass } = later

  it('costs what the plan costs by then, and not before', async () => {
    const admin = await app.given.admin()
    const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }
    await admin.post('/subscriptions/plans', { id: 'rising', name: 'Rising', price: 10, limits })
    const { person, subscribe } = await payer(app)
    await subscribe('rising')
    await admin.put('/subscriptions/plans/rising', { price: 12.5 })

    await pass(15)
    const before = await history(person)
    await pass(15)

    const amounts = (await history(person)).map(({ amount }: { amount: number }) => amount)
    assert.equal(before.length, 1)
    assert.deepEqual(amounts, [12.5, 10])
  })

  it('begins at the present when the service stood still for longer than a period', async () => {
    const { person, subscribe } = await payer(app)
    await subscribe('professional')

    await pass(104)

    const today = app.clock.now().slice(0, 10)
    const [renewed, ...others] = await history(person)
    assert.equal(others.length, 1)
    assert.equal(renewed.period.split('/')[0], today)
  })

  it('lets whoever fell behind change to another plan, at its full price', async () => {
    const { person, subscribe, payment_method_id } = await payer(app)
    await subscribe('professional')
    await addCard(person, cards.declinedLater, { is_default: true })
    await person.delete(`/payment-methods/${payment_method_id}`)
    await pass(31)

    const good = await addCard(person)
    const { status, data } = await subscribe('enterprise', { payment_method_id: good })

    assert.equal(status, 201)
    assert.deepEqual([data.payment.amount, data.subscription.status], [99, 'active'])
  })

  it('lets whoever fell behind cancel, and then at once', async () => {
    const { person, subscribe, payment_method_id } = await payer(app)
    await subscribe('professional')
    await addCard(person, cards.declinedLater, { is_default: true })
    await person.delete(`/payment-methods/${payment_method_id}`)
    await pass(31)

    const { data } = await person.post('/subscriptions/cancel', {})

    assert.equal(data.cancels_at, app.clock.now())
    assert.equal((await current(person)).plan.id, 'free')
  })

  it('fails when there is nothing left to charge', async () => {
    const { person, subscribe, payment_method_id } = await payer(app)
    await subscribe('professional')
    await person.delete(`/payment-methods/${payment_method_id}`)

    await pass(31)
    const behind = await current(person)
    await addCard(person)
    await pass(1)

    assert.equal(behind.status, 'past_due')
    assert.equal((await current(person)).status, 'active')
    assert.equal((await history(person)).length, 2)
  })
})
