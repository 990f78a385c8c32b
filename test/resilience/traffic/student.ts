/** An instructor who creates courses, free or paid, and a student who takes them all. */

import assert from 'node:assert/strict'
import { createLessons } from '#test/support/courses.ts'
import {
  type Account,
  expectStatus,
  type PayingAccount,
  type Program,
  readAll,
  type SimulatedUser,
} from './simulated-user.ts'

interface Course {
  id: number
  title: string
  price: number
  lessons: { id: number }[]
  enrolled: 'no' | 'perhaps' | 'yes'
  /** Lessons, each reported with one minute; an unanswered report may be counted. */
  reported: number
  sent: number
  completed: 'no' | 'perhaps' | 'yes'
  seen: boolean
}

type Client = ReturnType<Program['as']>

export class Student implements SimulatedUser {
  readonly #instructor: Account
  readonly #me: PayingAccount
  readonly #courses: Course[] = []
  #sentCourses = 0

  constructor(instructor: Account, me: PayingAccount) {
    this.#instructor = instructor
    this.#me = me
  }

  async act({ as }: Program) {
    const course = this.#courses.at(-1)
    const client = as(this.#me.token)
    // A later check shows whether an unanswered enrollment took place.
    if (course === undefined || course.completed !== 'no' || course.enrolled === 'perhaps')
      return this.#offer(as(this.#instructor.token))
    if (course.enrolled === 'no') return this.#enroll(client, course)
    const lesson = course.lessons[course.reported]
    if (lesson === undefined) return this.#complete(client, course)
    course.sent++
    const report = { lesson_id: lesson.id, completed: true, time_spent_seconds: 60 }
    expectStatus(await client.put(`/courses/${course.id}/progress`, report), 200)
    course.reported++
  }

  async #offer(instructor: Client) {
    const number = ++this.#sentCourses
    const course = { title: `Botany ${number}`, description: 'Plants.', price: number % 2 === 0 ? 0 : 49 }
    const { data } = expectStatus(await instructor.post('/courses', { ...course, lessons: createLessons(2) }), 201)
    const nothing = { enrolled: 'no', reported: 0, sent: 0, completed: 'no', seen: false } as const
    this.#courses.push({ ...course, ...nothing, id: data.id, lessons: data.lessons })
  }

  async #enroll(client: Client, course: Course) {
    course.enrolled = 'perhaps'
    const { payment_method_id } = this.#me
    expectStatus(await client.post(`/courses/${course.id}/enroll`, { payment_method_id }), 201)
    course.enrolled = 'yes'
  }

  async #complete(client: Client, course: Course) {
    course.completed = 'perhaps'
    expectStatus(await client.post(`/courses/${course.id}/complete`), 200)
    course.completed = 'yes'
  }

  async check({ as }: Program, settled: boolean) {
    const [client, instructor] = [as(this.#me.token), as(this.#instructor.token)]
    const offered = await readAll(instructor, '/courses?mine=true')
    assert.ok(offered.length >= this.#courses.length && offered.length <= this.#sentCourses)
    for (const { lessons_count } of offered) assert.equal(lessons_count, 2)
    // A reserved enrollment is paused and gives no access.
    const places = (await readAll(client, '/courses/enrolled')).filter(({ status }) => status !== 'paused')
    const enrolled = listNames(places, ({ course }) => course.title)
    const paid = listNames(await readAll(client, '/billing/history'), ({ plan }) => plan.replace('Course: ', ''))
    const told = listNames(
      await readAll(instructor, '/notifications?type=course_update'),
      ({ message }) => / enrolled in (.*)\.$/.exec(message)?.[1] ?? '',
    )

    assert.deepEqual(told, enrolled)
    const costs = this.#courses.filter(({ title, price }) => price > 0 && enrolled.includes(title))
    assert.deepEqual(paid, costs.map(({ title }) => title).sort())
    for (const { title, enrolled_count } of offered) assert.equal(enrolled_count, enrolled.includes(title) ? 1 : 0)
    for (const course of this.#courses) {
      const isIn = enrolled.includes(course.title)
      if (course.enrolled !== 'perhaps') assert.equal(isIn, course.enrolled === 'yes', course.title)
      if (isIn && (settled || !course.seen)) await checkProgress(client, course)
      // A course that is not paid and has no pending payment can be bought now.
      if (!isIn && settled && course.enrolled === 'perhaps') await this.#enroll(client, course)
    }
    await this.#checkCertificates(client)
  }

  async #checkCertificates(client: Client) {
    const titles = (await readAll(client, '/certificates')).map(({ title }) => title)
    const notices = await readAll(client, '/notifications?type=certificate_issued')
    assert.deepEqual([new Set(titles).size, notices.length], [titles.length, titles.length])
    for (const { title, completed } of this.#courses)
      if (completed !== 'perhaps') assert.equal(titles.includes(title), completed === 'yes')
  }
}

async function checkProgress(client: Client, course: Course) {
  const { data } = expectStatus(await client.get(`/courses/${course.id}/progress`), 200)
  const { lessons_completed: done, time_spent_minutes: minutes } = data
  assert.ok(done >= course.reported && done <= course.lessons.length)
  course.seen = course.completed === 'yes'
  assert.ok(minutes >= done && minutes >= course.reported && minutes <= course.sent, `${minutes} minutes`)
}

const listNames = <T>(rows: T[], name: (row: T) => string) => rows.map(name).sort()
