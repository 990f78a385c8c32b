import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { subtractDuration } from '#core/time.ts'
import { testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { type Callback, DarajaServer, type Fault } from '#test/support/daraja/server.ts'
import { createMobileTools } from '#test/support/mobile-payer.ts'
import { getBillingHistory } from '#test/support/payments.ts'
import { readAllRows } from '#test/support/stored-data.ts'
import { compareWithGateways } from './differences/service.ts'

let deliver = async (_: Callback): Promise<unknown> => undefined
const daraja = await new DarajaServer({
  deliver: (callback) => deliver(callback),
  now: () => Date.parse(app.clock.now()),
}).listen()
const app = await testApp(
  {
    PAYMENT_GATEWAYS: 'daraja',
    ...daraja.settings,
    DARAJA_CREDENTIAL_DATE: '2026-11-01',
    DARAJA_API_BASE: daraja.address,
    TOKEN_TTL_DAYS: '3650',
  },
  { poll: 2 ** 31 - 1 },
)
deliver = ({ method, url, body }) =>
  fetch(url.replace('http://api.test', app.address), {
    method,
    headers: { 'content-type': 'application/json' },
    body,
  })
await app.settle()
after(() => daraja.close())

const admin = await app.given.admin()
const { createPayer: addPayer, readPayment, readPlan, setPrice: price, wait } = createMobileTools(app, admin)
const priced = await price(3_800)
assert.equal(priced.status, 200, priced.text)

let phones = 0
const createNumber = (end: string) => `+25471${String(++phones).padStart(3, '0')}${end}`

const createPayer = (end = '5678') => addPayer(createNumber(end))

const listPrompts = (phone: string) => [...daraja.ledger.prompts.values()].filter((one) => `+${one.phone}` === phone)
const listUnmatched = async () => (await admin.get('/admin/payments/unmatched?limit=100')).data
const listMine = (reference: string) => daraja.ledger.transactions.filter((one) => one.reference === reference)

describe('M-Pesa', () => {
  it('asks the phone in whole shillings at an address that Safaricom takes, and grants what the query confirms', async () => {
    const { person, phone, subscribe } = await createPayer()

    const { status, data } = await subscribe()
    const [prompt] = listPrompts(phone)
    await daraja.answerPhones()
    await app.settle()

    assert.equal(status, 201)
    assert.match(data.payment.action.message, /Enter your PIN on \+2547/)
    assert.equal(prompt?.amount, 3_800)
    assert.match(prompt?.reference ?? '', /^[A-Z0-9]{10}$/)
    assert.match(
      prompt?.callbackUrl ?? '',
      /^http:\/\/api\.test\/payments\/callbacks\/prompt\/[0-9a-f-]+\.[0-9a-f]{40}$/,
    )
    assert.equal(await readPlan(person), 'professional')
    assert.equal((await getBillingHistory(person)).length, 1)
    assert.equal((await readPayment(person, data.payment.id)).account_reference, prompt?.reference)
  })

  it('refuses numbers of other countries and operators, and prices with cents', async () => {
    const person = await app.given.user()
    const add = (phone: string) => person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone })

    const [uganda, short] = [await add('+256712345678'), await add('+2547123456')]
    const cents = await price(3_800.5)

    assert.deepEqual([uganda.status, short.status, cents.status], [422, 422, 422])
  })

  for (const [end, message] of [
    ['0001', /insufficient funds/],
    ['1032', /declined/],
    ['2001', /declined/],
  ] as const)
    it(`fails with the final code of ${end}, and grants nothing`, async () => {
      const { person, subscribe } = await createPayer(end)
      const { data } = await subscribe()

      await daraja.answerPhones()
      await app.settle()

      const payment = await readPayment(person, data.payment.id)
      assert.equal(payment.status, 'failed')
      assert.match(payment.failure, message)
      assert.equal(await readPlan(person), 'free')
    })

  it('asks again after a code that it does not know', async () => {
    const { person, phone, subscribe } = await createPayer('7777')
    const { data } = await subscribe()
    await daraja.answerPhones()
    await wait(2)
    const unknown = await readPayment(person, data.payment.id)
    const [prompt] = listPrompts(phone)
    assert.ok(prompt)
    prompt.code = '0'
    prompt.receipt = daraja.ledger.receive(prompt.reference, prompt.amount, daraja.now).receipt

    await wait(4)

    assert.equal(unknown.status, 'pending')
    assert.equal(await readPlan(person), 'professional')
  })

  const harmless = ['silent', 'twice', 'early', 'put', 'odd', 'end-token', 'processing'] as const satisfies Fault[]
  for (const fault of ['unanswered', 'error', ...harmless] as const satisfies Fault[])
    it(`asks once and grants once with the fault ${fault}`, async () => {
      const { person, phone, subscribe } = await createPayer()
      daraja.breakNext(fault)

      const { status, data } = await subscribe()
      await wait(1)
      await daraja.answerPhones()
      await wait(6)
      daraja.repair()

      assert.equal(status, 201)
      assert.equal(listPrompts(phone).length, 1)
      assert.equal((await readPayment(person, data.payment.id)).status, 'succeeded')
      assert.equal(await readPlan(person), 'professional')
      assert.equal((await getBillingHistory(person)).length, 1)
    })

  it('finds a payment whose answer and result were both lost in the list of what arrived', async () => {
    const { person, phone, subscribe } = await createPayer()
    daraja.breakNext('unanswered', 'silent')
    const { data } = await subscribe()
    await daraja.answerPhones()

    await wait(3)

    assert.equal(listPrompts(phone).length, 1)
    assert.equal((await readPayment(person, data.payment.id)).status, 'succeeded')
  })

  it('never asks again after an unknown outcome, fails after its time, and refunds money that comes later', async () => {
    const { person, phone, subscribe } = await createPayer()
    daraja.breakNext('unanswered', 'silent')
    const { data } = await subscribe()
    await wait(20)
    const failed = await readPayment(person, data.payment.id)
    await daraja.answerPhones()

    await wait(15)
    await wait(15)

    const [prompt] = listPrompts(phone)
    assert.equal(failed.status, 'failed')
    assert.equal(listPrompts(phone).length, 1)
    assert.equal(await readPlan(person), 'free')
    assert.deepEqual(
      listMine(prompt?.reference ?? '').map(({ isReversed }) => isReversed),
      [true],
    )
    assert.equal((await readPayment(person, data.payment.id)).status, 'refunded')
  })

  for (const fault of ['lock', 'busy'] as const)
    it(`takes a prompt that was not sent (${fault}) for a failure, not for a payment`, async () => {
      const { person, phone, subscribe } = await createPayer()
      daraja.breakNext(fault)

      const { status, data } = await subscribe()

      assert.equal(status, fault === 'lock' ? 201 : 422)
      assert.equal(listPrompts(phone).length, 0)
      if (fault === 'busy') return
      app.clock.advance({ minutes: 2 })
      const again = await person.post(`/payments/${data.payment.id}/prompt`)
      await daraja.answerPhones()
      await app.settle()
      assert.equal(again.status, 200, again.text)
      assert.equal(await readPlan(person), 'professional')
    })

  it('sends another prompt when the phone was not reached, and grants once', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    await daraja.answerPhones('1037')
    await app.settle()
    app.clock.advance({ minutes: 2 })

    const replies = await runConcurrently(5, () => person.post(`/payments/${data.payment.id}/prompt`))
    await daraja.answerPhones()
    await app.settle()

    assert.ok(replies.some(({ status }) => status === 200))
    assert.equal(listPrompts(phone).length, 2)
    assert.equal((await getBillingHistory(person)).length, 1)
  })
})

