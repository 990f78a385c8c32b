/** Nothing that people may see changes without the change feed. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person } from '../support/app.ts'
import { isSampled, selectSample } from '../support/breadth.ts'
import { runSequentially } from '../support/concurrency.ts'
import { createCourse, createEnrollment } from '../support/courses.ts'
import { createExam } from '../support/exams.ts'
import { createJobPost } from '../support/jobs.ts'
import { collaborator, milestone, project } from '../support/projects.ts'

/** Numbers that are the same in each run. */
function createRandom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * below)
  }
}

/** Counts change without the feed, and what one did oneself is told of the enrollment or the application. */
const told = ['enrolled', 'applied', 'updated_at']
const uncounted = new Set(['enrolled_count', 'applicants_count', 'milestones_count', 'progress', ...told])
const withoutCounts = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (key, value) => (uncounted.has(key) ? undefined : value)))

/** A client that keeps a copy of all that it may see, by the feed alone. */
class Copy {
  readonly #person: Person
  readonly #objects = new Map<string, unknown>()
  #cursor: string

  constructor(person: Person, cursor: string) {
    this.#person = person
    this.#cursor = cursor
  }

  async follow() {
    for (;;) {
      const { data, meta } = await this.#person.get(`/changes?since=${this.#cursor}&limit=7`)
      for (const { object } of data) if (followed.has(object.kind)) await this.#read(new URL(object.url).pathname)
      this.#cursor = meta.next
      if (!meta.more) return
    }
  }

  async #read(path: string) {
    const { status, data } = await this.#person.get(path)
    if (status === 200) this.#objects.set(path, withoutCounts(data))
    else this.#objects.delete(path)
  }

  get(path: string) {
    return this.#objects.get(path)
  }
}

const followed = new Set(['job_post', 'project', 'course', 'exam', 'milestone'])

describe('a client that follows from the first cursor', () => {
  for (const seed of selectSample([1, 2], 2))
    it(`ends with the same objects as one that reads them all (seed ${seed})`, async () => {
      const app = await createApp()
      const { given } = app
      const [recruiter, researcher, fellow] = [
        await given.user({ role: 'recruiter' }),
        await given.user({ role: 'researcher' }),
        await given.user(),
      ]
      const readers = [recruiter, researcher, fellow, await given.user(), await given.admin()]
      const random = createRandom(seed)
      const copies = readers.map((person) => new Copy(person, '0'))
      const paths: string[] = []
      const pick = (prefix: string) => {
        const some = paths.filter((path) => path.startsWith(prefix))
        return some[random(some.length)] ?? `${prefix}0`
      }
      const choose = (...options: string[]) => options[random(options.length)] ?? ''
      const add = (path: string, { id }: { id: number }) => paths.push(`${path}${id}`)
      const idOf = (path: string) => Number(path.split('/').at(-1))
      const acts = [
        async () => add('/job-posts/', await createJobPost(recruiter, { status: 'draft' })),
        () => recruiter.put(pick('/job-posts/'), { status: choose('draft', 'open', 'closed'), title: `T${random(9)}` }),
        () => recruiter.delete(pick('/job-posts/')),
        async () => add('/projects/', await project(researcher, { visibility: choose('public', 'private') })),
        () => researcher.put(pick('/projects/'), { visibility: choose('public', 'private'), title: `P${random(9)}` }),
        () => collaborator(researcher, idOf(pick('/projects/')), fellow).catch(() => undefined),
        async () => {
          const path = pick('/projects/')
          const { data } = await researcher.get(`${path}/collaborators`)
          if (data?.length > 0) await researcher.delete(`${path}/collaborators/${data[0].id}`)
        },
        async () => {
          const path = pick('/projects/')
          const made = await milestone(researcher, idOf(path)).catch(() => null)
          if (made !== null) add(`${path}/milestones/`, made)
        },
        () => researcher.put(pick('/projects/'), { status: choose('active', 'completed') }),
        async () => add('/courses/', await createCourse(researcher, { status: 'draft' })),
        () => researcher.put(pick('/courses/'), { status: choose('draft', 'published', 'archived') }),
        () => createEnrollment(fellow, idOf(pick('/courses/'))).catch(() => undefined),
        () => researcher.delete(pick('/courses/')),
        async () => add('/exams/', await createExam(researcher, { publication_status: 'draft' })),
        () => researcher.put(pick('/exams/'), { publication_status: choose('draft', 'published') }),
        () => researcher.delete(pick('/exams/')),
      ]

      await runSequentially(isSampled ? 80 : 120, async (index) => {
        await acts[random(acts.length)]?.()
        // Each reads now and then, at different times.
        await copies[index % copies.length]?.follow()
      })

      for (const [index, person] of readers.entries()) {
        await copies[index]?.follow()
        for (const path of new Set(paths)) {
          const { status, data } = await person.get(path)
          const now = status === 200 ? withoutCounts(data) : undefined
          assert.deepEqual(copies[index]?.get(path), now, `${path} as seen by reader ${index}`)
        }
      }
    })
})
