/** Invariants of a subscriber's payments and plans. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { moves } from '#features/subscriptions/lifecycle.ts'
import type { SubscriptionState } from '#features/subscriptions/record.ts'
import type { Subscriber } from './subscriber.ts'

const rows = {
  started: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('activity_log')
      .select('metadata')
      .where('user_id', '=', p.user_id)
      .where('activity_type', '=', 'subscription_started'),
  ),
  numbers: prepare((q, _: object) => q.selectFrom('invoices').select('number').orderBy('id')),
  coupons: prepare((q, _: object) => q.selectFrom('coupons').select(['code', 'redemptions'])),
  paid: prepare((q, _: object) =>
    q.selectFrom('charges').select(['key', 'status', 'details']).where('status', 'in', ['succeeded', 'refunded']),
  ),
}

type Books = Awaited<ReturnType<Subscriber['books']>>
type Charges = Books['charges']

const field = (details: object, name: string): unknown => new Map(Object.entries(details)).get(name)

/** Checks the records of a subscriber after each step. */
export class Auditor {
  readonly #subscriber: Subscriber
  readonly #states = new Map<number, SubscriptionState>()

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber
  }

  /** Invariants at every moment. */
  async check() {
    const books = await this.#subscriber.books()
    const { charges } = books
    const open = charges.filter(({ status }) => status === 'pending')
    assert.ok(open.length <= 1, 'two payments at once')
    assert.ok(
      open.every(({ amount }) => amount > 0),
      'what costs nothing waits',
    )
    const covered = charges.filter(({ status, covers }) => status === 'succeeded' && covers !== null)
    assert.equal(new Set(covered.map(({ covers }) => covers)).size, covered.length, 'a period was charged twice')
    this.#checkInvoices(books)
    this.#checkMoves(books)
    this.#checkEntitled(books)
  }

  #checkInvoices({ charges, invoices }: Books) {
    for (const { id, key, amount, status } of charges) {
      const own = invoices.filter(({ charge_id }) => charge_id === id)
      const paid = status === 'succeeded' && amount > 0 ? ['paid'] : []
      assert.deepEqual(
        own.map((invoice) => invoice.status),
        status === 'refunded' ? ['refunded'] : paid,
        'a payment and its invoice differ',
      )
      const entry = this.#subscriber.gateway.ledger.get(key)
      if (paid.length > 0)
        assert.ok(entry?.status === 'succeeded' || entry?.status === 'refunded', 'money was recorded that nobody paid')
    }
  }

  /** Every change of state is a path of moves of the table. */
  #checkMoves({ subscriptions }: Books) {
    for (const { id, state } of subscriptions) {
      const before = this.#states.get(id) ?? 'active'
      assert.ok(isReachable(before).has(state), `a subscription went from ${before} to ${state}`)
      this.#states.set(id, state)
    }
  }

  #checkEntitled({ charges, subscriptions }: Books) {
    const live = subscriptions.filter(({ state }) => ['active', 'ending', 'past_due'].includes(state))
    assert.ok(live.length <= 1, 'two subscriptions at once')
    for (const { plan_id, period_value } of live) {
      const paid = charges.filter(
        ({ key, status, details }) =>
          field(details, 'plan_id') === plan_id &&
          (status === 'succeeded' || this.#subscriber.gateway.refundedManually.has(key)),
      )
      assert.ok(paid.length > 0, 'a plan was given that nobody paid')
      const isGift = paid.some(({ details }) => field(details, 'coupon_code') === 'GIFT')
      assert.ok(period_value > 0 || isGift, 'a plan was given that nobody paid')
    }
  }

  /** Invariants after background work has finished. */
  async checkRested() {
    const now = this.#subscriber.app.clock.now()
    const books = await this.#subscriber.books()
    for (const { state, period_end, past_due_since } of books.subscriptions) {
      if (state === 'active') assert.ok(period_end > now, 'a period that is over stays active')
      if (state === 'ending') assert.ok(period_end > now, 'a cancelled one goes on')
      if (state === 'past_due') assert.ok(past_due_since !== null && addDuration(past_due_since, { days: 8 }) > now)
    }
    this.#checkLedger(books.charges)
    this.#checkSums(books)
    await this.#checkCoupons()
    if (this.#subscriber.isDeleted) this.#checkNothingLive(books)
    else await this.#checkGranted(books)
  }

  #checkLedger(charges: Charges) {
    const { ledger, refundedManually: byHand } = this.#subscriber.gateway
    for (const { key, status, amount } of charges) {
      assert.notEqual(status, 'pending', 'a payment stays open')
      const entry = ledger.get(key)
      if (entry === undefined) assert.equal(status, amount === 0 ? 'succeeded' : 'failed')
      else assert.equal(amount, entry.amount)
      // A payment that was refunded before it was recorded has failed.
      const expected = entry?.status === 'refunded' && byHand.has(key) && status === 'failed' ? 'failed' : entry?.status
      if (entry !== undefined) assert.equal(status, expected, 'charged and recorded differ')
    }
  }

  /** The gateway's ledger equals ours to the cent. */
  #checkSums({ charges, invoices }: Books) {
    const sum = (entries: { amount: number }[]) => entries.reduce((total, { amount }) => total + amount, 0)
    const keys = new Set(charges.map(({ key }) => key))
    const entries = [...this.#subscriber.gateway.ledger.values()]
    const taken = entries.filter(({ key, status }) => keys.has(key) && status === 'succeeded')
    assert.equal(sum(taken), sum(invoices.filter(({ status }) => status === 'paid')))
  }

  #checkNothingLive({ subscriptions }: Books) {
    assert.ok(
      subscriptions.every(({ state }) => state === 'canceled' || state === 'expired'),
      'a deleted account has a plan',
    )
  }

  /** Every payment granted what it paid for, and so did purchases of zero. */
  async #checkGranted({ charges, subscriptions }: Books) {
    const started = await rows.started.all(this.#subscriber.ctx, { user_id: this.#subscriber.person.id })
    for (const { id, status, details, period_start } of charges) {
      if (status !== 'succeeded') continue
      const kind = field(details, 'kind')
      const held = subscriptions.find((one) => one.id === field(details, 'subscription_id'))
      const isGranted =
        kind === 'renewal'
          ? held !== undefined && held.period_start >= period_start
          : started.some(({ metadata }) => metadata !== null && field(metadata, 'payment_id') === id)
      assert.ok(isGranted, `money for a ${kind} was kept and gave nothing`)
    }
  }

  /** A coupon was redeemed once for each discounted purchase. */
  async #checkCoupons() {
    const paid = await rows.paid.all(this.#subscriber.ctx, {})
    for (const { code, redemptions } of await rows.coupons.all(this.#subscriber.ctx, {})) {
      const uses = paid.filter(({ details }) => field(details, 'coupon_code') === code)
      const kept = uses.filter(({ status }) => status === 'succeeded').length
      // A refund at the gateway does not end the plan.
      const byHand = uses.filter(({ key }) => this.#subscriber.gateway.refundedManually.has(key)).length
      assert.ok(kept <= redemptions && redemptions <= kept + byHand, 'a coupon was miscounted')
    }
  }

  /** The invoices of each year are numbered from 1 without a gap. */
  async checkNumbers() {
    const numbers = await rows.numbers.all(this.#subscriber.app.platform, {})
    for (const [year, all] of Map.groupBy(numbers, ({ number }) => number.slice(4, 8)))
      assert.deepEqual(
        all.map(({ number }) => number),
        all.map((_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`),
      )
  }
}

/** The states that can be reached by any number of moves. */
function isReachable(from: SubscriptionState): Set<SubscriptionState> {
  const found = new Set<SubscriptionState>([from])
  for (const state of found) for (const next of Object.values(moves[state])) found.add(next)
  return found
}