async function createPaid() {
  const { person, phone, subscribe } = await createPayer()
  const { data } = await subscribe()
  await daraja.answerPhones()
  await app.settle()
  const [prompt] = listPrompts(phone)
  return { person, id: data.payment.id, reference: prompt?.reference ?? '' }
}

describe('refunds of M-Pesa', () => {
  it('fail without float at M-Pesa, and reverse the payment once when they are tried again', async () => {
    const { person, id, reference } = await createPaid()
    await wait(11)
    daraja.breakNext('no-float')
    await admin.post(`/admin/payments/${id}/refund`, { reason: 'A mistake.' })
    await wait(31)
    const [failed] = (await admin.get(`/admin/payments/${id}`)).data.refunds

    const retried = await admin.post(`/admin/refunds/${failed.id}/retry`, {})
    await wait(31)

    assert.deepEqual([failed.status, retried.status], ['failed', 200], retried.text)
    assert.match(failed.failure, /code 1/)
    assert.deepEqual(
      listMine(reference).map(({ isReversed }) => isReversed),
      [true],
    )
    assert.equal((await readPayment(person, id)).status, 'refunded')
  })

  it('return one part of a payment, in whole shillings, and never take the reversal of it for that of another part', async () => {
    const { id } = await createPaid()
    await wait(11)

    for (const amount of [100.5, 1_000, 500]) {
      await admin.post(`/admin/payments/${id}/refund`, { amount, reason: 'A mistake.' })
      await wait(31)
    }

    const { refunds } = (await admin.get(`/admin/payments/${id}`)).data
    assert.deepEqual(
      refunds.map(({ amount, status }: { amount: number; status: string }) => [amount, status]),
      [
        [100.5, 'failed'],
        [1_000, 'succeeded'],
        [500, 'failed'],
      ],
    )
  })

  for (const faults of [[], ['no-result']] as const satisfies Fault[][])
    it(`reverse the payment once${faults.map((fault) => ` with the fault ${fault}`).join('')}`, async () => {
      const { person, id, reference } = await createPaid()
      await wait(11)
      daraja.breakNext(...faults)

      const asked = await admin.post(`/admin/payments/${id}/refund`, { reason: 'A mistake.' })
      for (let hour = 0; hour < 6; hour++) {
        app.clock.advance({ minutes: 31 })
        await app.settle()
      }

      assert.equal(asked.status, 200, asked.text)
      assert.deepEqual(
        listMine(reference).map(({ isReversed }) => isReversed),
        [true],
      )
      assert.equal((await readPayment(person, id)).status, 'refunded')
    })
})

