import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { addDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'

const app = await testApp()
const { given } = app
const teacher = await given.user({ role: 'researcher' })
/** Fixed walks; `SEED` and `RUNS` choose others. */
const often = (numRuns: number) => ({
  numRuns: Number(process.env.RUNS ?? numRuns),
  seed: Number(process.env.SEED ?? 1),
})

interface Entry {
  lesson_id: number
  completed_at: string
  time_spent_seconds: number
}

interface Lesson {
  id: number
  /** When it was removed; undefined while it exists. */
  removed: string
  done: boolean
  reopened: string
  /** Reported time, and that of each synced completion. */
  seconds: number
  synced: Map<string, number>
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0)

/** A simple model of a course and one learner. */
class Model {
  lessons: Lesson[] = []
  everything: Lesson[] = []
  sequential = false
  /** The lessons at the time of the completion. */
  completedWith: Set<number> | null = null
  completedAt = ''

  add(id: number, order: number | undefined) {
    const lesson = { id, removed: '', done: false, reopened: '', seconds: 0, synced: new Map() }
    this.everything.push(lesson)
    this.lessons.splice(order === undefined ? this.lessons.length : order - 1, 0, lesson)
  }

  remove(id: number) {
    for (const lesson of this.lessons) if (lesson.id === id) lesson.removed = app.clock.now()
    this.lessons = this.lessons.filter(({ removed }) => removed === '')
  }

  sync(entries: readonly Entry[], now: string) {
    for (const { lesson_id, completed_at, time_spent_seconds } of entries) {
      const lesson = this.lessons.find(({ id }) => id === lesson_id)
      if (lesson === undefined) continue
      const known = lesson.synced.get(completed_at)
      lesson.synced.set(completed_at, Math.max(known ?? 0, time_spent_seconds))
      const at = completed_at < now ? completed_at : now
      if (known === undefined && at >= lesson.reopened) lesson.done = true
    }
  }

  isUnlocked(lesson: Lesson) {
    const before = this.lessons.slice(0, this.lessons.indexOf(lesson))
    return !this.sequential || before.every(({ done }) => done)
  }

  get counted() {
    const { completedWith } = this
    if (completedWith === null) return this.lessons
    return this.everything.filter(({ id, done, removed }) =>
      removed === '' ? done || completedWith.has(id) : done && removed >= this.completedAt,
    )
  }

  get expected() {
    const total = this.counted.length
    const done = this.counted.filter((lesson) => lesson.done).length
    const seconds = this.everything.map((lesson) => lesson.seconds + sum(lesson.synced.values()))
    return {
      progress_percentage: total === 0 ? 0 : Math.floor((done * 100) / total),
      lessons_completed: done,
      total_lessons: total,
      time_spent_minutes: Math.floor(sum(seconds) / 60),
      certificate_eligible: total > 0 && done === total,
    }
  }
}

/** The course, its learner, and the model of both. */
class Story {
  readonly model = new Model()
  readonly id: number
  readonly learner: Person

  constructor(id: number, learner: Person) {
    this.id = id
    this.learner = learner
  }

  at = <T>(items: readonly T[], index: number) => items[index % Math.max(1, items.length)]

  async check() {
    const { expected, lessons } = this.model
    const { data } = await this.learner.get(`/courses/${this.id}/progress`)
    const { enrollment_id, course_id, cohort_id, last_accessed_at, completed_at, ...measured } = data
    assert.deepEqual(measured, expected)
    const listed = await this.learner.get(`/courses/${this.id}/lessons`)
    assert.deepEqual(
      listed.data.map(({ id, order, completed, unlocked }: Record<string, unknown>) => ({
        id,
        order,
        completed,
        unlocked,
      })),
      lessons.map((lesson, index) => ({
        id: lesson.id,
        order: index + 1,
        completed: lesson.done,
        unlocked: this.model.isUnlocked(lesson),
      })),
    )
  }

  async checkList() {
    const { data } = await this.learner.get('/courses/enrolled')
    assert.equal(data[0].progress, this.model.expected.progress_percentage)
  }

  async report(index: number, completed: boolean, time_spent_seconds: number) {
    const lesson = this.at(this.model.everything, index)
    if (lesson === undefined) return
    const body = { lesson_id: lesson.id, completed, time_spent_seconds }
    const reply = await this.learner.put(`/courses/${this.id}/progress`, body)
    if (lesson.removed !== '' || !this.model.isUnlocked(lesson)) {
      assert.equal(reply.status, 422)
      return
    }
    if (lesson.done && !completed) lesson.reopened = app.clock.now()
    lesson.done = completed
    lesson.seconds += time_spent_seconds
    const { progress_percentage, lessons_completed } = this.model.expected
    assert.deepEqual(reply.data, { progress_percentage, lessons_completed })
  }

  async sync(drawn: readonly { index: number; hours: number; seconds: number }[]) {
    const entries = drawn.flatMap(({ index, hours, seconds }) => {
      const lesson = this.at(this.model.everything, index)
      const completed_at = addDuration('2026-11-21T08:00:00.000Z', { hours })
      return lesson ? [{ lesson_id: lesson.id, completed_at, time_spent_seconds: seconds }] : []
    })
    const body = { lessons_completed: entries, last_sync_at: null }
    const reply = await this.learner.post(`/courses/${this.id}/sync-progress`, body)
    this.model.sync(entries, app.clock.now())
    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.data.updated_progress, this.model.expected.progress_percentage)
    const results = reply.data.results.map(({ result }: { result: string }) => result)
    assert.equal(results.length, entries.length)
    assert.equal(results.filter((one: string) => one === 'applied').length, reply.data.synced_count)
    const again = await this.learner.post(`/courses/${this.id}/sync-progress`, body)
    assert.equal(again.data.synced_count, 0)
  }

  async addLesson(order: number | undefined) {
    const place = order === undefined ? undefined : Math.min(order, this.model.lessons.length + 1)
    const reply = await teacher.post(`/courses/${this.id}/lessons`, { title: 'Added', order: place })
    assert.equal(reply.status, 201, reply.text)
    this.model.add(reply.data.id, place)
  }

  async removeLesson(index: number) {
    const lesson = this.at(this.model.lessons, index)
    if (lesson === undefined) return
    const reply = await teacher.delete(`/courses/${this.id}/lessons/${lesson.id}`)
    assert.equal(reply.status, 200)
    this.model.remove(lesson.id)
  }

  async reorder(keys: readonly number[]) {
    const key = (lesson: Lesson) => keys[lesson.id % keys.length] ?? 0
    this.model.lessons = this.model.lessons.toSorted((a, b) => key(a) - key(b))
    const lesson_ids = this.model.lessons.map(({ id }) => id)
    const reply = await teacher.put(`/courses/${this.id}/lessons/order`, { lesson_ids })
    assert.equal(reply.status, 200, reply.text)
  }

  async setSequential(sequential: boolean) {
    await teacher.put(`/courses/${this.id}`, { sequential })
    this.model.sequential = sequential
  }

  async complete() {
    const reply = await this.learner.post(`/courses/${this.id}/complete`)
    if (this.model.completedWith === null) this.model.completedAt = app.clock.now()
    this.model.completedWith ??= new Set(this.model.lessons.map(({ id }) => id))
    assert.equal(reply.data.certificate_eligible, this.model.expected.certificate_eligible)
    assert.equal(reply.data.certificate_url !== null, reply.data.certificate_eligible)
  }
}

