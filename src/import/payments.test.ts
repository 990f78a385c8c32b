import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createImportFolder, importInto, readRefused } from '#test/support/import.ts'

const password = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'
const ada = { id: 1_007, name: 'Ada Lovelace', email: 'ada.l@example.org', password, role: 'researcher' }
const bob = {
  id: 1_008,
  name: 'Bob Noyce',
  email: 'bob.n@example.org',
  password,
  email_verified_at: '2020-01-02 03:04:05',
}
const at = '2024-03-05 06:07:08'
const card = { type: 'card', card_number: '4242424242424242', expiry_month: 12, expiry_year: 2060, cvv: '123' }

/** What Bob paid: a plan with a coupon, a course, a transfer that was recorded by hand, and a payment that failed. */
const paid = {
  users: [ada, bob],
  courses: [{ id: 80, user_id: ada.id, title: 'Reefs', price: 4_999, currency: 'EUR' }],
  coupons: [
    {
      id: 3,
      code: 'early',
      percent_off: 50,
      plans: ['professional'],
      redemptions: 1,
      created_at: '2024-01-01 00:00:00',
    },
    { id: 4, code: 'FIVE', amount_off: 500, currency: 'EUR', max_redemptions: 9, created_at: at },
  ],
  charges: [
    {
      id: 10,
      user_id: bob.id,
      plan_id: 'professional',
      title: 'Professional',
      amount: 1_450,
      currency: 'USD',
      payment_id: 'pi_10',
      gateway: 'sandbox',
      method_label: 'Visa •••• 4242',
      coupon_code: 'EARLY',
      created_at: at,
      period_end: '2024-04-05 06:07:08',
    },
    { id: 11, user_id: bob.id, course_id: 80, title: 'Reefs', amount: 4_999, currency: 'EUR', created_at: at },
    {
      id: 12,
      user_id: bob.id,
      plan_id: 'professional',
      title: 'Professional',
      amount: 120_000,
      currency: 'UGX',
      gateway: 'manual',
      method: 'bank',
      reference: 'FT240305',
      created_at: at,
    },
    { id: 13, user_id: bob.id, title: 'A book', amount: 700, currency: 'USD', status: 'failed', created_at: at },
    { id: 14, user_id: ada.id, title: 'A poster', amount: 900, currency: 'USD', status: 'refunded', created_at: at },
  ],
  refunds: [
    { id: 20, charge_id: 11, amount: 1_001, reason: 'A courtesy', created_at: '2024-03-06 23:30:00' },
    { id: 21, charge_id: 11, amount: 9, status: 'failed', failure: 'The account is closed.', created_at: at },
  ],
  invoices: [
    { id: 30, charge_id: 10, number: 'INV-2024-000041', date: '2024-03-05' },
    {
      id: 31,
      charge_id: 11,
      number: '2024/0042',
      date: '2024-03-05',
      tax_name: 'VAT',
      tax_rate: 1_900,
      tax_amount: 798,
      seller: 'Reef School',
      buyer_address: { line1: 'Plot 7', city: 'Kampala', country: 'UG' },
    },
  ],
  credit_notes: [{ id: 40, refund_id: 20, number: 'CN-2024-000007', date: '2024-03-07' }],
}

async function importPaid(more: Record<string, readonly unknown[]> = {}) {
  const app = await createApp()
  const folder = await createImportFolder({ ...paid, ...more })
  const { code, stdout, stderr } = await importInto(app, folder)
  const logIn = async (email: string) =>
    app.withToken((await app.anonymous.post('/auth/login', { email, password: 'password' })).data.token)
  return { app, folder, code, stdout, stderr, logIn }
}

