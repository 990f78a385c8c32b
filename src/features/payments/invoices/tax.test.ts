import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createPayer, getBillingHistory } from '#test/support/payments.ts'

const app = await testApp({
  SELLER_NAME: 'Analytical Engines GmbH',
  SELLER_TAX_ID: 'DE123456789',
  TAX_RATE: '5',
  TAX_RATES: 'DE=19, FR=20,KE=16,CH=8.1,US=0',
  TAX_NOTE: 'No tax here.',
  TOKEN_TTL_DAYS: '365',
})

const local = (url: string) => url.replace('http://api.test', '')

async function buy(billing_address: object | null) {
  const payer = await createPayer(app)
  const saved = await payer.person.put(`/users/${payer.person.id}`, { billing_address })
  assert.equal(saved.status, 200, saved.text)
  const { data } = await payer.person.post('/subscriptions/preview', {
    plan_id: 'professional',
    payment_method_id: payer.payment_method_id,
  })
  const bought = await payer.subscribe('professional')
  assert.equal(bought.status, 201, bought.text)
  const [record] = await getBillingHistory(payer.person)
  return { ...payer, preview: data, record, payment: bought.data.payment }
}

/** The page is in the language of the buyer, also for a reader of another one. */
const readInvoice = async (person: Person, locale = 'en') => {
  assert.equal((await person.put(`/users/${person.id}`, { locale })).status, 200)
  const [{ invoice_url }] = await getBillingHistory(person)
  const { text, headers } = await app.anonymous.get(local(invoice_url), { 'accept-language': 'sw' })
  assert.equal(headers.get('content-language'), locale)
  return text
}

const french = { name: 'Société Curie', country: 'FR', tax_id: 'fr 12 345678901' }

const reverseChargeSentences = [
  ['fr', 'Autoliquidation : la TVA est due par le preneur du service.'],
  ['es', 'Inversión del sujeto pasivo: el destinatario del servicio debe el IVA.'],
  ['pt', 'Autoliquidação: o destinatário do serviço deve o IVA.'],
  ['sw', 'Reverse charge: mpokeaji wa huduma ndiye anayedaiwa VAT.'],
  ['ar', 'الاحتساب العكسي (Reverse charge): ضريبة القيمة المضافة مستحقة على متلقي الخدمة.'],
] as const

describe('the tax in a price', () => {
  for (const [who, address, tax, rate] of [
    ['in the country of the seller', { country: 'DE', tax_id: 'DE999999999' }, 4.63, '19'],
    ['in another country with a rate', { country: 'KE' }, 4, '16'],
    ['in a country whose rate has a fraction', { country: 'CH', tax_id: 'CHE123456789' }, 2.17, '8.1'],
    ['in another member state without a VAT number', { country: 'FR' }, 4.83, '20'],
    ['in another member state with another tax number', { country: 'FR', tax_id: '12345678901' }, 4.83, '20'],
    ['in a country without a rate', { country: 'UG' }, 1.38, '5'],
    ['without an address', null, 1.38, '5'],
  ] as const)
    it(`is that of a buyer ${who}, and what is charged stays the same`, async () => {
      const { preview, person, payment } = await buy(address)

      const text = await readInvoice(person)

      assert.deepEqual([preview.total, payment.amount, preview.tax.amount], [29, 29, tax])
      assert.deepEqual([preview.tax.rate, preview.tax.reverse_charge, preview.tax.note], [Number(rate), false, ''])
      assert.ok(text.includes(`VAT ${rate} %`), text)
      assert.ok(text.includes(`${tax.toFixed(2)} USD`))
    })

  it('is none where the rate is zero, for the reason that the operator states', async () => {
    const { preview, person } = await buy({ country: 'US' })

    assert.deepEqual([preview.tax.amount, preview.tax.country, preview.tax.note], [0, 'US', 'No tax here.'])
    assert.match(await readInvoice(person), /No tax here\./)
  })

  it('is owed by a company in another member state, which the invoice says in every language', async () => {
    const { preview, person, payment } = await buy(french)

    const english = await readInvoice(person)
    const pdf = await app.anonymous.get(local((await getBillingHistory(person))[0].pdf_url))

    assert.deepEqual([preview.total, payment.amount], [29, 29])
    assert.deepEqual([preview.tax.amount, preview.tax.rate, preview.tax.reverse_charge], [0, 0, true])
    for (const part of ['FR12345678901', 'DE123456789', '29.00 USD', 'VAT 0 %']) assert.ok(english.includes(part), part)
    assert.match(english, /Reverse charge: the recipient of the service owes the VAT\./)
    for (const [language, sentence] of reverseChargeSentences)
      assert.ok((await readInvoice(person, language)).includes(sentence), language)
    assert.equal(pdf.status, 200)
  })

  it('is returned by the credit notes of an invoice, in parts and in whole', async () => {
    const admin = await app.given.admin()
    const taxed = await buy({ country: 'DE' })
    const untaxed = await buy(french)
    for (const { payment } of [taxed, untaxed]) {
      await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 10 })
      await app.settle()
      await admin.post(`/admin/payments/${payment.id}/refund`, {})
      await app.settle()
    }

    const list = async ({ person }: { person: Person }) =>
      (await person.get('/billing/credit-notes')).data.map(({ tax_amount }: { tax_amount: number }) => tax_amount)

    assert.deepEqual(await list(taxed), [3.03, 1.6])
    assert.deepEqual(await list(untaxed), [0, 0])
  })

  it('stays on an invoice when the address changes later, and follows it in the next one', async () => {
    const { person } = await buy({ country: 'DE' })
    await person.put(`/users/${person.id}`, { billing_address: { country: 'KE' } })

    app.clock.advance({ days: 32 })
    await app.settle()
    const [second, first] = await getBillingHistory(person)

    assert.match((await app.anonymous.get(local(second.invoice_url))).text, /VAT 16 %/)
    assert.match((await app.anonymous.get(local(first.invoice_url))).text, /VAT 19 %/)
    const { invoices } = (await person.get(`/users/${person.id}/export`)).data.payments
    assert.deepEqual(
      invoices.map(({ tax_country }: { tax_country: string }) => tax_country),
      ['DE', 'KE'],
    )
  })

  it('is that of the country of the payment method for a person without an address', async () => {
    const person = await app.given.user()
    const phone = { type: 'mobile_money', provider: 'mpesa', phone: '+254712345678' }
    const { data } = await person.post('/payment-methods', phone)
    const payment_method_id = data.payment_method.id
    const order = { plan_id: 'professional', payment_method_id }

    const preview = await person.post('/subscriptions/preview', order)
    const abroad = await person.post('/subscriptions/preview', { ...order, country: 'DE' })
    await person.post('/subscriptions/subscribe', order)
    app.clock.advance({ minutes: 2 })
    await app.settle()

    assert.deepEqual([preview.data.tax.country, abroad.data.tax.country], ['KE', 'DE'])
    assert.equal(preview.data.total, abroad.data.total)
    assert.match(await readInvoice(person), /VAT 16 %/)
  })
})

