import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { announceCourse } from './update-notices.ts'

const { given, clock, settle, service } = await testApp({ TOKEN_TTL_DAYS: '365' })
const teacher = await given.user({ role: 'researcher' })

const listNotices = async (person: Person) => {
  await settle()
  return (await person.get('/notifications?type=course_update')).data
}

describe('a change of a course', () => {
  it('notifies its learners once immediately, and about later changes of the same day when the day is over', async () => {
    const [ada, ben, stranger] = await runConcurrently(3, () => given.user())
    assert.ok(ada && ben && stranger)
    const made = await createCourse(teacher, { title: 'Mosses', lessons: createLessons(1) })
    for (const person of [ada, ben]) await createEnrollment(person, made.id)

    await teacher.post(`/courses/${made.id}/lessons`, { title: 'Two' })
    const [notice, ...others] = await listNotices(ada)
    await teacher.put(`/courses/${made.id}`, { description: 'More.' })
    await teacher.put(`/courses/${made.id}`, { description: 'Even more.' })
    clock.advance({ hours: 23 })
    const sameDay = await listNotices(ada)
    clock.advance({ hours: 2 })
    const nextDay = await listNotices(ada)
    clock.advance({ days: 5 })

    assert.equal(notice.message, 'Mosses has changed. Have a look at what is new.')
    assert.deepEqual(notice.data, { url: `/courses/${made.id}`, action: 'view_course' })
    assert.deepEqual([others.length, sameDay.length, nextDay.length], [0, 1, 2])
    assert.equal((await listNotices(ada)).length, 2)
    assert.equal((await listNotices(ben)).length, 2)
    assert.equal((await listNotices(stranger)).length, 0)
    const counted = await ada.get('/notifications')
    assert.deepEqual([counted.meta.total, counted.meta.unread_count], [2, 2])
  })

  it('notifies only about relevant changes, of courses that learners can open', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { lessons: createLessons(2) })
    await createEnrollment(ada, made.id)
    const [one, two] = made.lessons

    await teacher.put(`/courses/${made.id}`, {
      title: 'Botany',
      price: 12,
      lessons: [{ id: one.id, title: 'Lesson 1' }],
    })
    await teacher.put(`/courses/${made.id}/lessons/order`, { lesson_ids: [one.id, two.id] })
    await teacher.put(`/courses/${made.id}`, { status: 'archived', title: 'Old' })

    assert.deepEqual(await listNotices(ada), [])
  })

  it('notifies each of many learners once, also when the task fails and runs again', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(1) })
    const [first, deleted] = [await given.user(), await given.user()]
    const others = await runConcurrently(6, () => given.user())
    for (const person of [first, deleted, ...others]) await createEnrollment(person, made.id)
    const at = clock.now()

    for (const _ of [1, 2]) await announceCourse.handle(service.context, { course_id: made.id, at })
    const [mine] = await listNotices(first)
    await first.delete(`/notifications/${mine.id}`)
    await deleted.delete(`/users/${deleted.id}`)
    await announceCourse.handle(service.context, { course_id: made.id, at })

    for (const person of others) assert.equal((await listNotices(person)).length, 1)
    assert.deepEqual(await listNotices(first), [])
  })
})
