import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import {
  completeCourse,
  completeLessons,
  createCourse,
  createEnrollment,
  createLessons,
} from '#test/support/courses.ts'

const app = await testApp()
const { given, clock } = app
const teacher = await given.user({ role: 'researcher' })

/** A learner in a course with the given number of lessons. */
async function startLearning(lessons: number, more: object = {}) {
  const learner = await given.user()
  const made = await createCourse(teacher, { lessons: createLessons(lessons), ...more })
  const enrollment = await createEnrollment(learner, made.id)
  const ids: number[] = made.lessons.map(({ id }: { id: number }) => id)
  return { learner, made, enrollment, ids, path: `/courses/${made.id}` }
}

describe('progress', () => {
  it('contains lessons, time and the time of the last access', async () => {
    const { learner, made, enrollment, ids, path } = await startLearning(3)
    clock.advance({ hours: 1 })

    const reply = await learner.put(`${path}/progress`, {
      lesson_id: ids[0],
      completed: true,
      time_spent_seconds: 100,
    })
    await learner.put(`${path}/progress`, { lesson_id: ids[0], completed: true, time_spent_seconds: 100 })

    assert.deepEqual(reply.data, { progress_percentage: 33, lessons_completed: 1 })
    assert.deepEqual((await learner.get(`${path}/progress`)).data, {
      enrollment_id: enrollment.id,
      course_id: made.id,
      progress_percentage: 33,
      lessons_completed: 1,
      total_lessons: 3,
      time_spent_minutes: 3,
      last_accessed_at: clock.now(),
      completed_at: null,
      certificate_eligible: false,
      cohort_id: null,
    })
    const log = await learner.get(`/users/${learner.id}/activity?type=lesson_completed`)
    assert.equal(log.meta.total, 1)
  })

  it('starts as accessed when enrolled, and does not change by reading', async () => {
    const { learner, enrollment, path } = await startLearning(1)
    clock.advance({ hours: 1 })

    await learner.get(`${path}/lessons`)

    const { data } = await learner.get(`${path}/progress`)
    assert.equal(data.last_accessed_at, enrollment.enrolled_at)
  })

  it('refuses lessons of other courses, times out of range, and missing fields', async () => {
    const { learner, ids, path } = await startLearning(1)
    const other = await createCourse(teacher, { lessons: createLessons(1) })

    for (const [body, field] of [
      [{ lesson_id: other.lessons[0].id, completed: true }, 'lesson_id'],
      [{ lesson_id: ids[0], completed: true, time_spent_seconds: 86_401 }, 'time_spent_seconds'],
      [{ lesson_id: ids[0], completed: true, time_spent_seconds: -1 }, 'time_spent_seconds'],
      [{ lesson_id: ids[0] }, 'completed'],
      [{ completed: true }, 'lesson_id'],
    ] as const) {
      const reply = await learner.put(`${path}/progress`, body)
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, [field]])
    }
    assert.equal((await learner.get(`${path}/progress`)).data.time_spent_minutes, 0)
  })

  it('is allowed for enrolled learners only, whatever their role', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(1) })
    const path = `/courses/${made.id}`
    const report = { lesson_id: made.lessons[0].id, completed: true }

    for (const person of [await given.user(), teacher, await given.admin()])
      for (const reply of [
        await person.get(`${path}/progress`),
        await person.put(`${path}/progress`, report),
        await person.post(`${path}/complete`),
        await person.post(`${path}/sync-progress`, { lessons_completed: [] }),
      ]) {
        assert.equal(reply.status, 403)
        assert.equal(reply.message, 'You are not enrolled in this course.')
      }
    assert.equal((await teacher.get('/courses/999999/progress')).status, 404)
  })

  it('adds up the time of twenty simultaneous reports', async () => {
    const { learner, ids, path } = await startLearning(1)

    const replies = await runConcurrently(20, () =>
      learner.put(`${path}/progress`, { lesson_id: ids[0], completed: true, time_spent_seconds: 60 }),
    )

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal((await learner.get(`${path}/progress`)).data.time_spent_minutes, 20)
    assert.equal((await learner.get(`/users/${learner.id}/activity?type=lesson_completed`)).meta.total, 1)
  })
})

