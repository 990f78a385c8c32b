import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

const app = await testApp()
const admin = await app.given.admin()

/** A person who has paid for a plan, and the payment. */
async function createPayment() {
  const { person, subscribe } = await createPayer(app)
  const { data } = await subscribe('professional')
  return { person, id: data.payment.id, amount: data.payment.amount }
}

const getPayment = async (id: number) => (await admin.get(`/admin/payments/${id}`)).data

describe('POST /admin/payments/{id}/refund', () => {
  it('refunds the whole payment, and tells the person', async () => {
    const { person, id, amount } = await createPayment()

    const { status, data } = await admin.post(`/admin/payments/${id}/refund`, { reason: 'Ordered twice' })
    await app.settle()

    assert.equal(status, 200)
    assert.deepEqual(
      data.refunds.map((one: { amount: number; status: string }) => [one.amount, one.status]),
      [[amount, 'pending']],
    )
    const after = await getPayment(id)
    assert.deepEqual(
      { status: after.status, refunded: after.refunded_amount, refund: after.refunds[0].status },
      { status: 'refunded', refunded: amount, refund: 'succeeded' },
    )
    assert.equal((await getBillingHistory(person))[0].status, 'refunded')
    const [mail] = await app.listMails(person.email)
    assert.match(mail?.subject ?? '', /We have refunded a payment/)
    const { data: rows } = await admin.get(`/admin/audit?user_id=${person.id}&action=refundPayment`)
    assert.deepEqual(
      rows.map(({ actor }: { actor: string }) => actor),
      ['service', 'administrator'],
    )
    assert.equal(rows[1].reason, 'Ordered twice')
  })

  it('refunds parts until nothing is left, and shows them on the invoice', async () => {
    const { person, id, amount } = await createPayment()
    const refund = (part: number) => admin.post(`/admin/payments/${id}/refund`, { amount: part })

    await refund(5)
    await app.settle()

    assert.deepEqual([(await getPayment(id)).status, (await getPayment(id)).refunded_amount], ['succeeded', 5])
    const [record] = await getBillingHistory(person)
    assert.equal(record.status, 'paid')
    const page = await fetch(record.invoice_url.replace('http://api.test', app.address))
    assert.match(await page.text(), /Returned to you[\s\S]*5\.00/)
    assert.deepEqual((await refund(amount)).errors, { amount: ['This is more than is left of the payment.'] })
    await admin.post(`/admin/payments/${id}/refund`, {})
    await app.settle()
    assert.deepEqual([(await getPayment(id)).status, (await getPayment(id)).refunded_amount], ['refunded', amount])
    assert.equal((await refund(1)).message, 'Only a payment that was received can be refunded.')
  })

  it('never refunds more than was paid when several administrators refund at once', async () => {
    const { id, amount } = await createPayment()

    const replies = await Promise.all(
      Array.from({ length: 5 }, () => admin.post(`/admin/payments/${id}/refund`, { amount: Math.floor(amount / 2) })),
    )
    await app.settle()

    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 200, 422, 422, 422])
    assert.ok((await getPayment(id)).refunded_amount <= amount)
  })

  for (const amount of [0, -1, 0.001, 1e-9, 1e-300, 1.000000001, 1e300])
    it(`refuses the amount ${amount}`, async () => {
      const { id } = await createPayment()

      const { status, errors } = await admin.post(`/admin/payments/${id}/refund`, { amount })

      assert.equal(status, 422)
      assert.ok(errors.amount)
    })
})

describe('GET /admin/payments', () => {
  it('lists payments by person and state, with their invoices', async () => {
    const { person, id, amount } = await createPayment()

    const { data, meta } = await admin.get(`/admin/payments?user_id=${person.id}&status=succeeded`)

    assert.equal(meta.total, 1)
    assert.deepEqual([data[0].id, data[0].amount, data[0].user_name], [id, amount, person.name])
    assert.match(data[0].invoice_number, /^INV-/)
    const { text } = await admin.get('/admin/payments', { accept: 'text/csv' })
    assert.ok(text.split('\r\n').length > 2)
  })

  it('sums up what was received and refunded by month', async () => {
    const { id, amount } = await createPayment()
    const month = app.clock.now().slice(0, 7)
    const getMonth = async () =>
      (await admin.get('/admin/revenue')).data.find((one: { month: string }) => one.month === month)
    const before = await getMonth()

    await admin.post(`/admin/payments/${id}/refund`, { amount: 3 })
    await app.settle()

    const after = await getMonth()
    assert.ok(before.received >= amount)
    assert.equal(after.received, before.received)
    assert.ok(Math.abs(after.refunded - before.refunded - 3) < 0.001)
  })
})

describe('the subscriptions of others', () => {
  it('are canceled like by the person, and extended by days', async () => {
    const { person } = await createPayment()
    const { data } = await admin.get(`/admin/subscriptions?user_id=${person.id}`)
    const [{ id, period_end }] = data

    const extended = await admin.post(`/admin/subscriptions/${id}/extend`, { days: 10, reason: 'An outage' })
    assert.equal(Date.parse(extended.data.period_end) - Date.parse(period_end), 10 * 86_400_000)

    const ending = await admin.post(`/admin/subscriptions/${id}/cancel`, {})
    assert.equal(ending.data.state, 'ending')
    assert.equal((await getSubscription(person)).expires_at, extended.data.period_end)

    const canceled = await admin.post(`/admin/subscriptions/${id}/cancel`, { cancel_immediately: true })
    assert.equal(canceled.data.state, 'canceled')
    assert.equal((await getSubscription(person)).plan.id, 'free')
    assert.equal((await admin.post(`/admin/subscriptions/${id}/extend`, { days: 1 })).status, 422)
    const { data: rows } = await admin.get(`/admin/audit?object_kind=subscription&object_id=${id}&outcome=done`)
    assert.deepEqual(
      rows.map(({ action, changes }: { action: string; changes: { after: { state?: string } } }) => [
        action,
        changes.after.state,
      ]),
      [
        ['cancelSubscriptionOfPerson', 'canceled'],
        ['cancelSubscriptionOfPerson', 'ending'],
        ['extendSubscription', undefined],
      ],
    )
  })

  it('are not renewed while the person is suspended', async () => {
    const { person } = await createPayment()
    await admin.post(`/admin/users/${person.id}/suspend`, {})
    const { meta } = await admin.get(`/admin/payments?user_id=${person.id}`)

    app.clock.advance({ days: 40 })
    await app.settle()
    await app.settle()

    const root = await app.given.admin()
    assert.equal((await root.get(`/admin/payments?user_id=${person.id}`)).meta.total, meta.total)
    const { data } = await root.get(`/admin/subscriptions?user_id=${person.id}`)
    assert.equal(data[0].state, 'canceled')
  })
})
