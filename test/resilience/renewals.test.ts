import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { createApp, type TestApp } from '#test/support/app.ts'
import { Chance } from './random.ts'
import { Books } from './renewal-simulation/books.ts'
import { type Rail, Rails } from './renewal-simulation/rails.ts'
import { act, createSubscriber, habits, type Subscriber } from './renewal-simulation/subscribers.ts'

/** `SIMULATED_MONTHS=14` runs longer, with all habits in all zones; `RENEWAL_SEED=7` chooses other faults and times. */
const preset = 3
const months = Number(process.env.SIMULATED_MONTHS ?? preset)
const seed = Number(process.env.RENEWAL_SEED ?? 1)
const zones = ['UTC', 'Africa/Nairobi', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati']
/** The last days of a long month, with a shorter month to come, and the summer time of California. */
const begin = '2027-01-29T00:00:00.000Z'
const secondsOfArrival = 3 * 86_400

const worlds: { gateways: string; rails: Rail[] }[] = [
  { gateways: 'daraja,pawapay,sandbox', rails: ['sandbox card', 'sandbox phone', 'daraja', 'pawapay'] },
  { gateways: 'stripe', rails: ['stripe'] },
]

describe('renewals over months, with a clock that goes on', () => {
  // What the databases do differently is what happens when something fails; the calendar is the same.
  for (const { gateways, rails } of worlds)
    for (const faults of process.env.TEST_DATABASE === 'postgres' && months === preset ? [0.03] : [0, 0.03])
      it(`are charged once each period by ${rails.join(', ')} with a share of ${faults} of faults (seed ${seed})`, async (t) => {
        const simulation = await Simulation.start(gateways)
        await simulation.addSubscribers(rails)

        await simulation.pass(months, faults)

        const counts = await simulation.close()
        t.diagnostic(JSON.stringify(counts))
        assert.ok(counts.succeeded > (counts.people * months) / 2 && counts.failed > 0)
        if (faults === 0) await simulation.books.checkDays()
      })
})

class Simulation {
  readonly app: TestApp
  readonly rails: Rails
  readonly chance: Chance
  readonly subscribers: Subscriber[] = []
  readonly #done = new Set<Subscriber>()
  steps = 0

  private constructor(app: TestApp, rails: Rails, chance: Chance) {
    this.app = app
    this.rails = rails
    this.chance = chance
  }

  static async start(gateways: string): Promise<Simulation> {
    const chance = new Chance(seed)
    const holder: { app?: TestApp } = {}
    const rails = new Rails(chance, () => Date.parse(holder.app?.clock.now() ?? begin))
    after(() => rails.close())
    const app = await createApp({
      ...(await rails.listen()),
      PAYMENT_GATEWAYS: gateways,
      TOKEN_TTL_DAYS: '3650',
    })
    holder.app = app
    rails.address = app.address
    app.clock.set(begin)
    app.clock.tickMs = 1
    await app.settle()
    await setPrices(app)
    return new Simulation(app, rails, chance)
  }

  /** Everywhere somebody pays each renewal; the other habits are spread over the rails and zones. */
  async addSubscribers(rails: readonly Rail[]) {
    const isLong = months > preset
    const wanted = zones.flatMap((zone, row) =>
      rails.flatMap((rail, column) => {
        const others = isLong ? habits : [habits[(row + column) % habits.length] ?? 'faithful']
        return [...new Set(['faithful' as const, ...others])].map((habit) => ({ rail, zone, habit }))
      }),
    )
    const arrivals = wanted.map(() => this.chance.below(secondsOfArrival)).toSorted((a, b) => a - b)
    for (const [index, subscriber] of wanted.entries()) {
      const arrival = addDuration(begin, { seconds: arrivals[index] ?? 0 })
      if (arrival > this.app.clock.now()) this.app.clock.set(arrival)
      this.subscribers.push(await createSubscriber(this.app, () => this.rails.answerPhones(), subscriber))
    }
  }

  /** Goes from one moment at which something is due to the next; now and then the service is away for some hours. */
  async pass(count: number, faults: number) {
    const books = this.books
    const end = addDuration(begin, { days: 31 * count })
    this.rails.break(faults)
    while (this.app.clock.now() < end) {
      const now = this.app.clock.now()
      const isAway = faults > 0 && this.chance.oneIn(60)
      await this.#advanceTo(
        isAway ? addDuration(now, { hours: this.chance.between(1, 12) }) : await books.findNext(now),
      )
      const since = await books.check(this.app.clock.now())
      for (const subscriber of this.subscribers) await this.#act(subscriber, since.get(subscriber.person.id) ?? null)
    }
  }

  async #advanceTo(moment: string) {
    this.steps += 1
    if (moment > this.app.clock.now()) this.app.clock.set(moment)
    await this.app.settle()
    await this.rails.answerPhones()
    await this.app.settle()
  }

  async #act(subscriber: Subscriber, pastDueSince: string | null) {
    if (this.#done.has(subscriber)) return
    if (await act(subscriber, this.app.clock.now(), pastDueSince)) this.#done.add(subscriber)
  }

  #books: Books | undefined
  get books(): Books {
    this.#books ??= new Books(this.app, this.subscribers)
    return this.#books
  }

  /** Two days pass in which nothing fails. */
  async close() {
    this.rails.break(0)
    const end = addDuration(this.app.clock.now(), { days: 2 })
    while (this.app.clock.now() < end) {
      await this.#advanceTo(await this.books.findNext(this.app.clock.now()))
      await this.books.check(this.app.clock.now())
    }
    const counts = await this.books.close(this.rails.countTaken(), this.app.clock.now())
    return { people: this.subscribers.length, steps: this.steps, ...counts }
  }
}

async function setPrices(app: TestApp) {
  const admin = await app.given.admin()
  const prices = [
    { currency: 'USD', amount: 29 },
    { currency: 'KES', amount: 3_800 },
    { currency: 'UGX', amount: 107_000 },
    { currency: 'XOF', amount: 17_500 },
  ]
  const { status, text } = await admin.put('/subscriptions/plans/professional', { prices })
  assert.equal(status, 200, text)
}
