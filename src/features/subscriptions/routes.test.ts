import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { addPhone, createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

// Declared here, so that it lives as long as this file.
await testApp()

describe('GET /subscriptions/plans', () => {
  it('lists the included plans without a token', async () => {
    const { anonymous } = await testApp()

    const { data } = await anonymous.get('/subscriptions/plans')

    const prices = data.map(({ id, price, interval }: Record<string, unknown>) => [id, price, interval])
    assert.deepEqual(prices, [
      ['free', 0, 'month'],
      ['professional', 29, 'month'],
      ['enterprise', 99, 'month'],
      ['professional_yearly', 290, 'year'],
      ['enterprise_yearly', 990, 'year'],
    ])
    assert.deepEqual(data[0].limits, { job_postings: 10, candidate_searches: 100, team_members: 5 })
    assert.deepEqual(data[2].limits, { job_postings: -1, candidate_searches: -1, team_members: -1 })
  })

  it('refuses an invalid token', async () => {
    const { withToken } = await testApp()

    assert.equal((await withToken('wrong').get('/subscriptions/plans')).status, 401)
  })
})

describe('GET /subscriptions/current', () => {
  it('returns the free plan to users who never paid', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { data } = await person.get('/subscriptions/current')

    assert.equal(data.plan.id, 'free')
    assert.equal(data.status, 'active')
    assert.equal(data.expires_at, null)
    assert.equal(data.next_billing_date, null)
    assert.deepEqual(data.usage.candidate_searches, { used: 0, limit: 100 })
  })

  it('requires a token', async () => {
    const { anonymous } = await testApp()

    assert.equal((await anonymous.get('/subscriptions/current')).status, 401)
  })
})

describe('account', () => {
  it('exports payments, and keeps invoices of a deleted user without the name', async () => {
    const app = await testApp()
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')
    const [{ invoice_url }] = await getBillingHistory(person)

    const reply = await person.get(`/users/${person.id}/export`)
    assert.equal(reply.status, 200, reply.text)
    const exported = reply.data
    await person.delete(`/users/${person.id}`)
    await app.settle()

    assert.equal(exported.payments.invoices.length, 1)
    assert.equal(exported.payments.invoices[0].amount, 29)
    assert.equal(exported.subscriptions.length, 1)
    const page = await app.anonymous.get(invoice_url.replace('http://api.test', ''))
    assert.equal(page.status, 200)
    assert.match(page.text, /Deleted user/)
    assert.ok(!page.text.includes(person.email))
  })
})

describe('POST /subscriptions/cancel', () => {
  it('takes effect at the end of the period, and can be undone until then', async () => {
    const { person, subscribe } = await createPayer(await testApp())
    await subscribe('professional')

    const { status, data } = await person.post('/subscriptions/cancel', { reason: 'Too dear' })
    const after = await getSubscription(person)
    const again = await person.post('/subscriptions/cancel')
    const resumed = await person.post('/subscriptions/resume')

    assert.equal(status, 200)
    assert.equal(data.cancels_at, after.expires_at)
    assert.equal(after.status, 'active')
    assert.equal(after.next_billing_date, null)
    assert.ok(after.canceled_at)
    assert.equal(again.data.cancels_at, data.cancels_at)
    assert.equal(resumed.data.expires_at, null)
    assert.equal(resumed.data.canceled_at, null)
    assert.equal(resumed.data.next_billing_date, data.cancels_at)
  })

  it('returns to the free plan immediately if requested', async () => {
    const { person, subscribe } = await createPayer(await testApp())
    await subscribe('professional')
    await person.post('/subscriptions/cancel', {})

    const { status } = await person.post('/subscriptions/cancel', { cancel_immediately: true })

    assert.equal(status, 200)
    assert.equal((await getSubscription(person)).plan.id, 'free')
    assert.equal((await person.post('/subscriptions/resume')).status, 422)
    assert.equal((await person.post('/subscriptions/cancel')).status, 422)
    assert.equal((await subscribe('professional')).status, 201)
  })

  it('refunds a payment that arrives for an earlier change, and restores its coupon', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    await admin.post('/coupons', { code: 'BACK', percent_off: 10, max_redemptions: 1 })
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')
    const payment_method_id = await addPhone(person, '+254712340002')
    const change = await subscribe('enterprise', { payment_method_id, coupon_code: 'BACK' })

    const { data } = await person.post('/subscriptions/cancel', {})
    app.clock.advance({ seconds: 2 })
    await app.settle()

    assert.equal(change.data.payment.status, 'pending')
    const now = await getSubscription(person)
    assert.deepEqual([now.plan.id, now.expires_at], ['professional', data.cancels_at])
    const records = (await getBillingHistory(person)).map(({ plan, status }: Record<string, string>) => [plan, status])
    assert.deepEqual(records, [
      ['Enterprise', 'refunded'],
      ['Professional', 'paid'],
    ])
    const [mail] = await app.listMails(person.email)
    assert.match(mail?.subject ?? '', /^We are refunding your payment/)
    assert.match(mail?.text ?? '', /60\.10 USD for Enterprise/)
    assert.equal((await subscribe('enterprise', { coupon_code: 'BACK' })).status, 201)
  })

  it('refuses on the free plan', async () => {
    const { given } = await testApp()
    const person = await given.user()

    assert.equal((await person.post('/subscriptions/cancel', {})).status, 422)
  })

  it('succeeds once when ten cancellations arrive at once', async () => {
    const { person, subscribe } = await createPayer(await testApp())
    await subscribe('professional')

    const replies = await Promise.all(
      Array.from({ length: 10 }, () => person.post('/subscriptions/cancel', { cancel_immediately: true })),
    )

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  })
})
