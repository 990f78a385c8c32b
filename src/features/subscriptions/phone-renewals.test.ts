import assert from 'node:assert/strict'
import { after, afterEach, describe, it } from 'node:test'
import { endOfPeriod, getDayOfMonth } from '#core/periods.ts'
import { addDuration, subtractDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { type Callback, DarajaServer } from '#test/support/daraja/server.ts'
import { PawapayServer } from '#test/support/pawapay/server.ts'
import { addCard, getBillingHistory, getSubscription } from '#test/support/payments.ts'
import { subscriptionPayments } from './payments.ts'
import { advanceSubscription } from './renewals.ts'

const deliver = ({ method, url, body, headers }: Callback & { headers?: Record<string, string> }) =>
  fetch(url.replace('http://api.test', app.address), {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
const now = () => Date.parse(app.clock.now())
const daraja = await new DarajaServer({ deliver, now }).listen()
const callbackUrl = 'http://api.test/payments/webhooks/pawapay'
const pawapay = await new PawapayServer({ callbackUrl, deliver, now }).listen()
const app = await testApp(
  {
    PAYMENT_GATEWAYS: 'daraja,pawapay,sandbox',
    ...daraja.settings,
    DARAJA_CREDENTIAL_DATE: '2026-11-01',
    DARAJA_API_BASE: daraja.address,
    PAWAPAY_TOKEN: pawapay.token,
    PAWAPAY_API_BASE: pawapay.address,
    TOKEN_TTL_DAYS: '3650',
  },
  { poll: 2 ** 31 - 1 },
)
// Time goes on while a renewal is decided.
app.clock.tickMs = 1
await app.settle()
after(() => Promise.all([daraja.close(), pawapay.close()]))

const admin = await app.given.admin()
const priced = await admin.put('/subscriptions/plans/professional', {
  prices: [
    { currency: 'USD', amount: 29 },
    { currency: 'KES', amount: 3_800 },
    { currency: 'UGX', amount: 107_000 },
    { currency: 'XOF', amount: 17_500 },
  ],
})
assert.equal(priced.status, 200, priced.text)

const rails = {
  daraja: { provider: 'mpesa', start: '+25471', end: '5678', zone: 'Africa/Nairobi' },
  pawapay: { provider: 'mtn', start: '+256772', end: '456', zone: 'Africa/Kampala' },
  sandbox: { provider: 'orange', start: '+26771', end: '0001', zone: 'Africa/Gaborone' },
}
type Rail = keyof typeof rails

async function advanceTo(moment: string) {
  app.clock.set(moment)
  await app.settle()
}

/** The service works whenever something is due, and every five minutes. */
async function wait(minutes: number) {
  const end = addDuration(app.clock.now(), { minutes })
  while (app.clock.now() < end) {
    const due = (await app.platform.findNextDue()) ?? end
    const [next = end] = [due, addDuration(app.clock.now(), { minutes: 5 }), end].toSorted()
    await advanceTo(next)
  }
}

async function answerPhones() {
  await daraja.answerPhones()
  await pawapay.answerPhones()
  await app.settle()
  await wait(1)
}

const subscribers: Person[] = []

// Nothing of a test goes on in the next one.
afterEach(async () => {
  for (const person of subscribers.splice(0)) await person.post('/subscriptions/cancel', { cancel_immediately: true })
  daraja.repair()
  pawapay.repair()
  await daraja.answerPhones('1032')
  await pawapay.answerPhones('PAYMENT_NOT_APPROVED')
  await app.settle()
})

/** The next time at which it is so late in a zone. */
function findNext(clockTime: string, zone: string): string {
  const present = Temporal.Instant.from(app.clock.now()).toZonedDateTimeISO(zone)
  const today = present.withPlainTime(clockTime)
  const next = Temporal.ZonedDateTime.compare(today, present) > 0 ? today : today.add({ days: 1 })
  return new Date(next.epochMilliseconds).toISOString()
}

let phones = 100
/** A person who subscribed by phone when their clock showed a time, or now, with the end of the period. */
async function createSubscriber(rail: Rail, clockTime: string | null = '12:00', more: object = {}) {
  const { provider, start, end, zone } = rails[rail]
  if (clockTime !== null) await advanceTo(findNext(clockTime, zone))
  const person = await app.given.user()
  subscribers.push(person)
  await person.put(`/users/${person.id}`, more)
  phones += 1
  // The sandbox declines renewals by a phone that it is given after the purchase.
  const phone = `${start}${String(phones).padStart(9 - (start.length - 4) - end.length, '0')}${end}`
  const method = { type: 'mobile_money', provider, phone }
  const first = rail === 'sandbox' ? { ...method, phone: phone.replace(/0001$/, '7700') } : method
  const added = await person.post('/payment-methods', first)
  assert.equal(added.status, 201, added.text)
  const payment_method_id: number = added.data.payment_method.id
  const bought = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
  assert.equal(bought.status, 201, bought.text)
  await answerPhones()
  if (rail === 'sandbox') {
    await person.post('/payment-methods', { ...method, is_default: true })
    await person.delete(`/payment-methods/${payment_method_id}`)
  }
  const { status, next_billing_date, plan } = await getSubscription(person)
  assert.deepEqual([status, plan.id], ['active', 'professional'])
  return { person, phone, zone, periodEnd: String(next_billing_date) }
}

/** When the service asked for money after the purchase, in the zone. */
async function listPrompts(person: Person, zone: string): Promise<Temporal.ZonedDateTime[]> {
  const { data } = await admin.get(`/admin/payments?user_id=${person.id}&limit=100`)
  return data
    .map(({ created_at }: { created_at: string }) => Temporal.Instant.from(created_at).toZonedDateTimeISO(zone))
    .reverse()
    .slice(1)
}

/** The prompts that a phone has really shown. */
const countShown = (phone: string) =>
  [...daraja.ledger.prompts.values()].filter((prompt) => `+${prompt.phone}` === phone).length +
  [...pawapay.ledger.deposits.values()].filter(({ payer }) => `+${payer.accountDetails.phoneNumber}` === phone).length

async function stepTo(end: string, minutes = 30) {
  while (app.clock.now() < end) await advanceTo(addDuration(app.clock.now(), { minutes }))
}

/** Every hour of the day in East Africa, and some of the night. */
async function stepByHours(end: string) {
  while (app.clock.now() < end) {
    const { hour } = Temporal.Instant.from(app.clock.now()).toZonedDateTimeISO('Africa/Nairobi')
    await advanceTo(addDuration(app.clock.now(), { hours: hour >= 8 && hour < 20 ? 1 : 3 }))
  }
}

const listDays = async ({ person, zone, periodEnd }: { person: Person; zone: string; periodEnd: string }) => {
  const due = Temporal.Instant.from(periodEnd).toZonedDateTimeISO(zone).toPlainDate()
  return (await listPrompts(person, zone)).map((prompt) => due.until(prompt.toPlainDate()).days)
}

/** The id of the payment that is not settled. */
async function findOpenPayment(person: Person): Promise<number> {
  const { data } = await admin.get(`/admin/payments?user_id=${person.id}&status=pending`)
  return data[0].id
}

const readReminders = async (person: Person) =>
  (await person.get('/notifications')).data.filter(({ type }: { type: string }) => type === 'subscription_expiring')

const readFailures = async (person: Person) =>
  (await app.listMails(person.email)).filter(({ subject }) => subject.includes('could not be renewed'))

/** A subscriber whose renewal was not taken, because the provider was busy, with the id of its payment. */
async function createRefused(rail: 'daraja' | 'pawapay') {
  const subscriber = await createSubscriber(rail)
  await advanceTo(subtractDuration(subscriber.periodEnd, { hours: 1 }))
  const server = { daraja, pawapay }[rail]
  server.breakNext('busy')
  await advanceTo(subscriber.periodEnd)
  return { ...subscriber, server, payment: await findOpenPayment(subscriber.person) }
}

/** When people subscribe. The calendar is the same on each database. */
const clockTimes = process.env.TEST_DATABASE === 'postgres' ? ['17:59'] : ['00:20', '17:59', '23:50']

describe('a renewal by phone', () => {
  it('is prompted on the day and on days 1, 3 and 7, never at night, by each gateway, and then expires', async () => {
    const people: (Awaited<ReturnType<typeof createSubscriber>> & { rail: Rail })[] = []
    for (const clockTime of clockTimes) {
      await advanceTo(findNext(clockTime, 'Africa/Nairobi'))
      for (const rail of ['daraja', 'pawapay', 'sandbox'] as const)
        people.push({ rail, ...(await createSubscriber(rail, null)) })
    }
    const [first = '', last = ''] = [people[0]?.periodEnd, people.at(-1)?.periodEnd]
    await advanceTo(subtractDuration(first, { days: 1 }))

    await stepByHours(addDuration(first, { days: 6 }))
    const plans = await Promise.all(people.map(async ({ person }) => (await getSubscription(person)).plan.id))
    await stepByHours(addDuration(last, { days: 9 }))

    assert.deepEqual(new Set(plans), new Set(['professional']))
    for (const subscriber of people) {
      const { person, phone, rail, zone } = subscriber
      const prompts = await listPrompts(person, zone)
      assert.deepEqual(await listDays(subscriber), [0, 1, 3, 7], String(prompts))
      for (const prompt of prompts) assert.ok(prompt.hour >= 10 && prompt.hour < 18, String(prompt))
      assert.equal(countShown(phone), rail === 'sandbox' ? 0 : 5)
      assert.equal((await getSubscription(person)).plan.id, 'free')
      assert.equal((await readReminders(person)).length, 1)
    }
  })

  it('is announced three days before, with the day, the amount and the phone', async () => {
    const { person, zone, periodEnd } = await createSubscriber('daraja', '20:00')
    await advanceTo(subtractDuration(periodEnd, { days: 3, minutes: 1 }))
    const before = await readReminders(person)

    await advanceTo(subtractDuration(periodEnd, { days: 3 }))
    await wait(5)
    const [reminder, ...others] = await readReminders(person)

    const local = Temporal.Instant.from(periodEnd).toZonedDateTimeISO(zone).toPlainDate()
    const day = local.toLocaleString('en-GB', { dateStyle: 'long' })
    assert.deepEqual([before, others], [[], []])
    assert.match(
      reminder.message,
      new RegExp(`Professional renews on ${day}: we will ask M-Pesa \\+2547••••5678 for 3,800\\.00 KES`),
    )
    assert.deepEqual(await listPrompts(person, zone), [])
  })

  it('keeps the day of the month when it is paid before the end of the period, and no time is lost', async () => {
    const { person, phone, zone, periodEnd } = await createSubscriber('pawapay', '21:00')
    await advanceTo(subtractDuration(periodEnd, { hours: 5 }))
    await stepTo(subtractDuration(periodEnd, { hours: 3, minutes: 55 }), 1)
    await answerPhones()
    const { next_billing_date, status } = await getSubscription(person)
    await stepTo(addDuration(periodEnd, { days: 8 }), 1_440)

    const [record, first] = await getBillingHistory(person)
    assert.deepEqual([status, (await getSubscription(person)).status], ['active', 'active'])
    assert.equal(next_billing_date, endOfPeriod(periodEnd, 'month', getDayOfMonth(first.period.slice(0, 10))))
    assert.equal(record.period, `${periodEnd.slice(0, 10)}/${next_billing_date.slice(0, 10)}`)
    assert.deepEqual(
      (await listPrompts(person, zone)).map(({ hour }) => hour),
      [17],
    )
    assert.equal(countShown(phone), 2)
    assert.equal((await getSubscription(person)).next_billing_date, next_billing_date)
  })

  it('is prompted in the time zone that the person has chosen', async () => {
    const { person, periodEnd } = await createSubscriber('daraja', '12:00', { timezone: 'America/New_York' })

    await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
    await stepTo(addDuration(periodEnd, { days: 2 }), 60)

    const prompts = await listPrompts(person, 'America/New_York')
    assert.equal(prompts.length, 2)
    for (const { hour } of prompts) assert.ok(hour >= 10 && hour < 18, String(hour))
  })

  it('waits for the morning when the service was away in the hours of the day, and says so', async () => {
    const { person, zone, periodEnd } = await createSubscriber('pawapay', '15:00')
    await advanceTo(subtractDuration(periodEnd, { hours: 1 }))

    await advanceTo(addDuration(periodEnd, { hours: 8 }))
    const { status, next_billing_date } = await getSubscription(person)
    await stepTo(addDuration(periodEnd, { hours: 20 }))

    const [prompt, ...others] = await listPrompts(person, zone)
    assert.equal(status, 'active')
    assert.deepEqual([prompt?.hour, prompt?.minute, others.length], [10, 0, 0])
    assert.equal(next_billing_date, prompt?.toInstant().round('minute').toString({ smallestUnit: 'millisecond' }))
  })

  it('is not prompted again after the person has paid in between in another way', async () => {
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, periodEnd } = await createSubscriber(rail)
      await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
      await stepTo(addDuration(periodEnd, { hours: 2 }))
      const behind = await getSubscription(person)
      const card = await addCard(person, '4000002760000016')

      const refused = await person.post('/subscriptions/pay', { payment_method_id: card })
      await stepTo(addDuration(periodEnd, { days: 9 }), 1_440)

      assert.equal(behind.status, 'past_due')
      assert.equal(refused.status, 200, refused.text)
      assert.equal((await getSubscription(person)).status, 'active')
      assert.equal(countShown(phone), 2)
    }
  })

  it('ends with its period when it is cancelled after an early prompt that was not answered', async () => {
    const { person, periodEnd } = await createSubscriber('pawapay', '23:00')
    await advanceTo(subtractDuration(periodEnd, { hours: 7 }))
    await stepTo(subtractDuration(periodEnd, { hours: 4 }))
    const behind = await getSubscription(person)

    const { data } = await person.post('/subscriptions/cancel', {})
    const kept = await getSubscription(person)
    await stepTo(addDuration(periodEnd, { hours: 1 }))

    assert.deepEqual([behind.status, data.cancels_at, kept.plan.id], ['past_due', periodEnd, 'professional'])
    assert.equal((await getSubscription(person)).plan.id, 'free')
  })

  it('is not prompted for a person who is suspended or deleted', async () => {
    const suspended = await createSubscriber('daraja')
    const deleted = await createSubscriber('daraja')
    await admin.post(`/admin/users/${suspended.person.id}/suspend`, { reason: 'A fraud.' })
    await admin.delete(`/users/${deleted.person.id}`)

    await advanceTo(subtractDuration(suspended.periodEnd, { hours: 1 }))
    await stepTo(addDuration(deleted.periodEnd, { days: 2 }), 120)

    assert.deepEqual([countShown(suspended.phone), countShown(deleted.phone)], [1, 1])
  })

  it('is prompted once when twenty workers find it due', async () => {
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, periodEnd } = await createSubscriber(rail)
      await advanceTo(subtractDuration(periodEnd, { days: 1 }))
      const { data } = await admin.get(`/admin/subscriptions?user_id=${person.id}`)
      const [{ id: subscription_id }] = data
      app.clock.set(periodEnd)

      await runConcurrently(20, () => advanceSubscription.handle(app.service.context, { subscription_id }))
      await app.settle()

      assert.equal(countShown(phone), 2)
      await answerPhones()
      assert.equal((await getBillingHistory(person)).length, 2)
    }
  })

  it('that was lost by day is sent again only where that cannot be another payment', async () => {
    for (const [rail, prompts] of [
      ['daraja', 0],
      ['pawapay', 1],
    ] as const) {
      const { phone, periodEnd } = await createSubscriber(rail)
      await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
      const shown = countShown(phone)
      const server = { daraja, pawapay }[rail]
      server.breakNext('lost')

      await advanceTo(periodEnd)
      await wait(10)

      assert.equal(countShown(phone) - shown, prompts, rail)
    }
  })

  it('is sent again within minutes when the provider or the phone was busy, which takes no prompt away', async () => {
    const breaks = {
      daraja: () => daraja.breakNext('busy', 'lock', 'busy'),
      // The answer to the last one is lost: the same deposit is asked for again.
      pawapay: () => pawapay.breakNext('busy', 'busy', 'busy', 'unanswered'),
    }
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, periodEnd } = await createSubscriber(rail)
      const shown = countShown(phone)
      await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
      breaks[rail]()

      await advanceTo(periodEnd)
      await wait(3)
      const meanwhile = countShown(phone)
      await wait(6)

      assert.deepEqual([meanwhile, countShown(phone)], [shown, shown + 1], rail)
      await answerPhones()
      assert.equal((await getBillingHistory(person)).length, 2)
      assert.equal((await getSubscription(person)).status, 'active')
      assert.deepEqual(await readFailures(person), [])
    }
  })

  it('is sent again when the operator says only after it took the prompt that another one is open', async () => {
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, periodEnd } = await createSubscriber(rail)
      const sent = countShown(phone)
      await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
      await advanceTo(periodEnd)
      await (rail === 'daraja' ? daraja.answerPhones('17') : pawapay.answerPhones('PAYMENT_IN_PROGRESS'))
      await app.settle()

      await wait(3)

      assert.equal(countShown(phone), sent + 2, rail)
      await answerPhones()
      assert.equal((await getBillingHistory(person)).length, 2)
      assert.deepEqual(await readFailures(person), [])
    }
  })

  it('is prompted once by pawaPay when the first request arrives only after a later one was refused as busy', async () => {
    for (const paysAtOnce of [false, true]) {
      const { person, phone, periodEnd } = await createSubscriber('pawapay')
      const shown = countShown(phone)
      await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
      pawapay.breakNext('late', 'busy', 'busy')

      await advanceTo(periodEnd)
      await wait(1)
      pawapay.deliverLate()
      if (paysAtOnce) await pawapay.answerPhones()
      await app.settle()
      const paidAtOnce = (await getBillingHistory(person)).length
      await wait(5)
      await answerPhones()

      assert.equal(countShown(phone), shown + 1)
      assert.deepEqual([paidAtOnce, (await getBillingHistory(person)).length], [paysAtOnce ? 2 : 1, 2])
      assert.deepEqual(await readFailures(person), [])
    }
  })

  it('is sent again once when twenty workers find the provider free again', async () => {
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, server, payment } = await createRefused(rail)
      const again = { charge_id: payment }
      const before = server.requests.length

      await runConcurrently(20, () => subscriptionPayments.settle.handle(app.service.context, again))
      const early = server.requests.length
      app.clock.set(addDuration(app.clock.now(), { minutes: 1 }))
      await runConcurrently(20, () => subscriptionPayments.settle.handle(app.service.context, again))
      await wait(5)

      assert.deepEqual([early, countShown(phone)], [before, 2], rail)
      await answerPhones()
      assert.equal((await getBillingHistory(person)).length, 2)
    }
  })

  it('is sent at once when the person asks for it while the provider was busy, and not once more', async () => {
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, payment } = await createRefused(rail)

      const open = await person.get(`/payments/${payment}`)
      const asked = await runConcurrently(3, () => person.post(`/payments/${payment}/prompt`, {}))
      await wait(10)

      const masked =
        /to \+\d+•+\d+: the provider or the phone is busy\. It will be sent soon by itself, or now if you wish\.$/
      assert.match(open.data.action.message, masked)
      assert.ok(open.data.prompt_again_at <= app.clock.now())
      assert.deepEqual(asked.map(({ status }) => status).sort(), [200, 422, 422])
      assert.equal(countShown(phone), 2, rail)
      await answerPhones()
      assert.equal((await getBillingHistory(person)).length, 2)
    }
  })

  it('is not sent in the evening when the service was away since the provider was busy', async () => {
    for (const rail of ['daraja', 'pawapay'] as const) {
      const { person, phone, zone } = await createRefused(rail)

      await advanceTo(findNext('20:00', zone))
      await wait(30)

      assert.equal(countShown(phone), 1, rail)
      assert.equal((await getSubscription(person)).status, 'past_due')
    }
  })

  it('is not sent again for who has cancelled or was suspended while the provider was busy', async () => {
    const acts = [
      (person: Person) => person.post('/subscriptions/cancel', { cancel_immediately: true }),
      (person: Person) => admin.post(`/admin/users/${person.id}/suspend`, { reason: 'Spam.' }),
    ]
    for (const act of acts) {
      const { person, phone } = await createRefused('daraja')

      const { status, text } = await act(person)
      await wait(10)

      assert.equal(status, 200, text)
      assert.equal(countShown(phone), 1)
    }
  })

  it('fails after three quarters of an hour in which the provider was busy, or with the last hour of phones', async () => {
    for (const [clockTime, minutes] of [
      ['12:00', 40],
      // The service was away before.
      ['17:40', 20],
    ] as const) {
      const { person, phone, zone, periodEnd } = await createSubscriber('daraja', '12:00')
      const shown = countShown(phone)
      await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
      daraja.breakNext(...Array.from({ length: 20 }, () => 'busy' as const))
      await advanceTo(findNext(clockTime, zone))

      await wait(minutes - 10)
      const before = (await getSubscription(person)).status
      await wait(10)

      assert.deepEqual([before, (await getSubscription(person)).status], ['active', 'past_due'])
      assert.equal((await readFailures(person)).length, 1)
      daraja.repair()
      // What the phone has not shown is no prompt of the five an hour.
      const paid = await person.post('/subscriptions/pay', {})
      assert.deepEqual([paid.status, countShown(phone)], [200, shown + 1], paid.text)
      await stepByHours(addDuration(periodEnd, { days: 1, hours: 8 }))
      assert.equal(countShown(phone), shown + 2)
    }
  })

  for (const fault of ['lost', 'unanswered', 'error'] as const)
    it(`shows no second prompt with the fault ${fault}, and none at night for what was lost in the last minute`, async () => {
      for (const rail of ['daraja', 'pawapay'] as const) {
        const { person, phone, zone, periodEnd } = await createSubscriber(rail, '15:00')
        await advanceTo(subtractDuration(periodEnd, { hours: 1 }))
        const server = { daraja, pawapay }[rail]
        server.breakNext(fault)
        const shown = countShown(phone)

        // The service was away until a moment before the evening.
        await advanceTo(subtractDuration(findNext('18:00', zone), { seconds: 20 }))
        const atOnce = countShown(phone)
        // What it would send again ten seconds later, by day, it finds when it is evening.
        await advanceTo(addDuration(app.clock.now(), { seconds: 30 }))
        await wait(40)
        const inTheEvening = countShown(phone)
        server.repair()

        assert.equal(inTheEvening, atOnce, rail)
        assert.ok(atOnce - shown <= (fault === 'lost' ? 0 : 1), rail)
        assert.equal((await getSubscription(person)).plan.id, 'professional')
      }
    })
})