type Step = (story: Story) => Promise<void>

const index = fc.nat(20)
const seconds = fc.constantFrom(0, 30, 59, 86_400)
const reporting = fc.tuple(index, fc.constantFrom(true, true, false), seconds).map(
  ([which, completed, time]): Step =>
    (story) =>
      story.report(which, completed, time),
)
const drawn = fc.record({ index, hours: fc.integer({ min: -3, max: 12 }), seconds })
const syncing = fc.array(drawn, { maxLength: 8 }).map(
  (entries): Step =>
    (story) =>
      story.sync(entries),
)
const steps = fc.oneof(
  { weight: 6, arbitrary: reporting },
  { weight: 4, arbitrary: syncing },
  {
    weight: 2,
    arbitrary: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }).map(
      (order): Step =>
        (story) =>
          story.addLesson(order),
    ),
  },
  {
    weight: 2,
    arbitrary: index.map(
      (which): Step =>
        (story) =>
          story.removeLesson(which),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.array(fc.nat(9), { minLength: 3, maxLength: 7 }).map(
      (keys): Step =>
        (story) =>
          story.reorder(keys),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.boolean().map(
      (value): Step =>
        (story) =>
          story.setSequential(value),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((story) => story.complete()) },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 5 }).map(
      (hours): Step =>
        async () =>
          app.clock.advance({ hours }),
    ),
  },
)

describe('the progress in a course', () => {
  it('agrees with a simple model, whatever happens to the lessons and in any order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(4), fc.array(steps, { maxLength: 25, size: 'max' }), async (lessons, walk) => {
        app.clock.set('2026-11-21T09:00:00.000Z')
        const made = await createCourse(teacher, { lessons: createLessons(lessons) })
        const story = new Story(made.id, await given.user())
        for (const { id } of made.lessons) story.model.add(id, undefined)
        await createEnrollment(story.learner, made.id)
        for (const step of walk) {
          await step(story)
          await story.check()
        }
        await story.checkList()
      }),
      often(5),
    )
  })
})

describe('the entries of offline devices', () => {
  it('lead to the same state when they are shuffled, repeated and split', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(4) })
    const ids: number[] = made.lessons.map(({ id }: { id: number }) => id)
    const send = async (person: Person, lessons_completed: readonly Entry[]) => {
      const reply = await person.post(`/courses/${made.id}/sync-progress`, { lessons_completed })
      assert.equal(reply.status, 200, reply.text)
      return reply.data
    }
    const readState = async (person: Person) => {
      const { data } = await person.get(`/users/${person.id}/export`)
      const { lesson_progress, lesson_syncs } = data.courses
      return [...lesson_progress, ...lesson_syncs].map((row: object) => ({ ...row, enrollment_id: 0 }))
    }
    const entry = drawn.map(
      ({ index: which, hours, seconds: time_spent_seconds }): Entry => ({
        // One of them is not a lesson of the course.
        lesson_id: ids[which % 5] ?? 999_999,
        completed_at: addDuration('2026-11-21T08:00:00.000Z', { hours }),
        time_spent_seconds,
      }),
    )

    await fc.assert(
      fc.asyncProperty(
        fc
          .array(entry, { minLength: 1, maxLength: 12 })
          .chain((entries) =>
            fc.tuple(
              fc.constant(entries),
              fc.array(fc.shuffledSubarray(entries), { maxLength: 4 }),
              fc.shuffledSubarray(entries, { minLength: entries.length }),
            ),
          ),
        async ([entries, parts, rest]) => {
          const [whole, split] = [await given.user(), await given.user()]
          await Promise.all([whole, split].map((person) => createEnrollment(person, made.id)))

          await send(whole, entries)
          for (const part of [...parts, rest]) await send(split, part)

          assert.deepEqual(await readState(split), await readState(whole))
          const replay = await send(split, [...rest, ...entries])
          assert.equal(replay.synced_count, 0)
          assert.deepEqual(await readState(split), await readState(whole))
        },
      ),
      often(5),
    )
  })
})