describe('refunds of M-Pesa whose', () => {
  it('result arrives are known at once', async () => {
    const { person, id } = await createPaid()
    await wait(11)

    await admin.post(`/admin/payments/${id}/refund`, { reason: 'A mistake.' })
    await app.settle()
    await app.settle()

    assert.equal((await readPayment(person, id)).status, 'refunded')
  })

  it('payment has no receipt fail after 36 hours, so that the money is returned in another way', async () => {
    const { id, reference } = await createPaid()
    const place = daraja.ledger.transactions.findIndex((one) => one.reference === reference)
    daraja.ledger.transactions.splice(place, 1)
    await admin.post(`/admin/payments/${id}/refund`, { reason: 'A mistake.' })
    const states: string[] = []

    for (const hours of [1, 34, 6]) {
      app.clock.advance({ hours })
      await app.settle()
      states.push((await admin.get(`/admin/payments/${id}`)).data.refunds[0].status)
    }

    assert.deepEqual(states, ['pending', 'pending', 'failed'])
    const [refund] = (await admin.get(`/admin/payments/${id}`)).data.refunds
    assert.match(refund.failure, /^The receipt of the payment is not known/)
    assert.equal((await admin.post(`/admin/refunds/${refund.id}/close`, { reason: 'By bank.' })).status, 200)
  })
})

describe('the comparison with the list of M-Pesa', () => {
  const compare = async (hours = 24) => {
    const to = app.clock.now()
    const [comparison] = await compareWithGateways(app.service.context, { from: subtractDuration(to, { hours }), to })
    assert.ok(comparison)
    return comparison
  }
  const findOpen = async (reference: string) => {
    const { data } = await admin.get('/admin/payments/differences?limit=100')
    return data.filter((row: { reference: string }) => row.reference === reference)
  }

  it('finds payments that are not listed, and money that is not known, until it waits for a decision', async () => {
    const { id, reference } = await createPaid()
    const other = await createPaid()
    await wait(11)
    await admin.post(`/admin/payments/${other.id}/refund`, { reason: 'A mistake.' })
    await app.settle()
    const agreed = await compare()
    assert.deepEqual(agreed.differences, [])
    const [lost] = daraja.ledger.transactions.splice(
      daraja.ledger.transactions.findIndex((one) => one.reference === reference),
      1,
    )
    const foreign = daraja.ledger.receive('NOACCOUNT', 700, daraja.now)
    app.clock.advance({ seconds: 30 })

    await compare()
    const [missing] = await findOpen(lost?.receipt ?? '')
    const [unknown] = await findOpen(foreign.receipt)
    await wait(11)
    await compare()

    assert.deepEqual([missing.problem, missing.charge_id, missing.amount_here], ['missing_there', id, 3_800])
    assert.deepEqual([unknown.problem, unknown.amount_there, unknown.currency], ['missing_here', 700, 'KES'])
    assert.deepEqual(await findOpen(foreign.receipt), [])
    assert.equal((await findOpen(lost?.receipt ?? '')).length, 1)
  })

  it('leaves alone what is no longer listed', async () => {
    const open = (await admin.get('/admin/payments/differences')).meta.total
    assert.ok(open > 0)

    const { failure } = await compare(24 * 4)

    assert.equal(failure, 'It lists only what it received in the last 48 hours.')
    assert.equal((await admin.get('/admin/payments/differences')).meta.total, open)
  })
})

