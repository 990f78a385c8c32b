/** Authors offer courses, for money and for nothing; people buy them by each rail, learn, and get certificates whose shared links end. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import type { Reply } from '#test/support/client.ts'
import { createLessons } from '#test/support/courses.ts'
import type { Domain, Scene } from './domain.ts'
import { createMethod, type PayingRail } from './money/methods.ts'
import type { Citizen } from './people/population.ts'

interface Buyer {
  person: Citizen
  methodId: number
}

const prices = [
  { currency: 'USD', amount: 20 },
  { currency: 'KES', amount: 2_000 },
  { currency: 'UGX', amount: 70_000 },
  { currency: 'XOF', amount: 12_000 },
]
const rails = Object.keys(createMethod) as PayingRail[]
const sharedFor = { days: 9 }
const cohortLasts = { days: 20 }
/** The numbers of phones differ from those of people who subscribe. */
const firstIndex = 500

export class Courses implements Domain {
  readonly #year: Scene
  readonly #buyers: Buyer[] = []
  readonly #courses: Reply['data'][] = []
  /** Whom a course was given to for nothing. */
  readonly free = new Set<string>()

  constructor(year: Scene) {
    this.#year = year
  }

  async begin() {
    const learners = this.#year.citizens('learner').slice(-16)
    for (const [index, person] of learners.entries()) {
      const rail = rails[index % rails.length] ?? 'card'
      const method = createMethod[rail](firstIndex + index, index % 5 !== 4)
      const { status, data, text } = await person.post('/payment-methods', method)
      assert.equal(status, 201, text)
      this.#buyers.push({ person, methodId: data.payment_method.id })
    }
  }

  async act(now: string) {
    const { chance, citizens, settle } = this.#year
    if (this.#courses.length === 0 || chance.oneIn(4)) await this.#offer(chance.of(citizens('researcher')), now)
    const course = chance.of(this.#courses)
    const buyers = this.#buyers.filter(() => chance.oneIn(3))
    for (const buyer of buyers) await this.#buy(buyer, course)
    await settle()
    for (const { person } of buyers) await this.#learn(person, course)
  }

  async #offer(author: Citizen, now: string) {
    const number = this.#courses.length
    const ends_at = addDuration(now, cohortLasts)
    const { status, data, text } = await author.post('/courses', {
      title: `Botany ${number}`,
      description: 'Plants.',
      lessons: createLessons(2),
      ...(number % 3 === 2 ? {} : { prices }),
      ...(number % 4 === 3 ? { cohorts: [{ title: 'Spring', starts_at: now, ends_at }] } : {}),
    })
    assert.equal(status, 201, text)
    this.#courses.push(data)
  }

  async #buy({ person, methodId }: Buyer, { id, prices: asked }: Reply['data']) {
    const isFree = asked.length === 0
    const body = isFree ? {} : { payment_method_id: methodId }
    const { status, text } = await person.post(`/courses/${id}/enroll`, body)
    // Who has it, or whose payment is on its way or refused, is told so.
    assert.ok([201, 422].includes(status), text)
    if (isFree && status === 201) this.free.add(`${person.id} ${id}`)
  }

  async #learn(person: Citizen, { id, lessons }: Reply['data']) {
    const { data } = await person.get(`/courses/${id}`)
    if (!data.enrolled) return
    for (const lesson of lessons) {
      const done = await person.put(`/courses/${id}/progress`, { lesson_id: lesson.id, completed: true })
      assert.equal(done.status, 200, done.text)
    }
    const { status, text } = await person.post(`/courses/${id}/complete`)
    assert.equal(status, 200, text)
    if (this.#year.chance.oneIn(3)) await this.#share(person)
  }

  /** The link of a shared certificate ends when it says. */
  async #share(person: Citizen) {
    const { chance, pledges, world } = this.#year
    const { data: certificates } = await person.get('/certificates')
    if (certificates.length === 0) return
    const { id, title } = chance.of<Reply['data']>(certificates)
    const expires_at = addDuration(world.now, sharedFor)
    const { status, data, text } = await person.post(`/certificates/${id}/share`, { purpose: 'A year', expires_at })
    assert.equal(status, 201, text)
    const { pathname } = new URL(data.url)
    const expect = (wanted: number) => async () => {
      const reply = await world.as(null).get(pathname, { accept: 'application/json' })
      assert.equal(reply.status, wanted, `${pathname} of ${person.name}`)
    }
    pledges.add({
      what: `the link of a certificate ends: ${title}`,
      at: data.expires_at,
      before: expect(200),
      after: expect(404),
    })
  }

  /** Numbers of learners that courses show are those of the people who are in them. */
  async close() {
    for (const { id, instructor } of this.#courses) {
      const author = this.#year.citizens('researcher').find((person) => person.id === instructor.id)
      assert.ok(author)
      const { meta } = await author.get(`/courses/${id}/learners?limit=1`)
      const { data } = await author.get(`/courses/${id}`)
      assert.equal(data.enrolled_count, meta.total, `The course ${id} counts its learners.`)
    }
  }
}
