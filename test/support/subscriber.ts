/** A subscriber, and the failures around them. */

import assert from 'node:assert/strict'
import { type Context, runInTransaction } from '#context.ts'
import { Problem } from '#core/problem.ts'
import { addDuration } from '#core/time.ts'
import { prepare } from '#database/query/prepare.ts'
import { subscribe } from '#features/subscriptions/new-subscription.ts'
import { subscriptionPayments } from '#features/subscriptions/payments.ts'
import { advanceSubscription } from '#features/subscriptions/renewals.ts'
import { cancelSubscription, resumeSubscription } from '#features/subscriptions/service.ts'
import { type Person, password, type TestApp } from './app.ts'
import { Crash, crashAfter } from './crash.ts'
import type { FailureMode, FakeGateway } from './fake-gateway.ts'

const rows = {
  charges: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('charges')
      .select(['id', 'key', 'status', 'amount', 'covers', 'period_start', 'details', 'created_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
  invoices: prepare((q, p: { user_id: number }) =>
    q.selectFrom('invoices').select(['charge_id', 'amount', 'status']).where('user_id', '=', p.user_id).orderBy('id'),
  ),
  subscriptions: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('subscriptions')
      .select(['id', 'plan_id', 'state', 'period_start', 'period_end', 'past_due_since', 'period_value', 'due_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
}

/** More transactions than any operation has. */
export const never = 1_000

/** Refusals and crashes are expected; any other error is a defect. */
async function attempt(work: () => Promise<unknown>) {
  await work().catch((error: unknown) => {
    if (!(error instanceof Problem || error instanceof Crash)) throw error
  })
}

/** Walks take decades. */
const createCard = (now: string) => ({
  type: 'card',
  card_number: '4242424242424242',
  expiry_month: 12,
  expiry_year: Number(now.slice(0, 4)) + 10,
  cvv: '123',
})

export class Subscriber {
  readonly app: TestApp
  readonly gateway: FakeGateway
  readonly person: Person
  readonly methodId: number
  isDeleted = false
  #events = 0

  private constructor(app: TestApp, gateway: FakeGateway, person: Person, methodId: number) {
    this.app = app
    this.gateway = gateway
    this.person = person
    this.methodId = methodId
  }

  /** A new user with a card that can be charged. */
  static async of(app: TestApp, gateway: FakeGateway) {
    Object.assign(gateway, { failureMode: 'none', hasFunds: true })
    const person = await app.given.user()
    const reply = await person.post('/payment-methods', createCard(app.clock.now()))
    assert.equal(reply.status, 201, reply.text)
    return new Subscriber(app, gateway, person, reply.data.payment_method.id)
  }

  get ctx(): Context {
    return {
      ...this.app.service.context,
      actor: {
        id: this.person.id,
        role: 'learner',
        token_id: 0,
        scopes: null,
        lacks_verified_email: false,
        lacks_second_factor: false,
      },
    }
  }

  get #mine() {
    return { user_id: this.person.id }
  }

  charges = () => rows.charges.all(this.ctx, this.#mine)
  subscriptions = () => rows.subscriptions.all(this.ctx, this.#mine)

  /** Reads everything at one moment. */
  books = () =>
    runInTransaction(this.ctx, async (tx) => ({
      charges: await rows.charges.all(tx, this.#mine),
      invoices: await rows.invoices.all(tx, this.#mine),
      subscriptions: await rows.subscriptions.all(tx, this.#mine),
    }))

  /**
   * Sets the failure mode of the gateway, like `answer_lost`, and whether the card has funds, like `none and no funds`.
   */
  setGatewayState(gatewayState: string) {
    const [failureMode, noFunds] = gatewayState.split(' and ')
    const failureModes: readonly FailureMode[] = ['request_lost', 'answer_lost', 'pending', 'forgetful']
    this.gateway.hasFunds = noFunds === undefined
    this.gateway.failureMode = failureModes.find((one) => one === failureMode) ?? 'none'
  }

  /** Runs it in a process that crashes before its transaction number `steps`. */
  subscribe(plan_id: string, steps = never, coupon_code: string | null = null) {
    const given = { plan_id, payment_method_id: this.methodId, coupon_code }
    return attempt(() => subscribe(crashAfter(this.ctx, steps), given, []))
  }

  cancel = (cancel_immediately: boolean) => attempt(() => cancelSubscription(this.ctx, { cancel_immediately }))

  resume = () => attempt(() => resumeSubscription(this.ctx, [], {}))

  async deleteAccount() {
    // It needs a sign-in of the last minutes.
    const { data } = await this.app.anonymous.post('/auth/login', { email: this.person.email, password })
    const { status } = await this.app.withToken(data.token).delete(`/users/${this.person.id}`)
    assert.equal(status, 200)
    this.isDeleted = true
  }

  /** Advances to each due time, with the background running. */
  async pass(hours: number) {
    const end = addDuration(this.app.clock.now(), { hours })
    for (;;) {
      const now = this.app.clock.now()
      const due = (await this.subscriptions()).map(({ due_at }) => due_at ?? end).filter((at) => at > now && at < end)
      const next = due.sort()[0]
      this.app.clock.set(next ?? end)
      await this.app.settle()
      if (next === undefined) return
    }
  }

  /** The service was down and starts again. */
  async advanceClock(hours: number) {
    this.app.clock.advance({ hours })
    await this.app.settle()
  }

  /** Background work crashes half-way and is continued by the next run. */
  async crashInBackground(steps: number) {
    const ctx = crashAfter({ ...this.app.service.context }, steps)
    for (const { id } of await this.subscriptions())
      await attempt(() => advanceSubscription.handle(ctx, { subscription_id: id }))
    for (const { id } of await this.charges())
      await attempt(() => subscriptionPayments.settle.handle(ctx, { charge_id: id, heard: true }))
  }

  /** The gateway sends an event for every payment, twice, the newest first. */
  async deliverWebhooks() {
    const path = `/payments/webhooks/${this.gateway.kind}`
    for (const { key } of (await this.charges()).reverse()) {
      const body = { id: `event-${key}-${++this.#events}`, key }
      await this.app.anonymous.post(path, body)
      await this.app.anonymous.post(path, body)
    }
    await this.app.settle()
  }

  /** Refunds the newest payment at the gateway, which sends an event. */
  async refundByHand() {
    const newest = (await this.charges()).at(-1)
    if (newest !== undefined) this.gateway.refundManually(newest.key)
    await this.deliverWebhooks()
  }

  /** Longer than any payment may be pending, and any delay between two attempts. */
  async waitForRest() {
    this.setGatewayState('none')
    for (let hours = 0; hours < 32; hours += 8) await this.advanceClock(8)
    await this.deliverWebhooks()
  }
}