describe('a sequential course', () => {
  it('unlocks lesson by lesson, and hides and refuses locked lessons', async () => {
    const lessons = createLessons(3).map((lesson) => ({
      ...lesson,
      video_url: 'https://example.org/v.mp4',
      content: 'Text',
    }))
    const { learner, ids, path } = await startLearning(0, { lessons, sequential: true })
    const listEntries = async () =>
      (await learner.get(`${path}/lessons`)).data.map(({ unlocked, video_url }: Record<string, unknown>) => [
        unlocked,
        video_url !== null,
      ])

    assert.deepEqual(await listEntries(), [
      [true, true],
      [false, false],
      [false, false],
    ])
    assert.equal((await learner.get(`${path}/lessons/${ids[1]}`)).data.content, '')
    const refused = await learner.put(`${path}/progress`, { lesson_id: ids[1], completed: true })
    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['lesson_id']])
    await completeLessons(learner, Number(path.split('/').at(-1)), [{ id: ids[0] ?? 0 }])

    assert.deepEqual(await listEntries(), [
      [true, true],
      [true, true],
      [false, false],
    ])
    assert.equal((await learner.get(`${path}/lessons/${ids[1]}`)).data.content, 'Text')
    assert.ok((await teacher.get(`${path}/lessons`)).data.every(({ unlocked }: { unlocked: boolean }) => unlocked))
  })

  it('locks nothing for its teacher, enrolled or not', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(3), sequential: true })
    await createEnrollment(teacher, made.id)

    const report = { lesson_id: made.lessons[2].id, completed: true }
    const reply = await teacher.put(`/courses/${made.id}/progress`, report)

    assert.equal(reply.status, 200)
    const { data } = await teacher.get(`/courses/${made.id}/lessons`)
    assert.deepEqual(
      data.map(({ completed, unlocked }: Record<string, boolean>) => [completed, unlocked]),
      [
        [false, true],
        [false, true],
        [true, true],
      ],
    )
  })

  it('accepts locked lessons from a device that was offline', async () => {
    const { learner, ids, path } = await startLearning(3, { sequential: true })
    const lessons_completed = [{ lesson_id: ids[2], completed_at: clock.now(), time_spent_seconds: 5 }]

    const reply = await learner.post(`${path}/sync-progress`, { lessons_completed })

    assert.deepEqual(reply.data, {
      synced_count: 1,
      updated_progress: 33,
      results: [{ lesson_id: ids[2], result: 'applied', reason: null }],
    })
  })
})