/** Results of prompts as Safaricom's portal and the documentation of public integrations print them; the id of the prompt is put in. */
const publishedResults = {
  'of the portal': {
    MerchantRequestID: '29115-34620561-1',
    ResultCode: 0,
    ResultDesc: 'The service request is processed successfully.',
    CallbackMetadata: {
      Item: [
        { Name: 'Amount', Value: 1.0 },
        { Name: 'MpesaReceiptNumber', Value: 'NLJ7RT61SV' },
        { Name: 'Balance' },
        { Name: 'TransactionDate', Value: 20191219102115 },
        { Name: 'PhoneNumber', Value: 254708374149 },
      ],
    },
  },
  'with texts for numbers': {
    ResultCode: '0',
    CallbackMetadata: { Item: [{ Name: 'PhoneNumber', Value: '254700000000' }] },
  },
  'of a cancelled prompt': {
    MerchantRequestID: '8555-67195-1',
    ResultCode: 1032,
    ResultDesc: '[STK_CB - ]Request cancelled by user',
  },
}

/** Messages about money that was sent by hand, from the same places: the number of the payer is masked, or a hash, or missing. */
const publishedMoney = [
  { TransAmount: '3800', MSISDN: '25470****149', FirstName: 'John', MiddleName: '', LastName: 'Doe' },
  { TransAmount: '3800.00', MSISDN: 'fe3b1c0aaf', FirstName: 'JOHN', OrgAccountBalance: '49197.00' },
  { TransAmount: 3_800, TransactionType: 'Pay Bill', BusinessShortCode: '600638', InvoiceNumber: '' },
]

describe('what Safaricom and others have published', () => {
  for (const [name, result] of Object.entries(publishedResults))
    it(`is a reason to ask what became of the prompt: the result ${name}`, async () => {
      const { person, phone, subscribe } = await createPayer()
      await subscribe()
      const [prompt] = listPrompts(phone)
      assert.ok(prompt)
      daraja.breakNext('silent')
      await daraja.answerPhones()

      await daraja.send(prompt.callbackUrl, {
        Body: { stkCallback: { CheckoutRequestID: prompt.checkout, ...result } },
      })
      await app.settle()

      // What the query says counts, also against the message.
      assert.equal(await readPlan(person), 'professional')
    })
})

