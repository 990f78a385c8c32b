import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createMobileTools } from '#test/support/mobile-payer.ts'
import { type Callback, type Fault, PawapayServer } from '#test/support/pawapay/server.ts'
import { getBillingHistory } from '#test/support/payments.ts'
import { readAllRows } from '#test/support/stored-data.ts'

let deliver = async (_: Callback): Promise<unknown> => undefined
const pawapay = await new PawapayServer({
  callbackUrl: 'http://api.test/payments/webhooks/pawapay',
  deliver: (callback) => deliver(callback),
  now: () => Date.parse(app.clock.now()),
}).listen()
const app = await testApp(
  {
    PAYMENT_GATEWAYS: 'pawapay',
    PAWAPAY_TOKEN: pawapay.token,
    PAWAPAY_API_BASE: pawapay.address,
    TOKEN_TTL_DAYS: '3650',
  },
  { poll: 2 ** 31 - 1 },
)
deliver = ({ method, url, headers, body }) =>
  fetch(url.replace('http://api.test', app.address), { method, headers, body })
await app.settle()
after(() => pawapay.close())

const admin = await app.given.admin()
const { createPayer: addPayer, readPayment, readPlan, setPrice: price, wait } = createMobileTools(app, admin)
const priced = await price(3_800)
assert.equal(priced.status, 200, priced.text)

let phones = 100
function createNumber(end = '789'): string {
  phones += 1
  return `+254712${String(phones).padStart(3, '0')}${end}`
}

const createPayer = (end?: string) => addPayer(createNumber(end))

const listDeposits = (phone: string) =>
  [...pawapay.ledger.deposits.values()].filter(({ payer }) => `+${payer.accountDetails.phoneNumber}` === phone)

