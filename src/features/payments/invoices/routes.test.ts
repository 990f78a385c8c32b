import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, testApp } from '#test/support/app.ts'
import { readPdfTexts } from '#test/support/pdf.ts'

const app = await testApp()

async function createSubscriber(name = 'Ada Lovelace', plan_id = 'professional', of = app, more: object = {}) {
  const person = await of.given.user({ name })
  const card = {
    type: 'card',
    card_number: '4242424242424242',
    expiry_month: 12,
    expiry_year: 2040,
    cvv: '123',
  }
  const { data } = await person.post('/payment-methods', card)
  const payment_method_id = data.payment_method.id
  const reply = await person.post('/subscriptions/subscribe', { plan_id, payment_method_id, ...more })
  assert.equal(reply.status, 201, reply.text)
  return person
}

const local = (url: string) => url.replace('http://api.test', '')
const parseNumber = (id: string) => Number(id.slice(-6))

describe('GET /billing/history', () => {
  it('numbers invoices without a gap when twenty users pay at once', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => createSubscriber()))

    const records = await Promise.all(people.map(async (person) => (await person.get('/billing/history')).data[0]))

    const numbers = records.map(({ id }) => parseNumber(id)).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 20 }, (_, index) => (numbers[0] ?? 0) + index),
    )
  })

  it("is paginated, newest first, and contains only the caller's invoices", async () => {
    const person = await createSubscriber()
    const payment_method_id = (await person.get('/payment-methods')).data[0].id
    app.clock.advance({ days: 1 })
    await person.post('/subscriptions/subscribe', { plan_id: 'enterprise', payment_method_id })

    const { data, meta } = await person.get('/billing/history?limit=1')
    const second = await person.get('/billing/history?limit=1&page=2')
    const stranger = await (await app.given.user()).get('/billing/history')

    assert.equal(data[0].plan, 'Enterprise')
    assert.deepEqual([meta.total, meta.per_page, meta.last_page], [2, 1, 2])
    assert.equal(second.data[0].plan, 'Professional')
    assert.deepEqual(stranger.data, [])
    assert.equal((await app.anonymous.get('/billing/history')).status, 401)
  })
})

