import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { addPhone, createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
await app.settle()
const admin = await app.given.admin()
const today = () => app.clock.now().slice(0, 10)

let receipts = 0
const createMoney = (more: object = {}) => {
  receipts += 1
  return {
    amount: 29,
    currency: 'USD',
    method: 'cash',
    reference: `R-${receipts}`,
    received_on: today(),
    reason: 'Paid at the desk.',
    ...more,
  }
}

const record = (user: Person, purchased: object, more: object = {}) =>
  admin.post('/admin/payments', { user_id: user.id, for: purchased, ...createMoney(more) })

describe('POST /admin/payments', () => {
  it('starts a plan that ends with its period, with an invoice that says how and when it was paid', async () => {
    const person = await app.given.user()
    const received_on = new Date(Date.parse(app.clock.now()) - 86_400_000).toISOString().slice(0, 10)

    const { status, data } = await record(person, { plan_id: 'professional' }, { received_on, method: 'bank' })

    assert.equal(status, 201)
    assert.deepEqual(
      [data.status, data.gateway, data.amount, data.reference],
      ['succeeded', 'manual', 29, `R-${receipts}`],
    )
    const { plan, expires_at, next_billing_date } = await getSubscription(person)
    assert.equal(plan.id, 'professional')
    assert.ok(expires_at)
    assert.equal(next_billing_date, null)
    const [invoice] = await getBillingHistory(person)
    assert.deepEqual([invoice.amount, invoice.currency, invoice.status], [29, 'USD', 'paid'])
    const page = await fetch(invoice.invoice_url.replace('http://api.test', app.address))
    assert.match(await page.text(), /Bank transfer R-\d+/)
    assert.equal((await person.get('/notifications')).data[0].type, 'payment_received')
    const [event] = (await admin.get(`/admin/audit?user_id=${person.id}&action=recordPayment`)).data
    assert.equal(event.reason, 'Paid at the desk.')
  })

  it('records payments of the same moment, each for a period of its own', async () => {
    const person = await app.given.user()
    await record(person, { plan_id: 'professional' })
    const before = (await getSubscription(person)).expires_at

    const replies = await runConcurrently(5, () => record(person, { plan_id: 'professional' }))

    assert.deepEqual(countByStatus(replies), { 201: 5 })
    const { expires_at } = await getSubscription(person)
    const months = Math.round((Date.parse(expires_at) - Date.parse(before)) / (30.4 * 86_400_000))
    assert.equal(months, 5)
    assert.equal((await getBillingHistory(person)).length, 6)
  })

  it('extends the plan of a person who has it, and keeps the time that was paid for', async () => {
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')
    const before = (await getSubscription(person)).next_billing_date

    await record(person, { plan_id: 'professional' })
    const after = (await getSubscription(person)).next_billing_date

    assert.equal(Date.parse(after) - Date.parse(before) > 27 * 86_400_000, true)
    assert.equal((await getBillingHistory(person)).length, 2)
  })

  it('replaces another plan, and adds the unused time', async () => {
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')

    const { status } = await record(person, { plan_id: 'enterprise' }, { amount: 99 })

    const { plan, next_billing_date } = await getSubscription(person)
    assert.deepEqual([status, plan.id], [201, 'enterprise'])
    assert.ok(Date.parse(next_billing_date) > Date.parse(app.clock.now()) + 32 * 86_400_000)
  })

  it('enrolls in a course, also for another amount, and in another currency', async () => {
    const person = await app.given.user()
    const course = await createCourse(await app.given.user({ role: 'researcher' }), { price: 20 })

    const { status } = await record(person, { course_id: course.id }, { amount: 2_000, currency: 'KES' })
    const again = await record(person, { course_id: course.id })

    assert.equal(status, 201)
    assert.equal((await person.get('/courses/enrolled')).data[0].status, 'active')
    assert.deepEqual(Object.keys(again.errors), ['for.course_id'])
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('records the fee of an exam under its name', async () => {
    const person = await app.given.user()
    const exam = await createExam(await app.given.user({ role: 'researcher' }))

    const { status } = await record(person, { exam_id: exam.id }, { amount: 15 })

    assert.equal(status, 201)
    assert.equal((await getBillingHistory(person))[0].plan, `Exam: ${exam.title}`)
  })

  it('grants once when ten requests have one reference', async () => {
    const person = await app.given.user()
    const body = { user_id: person.id, for: { plan_id: 'professional' }, ...createMoney() }

    const replies = await runConcurrently(10, () => admin.post('/admin/payments', body))

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    assert.equal(replies.filter(({ status }) => status === 422).length, 9)
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('waits for a payment of the person that is still being confirmed', async () => {
    const person = await app.given.user()
    const payment_method_id = await addPhone(person, '+254712340002')
    await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })

    const { status, errors } = await record(person, { plan_id: 'professional' })

    assert.deepEqual([status, Object.keys(errors)], [422, ['payment_method_id']])
    assert.deepEqual(await getBillingHistory(person), [])
  })

  it('is refunded by the administrator, without a gateway', async () => {
    const person = await app.given.user()
    const { data } = await record(person, { plan_id: 'professional' })

    await admin.post(`/admin/payments/${data.id}/refund`, { reason: 'Changed their mind' })
    await app.settle()

    assert.equal((await getBillingHistory(person))[0].status, 'refunded')
    assert.equal((await admin.get(`/admin/payments/${data.id}`)).data.status, 'refunded')
  })

  for (const [name, change, field] of [
    ['nothing that was paid for', { for: {} }, 'for'],
    ['two things', { for: { plan_id: 'professional', course_id: 1 } }, 'for'],
    ['an unknown plan', { for: { plan_id: 'none' } }, 'for.plan_id'],
    ['the free plan', { for: { plan_id: 'free' } }, 'for.plan_id'],
    ['an unknown course', { for: { course_id: 999_999 } }, 'for.course_id'],
    ['an unknown exam', { for: { exam_id: 999_999 } }, 'for.exam_id'],
    ['an unknown person', { user_id: 999_999 }, 'user_id'],
    ['nothing', { amount: 0 }, 'amount'],
    ['cents that the currency does not have', { amount: 1.5, currency: 'UGX' }, 'amount'],
    ['an unknown currency', { currency: 'XQQ' }, 'currency'],
    ['a day in the future', { received_on: '2099-01-01' }, 'received_on'],
    ['no reason', { reason: '' }, 'reason'],
    ['no reference', { reference: '' }, 'reference'],
    ['another method', { method: 'gold' }, 'method'],
  ] as const)
    it(`refuses ${name} on ${field}, and leaves no trace`, async () => {
      const person = await app.given.user()

      const reply = await admin.post('/admin/payments', {
        user_id: person.id,
        for: { plan_id: 'professional' },
        ...createMoney(),
        ...change,
      })

      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), [field], reply.text)
      assert.equal((await admin.get(`/admin/payments?user_id=${person.id}`)).meta.total, 0)
      assert.equal((await getSubscription(person)).plan.id, 'free')
    })
})

describe('unmatched money', () => {
  const add = async (more: object = {}) => {
    const { reason: _, ...money } = createMoney(more)
    return admin.post('/admin/payments/unmatched', { ...money, note: 'From A. Arber' })
  }

  it('waits until it is matched, and then grants with an invoice', async () => {
    const person = await app.given.user()
    const { status, data } = await add({ amount: 3_800, currency: 'KES', method: 'mobile_money' })
    const waiting = (await admin.get('/admin/payments/unmatched')).data
    const match = { user_id: person.id, for: { plan_id: 'professional' }, reason: 'They sent the receipt.' }

    const matched = await admin.post(`/admin/payments/unmatched/${data.id}/match`, match)
    const late = await admin.post(`/admin/payments/unmatched/${data.id}/return`, { reason: 'x' })

    assert.deepEqual([status, waiting[0].id, waiting[0].amount], [201, data.id, 3_800])
    assert.deepEqual([matched.status, matched.data.status], [200, 'matched'])
    assert.equal((await admin.get(`/admin/payments/${matched.data.charge_id}`)).data.user_id, person.id)
    assert.equal(late.status, 422)
    assert.deepEqual((await admin.get('/admin/payments/unmatched')).data, [])
    assert.equal((await getSubscription(person)).plan.id, 'professional')
    assert.equal((await getBillingHistory(person))[0].currency, 'KES')
  })

  it('is matched or returned once when both are asked ten times at once', async () => {
    const person = await app.given.user()
    const { data } = await add()
    const path = `/admin/payments/unmatched/${data.id}`
    const match = { user_id: person.id, for: { plan_id: 'professional' }, reason: 'Found.' }
    let turn = 0

    const replies = await runConcurrently(10, () => {
      turn += 1
      return turn % 2 === 0 ? admin.post(`${path}/match`, match) : admin.post(`${path}/return`, { reason: 'Unknown.' })
    })

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    const [settled] = [
      ...(await admin.get('/admin/payments/unmatched?status=matched')).data,
      ...(await admin.get('/admin/payments/unmatched?status=returned')).data,
    ].filter(({ id }: { id: number }) => id === data.id)
    assert.equal((await getBillingHistory(person)).length, settled.status === 'matched' ? 1 : 0)
  })

  it('stays waiting when it cannot be granted', async () => {
    const { data } = await add()

    const reply = await admin.post(`/admin/payments/unmatched/${data.id}/match`, {
      user_id: 999_999,
      for: { plan_id: 'professional' },
      reason: 'A guess.',
    })

    assert.equal(reply.status, 422)
    assert.equal((await admin.get('/admin/payments/unmatched')).data[0].status, 'waiting')
  })

  it('is recorded once for each reference', async () => {
    await add({ reference: 'STATEMENT-1' })

    const { status, errors } = await add({ reference: 'STATEMENT-1' })

    assert.deepEqual([status, Object.keys(errors)], [422, ['reference']])
  })

  it('loses its reference and note with the account, and stays as money', async () => {
    const person = await app.given.user()
    const other = await app.given.user()
    const [kept, { data }] = [await add(), await add()]
    for (const [money, { id }] of [
      [kept.data, other],
      [data, person],
    ]) {
      const match = { user_id: id, for: { plan_id: 'professional' }, reason: 'Found.' }
      await admin.post(`/admin/payments/unmatched/${money.id}/match`, match)
    }

    await person.delete(`/users/${person.id}`)

    const [row, before] = (await admin.get('/admin/payments/unmatched?status=matched')).data
    assert.deepEqual([row.id, row.note, row.reference, row.amount], [data.id, '', `deleted-${data.id}`, 29])
    assert.deepEqual([before.id, before.note, before.reference], [kept.data.id, 'From A. Arber', kept.data.reference])
  })
})

describe('POST /admin/subscriptions', () => {
  it('gives a plan until a day, without money', async () => {
    const person = await app.given.user()
    const until = new Date(Date.parse(app.clock.now()) + 10 * 86_400_000).toISOString()

    const { status } = await admin.post('/admin/subscriptions', {
      user_id: person.id,
      plan_id: 'enterprise',
      until,
      reason: 'A partner.',
    })
    const during = await getSubscription(person)
    app.clock.advance({ days: 11 })
    await app.settle()

    assert.equal(status, 201)
    assert.deepEqual([during.plan.id, during.expires_at, during.next_billing_date], ['enterprise', until, null])
    assert.equal((await getSubscription(person)).plan.id, 'free')
    assert.deepEqual(await getBillingHistory(person), [])
  })

  it('is refused for a person with a paid plan, an unknown plan, person or end', async () => {
    const { person, subscribe } = await createPayer(app)
    await subscribe('professional')
    const until = new Date(Date.parse(app.clock.now()) + 86_400_000).toISOString()
    const other = await app.given.user()
    const grant = (more: object) =>
      admin.post('/admin/subscriptions', { user_id: other.id, plan_id: 'enterprise', until, reason: 'x', ...more })

    for (const [more, field] of [
      [{ user_id: person.id }, 'user_id'],
      [{ user_id: 999_999 }, 'user_id'],
      [{ plan_id: 'none' }, 'plan_id'],
      [{ plan_id: 'free' }, 'plan_id'],
      [{ until: '2020-01-01T00:00:00Z' }, 'until'],
      [{ until: '2099-01-01T00:00:00Z' }, 'until'],
    ] as const)
      assert.deepEqual(Object.keys((await grant(more)).errors), [field])
    assert.equal((await getSubscription(other)).plan.id, 'free')
  })

  it('gives one plan when ten requests ask for it', async () => {
    const person = await app.given.user()
    const until = new Date(Date.parse(app.clock.now()) + 86_400_000).toISOString()
    const body = { user_id: person.id, plan_id: 'professional', until, reason: 'A partner.' }

    const replies = await runConcurrently(10, () => admin.post('/admin/subscriptions', body))

    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    assert.equal(replies.filter(({ status }) => status === 422).length, 9)
  })
})
