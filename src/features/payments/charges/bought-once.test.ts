import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { runInTransaction } from '#context.ts'
import { createFieldProblem, ensure } from '#core/problem.ts'
import { Id } from '#core/schema.ts'
import { prepare } from '#database/query/prepare.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { stored } from '#language/sentence.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { addCard, addPhone, cards, getBillingHistory } from '#test/support/payments.ts'
import {
  alreadyPaid,
  beginCharge,
  definePurchaseType,
  findChargeableMethod,
  getCurrentPeriod,
  paymentRunning,
  runCharge,
} from '../index.ts'

// A product that is bought once; buyers get a row in an existing table.
const owned = {
  add: prepare((q, p: { user_id: number }) =>
    q.insertInto('user_words').values({ user_id: p.user_id, word: '~bought', of_email: false }),
  ),
  of: prepare((q, p: { user_id: number }) =>
    q.selectFrom('user_words').select('word').where('user_id', '=', p.user_id).where('word', '=', '~bought'),
  ),
}
const charges = prepare((q, p: { user_id: number }) =>
  q.selectFrom('charges').select(['id', 'status']).where('user_id', '=', p.user_id).orderBy('id'),
)

let isSold = true

const purchases = definePurchaseType({
  name: 'test-purchase',
  async onSucceeded(tx, { user_id }) {
    if (!isSold) return null
    await owned.add.run(tx, { user_id })
    return getCurrentPeriod(tx)
  },
  onFailed: async () => undefined,
})

const unknownMethod = createFieldProblem('payment_method_id', 'The selected payment method id is invalid.')

const createShop: Routes = (server) => {
  server.post('/test/purchases', {
    config: { access: 'signed-in', scope: null },
    schema: {
      body: Type.Object({ payment_method_id: Id }),
      response: responds(201, Type.Object({ status: Type.String() }), unknownMethod, paymentRunning, alreadyPaid),
    },
    async handler({ ctx, body }) {
      const userId = ctx.actor.id
      const begun = await runInTransaction(ctx, async (tx) => {
        const method = await findChargeableMethod(tx, userId, body.payment_method_id)
        ensure(method !== null, unknownMethod)
        const thing = `test thing of ${userId}`
        const what = { title: 'Statistics & <Probability>', amount: 4_900, currency: 'USD', details: {} }
        return beginCharge(tx, {
          ...what,
          userId,
          purpose: purchases,
          slot: thing,
          covers: thing,
          method,
          present: true,
        })
      })
      const { status, failure } = await runCharge(ctx, purchases, begun)
      if (failure !== null) throw createFieldProblem('payment_method_id', stored(failure))
      return { status }
    },
  })
}

const app = await testApp({}, { routes: [createShop] })

const isOwned = async ({ id }: Person) => (await owned.of.maybe(app.platform, { user_id: id })) !== null
const buy = (person: Person, payment_method_id: number) => person.post('/test/purchases', { payment_method_id })
const listStatuses = async ({ id }: Person) =>
  (await charges.all(app.platform, { user_id: id })).map(({ status }) => status)
/** What the worker would do if the product were part of the service. */
async function settle({ id }: Person) {
  const newest = (await charges.all(app.platform, { user_id: id })).at(-1)
  assert.ok(newest)
  await purchases.settle.handle(app.service.context, { charge_id: newest.id })
}

describe('a single purchase', () => {
  it('is shown in the billing history and on the invoice by its name, without a period', async () => {
    const person = await app.given.user()

    const { status } = await buy(person, await addCard(person))

    assert.equal(status, 201)
    assert.ok(await isOwned(person))
    const [{ id, invoice_url, pdf_url, ...record }] = await getBillingHistory(person)
    assert.deepEqual(record, {
      date: '2026-11-21',
      amount: 49,
      currency: 'USD',
      status: 'paid',
      refunded_amount: 0,
      refund_pending: 0,
      plan: 'Statistics & <Probability>',
      coupon_code: null,
      period: '2026-11-21/2026-11-21',
    })
    const page = await app.anonymous.get(invoice_url.replace('http://api.test', ''))
    assert.ok(page.text.includes('Statistics &amp; &lt;Probability&gt;'))
    assert.ok(!page.text.includes('Period'))
    assert.equal((await app.anonymous.get(pdf_url.replace('http://api.test', ''))).status, 200)
    const [notice] = (await person.get('/notifications')).data
    assert.equal(notice.message, `We received 49.00 USD for Statistics & <Probability>. Invoice ${id}.`)
  })

  it('is paid for once when twenty requests arrive at once, and never again', async () => {
    const person = await app.given.user()
    const card = await addCard(person)

    const replies = await runConcurrently(20, () => buy(person, card))
    const again = await buy(person, card)

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.deepEqual([again.status, again.message], [422, 'This has been paid for already.'])
    assert.equal((await getBillingHistory(person)).length, 1)
  })

  it('can be repeated with another card after it was declined', async () => {
    const person = await app.given.user()

    const declined = await buy(person, await addCard(person, cards.declinedLater))
    const paid = await buy(person, await addCard(person))

    assert.deepEqual([declined.status, paid.status], [422, 201])
    assert.deepEqual(await listStatuses(person), ['failed', 'succeeded'])
  })

  it('is delivered when mobile money is confirmed', async () => {
    const person = await app.given.user()
    const phone = await addPhone(person, '+254712340002')

    const { data } = await buy(person, phone)
    const meanwhile = await isOwned(person)
    const again = await buy(person, phone)
    app.clock.advance({ seconds: 2 })
    await settle(person)

    assert.deepEqual([data.status, meanwhile, again.status], ['pending', false, 422])
    assert.ok(await isOwned(person))
  })

  it('is refunded when it can no longer be delivered, and can be bought again', async () => {
    const person = await app.given.user()
    const phone = await addPhone(person, '+254712340002')
    await buy(person, phone)
    isSold = false
    app.clock.advance({ seconds: 2 })

    await settle(person)
    await app.settle()
    isSold = true
    const again = await buy(person, await addCard(person))

    const statuses = (await getBillingHistory(person)).map(({ status }: { status: string }) => status)
    assert.deepEqual(statuses, ['paid', 'refunded'])
    assert.equal(again.status, 201)
    const mails = (await app.listMails(person.email)).map(({ subject }) => subject)
    assert.match(mails[0] ?? '', /^We are refunding your payment/)
  })
})
