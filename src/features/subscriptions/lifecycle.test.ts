import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { testApp } from '#test/support/app.ts'
import { Auditor } from '#test/support/auditor.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { never, Subscriber } from '#test/support/subscriber.ts'
import { moves } from './lifecycle.ts'

interface Story {
  subscriber: Subscriber
  auditor: Auditor
}

type Step = (subscriber: Subscriber) => Promise<void>

class Command implements fc.AsyncCommand<object, Story> {
  readonly #name: string
  readonly #step: Step

  constructor(name: string, step: Step) {
    this.#name = name
    this.#step = step
  }

  check = () => true
  toString = () => this.#name

  async run(_: object, { subscriber, auditor }: Story) {
    await this.#step(subscriber)
    await auditor.check()
  }
}

const command =
  <T extends unknown[]>(name: string, step: (subscriber: Subscriber, ...values: T) => Promise<void>) =>
  (values: T) =>
    new Command(`${name}(${values.join(', ')})`, (subscriber) => step(subscriber, ...values))

const plans = fc.constantFrom(
  'professional',
  'enterprise',
  'professional_yearly',
  'professional_yearly with THIRD',
  'enterprise with GIFT',
)
const worlds = fc.constantFrom(
  'none',
  'none',
  'none',
  'request_lost',
  'answer_lost',
  'answer_lost',
  'pending',
  'pending',
  'forgetful',
  'none and no funds',
  'answer_lost and no funds',
)
const steps = fc.constantFrom(0, 1, 1, 2, never, never)
const hours = fc.constantFrom(1, 12, 25, 24 * 4, 24 * 8, 24 * 28, 24 * 31, 24 * 31, 24 * 70)

const subscribing = fc.tuple(plans, worlds, steps).map(
  command('subscribe', (subscriber, wish, gatewayState, crash) => {
    subscriber.setGatewayState(gatewayState)
    const [plan = '', coupon = null] = wish.split(' with ')
    return subscriber.subscribe(plan, crash, coupon)
  }),
)
const passing = fc.tuple(hours, worlds).map(
  command('pass', (subscriber, long, gatewayState) => {
    subscriber.setGatewayState(gatewayState)
    return subscriber.pass(long)
  }),
)
const jumping = fc.tuple(hours, worlds).map(
  command('jump', (subscriber, long, gatewayState) => {
    subscriber.setGatewayState(gatewayState)
    return subscriber.advanceClock(long)
  }),
)
/** Time passes while the service is down; then the work that became due crashes half-way. */
const crashing = fc.tuple(hours, worlds, steps).map(
  command('crash in the background', async (subscriber, long, gatewayState, crash) => {
    subscriber.setGatewayState(gatewayState)
    subscriber.app.clock.advance({ hours: long })
    await subscriber.crashInBackground(crash)
  }),
)
const deciding = fc.tuple(fc.boolean()).map(
  command('decide', async (subscriber, confirmed) => {
    subscriber.gateway.decide(confirmed)
    await subscriber.deliverWebhooks()
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
  deciding,
  fc.tuple(fc.boolean()).map(command('cancel', (subscriber, atOnce) => subscriber.cancel(atOnce))),
  fc.tuple().map(command('resume', (subscriber) => subscriber.resume())),
  fc.tuple().map(command('hear everything', (subscriber) => subscriber.deliverWebhooks())),
  fc.tuple().map(command('refund by hand', (subscriber) => subscriber.refundByHand())),
]

async function started() {
  const gateway = new FakeGateway()
  const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { payments: gateway })
  await app.settle()
  const admin = await app.given.admin()
  await admin.post('/coupons', { code: 'THIRD', percent_off: 33 })
  await admin.post('/coupons', { code: 'GIFT', percent_off: 100 })
  return { app, gateway }
}

const { app, gateway } = await started()

async function runWalk(walk: Iterable<fc.AsyncCommand<object, Story>>, deletes: boolean) {
  const subscriber = await Subscriber.of(app, gateway)
  const auditor = new Auditor(subscriber)
  await fc.asyncModelRun(() => ({ model: {}, real: { subscriber, auditor } }), walk)
  if (deletes) await subscriber.deleteAccount()
  await subscriber.waitForRest()
  await auditor.check()
  await auditor.checkRested()
  if (!deletes) await subscriber.cancel(true)
}

/** `RUNS` walks, 6 per test; `SEED` chooses others. */
const runs = Number(process.env.RUNS ?? 4)
const firstSeed = Number(process.env.SEED ?? 1)
const inOneTest = 6

describe('the life of a subscription', () => {
  for (let done = 0; done < runs; done += inOneTest) {
    const seed = firstSeed + done / inOneTest
    it(`records every charge, never charges twice, and delivers nothing unpaid, whatever happens (${seed})`, () =>
      fc.assert(
        fc.asyncProperty(
          fc.commands(commands, { maxCommands: 40, size: 'max' }),
          fc.integer({ max: 5, min: 0 }),
          (walk, fate) => runWalk(walk, fate === 0),
        ),
        { numRuns: Math.min(inOneTest, runs - done), seed, endOnFailure: true },
      ))
  }

  it('numbers the invoices of all users without a gap', async () => {
    await new Auditor(await Subscriber.of(app, gateway)).checkNumbers()
  })

  it('never leaves its final states', () => {
    assert.deepEqual(moves.canceled, {})
    assert.deepEqual(moves.expired, {})
  })
})