describe('pawaPay', () => {
  it('asks the phone in the currency of its country, names who asks, and grants what is paid after the callback', async () => {
    const { person, phone, subscribe } = await createPayer()

    const { status, data } = await subscribe()
    const [deposit] = listDeposits(phone)
    await pawapay.answerPhones()
    await app.settle()

    assert.equal(status, 201)
    assert.deepEqual([data.payment.status, data.payment.amount, data.payment.currency], ['pending', 3_800, 'KES'])
    assert.equal(data.payment.action.kind, 'prompt')
    assert.equal(data.payment.action.message, `Enter your PIN on ${phone.slice(0, 5)}••••${phone.slice(-4)}`)
    assert.equal(data.payment.action.url, undefined)
    assert.equal(data.payment.action.expires_at, new Date(Date.parse(app.clock.now()) + 300_000).toISOString())
    assert.deepEqual(
      [deposit?.amount, deposit?.currency, deposit?.payer.accountDetails.provider, deposit?.customerMessage],
      ['3800', 'KES', 'MPESA_KEN', 'Research Platform'],
    )
    assert.equal(await readPlan(person), 'professional')
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('offers the providers with the countries in which they are charged', async () => {
    const person = await app.given.user()

    const { data } = await person.get('/payment-methods/types')

    assert.deepEqual(data[0].providers[0].countries, ['CD', 'ET', 'KE', 'LS', 'MZ', 'TZ'])
    assert.equal(data.length, 1)
  })

  it('refuses a number that the provider does not know, on its field, and stores nothing', async () => {
    const person = await app.given.user()

    const wrong = await person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone: '+2547123' })
    const abroad = await person.post('/payment-methods', {
      type: 'mobile_money',
      provider: 'mpesa',
      phone: '+256712345678',
    })

    assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['phone']])
    assert.deepEqual([abroad.status, Object.keys(abroad.errors)], [422, ['provider']])
    assert.deepEqual((await person.get('/payment-methods')).data, [])
  })

  it('refuses prices that no provider of the currency takes', async () => {
    const shillings = await price(3_800.5)
    const kwacha = await price(10.555, 'ZMW')
    const euros = await price(29, 'EUR')

    assert.equal(shillings.status, 422)
    assert.equal(kwacha.status, 422)
    assert.equal(euros.status, 422)
  })

  for (const [end, message] of [
    ['048', /insufficient funds/],
    ['029', /no account/],
  ] as const)
    it(`tells why ${end} was refused, and grants nothing`, async () => {
      const { person, phone, subscribe } = await createPayer(end)
      const { data } = await subscribe()

      await pawapay.answerPhones()
      await app.settle()

      const payment = await readPayment(person, data.payment.id)
      assert.equal(payment.status, 'failed')
      assert.match(payment.failure, message)
      assert.equal(await readPlan(person), 'free')
      assert.equal(listDeposits(phone).length, 1)
    })

  it('tells a person who waits that the operator is out of order, grants nothing, and takes the next attempt', async () => {
    const { person, phone, subscribe } = await createPayer()
    pawapay.breakNext('busy')

    const refused = await subscribe()
    await wait(60)
    const none = [listDeposits(phone).length, await readPlan(person)]
    const next = await subscribe()

    assert.equal(refused.status, 422)
    assert.match(String(refused.errors.payment_method_id), /The provider is out of order\./)
    assert.deepEqual(none, [0, 'free'])
    assert.equal(next.status, 201, next.text)
    assert.equal(listDeposits(phone).length, 1)
  })

  for (const fault of [
    'unanswered',
    'lost',
    'error',
    'silent',
    'twice',
    'early',
    'put',
    'odd',
  ] as const satisfies Fault[])
    it(`charges once and grants once with the fault ${fault}`, async () => {
      const { person, phone, subscribe } = await createPayer()
      pawapay.breakNext(fault)

      const { status } = await subscribe()
      await wait(1)
      await pawapay.answerPhones()
      await wait(2)

      assert.equal(status, 201)
      assert.equal(listDeposits(phone).length, 1)
      assert.equal(await readPlan(person), 'professional')
      assert.equal((await getBillingHistory(person)).length, 1)
    })

  it('gives up a payment that never reached the provider, once a repetition would surprise', async () => {
    const { person, phone, subscribe } = await createPayer()
    pawapay.breakNext('lost', ...Array.from({ length: 40 }, () => 'lost' as const))
    const { data } = await subscribe()

    await wait(10)
    pawapay.repair()

    assert.equal((await readPayment(person, data.payment.id)).status, 'failed')
    assert.equal(listDeposits(phone).length, 0)
  })

  it('gives up a payment that stays open, and refunds the money that comes hours later', async () => {
    const { person, phone, subscribe } = await createPayer('129')
    const { data } = await subscribe()

    await wait(20)
    const given = await readPayment(person, data.payment.id)
    const [deposit] = listDeposits(phone)
    assert.ok(deposit)
    deposit.status = 'COMPLETED'
    app.clock.advance({ hours: 2 })
    await app.settle()
    await app.settle()

    assert.equal(given.status, 'failed')
    assert.equal(await readPlan(person), 'free')
    assert.equal(pawapay.ledger.sumRefunds(deposit.depositId), 3_800)
    assert.equal((await readPayment(person, data.payment.id)).status, 'refunded')
  })

  it('refunds a part and the rest, also when the float was missing at first', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    await pawapay.answerPhones()
    await app.settle()
    pawapay.breakNext('no-float')

    await admin.post(`/admin/payments/${data.payment.id}/refund`, { amount: 1_000, reason: 'A gift.' })
    await wait(5)
    const [failed] = (await admin.get(`/admin/payments/${data.payment.id}`)).data.refunds
    assert.match(failed.failure, /^PAWAPAY_WALLET_OUT_OF_FUNDS/)
    await admin.post(`/admin/refunds/${failed.id}/retry`, { reason: 'The float is back.' })
    await wait(5)
    const [deposit] = listDeposits(phone)
    const part = pawapay.ledger.sumRefunds(deposit?.depositId ?? '')
    await admin.post(`/admin/payments/${data.payment.id}/refund`, { reason: 'The rest.' })
    await wait(5)

    assert.equal(part, 1_000)
    assert.equal(pawapay.ledger.sumRefunds(deposit?.depositId ?? ''), 3_800)
    assert.equal((await readPayment(person, data.payment.id)).status, 'refunded')
  })

  for (const method of ['POST', 'PUT'])
    it(`is heard when its callback, a ${method}, was signed by another implementation of RFC 9421`, async () => {
      const { person, phone, subscribe } = await createPayer()
      await subscribe()
      const [deposit] = listDeposits(phone)
      pawapay.breakNext('silent')
      await pawapay.answerPhones()
      const body = JSON.stringify(deposit)
      const url = new URL('http://api.test/payments/webhooks/pawapay')
      const headers = await pawapay.signByLibrary(method, url, body)
      const send = (text: string, by = method) => app.anonymous.send(by, url.pathname, { headers, body: text })

      const changed = await send(`${body} `)
      const other = await send(body, method === 'PUT' ? 'POST' : 'PUT')
      const { status } = await send(body)
      await app.settle()

      assert.deepEqual([changed.status, other.status, status], [400, 400, 200])
      assert.equal(await readPlan(person), 'professional')
    })

  it('refuses callbacks that it did not sign for this address and body, and asks for unknown keys only once', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    const [deposit] = listDeposits(phone)
    const url = new URL('http://api.test/payments/webhooks/pawapay')
    const body = JSON.stringify({ ...deposit, status: 'COMPLETED' })
    const signed = pawapay.signRequest('POST', url, body)
    const send = (headers: Record<string, string>, text = body) =>
      app.anonymous.send('POST', '/payments/webhooks/pawapay', { headers, body: text })
    const elsewhere = pawapay.signRequest('POST', new URL('http://other.test/payments/webhooks/pawapay'), body)
    const unknown = { ...signed, 'signature-input': (signed['signature-input'] ?? '').replace('KEY:1', 'KEY:2') }
    const before = pawapay.requests.filter((path) => path.includes('public-key')).length

    const statuses = [
      await send({ 'content-type': 'application/json' }),
      await send(signed, body.replace('COMPLETED', 'FAILED')),
      await send(elsewhere),
      await send(unknown),
      await send(unknown),
      await send({
        ...signed,
        'signature-input': 'sig-pp=("@method");alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1"',
      }),
      await send({ ...signed, signature: 'sig-pp=:AAAA:' }),
    ].map(({ status }) => status)
    app.clock.advance({ minutes: 20 })
    const late = await send(signed)

    assert.deepEqual([...new Set(statuses), late.status], [400, 400])
    assert.ok(pawapay.requests.filter((path) => path.includes('public-key')).length <= before + 1)
    assert.equal((await readPayment(person, data.payment.id)).status, 'pending')
    assert.equal(await readPlan(person), 'free')
  })

  it('stores no number in the clear, exports it to its owner, and forgets it with the account', async () => {
    const { person, phone, subscribe } = await createPayer()
    const other = await app.given.user()
    await subscribe()
    await pawapay.answerPhones()
    await app.settle()

    const mine = await person.get(`/users/${person.id}/export`)
    const theirs = await other.get(`/users/${other.id}/export`)
    const rows = (await readAllRows(app.platform.config)).join('\n')
    await person.delete(`/users/${person.id}`)
    await app.settle()
    const left = (await readAllRows(app.platform.config)).filter(
      (row) => row.startsWith('charges ') && row.replaceAll('"', '').includes(`user_id:${person.id},`),
    )

    assert.ok(mine.text.includes(phone))
    assert.ok(!theirs.text.includes(phone))
    assert.ok(!rows.includes(phone.slice(1)))
    assert.equal(left.length, 1)
    assert.match(left[0] ?? '', /phone_secret"?:null/)
  })
})

