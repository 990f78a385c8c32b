import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration, subtractDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { addCard, cards, createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

// The clock only moves forward, so every test counts from its current time.
const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
await app.settle()

async function advanceTo(moment: string) {
  app.clock.set(moment)
  await app.settle()
}
const pass = (days: number) => advanceTo(addDuration(app.clock.now(), { days }))

const listTypes = async (person: Person) =>
  (await person.get('/notifications')).data.map(({ type }: { type: string }) => type)
const listPeriods = async (person: Person) =>
  (await getBillingHistory(person)).map(({ period }: { period: string }) => period)
const formatDate = (moment: string) => moment.slice(0, 10)

/** A subscriber whose card has no funds any more, and the end of the period. */
async function createPoorSubscriber() {
  const { person, subscribe, payment_method_id } = await createPayer(app)
  const { data } = await subscribe('professional')
  await addCard(person, cards.declinedLater, { is_default: true })
  await person.delete(`/payment-methods/${payment_method_id}`)
  const end: string = data.subscription.next_billing_date
  return { person, subscribe, end }
}

describe('the passage of time', () => {
  it('renews a subscription on the same day of every month', async () => {
    await advanceTo('2027-01-31T12:00:00.000Z')
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')

    await pass(28)
    const february = await getSubscription(person)
    await pass(31)

    assert.equal(february.next_billing_date, '2027-03-31T12:00:00.000Z')
    assert.deepEqual(await listPeriods(person), [
      '2027-03-31/2027-04-30',
      '2027-02-28/2027-03-31',
      '2027-01-31/2027-02-28',
    ])
  })

  it('keeps the plan while a failed renewal is retried after 1, 3 and 7 days, and then expires it', async () => {
    const { person, end } = await createPoorSubscriber()
    const seen: unknown[] = []

    for (const days of [0, 1, 3, 6, 7]) {
      await advanceTo(addDuration(end, { days }))
      const { status, plan, next_billing_date } = await getSubscription(person)
      seen.push([plan.id, status, next_billing_date])
    }

    assert.deepEqual(seen, [
      ['professional', 'past_due', addDuration(end, { days: 1 })],
      ['professional', 'past_due', addDuration(end, { days: 3 })],
      ['professional', 'past_due', addDuration(end, { days: 7 })],
      ['professional', 'past_due', addDuration(end, { days: 7 })],
      ['free', 'active', null],
    ])
    assert.equal((await getBillingHistory(person)).length, 1)
    const subjects = (await app.listMails(person.email)).map(({ subject }) => subject)
    assert.match(subjects[0] ?? '', /has expired/)
    assert.equal(subjects.filter((subject) => subject.includes('could not be renewed')).length, 3)
  })

  it('reactivates the subscription when a retry is paid', async () => {
    const { person, end } = await createPoorSubscriber()
    await advanceTo(end)
    await addCard(person, cards.good, { is_default: true })

    await pass(1)

    const now = await getSubscription(person)
    const [renewed] = await listPeriods(person)
    assert.equal(now.status, 'active')
    // The day of the month is kept although the payment was a day late.
    assert.equal(renewed, `${formatDate(end)}/${formatDate(now.next_billing_date)}`)
    assert.equal((await getBillingHistory(person)).length, 2)
  })

  it('sends a reminder three days before a cancelled subscription ends, and ends it', async () => {
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')
    const { data } = await person.post('/subscriptions/cancel', {})
    const seen: string[][] = []

    for (const days of [4, 3, 2]) {
      await advanceTo(subtractDuration(data.cancels_at, { days }))
      seen.push(await listTypes(person))
    }
    await advanceTo(data.cancels_at)

    const reminded = ['subscription_expiring', 'payment_received']
    assert.deepEqual(seen, [['payment_received'], reminded, reminded])
    assert.equal((await getSubscription(person)).plan.id, 'free')
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('sends a reminder before a yearly renewal, and not before a monthly one', async () => {
    const yearly = await createPayer(app)
    const monthly = await createPayer(app)
    const { data } = await yearly.subscribe('professional_yearly')
    const end: string = data.subscription.next_billing_date
    await advanceTo(subtractDuration(end, { days: 32 }))
    await monthly.subscribe('professional')

    await advanceTo(subtractDuration(end, { days: 3 }))
    const reminded = await listTypes(yearly.person)
    await advanceTo(end)

    assert.deepEqual(reminded, ['subscription_expiring', 'payment_received'])
    assert.equal((await getBillingHistory(yearly.person)).length, 2)
    const next = (await getSubscription(yearly.person)).next_billing_date
    assert.equal(Number(next.slice(0, 4)), Number(end.slice(0, 4)) + 1)
    assert.ok(!(await listTypes(monthly.person)).includes('subscription_expiring'))
  })
})

describe('a renewal', () => {
  it('charges the price that the plan has at that time', async () => {
    const admin = await app.given.admin()
    const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }
    await admin.post('/subscriptions/plans', { id: 'rising', name: 'Rising', price: 10, limits })
    const { person, subscribe } = await createPayer(app)
    const { data } = await subscribe('rising')
    await admin.put('/subscriptions/plans/rising', { price: 12.5 })

    await pass(15)
    const midway = await getBillingHistory(person)
    await advanceTo(data.subscription.next_billing_date)

    const amounts = (await getBillingHistory(person)).map(({ amount }: { amount: number }) => amount)
    assert.equal(midway.length, 1)
    assert.deepEqual(amounts, [12.5, 10])
  })

  it('starts at the current time when the service was down for longer than a period', async () => {
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')

    await pass(104)

    const today = app.clock.now().slice(0, 10)
    const [renewed, ...others] = await getBillingHistory(person)
    assert.equal(others.length, 1)
    assert.equal(renewed.period.split('/')[0], today)
  })

  it('lets a user with a failed renewal change to another plan, at its full price', async () => {
    const { person, subscribe, end } = await createPoorSubscriber()
    await advanceTo(end)

    const good = await addCard(person)
    const { status, data } = await subscribe('enterprise', { payment_method_id: good })

    assert.equal(status, 201)
    assert.deepEqual([data.payment.amount, data.subscription.status], [99, 'active'])
  })

  it('lets a user with a failed renewal cancel, with immediate effect', async () => {
    const { person, end } = await createPoorSubscriber()
    await advanceTo(end)

    const { data } = await person.post('/subscriptions/cancel', {})

    assert.equal(data.cancels_at, app.clock.now())
    assert.equal((await getSubscription(person)).plan.id, 'free')
  })

  it('fails when there is no payment method left', async () => {
    const { person, subscribe, payment_method_id } = await createPayer(app)
    await subscribe('professional')
    await person.delete(`/payment-methods/${payment_method_id}`)

    await pass(31)
    const behind = await getSubscription(person)
    await addCard(person)
    await pass(1)

    assert.equal(behind.status, 'past_due')
    assert.equal((await getSubscription(person)).status, 'active')
    assert.equal((await getBillingHistory(person)).length, 2)
  })
})