describe('POST /courses/{id}/sync-progress', () => {
  it('returns a result for each entry, and changes nothing when it is repeated', async () => {
    const { learner, made, ids, path } = await startLearning(3)
    const [one = 0, two = 0, three = 0] = ids
    const at = clock.now()
    await teacher.delete(`${path}/lessons/${three}`)
    const createEntry = (lesson_id: number, completed_at: string) => ({
      lesson_id,
      completed_at,
      time_spent_seconds: 90,
    })
    const lessons_completed = [createEntry(one, at), createEntry(one, at), createEntry(three, at), createEntry(two, at)]

    const first = await learner.post(`${path}/sync-progress`, { lessons_completed, last_sync_at: at })
    clock.advance({ hours: 1 })
    const second = await learner.post(`${path}/sync-progress`, { lessons_completed })

    const gone = 'The course no longer has this lesson.'
    assert.deepEqual(first.data, {
      synced_count: 2,
      updated_progress: 100,
      results: [
        { lesson_id: one, result: 'applied', reason: null },
        { lesson_id: one, result: 'already', reason: null },
        { lesson_id: three, result: 'skipped', reason: gone },
        { lesson_id: two, result: 'applied', reason: null },
      ],
    })
    assert.equal(second.data.synced_count, 0)
    const { data } = await learner.get(`/courses/${made.id}/progress`)
    assert.equal(data.time_spent_minutes, 3)
    assert.equal(data.last_accessed_at, at)
  })

  it('keeps the earliest time, limits future times to now and long durations to a day', async () => {
    const { learner, ids, path } = await startLearning(2)
    const now = clock.now()
    const early = addDuration(now, { hours: -30 })
    const entries = [
      { lesson_id: ids[0], completed_at: now, time_spent_seconds: 10 ** 12 },
      { lesson_id: ids[0], completed_at: early },
      { lesson_id: ids[1], completed_at: addDuration(now, { days: 400 }) },
    ]

    await learner.post(`${path}/sync-progress`, { lessons_completed: entries })

    const { data } = await learner.get(`/users/${learner.id}/export`)
    const moments = data.courses.lesson_progress.map(({ completed_at }: { completed_at: string }) => completed_at)
    assert.deepEqual(moments, [early, now])
    assert.equal((await learner.get(`${path}/progress`)).data.time_spent_minutes, 1_440)
  })

  it('handles what is out of range for its entry only', async () => {
    const { learner, ids, path } = await startLearning(3)
    const completed_at = clock.now()
    const entries = [
      { lesson_id: ids[0], completed_at, time_spent_seconds: 72.9 },
      { lesson_id: ids[1], completed_at, time_spent_seconds: -5 },
      { lesson_id: ids[2], completed_at: 'yesterday', time_spent_seconds: 60 },
      { lesson_id: 0, completed_at },
      { lesson_id: -(2 ** 40), completed_at },
      { lesson_id: ids[2], completed_at, time_spent_seconds: null },
    ]

    const { status, data, text } = await learner.post(`${path}/sync-progress`, { lessons_completed: entries })

    assert.equal(status, 200, text)
    const results = data.results.map(({ result }: { result: string }) => result)
    assert.deepEqual(results, ['applied', 'applied', 'skipped', 'skipped', 'skipped', 'applied'])
    assert.equal(data.results[2].reason, 'The completed at must be a valid date and time.')
    const progress = (await learner.get(`${path}/progress`)).data
    assert.deepEqual([progress.lessons_completed, progress.time_spent_minutes], [3, 1])
  })

  it('does not undo a later reopening, but counts the time', async () => {
    const { learner, ids, path } = await startLearning(1)
    const before = clock.now()
    clock.advance({ hours: 1 })
    for (const completed of [true, false]) await learner.put(`${path}/progress`, { lesson_id: ids[0], completed })
    const sync = (completed_at: string, time_spent_seconds: number) =>
      learner.post(`${path}/sync-progress`, {
        lessons_completed: [{ lesson_id: ids[0], completed_at, time_spent_seconds }],
      })

    const stale = await sync(before, 60)
    const stalest = await sync(addDuration(before, { hours: -1 }), 0)
    const fresh = await sync(addDuration(clock.now(), { minutes: 5 }), 0)

    const reason = 'The lesson was reopened after this.'
    assert.deepEqual(stale.data.results, [{ lesson_id: ids[0], result: 'applied', reason }])
    assert.equal(stale.data.updated_progress, 0)
    assert.deepEqual(stalest.data.results, [{ lesson_id: ids[0], result: 'skipped', reason }])
    assert.equal(fresh.data.updated_progress, 100)
    assert.equal((await learner.get(`${path}/progress`)).data.time_spent_minutes, 1)
  })

  it('counts once when a device sends the same entries twenty times at once', async () => {
    const { learner, ids, path } = await startLearning(3)
    const lessons_completed = ids.map((lesson_id) => ({
      lesson_id,
      completed_at: clock.now(),
      time_spent_seconds: 60,
    }))

    const replies = await runConcurrently(20, () => learner.post(`${path}/sync-progress`, { lessons_completed }))

    const counts = replies.map(({ data }) => data.synced_count).sort((a, b) => b - a)
    assert.deepEqual(counts, [3, ...new Array(19).fill(0)])
    assert.equal((await learner.get(`${path}/progress`)).data.time_spent_minutes, 3)
  })

  it('accepts at most a thousand entries', async () => {
    const { learner, ids, path } = await startLearning(1)
    const createMany = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        lesson_id: ids[0],
        completed_at: addDuration(clock.now(), { minutes: -index }),
        time_spent_seconds: 60,
      }))

    const most = await learner.post(`${path}/sync-progress`, { lessons_completed: createMany(1_000) })
    const more = await learner.post(`${path}/sync-progress`, { lessons_completed: createMany(1_001) })

    assert.equal(most.data.synced_count, 1_000)
    assert.deepEqual([more.status, Object.keys(more.errors)], [422, ['lessons_completed']])
  })
})