describe('imported payments', () => {
  it('are in the history of who paid, to the cent, with their refunds, credit notes and documents', async () => {
    const { app, folder, code, stdout, stderr, logIn } = await importPaid()
    assert.equal(code, 0, stdout + stderr)
    const asBob = await logIn(bob.email)

    const { data } = await asBob.get('/billing/history')
    const notes = await asBob.get('/billing/credit-notes')
    const page = await app.anonymous.get(data[0].invoice_url.replace(/^http:\/\/[^/]+/, ''))
    const pdf = await app.anonymous.get(data[0].pdf_url.replace(/^http:\/\/[^/]+/, ''))

    const { invoice_url: _, pdf_url: __, ...course } = data[0]
    assert.deepEqual(course, {
      id: '2024/0042',
      date: '2024-03-05',
      amount: 49.99,
      currency: 'EUR',
      status: 'paid',
      refunded_amount: 10.01,
      refund_pending: 0,
      plan: 'Course: Reefs',
      coupon_code: null,
      period: '2024-03-05/2024-03-05',
    })
    assert.deepEqual(
      [data[1].id, data[1].amount, data[1].coupon_code, data[1].period, data.length],
      ['INV-2024-000041', 14.5, 'EARLY', '2024-03-05/2024-04-05', 2],
    )
    const [note] = notes.data
    assert.deepEqual(
      [note.id, note.amount, note.tax_amount, note.invoice_id],
      ['CN-2024-000007', 10.01, 1.6, '2024/0042'],
    )
    assert.equal(page.status, 200)
    assert.match(page.text, /Reef School[\s\S]*Kampala[\s\S]*49\.99 EUR/)
    assert.equal(pdf.headers.get('content-type'), 'application/pdf')
    assert.deepEqual(await app.listMails(bob.email), [])
    const again = await importInto(app, folder)
    assert.equal(again.stdout.replaceAll(/\d+ s/g, ''), stdout.replaceAll(/\d+ s/g, ''))
  })

  it('are shown to administrators as what they were, and can be refunded up to what is left', async () => {
    const { app } = await importPaid()
    const admin = await app.given.admin()

    const { data } = await admin.get('/admin/payments?sort=oldest')
    const found = await admin.get('/admin/payments?search=2024/0042')
    const course = await admin.get('/admin/payments/11')
    const manual = await admin.get('/admin/payments/12')
    const tooMuch = await admin.post('/admin/payments/10/refund', { amount: 14.51 })
    const failed = await admin.post('/admin/payments/13/refund', {})
    const refunded = await admin.post('/admin/payments/14/refund', {})
    const rest = await admin.post('/admin/payments/12/refund', { amount: 20_000 })

    const facts = data.map((row: Record<string, unknown>) => [row.id, row.status, row.amount, row.refunded_amount])
    assert.deepEqual(facts, [
      [10, 'succeeded', 14.5, 0],
      [11, 'succeeded', 49.99, 10.01],
      [12, 'succeeded', 120_000, 0],
      [13, 'failed', 7, 0],
      [14, 'refunded', 9, 9],
    ])
    assert.deepEqual(
      found.data.map(({ id }: { id: number }) => id),
      [11],
    )
    assert.deepEqual([course.data.purpose, course.data.details], ['course', { course_id: 80 }])
    assert.deepEqual(
      course.data.refunds.map((row: Record<string, unknown>) => [row.amount, row.status, row.credit_note_number]),
      [
        [10.01, 'succeeded', 'CN-2024-000007'],
        [0.09, 'failed', null],
      ],
    )
    assert.deepEqual(
      [manual.data.method, manual.data.reference, manual.data.received_on],
      ['Bank transfer FT240305', 'FT240305', '2024-03-05'],
    )
    assert.deepEqual([tooMuch.status, failed.status, refunded.status, rest.status], [422, 422, 422, 200])
    const twice = {
      user_id: bob.id,
      for: { plan_id: 'professional' },
      amount: 120_000,
      currency: 'UGX',
      method: 'bank',
      reference: 'ft240305',
      received_on: '2024-03-05',
      reason: 'Again',
    }
    assert.deepEqual((await admin.post('/admin/payments', twice)).errors, {
      reference: ['There is a payment with this reference already.'],
    })
  })

  it('are followed by the next numbers of invoices and credit notes, and by one use of a coupon', async () => {
    const year = createFakeClock().now().slice(0, 4)
    const { app, folder, logIn } = await importPaid({
      invoices: [
        { id: 30, charge_id: 10, number: `INV-${year}-000041`, date: '2024-03-05' },
        { id: 31, charge_id: 11, number: `INV-${year}-000009`, date: '2024-03-05' },
      ],
      credit_notes: [{ id: 40, refund_id: 20, number: `CN-${year}-000007`, date: '2024-03-07' }],
    })
    const asBob = await logIn(bob.email)
    const { data } = await asBob.post('/payment-methods', card)
    const order = { plan_id: 'professional', payment_method_id: data.payment_method.id }

    const used = await asBob.post('/subscriptions/subscribe', { ...order, coupon_code: 'early' })
    const bought = await asBob.post('/subscriptions/subscribe', order)
    const admin = await app.given.admin()
    const [payment] = (await admin.get(`/admin/payments?user_id=${bob.id}`)).data
    await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 1 })
    await app.settle()

    assert.deepEqual(used.errors, { coupon_code: ['You have used this coupon already.'] })
    assert.equal(bought.status, 201, bought.text)
    const history = await asBob.get('/billing/history')
    assert.equal(history.data[0].id, `INV-${year}-000042`)
    assert.equal((await asBob.get('/billing/credit-notes')).data[0].id, `CN-${year}-000008`)
    const coupons = await admin.get('/coupons')
    assert.deepEqual(
      coupons.data.map((row: Record<string, unknown>) => [row.code, row.percent_off, row.amount_off, row.redemptions]),
      [
        ['FIVE', null, 5, 0],
        ['EARLY', 50, null, 1],
      ],
    )
    assert.equal(await importInto(app, folder).then(({ code }) => code), 0)
  })
})

