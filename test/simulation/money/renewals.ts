/** Everybody who subscribes, over all rails, zones and habits. */

import assert from 'node:assert/strict'
import { askAll } from '../../contract/empty-database.ts'
import type { Domain, Scene } from '../domain.ts'
import { zones } from '../people/population.ts'
import { Books } from './books.ts'
import { createMethod, planPrices } from './methods.ts'
import { actOnRenewal, createSubscriber, habits, type Subscriber } from './subscribers.ts'

const rails = Object.keys(createMethod) as (keyof typeof createMethod)[]

export class Renewals implements Domain {
  readonly #year: Scene
  readonly #subscribers: Subscriber[] = []
  readonly #books: Books

  constructor(year: Scene) {
    this.#year = year
    this.#books = new Books((work) => askAll(year.config, work), this.#subscribers)
  }

  async begin() {
    const { admin, citizens, world, settle } = this.#year
    const { status, text } = await admin.put('/subscriptions/plans/professional', { prices: planPrices })
    assert.equal(status, 200, text)
    // The zone of a person follows from the place in the list, so that each rail and habit meets each zone.
    const people = citizens('learner').slice(0, -16)
    const count = Math.min(people.length, rails.length * zones.length * habits.length)
    for (const [index, person] of people.slice(0, count).entries()) {
      const subscriber: Subscriber = {
        person,
        rail: rails[index % rails.length] ?? 'card',
        habit: habits[Math.floor(index / rails.length) % habits.length] ?? 'faithful',
        phones: [],
        since: world.now,
        index,
        isDone: false,
      }
      await createSubscriber(subscriber, settle)
      this.#subscribers.push(subscriber)
    }
  }

  async act(now: string) {
    const since = await this.#books.check(now)
    for (const subscriber of this.#subscribers)
      await actOnRenewal(subscriber, now, since.get(subscriber.person.id) ?? null)
  }

  finish = (now: string) => this.act(now)

  async close() {
    const { rails, world, isFaultless } = this.#year
    await this.#books.check(world.now)
    const { succeeded, failed } = await this.#books.close(rails, world.now, isFaultless)
    // In the first month no subscription is renewed.
    const isLong = this.#year.options.days > 40
    assert.ok(succeeded >= this.#subscribers.length)
    assert.ok(!isLong || (succeeded > this.#subscribers.length && failed > 0))
  }
}