describe('POST /courses/{id}/complete', () => {
  it('completes a course at any progress, and issues the certificate once every lesson is done', async () => {
    const { learner, made, ids, path } = await startLearning(2)
    await completeLessons(learner, made.id, [{ id: ids[0] ?? 0 }])

    const early = await learner.post(`${path}/complete`)
    const { data: half } = await learner.get(`${path}/progress`)
    clock.advance({ hours: 1 })
    await completeLessons(learner, made.id, [{ id: ids[1] ?? 0 }])
    const late = await runConcurrently(20, () => learner.post(`${path}/complete`))

    assert.deepEqual(early.data, { certificate_eligible: false, certificate_url: null })
    assert.equal(half.completed_at, half.last_accessed_at)
    const urls = new Set(late.map(({ data }) => data.certificate_url))
    assert.deepEqual(countByStatus(late), { 200: 20 })
    assert.equal(urls.size, 1)
    assert.match([...urls][0] ?? '', /^http:\/\/api\.test\/certificates\/verify\/[\w-]+$/)
    const { data } = await learner.get(`${path}/progress`)
    assert.deepEqual([data.completed_at, data.certificate_eligible], [half.completed_at, true])
    const log = await learner.get(`/users/${learner.id}/activity?type=course_completed`)
    assert.equal(log.meta.total, 1)
  })

  it('issues no certificate where the course has none, or has no lessons', async () => {
    const plain = await startLearning(1, { certificate_enabled: false })
    await completeLessons(plain.learner, plain.made.id, plain.made.lessons)
    const empty = await startLearning(0)

    for (const { learner, path } of [plain, empty])
      assert.deepEqual((await learner.post(`${path}/complete`)).data, {
        certificate_eligible: false,
        certificate_url: null,
      })
  })

  it('issues no certificate for lessons that were removed before', async () => {
    const { learner, made, ids, path } = await startLearning(1)
    await completeLessons(learner, made.id, made.lessons)
    await teacher.delete(`${path}/lessons/${ids[0]}`)
    clock.advance({ seconds: 1 })

    const reply = await learner.post(`${path}/complete`)

    assert.deepEqual(reply.data, { certificate_eligible: false, certificate_url: null })
  })

  it('keeps completed enrollments when lessons are added or removed', async () => {
    const learner = await given.user()
    const made = await createCourse(teacher, { lessons: createLessons(3) })
    const { certificate_url } = await completeCourse(learner, made)
    const path = `/courses/${made.id}`

    const added = await teacher.post(`${path}/lessons`, { title: 'Later', order: 1 })
    for (const { id } of made.lessons) await teacher.delete(`${path}/lessons/${id}`)

    const { data } = await learner.get(`${path}/progress`)
    assert.deepEqual([data.progress_percentage, data.total_lessons], [100, 3])
    assert.equal((await learner.post(`${path}/complete`)).data.certificate_url, certificate_url)
    await completeLessons(learner, made.id, [added.data])
    assert.equal((await learner.get(`${path}/progress`)).data.total_lessons, 4)
  })
})
