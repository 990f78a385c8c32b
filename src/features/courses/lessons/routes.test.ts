import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'

const { given } = await testApp()
const teacher = await given.user({ role: 'researcher' })
const learner = await given.user()
const admin = await given.admin()

const listTitles = async (id: number) =>
  (await teacher.get(`/courses/${id}`)).data.lessons.map(({ title }: { title: string }) => title)

describe('GET /courses/{id}/lessons', () => {
  it('is allowed for enrolled learners, the owner and administrators', async () => {
    const made = await createCourse(teacher, {
      lessons: [{ title: 'Roots', description: 'Below.', content_url: 'https://example.org/roots.pdf' }],
    })
    const path = `/courses/${made.id}/lessons`
    const stranger = await learner.get(path)
    await createEnrollment(learner, made.id)

    const replies = [await learner.get(path), await teacher.get(path), await admin.get(path)]

    assert.deepEqual([stranger.status, stranger.message], [403, 'You are not enrolled in this course.'])
    for (const { data } of replies)
      assert.deepEqual(data, [
        {
          id: made.lessons[0].id,
          title: 'Roots',
          description: 'Below.',
          duration_minutes: 0,
          video_url: null,
          content_url: 'https://example.org/roots.pdf',
          order: 1,
          completed: false,
          unlocked: true,
          exam_id: null,
          completion: { rule: 'marked', watched_percent: 90 },
          available_after_days: null,
          due_after_days: null,
          available_at: null,
          due_at: null,
        },
      ])
    assert.equal((await learner.get('/courses/999999/lessons')).status, 404)
  })
})

describe('editing lessons', () => {
  it('adds, changes and removes lessons, and updates the counts', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(2) })
    const path = `/courses/${made.id}/lessons`

    const added = await teacher.post(path, {
      title: 'Between',
      order: 2,
      content: '*Moss*',
      duration_minutes: 7,
    })
    const changed = await teacher.put(`${path}/${added.data.id}`, {
      title: 'Now last',
      order: 9,
      video_url: null,
    })
    const shown = await teacher.get(`${path}/${added.data.id}`)

    assert.equal(added.status, 201)
    assert.deepEqual([added.data.order, added.data.content, added.data.unlocked], [2, '*Moss*', true])
    assert.deepEqual([changed.data.order, changed.data.title, changed.data.content], [3, 'Now last', '*Moss*'])
    assert.deepEqual(shown.data, changed.data)
    assert.equal((await teacher.delete(`${path}/${made.lessons[0].id}`)).status, 200)
    assert.equal((await teacher.delete(`${path}/${made.lessons[0].id}`)).status, 404)
    assert.deepEqual(await listTitles(made.id), ['Lesson 2', 'Now last'])
    const { data } = await teacher.get(`/courses/${made.id}`)
    assert.deepEqual([data.lessons_count, data.duration_minutes], [2, 17])
  })

  it('reorders all lessons, each once', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(3) })
    const [a, b, c] = made.lessons.map(({ id }: { id: number }) => id)
    const path = `/courses/${made.id}/lessons/order`

    const reply = await teacher.put(path, { lesson_ids: [c, a, b] })

    assert.deepEqual(
      reply.data.map(({ id, order }: { id: number; order: number }) => [id, order]),
      [
        [c, 1],
        [a, 2],
        [b, 3],
      ],
    )
    for (const lesson_ids of [[c, a], [c, a, b, b], [c, a, a], [c, a, 999_999], []]) {
      const refused = await teacher.put(path, { lesson_ids })
      assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['lesson_ids']])
    }
    assert.deepEqual(await listTitles(made.id), ['Lesson 3', 'Lesson 1', 'Lesson 2'])
  })

  it('gives every lesson its own position when twenty are added at once', async () => {
    const made = await createCourse(teacher)

    const replies = await runConcurrently(20, (index) =>
      teacher.post(`/courses/${made.id}/lessons`, { title: `Lesson ${index}`, order: 1 }),
    )

    assert.deepEqual(countByStatus(replies), { 201: 20 })
    const { data } = await teacher.get(`/courses/${made.id}`)
    assert.deepEqual(
      data.lessons.map(({ order }: { order: number }) => order),
      Array.from({ length: 20 }, (_, index) => index + 1),
    )
    assert.equal(data.lessons_count, 20)
  })

  it('limits the number of lessons in a course', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(500) })

    const reply = await teacher.post(`/courses/${made.id}/lessons`, { title: 'One more' })

    assert.deepEqual(reply.errors, { lessons: ['A course has at most 500 lessons.'] })
  })

  it('is allowed for the owner and administrators, for lessons of the course only', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(1) })
    const other = await createCourse(teacher, { lessons: createLessons(1) })
    await createEnrollment(learner, made.id)
    const path = `/courses/${made.id}/lessons`
    const id = made.lessons[0].id

    for (const reply of [
      await learner.post(path, { title: 'Mine' }),
      await learner.put(`${path}/${id}`, { title: 'Mine' }),
      await learner.delete(`${path}/${id}`),
      await learner.put(`${path}/order`, { lesson_ids: [id] }),
    ])
      assert.equal(reply.status, 403)
    for (const foreign of [other.lessons[0].id, 999_999]) {
      assert.equal((await teacher.put(`${path}/${foreign}`, { title: 'x' })).status, 404)
      assert.equal((await teacher.delete(`${path}/${foreign}`)).status, 404)
      assert.equal((await teacher.get(`${path}/${foreign}`)).status, 404)
    }
    assert.equal((await admin.put(`${path}/${id}`, { title: 'Better' })).status, 200)
    assert.deepEqual(await listTitles(made.id), ['Better'])
    assert.deepEqual(await listTitles(other.id), ['Lesson 1'])
  })
})
