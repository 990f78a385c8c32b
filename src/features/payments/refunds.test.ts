import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { readText } from '@research-platform/documents/text'
import { testApp } from '#test/support/app.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { createPayer, getBillingHistory } from '#test/support/payments.ts'

const gateway = new FakeGateway('stripe')
const app = await testApp({ TAX_RATE: '16' }, { payments: gateway })
const admin = await app.given.admin()

beforeEach(() => {
  gateway.refundMode = 'succeeded'
  gateway.failureMode = 'none'
})

interface Refund {
  id: number
  amount: number
  status: string
  failure: string
  tries: number
  closed_at: string | null
  credit_note_number: string | null
}

/** A person who has paid 29.00 for a plan, with the means to refund it. */
async function createPayment(more: object = {}) {
  const { person, subscribe } = await createPayer(app)
  await person.put(`/users/${person.id}`, more)
  const { data } = await subscribe('professional')
  const id: number = data.payment.id
  const refund = async (body: object = {}) => {
    const reply = await admin.post(`/admin/payments/${id}/refund`, body)
    await app.settle()
    return reply
  }
  const listRefunds = async (): Promise<Refund[]> => (await admin.get(`/admin/payments/${id}`)).data.refunds
  const readPayment = async () => (await admin.get(`/admin/payments/${id}`)).data
  return { person, id, refund, listRefunds, readPayment }
}

const listStates = (refunds: Refund[]) => refunds.map(({ status, amount }) => [status, amount])
const toLocal = (url: string) => url.replace('http://api.test', '')

describe('a credit note', () => {
  it('is issued for each part that was refunded, in the language of the buyer, and contains its tax', async () => {
    const { person, refund } = await createPayment({ locale: 'fr' })

    await refund({ amount: 9.99 })
    await refund({})

    const { data, meta } = await person.get('/billing/credit-notes')
    assert.equal(meta.total, 2)
    assert.deepEqual(
      data.map(({ amount }: { amount: number }) => amount),
      [19.01, 9.99],
    )
    const [invoice] = await getBillingHistory(person)
    assert.deepEqual([invoice.status, invoice.refunded_amount, invoice.refund_pending], ['refunded', 29, 0])
    assert.deepEqual(new Set(data.map(({ invoice_id }: { invoice_id: string }) => invoice_id)), new Set([invoice.id]))
    // 29.00 contain 4.00 of tax at 16 %.
    assert.equal(Math.round(100 * (data[0].tax_amount + data[1].tax_amount)), 400)
    assert.match(data[0].id, /^CN-\d{4}-\d{6}$/)
    const page = await app.anonymous.get(toLocal(data[1].credit_note_url), { 'accept-language': 'fr' })
    assert.ok(page.text.includes(`Avoir ${data[1].id}`) && page.text.includes(invoice.id), page.text)
    const pdf = await fetch(`${app.address}${toLocal(data[1].pdf_url)}`)
    const text = (await readText(new Uint8Array(await pdf.arrayBuffer()))) ?? ''
    for (const part of ['Avoir', data[1].id, invoice.id, 'VAT 16 %']) assert.ok(text.includes(part), part)
  })

  it('is listed for its buyer alone, and its link opens nothing else', async () => {
    const [mine, other] = [await createPayment(), await createPayment()]
    await mine.refund({})
    await other.refund({})
    const [note] = (await mine.person.get('/billing/credit-notes')).data
    const [theirs] = (await other.person.get('/billing/credit-notes')).data
    const { search } = new URL(theirs.credit_note_url)

    assert.equal((await mine.person.get('/billing/credit-notes')).meta.total, 1)
    assert.equal((await app.anonymous.get('/billing/credit-notes')).status, 401)
    for (const path of [note.id, `${note.id}${search}`, `${note.id}/pdf${search}`, `CN-2026-999999${search}`])
      assert.equal((await app.anonymous.get(`/billing/credit-notes/${path}`)).status, 403, path)
    app.clock.advance({ hours: 2 })
    assert.equal((await app.anonymous.get(toLocal(note.credit_note_url))).status, 403)
  })

  it('has a number of its own series without a gap when many payments are refunded at once', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => createPayment()))

    await Promise.all(payments.map(({ id }) => admin.post(`/admin/payments/${id}/refund`, { amount: 1 })))
    await app.settle()

    const refunds = await Promise.all(payments.map(async ({ listRefunds }) => (await listRefunds())[0]))
    const numbers = refunds.map((refund) => Number(refund?.credit_note_number?.slice(-6))).sort((a, b) => a - b)
    assert.deepEqual(
      numbers,
      Array.from({ length: 12 }, (_, index) => (numbers[0] ?? 0) + index),
    )
  })

  it('contains the whole tax when an earlier refund came back from the bank', async () => {
    const { id, person, refund, listRefunds } = await createPayment()
    const listNotes = async () =>
      (await person.get('/billing/credit-notes')).data.map((note: { amount: number; tax_amount: number }) => [
        note.amount,
        note.tax_amount,
      ])
    await refund({ amount: 10 })
    const before = await listNotes()
    const [key] = [...gateway.ledger.keys()].slice(-1)
    for (const entry of [...gateway.refunds.values()].slice(-1)) entry.status = 'failed'
    await app.anonymous.send('POST', '/payments/webhooks/stripe', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: `return of ${id}`, key, is_refund: true }),
    })
    await app.settle()

    await refund({})

    assert.deepEqual(listStates(await listRefunds()), [
      ['failed', 10],
      ['succeeded', 29],
    ])
    assert.deepEqual(before, [[10, 1.38]])
    assert.deepEqual(await listNotes(), [
      [29, 4],
      [10, 1.38],
    ])
  })

  it('is in the export of its buyer, and loses the name with the account', async () => {
    const { person, refund, listRefunds } = await createPayment()
    await refund({ reason: 'Ada was ill' })
    const [note] = (await person.get('/billing/credit-notes')).data

    const { text } = await person.get(`/users/${person.id}/export`)
    const { payments } = JSON.parse(text).data
    const page = await app.anonymous.get(toLocal(note.credit_note_url))
    await person.delete(`/users/${person.id}`)
    const after = await app.anonymous.get(toLocal(note.credit_note_url))

    assert.deepEqual([payments.credit_notes[0].number, payments.refunds[0].amount], [note.id, 29])
    assert.ok(page.text.includes(person.name))
    assert.ok(after.text.includes('Deleted user') && !after.text.includes(person.name))
    assert.doesNotMatch(JSON.stringify(await listRefunds()), /Ada was ill/)
  })
})

