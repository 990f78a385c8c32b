/** Authors give exams that close; people take them, leave attempts open, and book times of which they are reminded. */

import assert from 'node:assert/strict'
import { addDuration } from '#core/time.ts'
import { getDateInTimezone } from '#core/time-zone.ts'
import type { Reply } from '#test/support/client.ts'
import { allQuestions, getRightAnswers, getWrongAnswers } from '#test/support/exams.ts'
import type { Domain, Scene } from './domain.ts'
import type { Citizen } from './people/population.ts'

const openFor = { days: 17 }
const remindedBefore = { hours: 24 }

export class Exams implements Domain {
  readonly #year: Scene
  #exams: Reply['data'][] = []
  /** Exams that each person has passed, as `1001 7`. */
  readonly #passed = new Set<string>()

  constructor(year: Scene) {
    this.#year = year
  }

  async act(now: string) {
    const { chance, citizens } = this.#year
    this.#exams = this.#exams.filter(({ available_until }) => available_until > now)
    if (this.#exams.length < 2) this.#exams.push(await this.#offer(chance.of(citizens('researcher')), now))
    const exam = chance.of(this.#exams)
    for (const person of citizens('learner').filter(() => chance.oneIn(10))) await this.#take(person, exam)
    await this.#book(chance.of(citizens('learner')), exam, now)
  }

  /** It closes when it says. */
  async #offer(author: Citizen, now: string) {
    const { chance, pledges, citizens } = this.#year
    const { status, data, text } = await author.post('/exams', {
      title: `Basics of ${now.slice(0, 10)}`,
      questions: allQuestions,
      available_until: addDuration(now, openFor),
      timezone: author.zone,
      max_attempts: 3,
      certificate_enabled: true,
      access: 'everyone',
    })
    assert.equal(status, 201, text)
    const latecomer = chance.of(citizens('learner'))
    const look = async () => (await latecomer.get(`/exams/${data.id}`)).data
    pledges.add({
      what: `an exam closes: ${data.title}`,
      at: data.available_until,
      before: async () => assert.notEqual((await look()).status, 'upcoming'),
      after: async () => {
        assert.ok(['completed'].includes((await look()).status), 'It is still available.')
        assert.notEqual((await latecomer.post(`/exams/${data.id}/start`)).status, 201, 'It can still be begun.')
      },
    })
    return data
  }

  async #take(person: Citizen, exam: Reply['data']) {
    const { chance } = this.#year
    const begun = await person.post(`/exams/${exam.id}/start`)
    // Those who have passed, or have no attempts left, are told so.
    if (begun.status !== 201) return assert.ok([200, 403, 422].includes(begun.status), begun.text)
    if (chance.oneIn(4)) return this.#leave(person, begun.data)
    const isRight = chance.oneIn(2)
    const answers = (isRight ? getRightAnswers : getWrongAnswers)(begun.data.questions)
    const { status, data, text } = await person.post(`/exam-attempts/${begun.data.id}/submit`, { answers })
    assert.equal(status, 200, text)
    assert.equal(data.passed, isRight, text)
    if (isRight) this.#passed.add(`${person.id} ${exam.title}`)
  }

  /** An attempt that nobody submits ends when it says. */
  async #leave(person: Citizen, { id, expires_at }: Reply['data']) {
    const look = async () => (await person.get(`/exam-attempts/${id}`)).data.status
    this.#year.pledges.add({
      what: `an attempt ends: ${id} of ${person.name}`,
      at: expires_at,
      before: async () => assert.equal(await look(), 'in_progress'),
      after: async () => assert.notEqual(await look(), 'in_progress'),
    })
  }

  /** A booked time is announced a day before, once. */
  async #book(person: Citizen, exam: Reply['data'], now: string) {
    const date = getDateInTimezone(addDuration(now, { days: 4 }), exam.timezone)
    const booked = await person.post(`/exams/${exam.id}/book`, {
      exam_type: '',
      date,
      time: '11:00',
      location: 'Room 7',
    })
    if (booked.status !== 201) return assert.ok([403, 422].includes(booked.status), booked.text)
    const { id, starts_at } = booked.data.booking
    this.#year.pledges.add({
      what: `a booked time is announced: ${id} of ${person.name}`,
      at: addDuration(starts_at, { hours: -remindedBefore.hours }),
      after: async () => {
        const { data } = await person.get('/notifications?type=exam_reminder&limit=100')
        assert.ok(
          data.some(({ message }: Reply['data']) => message.includes(exam.title)),
          JSON.stringify(data),
        )
      },
    })
  }

  /** Whoever has passed has one certificate of it. */
  async close() {
    for (const person of this.#year.citizens('learner')) {
      const { data } = await person.get('/certificates')
      const titles: string[] = data.map(({ title }: Reply['data']) => title)
      assert.equal(new Set(titles).size, titles.length, `${person.name} has each certificate once.`)
      for (const passed of this.#passed) {
        const [id, ...title] = passed.split(' ')
        if (Number(id) === person.id) assert.ok(titles.includes(title.join(' ')), `${passed}: ${titles}`)
      }
    }
  }
}
