import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type TestApp, testApp } from '../../../test/support/app.ts'
import { Bank, type Weather } from '../../../test/support/bank.ts'
import type { Context } from '../../context.ts'
import { Problem } from '../../core/problem.ts'
import { after } from '../../core/time.ts'
import type { SubscriptionState } from '../../database/billing-tables.ts'
import { prepare } from '../../database/prepare.ts'
import { moves } from './lifecycle.ts'
import { subscriptionPayments } from './payments.ts'
import { advanceSubscription } from './renewals.ts'
import { cancelSubscription, resumeSubscription, subscribe } from './service.ts'

const rows = {
  charges: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('charges')
      .select(['id', 'key', 'status', 'amount', 'covers', 'period_start', 'details', 'created_at'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
  invoices: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('invoices')
      .select(['charge_id', 'amount', 'status'])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
  subscriptions: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('subscriptions')
      .select([
        'id',
        'plan_id',
        'state',
        'period_start',
        'period_end',
        'past_due_since',
        'period_value',
        'due_at',
      ])
      .where('user_id', '=', p.user_id)
      .orderBy('id'),
  ),
  started: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('activity_log')
      .select('metadata')
      .where('user_id', '=', p.user_id)
      .where('activity_type', '=', 'subscription_started'),
  ),
  numbers: prepare((q, _: object) => q.selectFrom('invoices').select('number').orderBy('id')),
}

/** The process dies here. */
class Crash extends Error {}

/** The context of a process that dies before its transaction number `steps`, counted from 0. */
function dying(ctx: Context, steps: number): Context {
  let left = steps
  const transaction: Context['db']['transaction'] = (work) => {
    if (left <= 0) return Promise.reject(new Crash())
    left--
    return ctx.db.transaction(work)
  }
  return { ...ctx, db: { ...ctx.db, transaction } }
}

const never = 1_000

/** One person, what they do, and what the world does to them. */
class Story {
  readonly app: TestApp
  readonly bank: Bank
  readonly userId: number
  readonly methodId: number
  readonly #states = new Map<number, SubscriptionState>()
  #events = 0

  constructor(app: TestApp, bank: Bank, userId: number, methodId: number) {
    this.app = app
    this.bank = bank
    this.userId = userId
    this.methodId = methodId
  }

  get ctx(): Context {
    return { ...this.app.service.context, actor: { id: this.userId, role: 'learner', token_id: 0 } }
  }

  get mine() {
    return { user_id: this.userId }
  }

  charges = () => rows.charges.all(this.ctx, this.mine)
  subscriptions = () => rows.subscriptions.all(this.ctx, this.mine)

  /** Refusals and crashes are part of the story; anything else is a defect. */
  async try(work: () => Promise<unknown>) {
    await work().catch((error: unknown) => {
      if (!(error instanceof Problem || error instanceof Crash)) throw error
    })
  }

  subscribe = (plan_id: string, steps: number) =>
    this.try(() => subscribe(dying(this.ctx, steps), { plan_id, payment_method_id: this.methodId }, []))
  cancel = (cancel_immediately: boolean) =>
    this.try(() => cancelSubscription(this.ctx, { cancel_immediately }))
  resume = () => this.try(() => resumeSubscription(this.ctx, []))

  /** From one thing that is due to the next, with the background at work. */
  async pass(hours: number) {
    const end = after(this.app.clock.now(), { hours })
    for (;;) {
      const now = this.app.clock.now()
      const due = (await this.subscriptions())
        .map(({ due_at }) => due_at ?? end)
        .filter((at) => at > now && at < end)
      const next = due.sort()[0]
      this.app.clock.set(next ?? end)
      await this.app.settle()
      if (next === undefined) return
    }
  }

  /** The service stood still, and comes back. */
  async jump(hours: number) {
    this.app.clock.advance({ hours })
    await this.app.settle()
  }

  /** Background work that dies in the middle, and is found by the next one. */
  async crashInBackground(steps: number) {
    const ctx = dying({ ...this.app.service.context }, steps)
    for (const { id } of await this.subscriptions())
      await this.try(() => advanceSubscription.handle(ctx, { subscription_id: id }))
    for (const { id } of await this.charges())
      await this.try(() => subscriptionPayments.settle.handle(ctx, { charge_id: id, heard: true }))
  }

  /** The gateway tells of every payment, twice, the newest first. */
  async hearEverything() {
    for (const { key } of (await this.charges()).reverse()) {
      const body = { id: `event-${key}-${++this.#events}`, key }
      await this.app.anonymous.post('/payments/webhooks/sandbox', body)
      await this.app.anonymous.post('/payments/webhooks/sandbox', body)
    }
    await this.app.settle()
  }

