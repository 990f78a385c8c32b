import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { completeCourse, createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'

const app = await testApp()
const { given } = app
const teacher = await given.user({ role: 'researcher', name: 'Agnes Arber' })
const learner = await given.user()
const admin = await given.admin()

describe('POST /courses', () => {
  it('requires a title and a description, and has defaults for the other fields', async () => {
    const reply = await teacher.post('/courses', { title: ' Mosses ', description: 'Small plants.' })

    assert.equal(reply.status, 201, reply.text)
    const { id, created_at, updated_at, ...rest } = reply.data
    assert.ok(id > 0 && created_at === updated_at)
    assert.deepEqual(rest, {
      title: 'Mosses',
      description: 'Small plants.',
      thumbnail: null,
      category: '',
      level: 'beginner',
      price: 0,
      currency: 'USD',
      prices: [{ currency: 'USD', amount: 0 }],
      instructor: { id: teacher.id, name: 'Agnes Arber', profile_photo: null },
      prerequisites: [],
      sequential: false,
      certificate_enabled: true,
      status: 'published',
      access: 'everyone',
      skills: [],
      lessons_count: 0,
      duration_minutes: 0,
      enrolled_count: 0,
      enrolled: false,
      cohorts: [],
      lessons: [],
    })
  })

  it('creates nested lessons in order, and adds up their duration', async () => {
    const lessons = [
      { title: 'Roots', duration_minutes: 20, content: '# Roots' },
      { title: 'Leaves', duration_minutes: 15, video_url: 'https://example.org/leaves.mp4' },
      { title: 'Before all', order: 1 },
    ]

    const made = await createCourse(teacher, { lessons, price: 19.99 })

    assert.deepEqual(
      made.lessons.map(({ title, order }: { title: string; order: number }) => [order, title]),
      [
        [1, 'Before all'],
        [2, 'Roots'],
        [3, 'Leaves'],
      ],
    )
    assert.equal(made.lessons_count, 3)
    assert.equal(made.duration_minutes, 35)
    assert.equal(made.price, 19.99)
  })

  it('reports all errors at once, and refuses prices that cannot be charged', async () => {
    const wrong = await teacher.post('/courses', {
      title: '',
      description: 'x',
      level: 'expert',
      thumbnail: 'javascript:alert(1)',
      lessons: [{ description: 'no title', duration_minutes: -1 }],
    })
    const cheap = await teacher.post('/courses', { title: 'x', description: 'x', price: 0.2 })
    const odd = await teacher.post('/courses', { title: 'x', description: 'x', price: 9.999 })

    assert.deepEqual(Object.keys(wrong.errors).sort(), [
      'lessons.0.duration_minutes',
      'lessons.0.title',
      'level',
      'thumbnail',
      'title',
    ])
    assert.deepEqual(cheap.errors, { price: ['The price must be 0 or at least 0.50 USD.'] })
    assert.deepEqual([odd.status, Object.keys(odd.errors)], [422, ['price']])
  })
})

describe('GET /courses/{id}', () => {
  it('hides drafts of other instructors, and shows archived courses', async () => {
    const draft = await createCourse(teacher, { status: 'draft' })
    const archived = await createCourse(teacher, { status: 'archived' })

    for (const [person, status] of [
      [learner, 404],
      [teacher, 200],
      [admin, 200],
    ] as const)
      assert.equal((await person.get(`/courses/${draft.id}`)).status, status)
    assert.equal((await learner.get(`/courses/${archived.id}`)).status, 200)
  })
})

describe('PUT /courses/{id}', () => {
  it('changes the given fields, and lessons by id, and keeps lessons that are absent', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(3), category: 'Plants' })
    const [first, second, third] = made.lessons

    const reply = await teacher.put(`/courses/${made.id}`, {
      category: null,
      lessons: [{ id: second.id, title: 'Second', duration_minutes: 5 }, { title: 'Fourth' }],
    })

    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.data.category, '')
    assert.equal(reply.data.title, 'Botany')
    const [, , , fourth] = reply.data.lessons
    assert.deepEqual(reply.data.lessons, [
      first,
      { ...second, title: 'Second', duration_minutes: 5 },
      third,
      { id: fourth.id, title: 'Fourth', duration_minutes: 0, order: 4 },
    ])
    assert.equal(reply.data.duration_minutes, 25)
  })

  it('refuses lessons of another course and new ones without a title, and changes nothing', async () => {
    const made = await createCourse(teacher, { lessons: createLessons(1) })
    const other = await createCourse(teacher, { lessons: createLessons(1) })

    const reply = await teacher.put(`/courses/${made.id}`, {
      title: 'Changed',
      lessons: [{ id: other.lessons[0].id, title: 'Mine' }, { description: 'x' }, { id: made.lessons[0].id }],
    })

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors), ['lessons.0.id', 'lessons.1.title'])
    assert.equal((await teacher.get(`/courses/${made.id}`)).data.title, 'Botany')
  })

  it('is allowed for the owner and administrators', async () => {
    const made = await createCourse(teacher)
    const other = await given.user({ role: 'researcher' })

    for (const [person, status] of [
      [learner, 403],
      [other, 403],
      [admin, 200],
      [teacher, 200],
    ] as const) {
      assert.equal((await person.put(`/courses/${made.id}`, { level: 'advanced' })).status, status)
    }
    assert.equal((await other.delete(`/courses/${made.id}`)).status, 403)
  })
})