describe('the VAT number of a buyer', () => {
  it('is stored without spaces, is in the export, and is deleted with the account', async () => {
    const { person } = await buy(french)
    const admin = await app.given.admin()

    const { data } = await person.get('/auth/me')
    const exported = (await person.get(`/users/${person.id}/export`)).data
    const [{ invoice_url }] = await getBillingHistory(person)
    await admin.delete(`/users/${person.id}`)
    const { text } = await app.anonymous.get(local(invoice_url))

    assert.equal(data.billing_address.tax_id, 'FR12345678901')
    assert.equal(exported.profile.billing_address.tax_id, 'FR12345678901')
    assert.equal(exported.payments.invoices[0].buyer_address.tax_id, 'FR12345678901')
    assert.doesNotMatch(text, /FR12345678901/)
  })

  for (const [country, tax_id, example] of [
    ['FR', 'FR123', 'FR12345678901'],
    ['GR', 'GR123456789', 'EL123456789'],
    ['GB', 'GB12345678', 'GB123456789'],
    ['CH', 'CHE-12', 'CHE123456789MWST'],
    ['NO', 'NO123456789', 'NO123456789MVA'],
  ] as const)
    it(`is refused in ${country} as ${tax_id}, and nothing changes`, async () => {
      const person = await app.given.user()
      const path = `/users/${person.id}`

      const { status, errors } = await person.put(path, { headline: 'changed', billing_address: { country, tax_id } })

      assert.equal(status, 422)
      assert.deepEqual(errors, {
        'billing_address.tax_id': [`The VAT numbers of this country are written like ${example}.`],
      })
      const { data } = await person.get('/auth/me')
      assert.deepEqual([data.billing_address, data.headline], [null, ''])
    })
})

describe('without TAX_RATES', () => {
  it('nothing changes: one rate is for everybody, also for companies of the European Union', async () => {
    const own = await testApp({ SELLER_TAX_ID: 'DE123456789', TAX_RATE: '19' })
    const { person, subscribe } = await createPayer(own)
    await person.put(`/users/${person.id}`, { billing_address: french })

    await subscribe('professional')
    const [{ invoice_url }] = await getBillingHistory(person)

    const { text } = await own.anonymous.get(local(invoice_url))
    assert.match(text, /VAT 19 %/)
    assert.doesNotMatch(text, /Reverse charge/)
  })
})