  /** What must hold at every moment. */
  async check() {
    const charges = await this.charges()
    const invoices = await rows.invoices.all(this.ctx, this.mine)
    const covered = charges.filter(({ status, covers }) => status === 'succeeded' && covers !== null)
    assert.equal(
      new Set(covered.map(({ covers }) => covers)).size,
      covered.length,
      'a period was charged twice',
    )
    for (const charge of charges) {
      const own = invoices.filter(({ charge_id }) => charge_id === charge.id)
      const expected =
        charge.amount > 0 && charge.status === 'succeeded'
          ? ['paid']
          : charge.status === 'refunded'
            ? ['refunded']
            : []
      assert.deepEqual(
        own.map(({ status }) => status),
        expected,
        'a payment and its invoice differ',
      )
      const entry = this.bank.ledger.get(charge.key)
      if (charge.status === 'succeeded' && charge.amount > 0)
        assert.ok(
          entry?.status === 'succeeded' || entry?.status === 'refunded',
          'money was recorded that nobody paid',
        )
    }
    assert.ok(charges.filter(({ status }) => status === 'pending').length <= 1, 'two payments at once')
    await this.#checkMoves()
    await this.#checkEntitled(charges)
  }

  /** Every change of state is a path of moves of the table. */
  async #checkMoves() {
    for (const { id, state } of await this.subscriptions()) {
      const before = this.#states.get(id) ?? 'active'
      assert.ok(reachable(before).has(state), `a subscription went from ${before} to ${state}`)
      this.#states.set(id, state)
    }
  }

  async #checkEntitled(charges: Awaited<ReturnType<Story['charges']>>) {
    const subscriptions = await this.subscriptions()
    const live = subscriptions.filter(({ state }) => ['active', 'ending', 'past_due'].includes(state))
    assert.ok(live.length <= 1, 'two subscriptions at once')
    for (const { plan_id, period_value } of live) {
      const paid = charges.some(
        ({ status, details }) =>
          status === 'succeeded' && 'plan_id' in details && details.plan_id === plan_id,
      )
      assert.ok(paid && period_value > 0, 'a plan was given that nobody paid')
    }
  }

  /** Money that is kept gave what it was paid for. */
  async #checkGranted(charges: Awaited<ReturnType<Story['charges']>>) {
    const subscriptions = await this.subscriptions()
    const started = await rows.started.all(this.ctx, this.mine)
    for (const { id, status, details, period_start } of charges) {
      if (status !== 'succeeded' || !('kind' in details)) continue
      const isGranted =
        details.kind === 'renewal'
          ? subscriptions.some(
              (one) =>
                'subscription_id' in details &&
                one.id === details.subscription_id &&
                one.period_start >= period_start,
            )
          : started.some(({ metadata }) => metadata && 'payment_id' in metadata && metadata.payment_id === id)
      assert.ok(isGranted, `money for a ${details.kind} was kept and gave nothing`)
    }
  }

  /** What must hold once the background had its time. */
  async checkRested() {
    const now = this.app.clock.now()
    for (const { state, period_end, past_due_since } of await this.subscriptions()) {
      if (state === 'active') assert.ok(period_end > now, 'a period that is over stays active')
      if (state === 'ending') assert.ok(period_end > now, 'a cancelled one goes on')
      if (state === 'past_due') assert.ok(past_due_since !== null && after(past_due_since, { days: 8 }) > now)
    }
    const charges = await this.charges()
    assert.deepEqual(
      charges.filter(({ status }) => status === 'pending'),
      [],
      'a payment stays open',
    )
    for (const { key, status, amount } of charges) {
      const entry = this.bank.ledger.get(key)
      if (amount > 0) assert.equal(status, entry?.status ?? 'failed', 'charged and recorded differ')
      if (entry) assert.equal(amount, entry.amount)
    }
    await this.#checkGranted(charges)
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    const keys = new Set(charges.map(({ key }) => key))
    const taken = [...this.bank.ledger.values()].filter(
      ({ key, status }) => keys.has(key) && status === 'succeeded',
    )
    const invoices = await rows.invoices.all(this.ctx, this.mine)
    const recorded = invoices.filter(({ status }) => status === 'paid')
    assert.equal(sum(taken.map(({ amount }) => amount)), sum(recorded.map(({ amount }) => amount)))
  }
}

/** The states that moves lead to, in any number. */
function reachable(from: SubscriptionState): Set<SubscriptionState> {
  const found = new Set<SubscriptionState>([from])
  for (const state of found) for (const next of Object.values(moves[state])) found.add(next)
  return found
}