describe('prerequisites', () => {
  it('are existing courses, each listed once, in order', async () => {
    const [one, two] = [await createCourse(teacher), await createCourse(teacher)]
    const draft = await createCourse(admin, { status: 'draft' })

    const made = await createCourse(teacher, { prerequisites: [two.id, one.id, two.id] })
    const unknown = await teacher.put(`/courses/${made.id}`, { prerequisites: [999_999] })
    const hidden = await teacher.put(`/courses/${made.id}`, { prerequisites: [draft.id] })

    assert.deepEqual(made.prerequisites, [one.id, two.id])
    for (const reply of [unknown, hidden])
      assert.deepEqual(reply.errors, { prerequisites: ['The selected prerequisites are invalid.'] })
    const cleared = await teacher.put(`/courses/${made.id}`, { prerequisites: [] })
    assert.deepEqual(cleared.data.prerequisites, [])
  })

  it('must not lead back to the course, directly or indirectly', async () => {
    const one = await createCourse(teacher)
    const two = await createCourse(teacher, { prerequisites: [one.id] })
    const three = await createCourse(teacher, { prerequisites: [two.id] })

    for (const id of [one.id, two.id, three.id]) {
      const reply = await teacher.put(`/courses/${one.id}`, { prerequisites: [id] })
      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), ['prerequisites'])
    }
  })

  it('form no cycle when two courses name each other at once', async () => {
    const [one, two] = [await createCourse(teacher), await createCourse(teacher)]

    const replies = await Promise.all([
      teacher.put(`/courses/${one.id}`, { prerequisites: [two.id] }),
      teacher.put(`/courses/${two.id}`, { prerequisites: [one.id] }),
    ])

    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
  })
})

describe('DELETE /courses/{id}', () => {
  it('deletes a course without enrollments and all that belongs to it, and archives any other', async () => {
    const unused = await createCourse(teacher, { lessons: createLessons(2) })
    const needing = await createCourse(teacher, { prerequisites: [unused.id] })
    const used = await createCourse(teacher)
    await createEnrollment(learner, used.id)

    for (const { id } of [unused, used, used]) assert.equal((await teacher.delete(`/courses/${id}`)).status, 200)

    assert.equal((await teacher.get(`/courses/${unused.id}`)).status, 404)
    assert.deepEqual((await teacher.get(`/courses/${needing.id}`)).data.prerequisites, [])
    assert.equal((await learner.get(`/courses/${used.id}`)).data.status, 'archived')
    assert.equal((await learner.get(`/courses/${used.id}/progress`)).status, 200)
  })

  it('never leaves an enrollment without its course', async () => {
    const made = await createCourse(teacher)
    const people = await runConcurrently(5, () => given.user())

    const [, ...enrollments] = await Promise.all([
      teacher.delete(`/courses/${made.id}`),
      ...people.map((person) => person.post(`/courses/${made.id}/enroll`)),
    ])

    const isThere = (await teacher.get(`/courses/${made.id}`)).status === 200
    for (const { status } of enrollments) assert.ok(status === 201 ? isThere : [404, 422].includes(status))
  })
})