describe('a refund', () => {
  it('is pending while the gateway says so, without a credit note, and is asked about again', async () => {
    const { person, refund, listRefunds } = await createPayment()
    gateway.refundMode = 'pending'
    await refund({ amount: 10 })
    const before = await listRefunds()
    const [invoice] = await getBillingHistory(person)
    const page = await app.anonymous.get(toLocal(invoice.invoice_url))

    for (const entry of gateway.refunds.values()) if (entry.status === 'pending') entry.status = 'succeeded'
    app.clock.advance({ minutes: 2 })
    await app.settle()

    assert.deepEqual(listStates(before), [['pending', 10]])
    assert.equal(before[0]?.credit_note_number, null)
    assert.deepEqual([invoice.refunded_amount, invoice.refund_pending], [0, 10])
    assert.ok(/A refund of .*10\.00.* is on its way\./.test(page.text))
    assert.deepEqual(listStates(await listRefunds()), [['succeeded', 10]])
    assert.match((await app.listMails(person.email))[0]?.text ?? '', /The credit note CN-/)
  })

  it('that fails is shown to administrators and operators, and can be tried again', async () => {
    const { person, id, refund, listRefunds, readPayment } = await createPayment()
    const mails = (await app.listMails(person.email)).length
    const waiting = (await admin.get('/admin/waiting')).data.failed_refunds
    gateway.refundMode = 'failed'
    await refund({ amount: 10 })
    const [failed] = await listRefunds()
    assert.ok(failed)
    const listed = (await admin.get('/admin/refunds?is_open=true')).data[0]
    const metrics = await app.anonymous.get('/metrics')
    gateway.refundMode = 'succeeded'

    const { status, data, message } = await admin.post(`/admin/refunds/${failed.id}/retry`, { reason: 'Float is back' })
    await app.settle()

    assert.deepEqual([failed.status, failed.failure, failed.tries], ['failed', 'There is no float.', 1])
    assert.deepEqual([listed.id, listed.charge_id, listed.user_id], [failed.id, id, person.id])
    assert.match(metrics.text, new RegExp(`^payment_refunds_failed ${waiting + 1}$`, 'm'))
    assert.deepEqual([status, data.status, data.tries, message], [200, 'pending', 2, 'The refund is tried again.'])
    assert.deepEqual(listStates(await listRefunds()), [['succeeded', 10]])
    assert.equal((await readPayment()).refunded_amount, 10)
    // The person is told of what was returned, and not of what failed.
    assert.equal((await app.listMails(person.email)).length, mails + 1)
    const { data: rows } = await admin.get(`/admin/audit?user_id=${person.id}&action=failRefund`)
    assert.equal(rows.length, 1)
  })

  it('is tried again once when ten administrators do so at once', async () => {
    const { refund, listRefunds } = await createPayment()
    gateway.refundMode = 'failed'
    await refund({})
    gateway.refundMode = 'succeeded'
    const [failed] = await listRefunds()

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => admin.post(`/admin/refunds/${failed?.id}/retry`, {})),
    )
    await app.settle()

    assert.deepEqual(
      replies.filter(({ status }) => status !== 422).map(({ status }) => status),
      [200],
    )
    assert.deepEqual(listStates(await listRefunds()), [['succeeded', 29]])
  })

  it('that failed is not tried again beyond what is left, and can be closed', async () => {
    const { refund, listRefunds } = await createPayment()
    gateway.refundMode = 'failed'
    await refund({ amount: 20 })
    gateway.refundMode = 'succeeded'
    await refund({ amount: 15 })
    const [failed, succeeded] = await listRefunds()

    const retried = await admin.post(`/admin/refunds/${failed?.id}/retry`, {})
    const closed = await admin.post(`/admin/refunds/${failed?.id}/close`, { reason: 'Paid in cash' })
    const again = await admin.post(`/admin/refunds/${failed?.id}/close`, {})
    const wrong = await admin.post(`/admin/refunds/${succeeded?.id}/close`, {})

    assert.deepEqual([retried.status, retried.message], [422, 'This is more than is left of the payment.'])
    assert.equal(closed.status, 200)
    assert.ok(closed.data.closed_at)
    assert.deepEqual([again.status, wrong.status], [422, 422])
    assert.equal((await admin.post('/admin/refunds/999999/retry', {})).status, 404)
    const open = (await admin.get('/admin/refunds?is_open=true')).data
    assert.ok(!open.some(({ id }: Refund) => id === failed?.id))
  })

  it('is made once when the answer of the gateway is lost', async () => {
    const { refund, listRefunds } = await createPayment()
    const before = gateway.refunds.size
    gateway.failureMode = 'answer_lost'
    await refund({ amount: 12 })
    gateway.failureMode = 'none'
    app.clock.advance({ minutes: 5 })
    await app.settle()

    assert.equal(gateway.refunds.size, before + 1)
    assert.deepEqual(listStates(await listRefunds()), [['succeeded', 12]])
  })

  it('of a purchase that could not be granted has a state, and waits for a decision when it fails', async () => {
    const { person, subscribe } = await createPayer(app)
    gateway.failureMode = 'pending'
    const { data } = await subscribe('professional')
    await person.delete(`/users/${person.id}`)
    gateway.failureMode = 'none'
    gateway.refundMode = 'failed'
    gateway.decide(true)
    app.clock.advance({ minutes: 2 })
    await app.settle()

    const { data: payment } = await admin.get(`/admin/payments/${data.payment.id}`)

    assert.equal(payment.status, 'succeeded')
    assert.deepEqual(listStates(payment.refunds), [['failed', 29]])
  })

  it('by the operator at the gateway closes the refunds that failed', async () => {
    const { refund, listRefunds, readPayment, id } = await createPayment()
    gateway.refundMode = 'failed'
    await refund({ amount: 5 })
    const [key] = [...gateway.ledger.keys()].slice(-1)
    gateway.refundManually(key ?? '')

    await app.anonymous.send('POST', '/payments/webhooks/stripe', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: `event ${id}`, key }),
    })
    await app.settle()

    assert.equal((await readPayment()).status, 'refunded')
    const rows = await listRefunds()
    assert.deepEqual(listStates(rows), [
      ['failed', 5],
      ['succeeded', 29],
    ])
    assert.ok(rows[0]?.closed_at)
    assert.match(rows[1]?.credit_note_number ?? '', /^CN-/)
  })
})

describe('GET /admin/refunds', () => {
  it('lists refunds by state, for administrators alone', async () => {
    const { person, refund } = await createPayment()
    await refund({ amount: 3, reason: 'Courtesy' })

    const { data, meta } = await admin.get('/admin/refunds?status=succeeded')

    assert.deepEqual([data[0].amount, data[0].reason, data[0].user_name], [3, 'Courtesy', person.name])
    assert.ok((await admin.get('/admin/refunds')).meta.total >= meta.total)
    assert.equal((await admin.get('/admin/refunds?status=pending')).meta.total, 0)
    assert.equal((await person.get('/admin/refunds')).status, 403)
    assert.match((await admin.get('/admin/refunds', { accept: 'text/csv' })).text, /Courtesy/)
  })
})