type Step = (story: Story) => Promise<void>

class Command implements fc.AsyncCommand<object, Story> {
  readonly #name: string
  readonly #step: Step

  constructor(name: string, step: Step) {
    this.#name = name
    this.#step = step
  }

  check = () => true
  toString = () => this.#name

  async run(_: object, story: Story) {
    await this.#step(story)
    await story.check()
  }
}

const command =
  <T extends unknown[]>(name: string, step: (story: Story, ...values: T) => Promise<void>) =>
  (values: T) =>
    new Command(`${name}(${values.join(', ')})`, (story) => step(story, ...values))

const plans = fc.constantFrom('professional', 'enterprise', 'professional_yearly')
/** How the gateway fares, and whether the card has money. */
const worlds = fc.constantFrom<`${Weather}${'' | ' and poor'}`[]>(
  'fair',
  'fair',
  'fair',
  'lost',
  'unanswered',
  'unanswered',
  'pending',
  'pending',
  'fair and poor',
  'unanswered and poor',
)
const steps = fc.constantFrom(0, 1, 1, 2, never, never)
const hours = fc.constantFrom(1, 12, 25, 24 * 4, 24 * 8, 24 * 28, 24 * 31, 24 * 31, 24 * 70)

function become({ bank }: Story, world: string) {
  const [weather, poor] = world.split(' and ')
  bank.solvent = poor === undefined
  bank.weather = (['lost', 'unanswered', 'pending'] as const).find((one) => one === weather) ?? 'fair'
}

const subscribing = fc.tuple(plans, worlds, steps).map(
  command('subscribe', (story, plan, world, crash) => {
    become(story, world)
    return story.subscribe(plan, crash)
  }),
)
const passing = fc.tuple(hours, worlds).map(
  command('pass', (story, long, world) => {
    become(story, world)
    return story.pass(long)
  }),
)
const jumping = fc.tuple(hours, worlds).map(
  command('jump', (story, long, world) => {
    become(story, world)
    return story.jump(long)
  }),
)
/** Time passes while nothing runs; then what should have run dies in the middle. */
const crashing = fc.tuple(hours, worlds, steps).map(
  command('crash in the background', async (story, long, world, crash) => {
    become(story, world)
    story.app.clock.advance({ hours: long })
    await story.crashInBackground(crash)
  }),
)

const commands = [
  subscribing,
  subscribing,
  subscribing,
  passing,
  passing,
  passing,
  jumping,
  crashing,
  crashing,
  fc.tuple(fc.boolean()).map(command('cancel', (story, atOnce) => story.cancel(atOnce))),
  fc.tuple().map(command('resume', (story) => story.resume())),
  fc.tuple().map(command('hear everything', (story) => story.hearEverything())),
  fc.tuple(fc.boolean()).map(
    command('decide', async (story, confirmed) => {
      story.bank.decide(confirmed)
      await story.hearEverything()
    }),
  ),
]

describe('the life of a subscription', () => {
  it('takes what it records, never twice, and gives nothing unpaid, whatever happens', async () => {
    const bank = new Bank()
    const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { payments: bank })
    await app.settle()

    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands: 40, size: 'max' }), async (walk) => {
        Object.assign(bank, { weather: 'fair', solvent: true })
        const person = await app.given.user()
        const card = {
          type: 'card',
          card_number: '4242424242424242',
          expiry_month: 12,
          expiry_year: 2060,
          cvv: '123',
        }
        const reply = await person.post('/payment-methods', card)
        const story = new Story(app, bank, person.id, reply.data.payment_method.id)

        await fc.asyncModelRun(() => ({ model: {}, real: story }), walk)

        Object.assign(bank, { weather: 'fair' })
        // Longer than any payment may stay open, and any pause between two tries.
        for (let hours = 0; hours < 32; hours += 4) await story.jump(4)
        await story.check()
        await story.checkRested()
        await story.cancel(true)
      }),
      // The same walks for everybody; `SEED` and `RUNS` take others.
      { numRuns: Number(process.env.RUNS ?? 12), seed: Number(process.env.SEED ?? 1), endOnFailure: true },
    )

    const numbers = await rows.numbers.all(app.platform, {})
    const byYear = Map.groupBy(numbers, ({ number }) => number.slice(4, 8))
    for (const [year, all] of byYear)
      assert.deepEqual(
        all.map(({ number }) => number),
        all.map((_, index) => `INV-${year}-${String(index + 1).padStart(6, '0')}`),
      )
  })

  it('has no way out of the last states', () => {
    assert.deepEqual(moves.canceled, {})
    assert.deepEqual(moves.expired, {})
  })
})