describe('GET /billing/invoices/{number}', () => {
  it('shows the invoice to holders of the link, for an hour', async () => {
    const person = await createSubscriber('Zoë Ångström <b>')
    const [{ id, invoice_url, pdf_url }] = (await person.get('/billing/history')).data

    const page = await app.anonymous.get(local(invoice_url))
    const pdf = await app.anonymous.get(local(pdf_url))
    app.clock.advance({ minutes: 59 })
    const still = await app.anonymous.get(local(invoice_url))
    app.clock.advance({ minutes: 1 })
    const late = await app.anonymous.get(local(invoice_url))

    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
    assert.ok(page.text.includes(id))
    assert.ok(page.text.includes('Zoë Ångström &lt;b&gt;'))
    assert.ok(page.text.includes('29.00 USD'))
    assert.equal(pdf.status, 200)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.ok(pdf.text.startsWith('%PDF-'))
    assert.equal(still.status, 200)
    assert.equal(late.status, 403)
  })

  it('names the coupon, here and in the billing history', async () => {
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'SPRING20', percent_off: 20 })
    const person = await createSubscriber('Ada Lovelace', 'professional', app, { coupon_code: 'spring20' })

    const [record] = (await person.get('/billing/history')).data
    const plain = (await (await createSubscriber()).get('/billing/history')).data[0]

    assert.deepEqual([record.coupon_code, plain.coupon_code], ['SPRING20', null])
    assert.match((await app.anonymous.get(local(record.invoice_url))).text, /Coupon.*SPRING20/)
    assert.doesNotMatch((await app.anonymous.get(local(plain.invoice_url))).text, /Coupon/)
    assert.equal((await app.anonymous.get(local(record.pdf_url))).status, 200)
  })

  it('states both parties, the tax included in the price, and the payment method', async () => {
    const seller = {
      SELLER_NAME: 'Analytical Engines Ltd',
      SELLER_ADDRESS: '1 Dorset Street, in the gardens of Manchester Square | London | United Kingdom',
      SELLER_TAX_ID: 'GB999',
      TAX_RATE: '20',
      TOKEN_TTL_DAYS: '365',
    }
    const own = await createApp(seller)
    const person = await createSubscriber('Ada Lovelace', 'professional', own)
    const before = (await person.get('/billing/history')).data[0]
    const first = (await own.anonymous.get(local(before.invoice_url))).text
    const billing_address = {
      name: '山田研究所',
      line1: '1-2-3 Chiyoda',
      city: 'Tokyo',
      country: 'JP',
      tax_id: 'T123',
    }
    await person.put(`/users/${person.id}`, { billing_address })
    own.clock.advance({ days: 31 })
    await own.settle()
    own.clock.advance({ minutes: 10 })
    await own.settle()
    const [after, ...earlier] = (await person.get('/billing/history')).data
    assert.equal(earlier.length, 1)

    const second = (await own.anonymous.get(local(after.invoice_url))).text
    const pdf = await fetch(`${own.address}${local(after.pdf_url)}`)
    const lines = readPdfTexts(Buffer.from(await pdf.arrayBuffer()))

    for (const part of ['Analytical Engines Ltd', '1 Dorset Street', 'Tax number: GB999', 'Ada Lovelace'])
      assert.ok(first.includes(part), part)
    assert.doesNotMatch(first, /山田研究所/)
    for (const part of ['山田研究所', '1-2-3 Chiyoda', 'Japan', 'Tax number: T123', 'Visa •••• 4242'])
      assert.ok(second.includes(part), part)
    for (const part of ['Subtotal', '24.17 USD', 'VAT 20 %', '4.83 USD', '29.00 USD', 'Amount due', '0.00 USD'])
      assert.ok(second.includes(part), part)
    // The address is divided before it reaches the column of the buyer.
    const address = lines.indexOf('1 Dorset Street, in the gardens of Manchester ')
    assert.deepEqual(lines.slice(address + 1, address + 3), ['Square', 'London'], lines.join('\n'))
  })

  it('states the reason when no tax is charged, and keeps the charged tax when settings change', async () => {
    const person = await createSubscriber()
    const [{ invoice_url }] = (await person.get('/billing/history')).data

    const { text } = await app.anonymous.get(local(invoice_url))

    assert.ok(text.includes('VAT 0 %'))
    assert.ok(text.includes('No tax is charged on this supply.'))
  })

  it('refuses a signature that was made for something else', async () => {
    const person = await createSubscriber()
    const other = await createSubscriber()
    const [mine] = (await person.get('/billing/history')).data
    const [theirs] = (await other.get('/billing/history')).data
    const query = new URL(mine.invoice_url).search

    for (const path of [
      `/billing/invoices/${theirs.id}${query}`,
      `/billing/invoices/${mine.id}/pdf${query}`,
      `/billing/invoices/${mine.id}`,
      `/billing/invoices/${mine.id}?expires=9999999999&signature=${new URL(mine.invoice_url).searchParams.get('signature')}`,
      `${local(mine.invoice_url)}x`,
    ])
      assert.equal((await app.anonymous.get(path)).status, 403, path)
  })

  for (const name of ['Ιωάννης Παπαδόπουλος', 'Святослав Рихтер', '山田太郎', 'a\u0301'.repeat(90)])
    it(`prints ${name.slice(0, 20)} without errors`, async () => {
      const person = await createSubscriber(name)
      const [{ pdf_url }] = (await person.get('/billing/history')).data

      const { status, text } = await app.anonymous.get(local(pdf_url))

      assert.equal(status, 200)
      assert.ok(text.startsWith('%PDF-'))
    })
})
