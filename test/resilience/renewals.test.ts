import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { createApp, type TestApp } from '#test/support/app.ts'
import { openReader, type Reader } from '../contract/empty-database.ts'
import { Books } from '../simulation/money/books.ts'
import { type PayingRail, planPrices } from '../simulation/money/methods.ts'
import { actOnRenewal, createSubscriber, habits, type Subscriber } from '../simulation/money/subscribers.ts'
import { zones } from '../simulation/people/population.ts'
import { Rails } from '../simulation/rails.ts'
import { Chance } from './random.ts'

/** `SIMULATED_MONTHS=14` runs longer, with all habits in all zones; `RENEWAL_SEED=7` chooses other faults and times. */
const preset = 3
const months = Number(process.env.SIMULATED_MONTHS ?? preset)
const seed = Number(process.env.RENEWAL_SEED ?? 1)
/** The last days of a long month, with a shorter month to come, and the summer time of California. */
const begin = '2027-01-29T00:00:00.000Z'
const secondsOfArrival = 3 * 86_400

/** Cards are those of the sandbox where Stripe takes none. */
const worlds: { gateways: string; rails: PayingRail[] }[] = [
  { gateways: 'daraja,pawapay,sandbox', rails: ['card', 'sandbox phone', 'daraja', 'pawapay'] },
  { gateways: 'stripe', rails: ['card'] },
]

describe('renewals over months, with a clock that goes on', () => {
  // What the databases do differently is what happens when something fails; the calendar is the same.
  for (const { gateways, rails } of worlds)
    for (const faults of process.env.TEST_DATABASE === 'postgres' && months === preset ? [0.03] : [0, 0.03])
      it(`are charged once each period by ${gateways} with a share of ${faults} of faults (seed ${seed})`, async (t) => {
        const simulation = await Simulation.start(gateways, faults)
        await simulation.addSubscribers(rails)

        await simulation.pass(months)

        const counts = await simulation.close()
        t.diagnostic(JSON.stringify(counts))
        assert.ok(counts.succeeded > (counts.people * months) / 2 && counts.failed > 0)
      })
})

class Simulation {
  readonly app: TestApp
  readonly rails: Rails
  readonly chance: Chance
  readonly faults: number
  readonly subscribers: Subscriber[] = []
  readonly books: Books
  readonly #reader: Reader
  steps = 0

  private constructor(app: TestApp, { rails, chance, faults }: Pick<Simulation, 'rails' | 'chance' | 'faults'>) {
    this.app = app
    this.rails = rails
    this.chance = chance
    this.faults = faults
    // A connection for each step would read the whole structure of an embedded database each time.
    this.#reader = openReader(app.platform.config)
    this.books = new Books(this.#reader.read, this.subscribers)
  }

  static async start(gateways: string, faults: number): Promise<Simulation> {
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
    const admin = await app.given.admin()
    const { status, text } = await admin.put('/subscriptions/plans/professional', { prices: planPrices })
    assert.equal(status, 200, text)
    return new Simulation(app, { rails, chance, faults })
  }

  /** Everywhere somebody pays each renewal; the other habits are spread over the rails and zones. */
  async addSubscribers(rails: readonly PayingRail[]) {
    const isLong = months > preset
    const wanted = zones.flatMap((zone, row) =>
      rails.flatMap((rail, column) => {
        const others = isLong ? habits : [habits[(row + column) % habits.length] ?? 'faithful']
        return [...new Set(['faithful' as const, ...others])].map((habit) => ({ rail, zone, habit }))
      }),
    )
    const arrivals = wanted.map(() => this.chance.below(secondsOfArrival)).toSorted((a, b) => a - b)
    for (const [index, { zone, rail, habit }] of wanted.entries()) {
      const arrival = addDuration(begin, { seconds: arrivals[index] ?? 0 })
      if (arrival > this.app.clock.now()) this.app.clock.set(arrival)
      const person = { ...(await this.app.given.user({ name: `${habit} by ${rail} in ${zone}` })), zone }
      const changed = await person.put(`/users/${person.id}`, { timezone: zone })
      assert.equal(changed.status, 200, changed.text)
      const since = this.app.clock.now()
      const subscriber = { person, rail, habit, phones: [], since, index, isDone: false }
      await createSubscriber(subscriber, () => this.#settle())
      this.subscribers.push(subscriber)
    }
  }

  /** Callbacks that are late come with the second answer. */
  async #settle() {
    await this.app.settle()
    for (let times = 0; times < 2; times++) {
      await this.rails.answerPhones()
      await this.app.settle()
    }
  }

  /** Goes from one moment at which something is due to the next; now and then the service is away for some hours. */
  async pass(count: number) {
    const end = addDuration(begin, { days: 31 * count })
    this.rails.break(this.faults)
    while (this.app.clock.now() < end) {
      const now = this.app.clock.now()
      const isAway = this.faults > 0 && this.chance.oneIn(60)
      await this.#advanceTo(
        isAway ? addDuration(now, { hours: this.chance.between(1, 12) }) : await this.#findNext(now),
      )
      const since = await this.books.check(this.app.clock.now())
      for (const subscriber of this.subscribers)
        await actOnRenewal(subscriber, this.app.clock.now(), since.get(subscriber.person.id) ?? null)
    }
  }

  async #findNext(now: string): Promise<string> {
    const latest = addDuration(now, { hours: 12 })
    const due = (await this.app.platform.findNextDue()) ?? latest
    return due < latest ? due : latest
  }

  async #advanceTo(moment: string) {
    this.steps += 1
    if (moment > this.app.clock.now()) this.app.clock.set(moment)
    await this.#settle()
  }

  /** Two days pass in which nothing fails. */
  async close() {
    this.rails.break(0)
    const end = addDuration(this.app.clock.now(), { days: 2 })
    while (this.app.clock.now() < end) {
      await this.#advanceTo(await this.#findNext(this.app.clock.now()))
      await this.books.check(this.app.clock.now())
    }
    const counts = await this.books.close(this.rails, this.app.clock.now(), () => this.faults === 0)
    this.#reader.close()
    return { people: this.subscribers.length, steps: this.steps, ...counts }
  }
}