describe('rows of payments that cannot be', () => {
  it('are refused alone, each with its reason', async () => {
    const charge = { user_id: bob.id, title: 'Reefs', amount: 100, currency: 'USD', created_at: at }
    const { code, folder } = await importPaid({
      coupons: [
        { id: 1, code: 'BOTH', percent_off: 5, amount_off: 5, currency: 'USD', created_at: at },
        { id: 2, code: 'NONE', created_at: at },
        { id: 3, code: 'PLAN', percent_off: 5, plans: ['gold'], created_at: at },
        { id: 4, code: 'once', percent_off: 5, created_at: at },
        { id: 5, code: 'ONCE', percent_off: 6, created_at: at },
      ],
      charges: [
        ...paid.charges,
        { ...charge, id: 50, course_id: 80 },
        { ...charge, id: 51, course_id: 80, plan_id: 'professional' },
        { ...charge, id: 52, currency: 'XYZ' },
        { ...charge, id: 53, method_label: 'Visa 4242 4242 4242 4242' },
        { ...charge, id: 54, gateway: 'manual' },
        { ...charge, id: 55, amount: 10.5 },
        { ...charge, id: 56, status: 'pending' },
        { ...charge, id: 57, user_id: 5 },
        { ...charge, id: 58, period_end: '2023-01-01 00:00:00' },
        { ...charge, id: 59, key: 'a' },
        { ...charge, id: 60, key: 'a' },
      ],
      refunds: [
        ...paid.refunds,
        { id: 61, charge_id: 11, amount: 3_998, created_at: at },
        { id: 62, charge_id: 11, amount: 3_999, created_at: at },
        { id: 63, charge_id: 13, amount: 1, created_at: at },
        { id: 64, charge_id: 99, amount: 1, created_at: at },
        { id: 65, charge_id: 10, amount: 0, created_at: at },
      ],
      invoices: [
        ...paid.invoices,
        { id: 70, charge_id: 10, number: 'INV-2024-000050', date: '2024-03-05' },
        { id: 71, charge_id: 12, number: '2024/0042', date: '2024-03-05' },
        { id: 72, charge_id: 13, number: 'A-1', date: '2024-03-05' },
        { id: 73, charge_id: 14, number: 'A-2', date: '2024-03-05', tax_amount: 901 },
        { id: 74, charge_id: 14, number: '../A', date: '2024-03-05' },
      ],
      credit_notes: [
        { id: 80, refund_id: 61, number: 'CN-1', date: '2024-03-07', tax_amount: 799 },
        { id: 81, refund_id: 61, number: 'CN-2', date: '2024-03-07' },
        { id: 82, refund_id: 61, number: 'CN-3', date: '2024-03-07' },
        { id: 83, refund_id: 20, number: 'CN-4', date: '2024-03-07', tax_amount: 700 },
      ],
    })

    assert.equal(code, 1)
    assert.deepEqual(await readRefused(folder, 'coupons'), [
      'The row needs one of "percent_off" and "amount_off".',
      'The row needs one of "percent_off" and "amount_off".',
      'The column "plans" has gold, which is no id of plans.',
      'Another row has the same code already.',
    ])
    assert.deepEqual(await readRefused(folder, 'charges'), [
      'Another row has the same key, or has paid for the same course_id and user_id, already.',
      'The row can have one of "plan_id", "course_id" and "exam_id".',
      'The column "currency" is "XYZ", which is no currency of ISO 4217.',
      'The column "method_label" has the number of a card, which is never stored.',
      'The column "reference" is missing for a payment by hand.',
      'The column "amount" must be an integer.',
      'The column "status" must be one of succeeded, failed, refunded.',
      'The column "user_id" is 5, which is no id of users.',
      'The column "period_end" must not be before the beginning of the period.',
      'Another row has the same key, or has paid for the same course_id and user_id, already.',
    ])
    assert.deepEqual(await readRefused(folder, 'refunds'), [
      'The refunds of the payment 11 would be 8998, and it was 4999.',
      'The payment 13 was not received, so nothing of it was returned.',
      'The column "charge_id" is 99, which is no id of charges.',
      'The column "amount" must be >= 1.',
    ])
    assert.deepEqual(await readRefused(folder, 'invoices'), [
      'Another row has the same number or the same charge_id already.',
      'Another row has the same number or the same charge_id already.',
      'The payment 13 was not received, so there is no invoice of it.',
      'The tax is 901, and the payment 14 was 900.',
      'The column "number" must match pattern "^[A-Za-z0-9](?:[A-Za-z0-9._/-]{0,28}[A-Za-z0-9])?$".',
    ])
    assert.deepEqual(await readRefused(folder, 'credit_notes'), [
      'The tax of the credit notes would be more than that of the invoice 2024/0042 or of the refund.',
      'Another row has the same number or the same refund_id already.',
      'The tax of the credit notes would be more than that of the invoice 2024/0042 or of the refund.',
    ])
  })

  it('change payment and invoice when they are mended and imported with --merge', async () => {
    const { app, folder, logIn } = await importPaid({
      refunds: [{ id: 20, charge_id: 11, amount: 5_000, created_at: at }],
    })
    const before = await (await logIn(bob.email)).get('/billing/history')
    const mended = await createImportFolder({
      charges: paid.charges,
      refunds: [{ id: 20, charge_id: 11, amount: 4_999, created_at: at }],
      invoices: paid.invoices,
      credit_notes: paid.credit_notes,
    })

    const tried = await importInto(app, mended, '--merge', '--dry-run')
    const { code, stdout } = await importInto(app, mended, '--merge')

    assert.equal(code, 0, stdout)
    assert.match(tried.stdout, /charges\.ndjson: 0 imported, 5 kept, 0 refused/)
    for (const { stdout: said } of [tried, { stdout }]) {
      assert.match(said, /refunds\.ndjson: 1 imported, 0 kept, 0 refused/)
      assert.match(said, /credit_notes\.ndjson: 1 imported, 0 kept, 0 refused/)
    }
    assert.deepEqual([before.data[0].status, before.data[0].refunded_amount], ['paid', 0])
    const asBob = await logIn(bob.email)
    const [course] = (await asBob.get('/billing/history')).data
    assert.deepEqual([course.status, course.refunded_amount], ['refunded', 49.99])
    const [note] = (await asBob.get('/billing/credit-notes')).data
    assert.deepEqual([note.amount, note.tax_amount], [49.99, 7.98])
    assert.equal((await readRefused(folder, 'refunds')).length, 1)
  })
})
