import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runCommand } from '#test/support/command.ts'
import { PawapayServer } from '#test/support/pawapay/server.ts'
import { addCard } from '#test/support/payments.ts'
import { StripeServer } from '#test/support/stripe/server.ts'
import { compareWithGateways } from './service.ts'

const stripe = await new StripeServer().listen()
const pawapay = await new PawapayServer({
  callbackUrl: 'http://api.test/payments/webhooks/pawapay',
  deliver: async () => undefined,
  now: () => Date.parse(app.clock.now()),
}).listen()
after(async () => {
  await stripe.close()
  await pawapay.close()
})
const gateways = {
  PAYMENT_GATEWAYS: 'stripe,pawapay',
  STRIPE_SECRET_KEY: 'sk_test_platform',
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.address,
  PAWAPAY_TOKEN: pawapay.token,
  PAWAPAY_API_BASE: pawapay.address,
}
const app = await testApp({ ...gateways, TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
await app.settle()
const admin = await app.given.admin()
stripe.ledger.now = () => Date.parse(app.clock.now())
const today = app.clock.now().slice(0, 10)
const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
await admin.put('/subscriptions/plans/professional', {
  prices: [
    { currency: 'USD', amount: 29 },
    { currency: 'KES', amount: 3_800 },
  ],
})

async function pay() {
  const person = await app.given.user()
  const payment_method_id = await addCard(person)
  const { data, status, text } = await person.post('/subscriptions/subscribe', {
    plan_id: 'professional',
    payment_method_id,
  })
  assert.equal(status, 201, text)
  const [invoice] = (await person.get('/billing/history')).data
  return { person, id: data.payment.id, invoice: invoice.id, paymentId: newest().id }
}

const newest = () => {
  const intent = [...stripe.ledger.intents.values()].at(-1)
  assert.ok(intent)
  return intent
}

/** Compares today and the days around, as the task of each night does. */
const compare = () =>
  compareWithGateways(app.service.context, {
    from: new Date(Date.parse(today) - 2 * 86_400_000).toISOString(),
    to: new Date(Date.parse(today) + 2 * 86_400_000).toISOString(),
  })

const readOpen = async (who: Person = admin) => (await who.get('/admin/payments/differences?limit=100')).data
const findOpen = async (reference: string) =>
  (await readOpen()).filter((row: { reference: string }) => row.reference === reference)
const count = async () => {
  const reply = await fetch(`${app.address}/metrics`, { headers: { authorization: `Bearer ${'m'.repeat(32)}` } })
  return /payment_differences_open (\d+)/.exec(await reply.text())?.[1]
}

describe('the comparison with Stripe', () => {
  it('finds nothing where both agree, with payments, whole and part refunds, and other currencies of pages of the report', async () => {
    const { id } = await pay()
    const other = await pay()
    await admin.post(`/admin/payments/${id}/refund`, {})
    await admin.post(`/admin/payments/${other.id}/refund`, { amount: 5 })
    await app.settle()
    for (let index = 0; index < 120; index++)
      stripe.ledger.bookedBesides.push({
        ...{ id: `txn_payout_${index}`, object: 'balance_transaction', type: 'payout', amount: -1 },
        created: newest().created,
        source: { id: `po_${index}`, object: 'payout', amount: 1, currency: 'usd' },
      })

    const [comparison] = await compare()

    assert.deepEqual(comparison?.differences, [])
    assert.deepEqual(comparison?.totals, [
      { currency: 'USD', paid_here: 5_800, paid_there: 5_800, refunded_here: 3_400, refunded_there: 3_400 },
    ])
    assert.deepEqual(await readOpen(), [])
  })

  it('finds what only Stripe has: payments, refunds in the dashboard, and disputes', async () => {
    const { paymentId, id } = await pay()
    stripe.ledger.refundAll(paymentId)
    const refund = [...stripe.ledger.refunds.values()].at(-1)?.id ?? ''
    const booked = { object: 'balance_transaction', amount: 900, created: newest().created }
    const foreign = { id: 'ch_foreign', object: 'charge', payment_intent: 'pi_foreign', amount: 900, currency: 'jpy' }
    stripe.ledger.bookedBesides.push(
      { ...booked, id: 'txn_foreign', type: 'charge', source: foreign },
      { ...booked, id: 'txn_dispute', type: 'adjustment', source: { ...foreign, id: 'dp_1', object: 'dispute' } },
    )

    await compare()
    await compare()

    const [payment, ...more] = await findOpen('pi_foreign')
    assert.deepEqual(
      { ...payment, id: 0, occurred_at: '', found_at: '' },
      {
        ...{ id: 0, gateway: 'stripe', kind: 'payment', problem: 'missing_here', reference: 'pi_foreign' },
        ...{ charge_id: null, amount_here: null, amount_there: 900, currency: 'JPY' },
        ...{ occurred_at: '', found_at: '', closed_at: null, status: 'open' },
      },
    )
    assert.deepEqual(more, [])
    assert.equal((await findOpen('dp_1'))[0].kind, 'dispute')
    const [returned] = await findOpen(refund)
    assert.deepEqual([returned.kind, returned.problem, returned.amount_there], ['refund', 'missing_here', 29])
    assert.equal((await admin.get(`/admin/payments/${id}`)).data.status, 'succeeded')
  })

  it('finds what is not at Stripe, and other amounts, until they agree again', async () => {
    const lost = await pay()
    const intent = stripe.ledger.intents.get(lost.paymentId)
    assert.ok(intent)
    stripe.ledger.unbooked.add(lost.paymentId)
    intent.status = 'canceled'
    stripe.ledger.misbooked = 100
    const wrong = await pay()

    await compare()
    const [missing] = await findOpen(lost.paymentId)
    const [differs] = await findOpen(wrong.paymentId)
    stripe.ledger.misbooked = 0
    intent.status = 'succeeded'
    stripe.ledger.unbooked.clear()
    await compare()

    assert.deepEqual([missing.problem, missing.amount_here, missing.charge_id], ['missing_there', 29, lost.id])
    assert.deepEqual([differs.problem, differs.amount_here, differs.amount_there], ['other_amount', 29, 30])
    assert.deepEqual([await findOpen(lost.paymentId), await findOpen(wrong.paymentId)], [[], []])
    const all = (await admin.get('/admin/payments/differences?status=vanished&limit=100')).data
    const row = all.find(({ id }: { id: number }) => id === missing.id)
    assert.equal(row.status, 'vanished')
  })

  it('is closed by an administrator with a reason, once and for good, and written to the audit log', async () => {
    await compare()
    const [difference] = await findOpen('pi_foreign')
    const path = `/admin/payments/differences/${difference.id}/close`

    const without = await admin.post(path, {})
    const closed = await admin.post(path, { reason: 'A sale of the bookshop, which uses the same account.' })
    const again = await admin.post(path, { reason: 'Once more.' })
    await compare()

    assert.deepEqual([without.status, closed.status, again.status], [422, 200, 422])
    assert.deepEqual([closed.data.status, typeof closed.data.closed_at], ['closed', 'string'])
    assert.deepEqual(await findOpen('pi_foreign'), [])
    const events = (await admin.get('/admin/audit?action=closePaymentDifference&outcome=done')).data
    assert.deepEqual(
      events.map(({ reason }: { reason: string }) => reason),
      ['A sale of the bookshop, which uses the same account.'],
    )
    const learner = await app.given.user()
    assert.equal((await learner.get('/admin/payments/differences')).status, 403)
    assert.equal((await learner.post(path, { reason: 'Mine.' })).status, 403)
  })

  it('is counted for alerts, and runs by night', async () => {
    assert.ok(Number(await count()) >= 2)
    const before = (await readOpen()).length
    stripe.ledger.bookedBesides.length = 0
    app.clock.advance({ days: 1 })

    assert.equal((await admin.post('/admin/schedules/reconcile_payments/run')).status, 200)
    await app.settle()

    assert.ok((await readOpen()).length < before)
  })

  it('is printed by npm run reconcile, whose exit code says whether something differs', async () => {
    const { dataDir, databaseUrl } = app.platform.config
    const settings = {
      ...gateways,
      DATA_DIR: dataDir,
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    }
    const run = (...days: string[]) => runCommand(['reconcile', ...days], settings)

    const different = await run('--from', today, '--to', tomorrow)
    const nothing = await run('--from', '2026-01-01', '--to', '2026-01-02')
    const wrong = await run('--from', '2026-13-01')

    assert.equal(different.code, 1, different.stderr)
    assert.match(
      different.stdout,
      /^stripe: 1 difference\n {2}paid {6}here 145\.00 USD, there 145\.00 USD\n {2}refunded {2}here 34\.00 USD, there 63\.00 USD/m,
    )
    assert.match(different.stdout, /refund re_\w+: missing here, here nothing, there 29\.00 USD/)
    assert.deepEqual([nothing.code, wrong.code], [0, 1])
    assert.match(nothing.stdout, /^stripe: no differences$/m)
    assert.match(wrong.stderr, /A day is written like 2026-11-20/)
    const refused = await runCommand(['reconcile', '--from', today, '--to', tomorrow], {
      ...settings,
      STRIPE_SECRET_KEY: 'rk_test_without_permissions',
    })
    assert.equal(refused.code, 1)
    assert.match(refused.stdout, /^stripe: not compared\. .+$/m)
    assert.match(refused.stdout, /^pawapay: no differences$/m)
  })

  it('notes a payment that Stripe does not know, one with another amount, one that only Stripe has, and one that it cannot be asked about', async () => {
    const [unknown, silent, wrong] = [await pay(), await pay(), await pay()]
    for (const { paymentId } of [unknown, silent]) stripe.ledger.unbooked.add(paymentId)
    stripe.ledger.intents.delete(unknown.paymentId)
    stripe.ledger.misbooked = 100
    stripe.ledger.bookedBesides.push({
      ...{ object: 'balance_transaction', id: 'txn_besides', type: 'charge', amount: 700, created: newest().created },
      source: { id: 'ch_besides', object: 'charge', payment_intent: 'pi_besides', amount: 700, currency: 'usd' },
    })
    // The client of Stripe tries again twice.
    stripe.breakNext(`/v1/payment_intents/${silent.paymentId}`, 'error', 'error', 'error')

    const [comparison] = await compare()

    const find = async (reference: string) =>
      (await findOpen(reference)).map(({ problem }: { problem: string }) => problem)
    const references = [unknown.paymentId, wrong.paymentId, 'pi_besides', silent.paymentId]
    assert.deepEqual(await Promise.all(references.map(find)), [
      ['missing_there'],
      ['other_amount'],
      ['missing_here'],
      ['not_compared'],
    ])
    const [row] = await findOpen(silent.paymentId)
    assert.deepEqual(
      [row.kind, row.charge_id, row.amount_here, row.amount_there, row.currency],
      ['payment', silent.id, 29, null, 'USD'],
    )
    assert.equal(Number(await count()), (await readOpen()).length)
    assert.match(comparison?.failure ?? '', /^1 could not be asked about, /)

    // The payment is at Stripe after all, whose next comparison reaches it.
    stripe.ledger.misbooked = 0
    const [again] = await compare()

    assert.equal(again?.failure, null)
    assert.deepEqual(await Promise.all(references.map(find)), [['missing_there'], [], ['missing_here'], []])
  })

  it('notes the days whose report Stripe does not give, until it does, and keeps what differed', async () => {
    await compare()
    const before = await readOpen()
    stripe.breakNext('/v1/balance_transactions', 'error', 'error', 'error')

    const [comparison, other] = await compare()

    const open = await readOpen()
    const reports = open
      .filter(({ kind }: { kind: string }) => kind === 'report')
      .toSorted((one: { reference: string }, other: { reference: string }) =>
        one.reference.localeCompare(other.reference),
      )
    const days = [-2, -1, 0, 1].map((day) => new Date(Date.parse(today) + day * 86_400_000).toISOString())
    assert.deepEqual(
      reports.map(({ gateway, problem, reference, occurred_at, currency }: Record<string, string>) => ({
        ...{ gateway, problem, reference, occurred_at, currency },
      })),
      days.map((day) => ({
        ...{
          gateway: 'stripe',
          problem: 'not_compared',
          reference: day.slice(0, 10),
          occurred_at: day,
          currency: null,
        },
      })),
    )
    assert.equal(open.length, before.length + 4)
    assert.equal(Number(await count()), open.length)
    assert.equal(typeof comparison?.failure, 'string')
    assert.equal(other?.failure, null)

    await compare()
    assert.deepEqual(await readOpen(), before)
  })

  it('keeps what differed before while the gateway cannot be asked about it', async () => {
    const lost = await pay()
    const intent = stripe.ledger.intents.get(lost.paymentId)
    assert.ok(intent)
    stripe.ledger.unbooked.add(lost.paymentId)
    intent.status = 'canceled'
    await compare()
    stripe.breakNext(`/v1/payment_intents/${lost.paymentId}`, 'error', 'error', 'error')
    await compare()

    const find = async () => (await findOpen(lost.paymentId)).map(({ problem }: { problem: string }) => problem).sort()
    assert.deepEqual(await find(), ['missing_there', 'not_compared'])
    intent.status = 'succeeded'
    await compare()
    assert.deepEqual(await find(), [])
  })
})

describe('the comparison with pawaPay, which is asked about each payment', () => {
  it('finds payments that pawaPay did not complete, or completed after they had failed here', async () => {
    const subscribe = async (phone: string) => {
      const person = await app.given.user()
      const added = await person.post('/payment-methods', { type: 'mobile_money', provider: 'mpesa', phone })
      const payment_method_id = added.data.payment_method.id
      const { data } = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
      const deposit = [...pawapay.ledger.deposits.values()].at(-1)
      assert.ok(deposit)
      return { id: data.payment.id, deposit }
    }
    const paid = await subscribe('+254712001789')
    const failed = await subscribe('+254712002039')
    await pawapay.answerPhones()
    app.clock.advance({ minutes: 10 })
    await app.settle()
    const statuses = [paid, failed].map(async ({ id }) => (await admin.get(`/admin/payments/${id}`)).data.status)
    assert.deepEqual(await Promise.all(statuses), ['succeeded', 'failed'])
    const agreed = (await compare()).find(({ gateway }) => gateway === 'pawapay')
    assert.deepEqual(agreed?.differences, [])
    Object.assign(paid.deposit, { status: 'FAILED', failureReason: { failureCode: 'UNSPECIFIED_FAILURE' } })
    Object.assign(failed.deposit, { status: 'COMPLETED' })

    const comparison = (await compare()).find(({ gateway }) => gateway === 'pawapay')

    assert.deepEqual(
      comparison?.differences.map(({ problem, charge_id, amount_there }) => [problem, charge_id, amount_there]),
      [
        ['missing_there', paid.id, null],
        ['other_state', failed.id, null],
      ],
    )
    assert.equal(comparison?.totals[0]?.paid_there, null)
  })
})

// Last, because the days of all others pass.
describe('a day of which a gateway could not say something', () => {
  it('is compared again by night until it could, for a month', async () => {
    const night = async () => {
      app.clock.advance({ days: 1 })
      await app.settle()
    }
    const readMissed = async () => {
      const open = await readOpen()
      return open.filter(({ problem }: { problem: string }) => problem === 'not_compared').length
    }
    for (let failed = 0; failed < 3; failed++) {
      // Of the first day that is asked for.
      stripe.breakNext('/v1/balance_transactions', 'error', 'error', 'error')
      await night()
      assert.equal(await readMissed(), 1)
    }
    app.clock.advance({ days: 10 })
    await night()
    assert.equal(await readMissed(), 0)

    stripe.breakNext('/v1/balance_transactions', 'error', 'error', 'error')
    await night()
    app.clock.advance({ days: 40 })
    await night()
    assert.equal(await readMissed(), 1)
  })
})
