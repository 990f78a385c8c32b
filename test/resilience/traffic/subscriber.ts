/** A user who subscribes, upgrades and cancels repeatedly. */

import assert from 'node:assert/strict'
import type { MailServer } from '#test/support/mail-server.ts'
import { listMails } from './sign-ups.ts'
import { expectStatus, type PayingAccount, type Program, readAll, type SimulatedUser } from './simulated-user.ts'

/** The next plan; never a cheaper one that credit would pay, so that each has a payment. */
const nextPlans: Record<string, string> = { free: 'professional', professional: 'enterprise' }

export class Subscriber implements SimulatedUser {
  readonly #me: PayingAccount
  readonly #office: MailServer
  #sent = 0
  #acknowledged = 0
  /** The plans that the user may have. */
  #possible = new Set(['free'])

  constructor(me: PayingAccount, office: MailServer) {
    this.#me = me
    this.#office = office
  }

  async act({ as }: Program) {
    const client = as(this.#me.token)
    const { data: current } = expectStatus(await client.get('/subscriptions/current'), 200)
    const plan_id = nextPlans[current.plan.id]
    if (plan_id === undefined) return this.#cancel(client)
    this.#possible.add(plan_id)
    this.#sent++
    const wish = { plan_id, payment_method_id: this.#me.payment_method_id }
    // Refused while an unanswered payment is pending.
    const { status } = expectStatus(await client.post('/subscriptions/subscribe', wish), 201, 422)
    if (status === 422) return
    this.#acknowledged++
    this.#possible = new Set([plan_id])
  }

  async #cancel(client: ReturnType<Program['as']>) {
    this.#possible.add('free')
    expectStatus(await client.post('/subscriptions/cancel', { cancel_immediately: true }), 200)
    this.#possible = new Set(['free'])
  }

  async check({ as }: Program, settled: boolean) {
    const client = as(this.#me.token)
    const { data: current } = expectStatus(await client.get('/subscriptions/current'), 200)
    assert.ok(this.#possible.has(current.plan.id), `${current.plan.id}, not ${[...this.#possible]}`)

    const records = await readAll(client, '/billing/history')
    assert.ok(records.length >= this.#acknowledged && records.length <= this.#sent)
    const notices = await readAll(client, '/notifications?type=payment_received')
    assert.equal(notices.length, records.length)
    const started = await readAll(client, `/users/${this.#me.id}/activity?type=subscription_started`)
    assert.ok(started.length >= this.#acknowledged)
    if (settled) this.#checkSettled(records, started.length)
  }

  /** Every payment has a plan, and every plan a mail. */
  #checkSettled(records: { status: string }[], plans: number) {
    assert.equal(records.filter(({ status }) => status === 'paid').length, plans)
    const mails = listMails(this.#office, this.#me.email)
    assert.equal(mails.filter((subject) => subject.startsWith('Your plan is')).length, plans)
    const refunds = mails.filter((subject) => subject.startsWith('We are giving your payment back'))
    assert.equal(refunds.length, records.length - plans)
  }
}