describe('POST /payments/{id}/prompt', () => {
  it('sends another prompt after two minutes when the first was not answered, and grants once', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    await pawapay.answerPhones('PAYMENT_NOT_APPROVED')
    await app.settle()
    const path = `/payments/${data.payment.id}`
    const asked = await readPayment(person, data.payment.id)

    const early = await person.post(`${path}/prompt`)
    app.clock.advance({ minutes: 2 })
    const again = await person.post(`${path}/prompt`)
    await pawapay.answerPhones()
    await app.settle()

    assert.equal(asked.status, 'pending')
    assert.match(asked.action.message, /was not answered/)
    assert.equal(early.status, 429)
    assert.equal(again.status, 200, again.text)
    assert.match(again.data.action.message, /Enter your PIN/)
    assert.equal(listDeposits(phone).length, 2)
    assert.equal((await readPayment(person, data.payment.id)).status, 'succeeded')
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('sends none while the last one may still be answered', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    app.clock.advance({ minutes: 3 })

    const again = await person.post(`/payments/${data.payment.id}/prompt`)

    assert.equal(again.status, 422)
    assert.match(again.message, /still waits/)
    assert.equal(listDeposits(phone).length, 1)
  })

  it('answers a payment that was just paid as it is', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    pawapay.breakNext('silent')
    await pawapay.answerPhones()
    app.clock.advance({ minutes: 3 })

    const again = await person.post(`/payments/${data.payment.id}/prompt`)

    assert.deepEqual([again.status, again.data.status], [200, 'succeeded'])
    assert.equal(listDeposits(phone).length, 1)
  })

  it('sends one of twenty that are asked for at once', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    await pawapay.answerPhones('PAYMENT_NOT_APPROVED')
    await app.settle()
    app.clock.advance({ minutes: 2 })

    const replies = await runConcurrently(20, () => person.post(`/payments/${data.payment.id}/prompt`))

    assert.equal(replies.filter(({ status }) => status === 200).length >= 1, true)
    assert.equal(listDeposits(phone).length, 2)
  })

  it('fails when the prompt is not sent again in time, and for a stranger it is not there', async () => {
    const { person, subscribe } = await createPayer()
    const { data } = await subscribe()
    const stranger = await app.given.user()
    await pawapay.answerPhones('PAYMENT_NOT_APPROVED')
    await app.settle()

    const foreign = await stranger.post(`/payments/${data.payment.id}/prompt`)
    await wait(11)
    const late = await person.post(`/payments/${data.payment.id}/prompt`)

    assert.equal(foreign.status, 404)
    assert.equal((await readPayment(person, data.payment.id)).status, 'failed')
    assert.equal(late.status, 422)
  })

  it('asks a number at most 5 times an hour and 15 times a day, over all people', async () => {
    const phone = createNumber('039')
    const ask = async () => {
      const person = await app.given.user()
      const added = await person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone })
      const payment_method_id = added.data.payment_method.id
      return (await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })).status
    }
    const hours: number[][] = []

    for (let hour = 0; hour < 4; hour++) {
      hours.push([await ask(), await ask(), await ask(), await ask(), await ask(), await ask()])
      app.clock.advance({ minutes: 61 })
    }

    const [first, , third, fourth] = hours
    assert.deepEqual(first, [201, 201, 201, 201, 201, 429])
    assert.deepEqual(third, first)
    assert.deepEqual(fourth, [429, 429, 429, 429, 429, 429])
    assert.equal(listDeposits(phone).length, 15)
  })
})