describe('GET /courses', async () => {
  const own = await createApp()
  const ada = await own.given.user({ role: 'researcher' })
  const ben = await own.given.user({ role: 'researcher' })
  const fern = await createCourse(ada, {
    title: 'Ferns',
    category: 'Pteridology',
    description: 'Élégant fronds.',
    price: 30,
    level: 'advanced',
  })
  const moss = await createCourse(ada, { title: 'A moss', category: 'pteridology', price: 10 })
  const algae = await createCourse(ben, { title: 'Algae', category: 'Phycology' })
  const draft = await createCourse(ben, { title: 'Zygotes', status: 'draft' })
  await createEnrollment(ada, algae.id)
  await own.settle()
  const listIds = ({ data }: { data: { id: number }[] }) => data.map(({ id }) => id)

  it("lists published courses, and the caller's own in any status, newest first", async () => {
    const [toAda, toBen] = [await ada.get('/courses'), await ben.get('/courses?limit=2')]

    assert.deepEqual(listIds(toAda), [algae.id, moss.id, fern.id])
    assert.deepEqual(
      toAda.data.map(({ enrolled: is }: { enrolled: boolean }) => is),
      [true, false, false],
    )
    assert.deepEqual(listIds(toBen), [draft.id, algae.id])
    assert.equal(toAda.meta.total, 3)
    assert.equal(toBen.meta.total, 4)
  })

  for (const [query, expected] of [
    ['search=frond', [fern]],
    ['search=pterid%20moss', [moss]],
    ['search=nothing', []],
    ['category=PTERIDOLOGY', [moss, fern]],
    ['level=advanced', [fern]],
    ['price=free', [algae]],
    ['price=paid', [moss, fern]],
    ['mine=true', [moss, fern]],
    [`instructor_id=${ben.id}`, [algae]],
    [`mine=true&instructor_id=${ben.id}`, []],
    ['sort=title', [moss, algae, fern]],
    ['sort=price', [algae, moss, fern]],
    ['sort=popular', [algae, moss, fern]],
    ['sort=recent&search=moss', [moss]],
  ] as const)
    it(`responds to ?${query}`, async () => {
      const reply = await ada.get(`/courses?${query}`)

      assert.deepEqual(
        listIds(reply),
        expected.map(({ id }) => id),
      )
      assert.equal(reply.meta.total, expected.length)
    })

  it('keeps the total correct when courses are hidden, published and deleted, and counters are compacted', async () => {
    await ben.put(`/courses/${draft.id}`, { status: 'published' })
    await ada.put(`/courses/${moss.id}`, { status: 'archived' })
    own.clock.advance({ minutes: 10 })
    await own.settle()
    await ada.delete(`/courses/${fern.id}`)

    const reply = await (await own.given.user()).get('/courses')

    assert.deepEqual(listIds(reply), [draft.id, algae.id])
    assert.equal(reply.meta.total, 2)
  })

  it('refuses an unknown sort order', async () => {
    assert.equal((await ada.get('/courses?sort=best')).status, 422)
  })
})

describe('the courses of a researcher profile', () => {
  it('count completed courses with all lessons done, and list those that the researcher teaches', async () => {
    const person = await given.user()
    const readEligibility = async () => (await person.get('/profile/eligibility')).data.requirements.has_courses
    const made = await createCourse(teacher, { lessons: createLessons(2) })
    const empty = await createCourse(teacher)
    await createEnrollment(person, empty.id)
    await person.post(`/courses/${empty.id}/complete`)
    assert.equal(await readEligibility(), false)

    await completeCourse(person, made)

    assert.equal(await readEligibility(), true)
    await teacher.post(`/courses/${made.id}/lessons`, { title: 'Later' })
    assert.equal(await readEligibility(), true)
    await person.put(`/courses/${made.id}/progress`, { lesson_id: made.lessons[0].id, completed: false })
    assert.equal(await readEligibility(), false)
    const profile = await teacher.get('/researchers/me')
    const details = await learner.get(`/researchers/details/${profile.data.id}`)
    assert.ok(details.data.courses.some(({ id }: { id: number }) => id === made.id))
  })
})