describe('money that people send by hand', () => {
  const moneyUrl = async () => {
    const { createCallbackUrl } = await import('#adapters/payments/daraja/gateway.ts')
    const { publicUrl, appSecret } = app.platform.config
    return createCallbackUrl({ publicUrl, appSecret }, 'money', 'c2b').replace('http://api.test', '')
  }

  it('pays an open payment with its account and amount, and the prompt that is paid too waits unmatched', async () => {
    const { person, phone, subscribe } = await createPayer()
    const { data } = await subscribe()
    const [prompt] = listPrompts(phone)
    const reference = prompt?.reference ?? ''
    daraja.ledger.receive(reference.toLowerCase(), 3_800, daraja.now)

    await app.anonymous.post(await moneyUrl(), { TransID: 'X', BillRefNumber: reference, TransAmount: '3800.00' })
    await app.settle()
    const first = await readPayment(person, data.payment.id)
    daraja.breakNext('silent')
    await daraja.answerPhones()
    await wait(11)

    assert.equal(first.status, 'succeeded')
    assert.equal((await getBillingHistory(person)).length, 1)
    const rows = (await listUnmatched()).filter(({ note }: { note: string }) => note.includes(reference))
    assert.equal(rows.length, 1)
    assert.equal(rows[0].amount, 3_800)
  })

  it('waits unmatched once with an unknown account or another amount, however often it is told', async () => {
    const before = (await listUnmatched()).length
    const { phone, subscribe } = await createPayer()
    await subscribe()
    const [prompt] = listPrompts(phone)
    daraja.ledger.receive('LUNCH', 250, daraja.now)
    daraja.ledger.receive(prompt?.reference ?? '', 3_700, daraja.now)
    const url = await moneyUrl()

    for (let times = 0; times < 3; times++) {
      await app.anonymous.post(url, { anything: true })
      await app.settle()
    }
    await wait(11)

    const rows = (await listUnmatched()).slice(0, -before || undefined)
    assert.equal((await listUnmatched()).length, before + 2)
    assert.deepEqual(rows.map(({ amount }: { amount: number }) => amount).sort(), [250, 3_700])
    assert.ok(rows.every(({ gateway }: { gateway: string }) => gateway === 'daraja'))
  })

  it('is not recorded from a message about money that did not arrive', async () => {
    const before = (await listUnmatched()).length

    const { status } = await app.anonymous.post(await moneyUrl(), {
      TransID: 'FORGED',
      BillRefNumber: 'LUNCH',
      TransAmount: '100000.00',
    })
    await wait(4)

    assert.equal(status, 200)
    assert.equal((await listUnmatched()).length, before)
  })

  it('is refused beforehand with another account or amount', async () => {
    const { phone, subscribe } = await createPayer()
    await subscribe()
    const [prompt] = listPrompts(phone)
    const url = `${await moneyUrl()}/check`
    const check = async (BillRefNumber: string, TransAmount: string) =>
      JSON.parse((await app.anonymous.post(url, { BillRefNumber, TransAmount })).text).ResultCode

    assert.equal(await check(prompt?.reference ?? '', '3800.00'), '0')
    assert.equal(await check(prompt?.reference ?? '', '100'), 'C2B00013')
    assert.equal(await check('LUNCH', '3800'), 'C2B00012')
  })

  it('is understood beforehand in each form that has been published', async () => {
    const { phone, subscribe } = await createPayer()
    await subscribe()
    const BillRefNumber = listPrompts(phone)[0]?.reference
    const url = `${await moneyUrl()}/check`

    const replies = await Promise.all(
      publishedMoney.map((body) => app.anonymous.post(url, { TransID: 'RKTQDM7W6S', BillRefNumber, ...body })),
    )

    const codes = replies.map(({ text }) => JSON.parse(text).ResultCode)
    assert.deepEqual(codes, ['0', '0', '0'])
  })
})

describe('the addresses that M-Pesa calls', () => {
  it('are not found with a wrong secret, and take bodies of any shape', async () => {
    const { phone, subscribe } = await createPayer()
    await subscribe()
    const [prompt] = listPrompts(phone)
    const path = (prompt?.callbackUrl ?? '').replace('http://api.test', '')
    const forged = `${path.slice(0, -1)}${path.endsWith('0') ? '1' : '0'}`
    const send = (to: string, body: string, type = 'application/json') =>
      app.anonymous.send('POST', to, { headers: { 'content-type': type }, body })

    const wrong = [
      await send(forged, '{}'),
      await send('/payments/callbacks/money/c2b.0', '{}'),
      await send(path.replace('prompt', 'money'), '{}'),
      await send('/payments/callbacks/result/refund-1.0', '{}'),
    ]
    const odd = [
      await send(path, ''),
      await send(path, 'hello', 'text/plain'),
      await send(path, '[1]'),
      await send(path, '{"Body":null}'),
      await send(path, '{"Body":{"stkCallback":{"CheckoutRequestID":{"a":1}}}}'),
    ]

    assert.deepEqual(
      wrong.map(({ status }) => status),
      [404, 404, 404, 404],
    )
    assert.deepEqual(
      odd.map(({ status }) => status),
      [200, 200, 200, 200, 200],
    )
  })

  it('store neither the number nor the token in the clear', async () => {
    const { phone, subscribe } = await createPayer()
    await subscribe()
    await daraja.answerPhones()
    await app.settle()

    const rows = (await readAllRows(app.platform.config)).join('\n')

    assert.ok(!rows.includes(phone.slice(1)))
    assert.ok(!rows.includes(daraja.settings.DARAJA_CONSUMER_SECRET))
  })
})

describe('the token of M-Pesa', () => {
  it('is requested once for many calls at the same time', async () => {
    const payers = await runConcurrently(6, () => createPayer())
    // What runs in the background would renew it too.
    await app.settle()
    app.clock.advance({ hours: 2 })
    const before = daraja.requests.filter((path) => path.includes('oauth')).length

    const replies = await runConcurrently(6, (index) => payers[index]?.subscribe() ?? Promise.reject())

    assert.ok(replies.every(({ status, data }) => status === 201 && data.payment.action !== null))
    assert.equal(daraja.requests.filter((path) => path.includes('oauth')).length, before + 1)
  })
})
