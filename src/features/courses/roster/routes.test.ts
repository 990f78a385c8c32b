import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, type Person, testApp } from '#test/support/app.ts'
import { completeCourse, createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { createExam, takeExam } from '#test/support/exams.ts'
import { getPath } from '#test/support/forms.ts'

async function createInvited(more: object = {}) {
  const { given } = await testApp()
  const teacher = await given.user({ role: 'researcher' })
  const course = await createCourse(teacher, { access: 'invited', lessons: createLessons(2), ...more })
  return { teacher, course, path: `/courses/${course.id}/roster` }
}

const countListed = async (person: Person, query: string) => (await person.get(`/courses?${query}`)).meta.total

describe('a course for invited people', () => {
  it('does not exist for others, in details, lists, totals and searches, and in what belongs to it', async () => {
    const { given, anonymous } = await testApp()
    const { teacher, course, path } = await createInvited({ title: 'Quokkology', category: 'Quokkas' })
    const [guest, stranger] = [await given.user(), await given.user()]
    await teacher.post(path, { user_ids: [guest.id] })

    for (const below of ['', '/lessons', `/lessons/${course.lessons[0].id}`, '/progress', '/download', '/roster'])
      assert.equal((await stranger.get(`/courses/${course.id}${below}`)).status, 404, below)
    assert.equal((await anonymous.get(`/courses/${course.id}`)).status, 401)
    assert.equal((await stranger.post(`/courses/${course.id}/enroll`)).status, 404)
    assert.equal((await stranger.put(`/courses/${course.id}/enrollment`, { status: 'paused' })).status, 404)
    const queries = [
      'category=quokkas',
      'search=quokkology',
      `instructor_id=${teacher.id}`,
      'category=quokkas&level=beginner',
    ]
    for (const query of queries) {
      const counted: number[] = []
      for (const person of [stranger, guest, teacher]) counted.push(await countListed(person, query))
      assert.deepEqual(counted, [0, 1, 1], query)
    }
    assert.equal((await guest.get(`/courses/${course.id}`)).data.access, 'invited')
    assert.equal((await guest.post(path, { user_ids: [stranger.id] })).status, 403)
    await teacher.put(`/courses/${course.id}`, { access: 'everyone' })
    assert.equal(await countListed(stranger, 'category=quokkas'), 1)
  })

  it('is neither on the public profile of its instructor nor named as a prerequisite by others', async () => {
    const { given } = await testApp()
    const { teacher, course } = await createInvited({ title: 'Numbatology' })
    const other = await given.user({ role: 'researcher' })
    const open = await createCourse(teacher, { title: 'Advanced', prerequisites: [course.id] })
    const { data: profile } = await teacher.put('/researchers/me', { visibility: 'public' })

    const shown = await other.get(`/researchers/details/${profile.id}`)
    const named = await other.post('/courses', { title: 'X', description: 'D', prerequisites: [course.id] })
    const refused = await other.post(`/courses/${open.id}/enroll`)

    assert.equal(shown.status, 200)
    assert.doesNotMatch(shown.text, /Numbatology/)
    assert.equal(named.status, 422)
    assert.deepEqual(
      [refused.status, refused.message],
      [422, 'This course needs another one first, to which you are not invited.'],
    )
  })

  it('is open to those who are enrolled by its instructor', async () => {
    const { given } = await testApp()
    const { teacher, course } = await createInvited()
    const learner = await given.user()

    await teacher.post(`/courses/${course.id}/enrollments`, { user_ids: [learner.id] })

    assert.equal((await learner.get(`/courses/${course.id}`)).status, 200)
    assert.equal((await learner.get(`/courses/${course.id}/lessons`)).status, 200)
  })

  it('lets its learners take the exam for practice of a lesson, also when the exam is for invited people, and no others', async () => {
    const { given } = await testApp()
    const { teacher, course, path } = await createInvited()
    const quiz = await createExam(teacher, { practice: true, access: 'invited', category: 'Quillwork' })
    await teacher.put(`/courses/${course.id}/lessons/${course.lessons[0].id}`, { exam_id: quiz.id })
    const [learner, guest, stranger] = [await given.user(), await given.user(), await given.user()]
    await teacher.post(path, { user_ids: [learner.id, guest.id] })
    await teacher.post(`/exams/${quiz.id}/roster`, { user_ids: [stranger.id] })
    await createEnrollment(learner, course.id)

    await takeExam(learner, quiz.id, 'right')

    assert.equal((await learner.get(`/courses/${course.id}/progress`)).data.lessons_completed, 1)
    for (const person of [guest, stranger]) {
      assert.equal((await person.get(`/exams/${quiz.id}`)).status, 404)
      assert.equal((await person.post(`/exams/${quiz.id}/start`)).status, 404)
      assert.equal((await person.get('/exams?category=quillwork')).meta.total, 0)
    }
    assert.equal((await learner.get('/exams?category=quillwork')).meta.total, 0)
    assert.equal((await teacher.get('/exams?category=quillwork')).meta.total, 0)
    assert.equal((await teacher.get('/exams?category=quillwork&mine=true')).meta.total, 1)
  })

  it('tells the change feed of those who are invited, enrolled and neither', async () => {
    const { given, settle } = await testApp()
    const { teacher, course, path } = await createInvited({ access: 'everyone' })
    const [guest, learner, stranger] = [await given.user(), await given.user(), await given.user()]
    await createEnrollment(learner, course.id)
    await teacher.post(path, { user_ids: [guest.id] })
    await settle()
    const { meta } = await stranger.get('/changes?since=0&limit=100')
    const since = meta.more ? (await stranger.get(`/changes?since=${meta.next}&limit=100`)).meta.next : meta.next

    await teacher.put(`/courses/${course.id}`, { access: 'invited' })
    await settle()

    const read = async (person: Person) =>
      (await person.get(`/changes?since=${since}&limit=100`)).data
        .filter(
          ({ object }: { object: { kind: string; id: number } }) => object.kind === 'course' && object.id === course.id,
        )
        .map(({ type }: { type: string }) => type)
    assert.deepEqual(
      [await read(guest), await read(learner), await read(stranger)],
      [['course.updated'], ['course.updated'], ['course.deleted']],
    )
  })
})

describe('POST and DELETE /courses/{id}/roster', () => {
  it('lets a person enroll, who stays enrolled after they are taken off the roster', async () => {
    const { given, anonymous, settle } = await testApp()
    const { teacher, course, path } = await createInvited({ certificate_enabled: true })
    const [guest, idle] = [await given.user(), await given.user()]

    const added = await teacher.post(path, { user_ids: [guest.id, idle.id], emails: [createUniqueEmail()] })
    await settle()
    const [notice] = (await guest.get('/notifications?type=course_update')).data
    await completeCourse(guest, course)
    for (const { id } of (await teacher.get(path)).data) await teacher.delete(`${path}?entry_id=${id}`)

    assert.deepEqual(
      added.data.map(({ verdict }: { verdict: string }) => verdict),
      ['added', 'added', 'added'],
    )
    assert.equal(notice.title, 'You are invited to a course')
    assert.equal((await idle.get(`/courses/${course.id}`)).status, 404)
    assert.equal((await guest.get(`/courses/${course.id}/lessons`)).status, 200)
    const { data } = await guest.get(`/courses/${course.id}/download?link=1`)
    assert.equal((await anonymous.get(getPath(data.download_url))).status, 200)
    assert.equal((await teacher.get(path)).meta.total, 0)
  })
})
