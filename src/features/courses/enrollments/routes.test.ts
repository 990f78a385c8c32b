import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { addCard, completeCourse, createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { Crash, crashAfter } from '#test/support/crash.ts'
import { FakeGateway } from '#test/support/fake-gateway.ts'
import { enroll as enrollIn } from './service.ts'

const app = await testApp()
const { given } = app
const teacher = await given.user({ role: 'researcher', name: 'Agnes Arber' })

const enroll = (person: Person, id: number, body?: object) => person.post(`/courses/${id}/enroll`, body)
const progress = (person: Person, id: number) => person.get(`/courses/${id}/progress`)
const readBilling = async (person: Person) => (await person.get('/billing/history')).data

let phonePrefix = 1_000

/** Mobile money; the last digits decide the outcome. Each phone is another one, because one is asked a few times only. */
async function addPhone(person: Person, ending: string): Promise<number> {
  const reply = await person.post('/payment-methods', {
    type: 'mobile_money',
    provider: 'mpesa',
    phone: `+2547${phonePrefix++}${ending}`,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}

describe('POST /courses/{id}/enroll', () => {
  it('enrolls in a free course without a body, notifies the instructor and logs the activity', async () => {
    const ada = await given.user({ name: 'Ada Lovelace' })
    const made = await createCourse(teacher, { lessons: createLessons(2) })

    const reply = await enroll(ada, made.id)

    assert.equal(reply.status, 201, reply.text)
    const { id, enrolled_at } = reply.data.enrollment
    assert.deepEqual(reply.data, {
      enrollment: {
        id,
        course_id: made.id,
        user_id: ada.id,
        enrolled_at,
        progress: 0,
        status: 'active',
        cohort_id: null,
      },
    })
    const shown = await ada.get(`/courses/${made.id}`)
    assert.deepEqual([shown.data.enrolled, shown.data.enrolled_count], [true, 1])
    const [notice] = (await teacher.get('/notifications?type=course_update')).data
    assert.equal(notice.message, 'Ada Lovelace enrolled in Botany.')
    assert.deepEqual(notice.data, { url: `/courses/${made.id}`, action: 'view_course' })
    const log = await ada.get(`/users/${ada.id}/activity?type=course_enrolled`)
    assert.deepEqual(log.data[0].metadata, { course_id: made.id, enrollment_id: id })
  })

  it('refuses courses that are not available or do not exist, and repeated enrollments', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher)
    await createEnrollment(ada, made.id)

    for (const [id, status] of [
      [made.id, 422],
      [(await createCourse(teacher, { status: 'draft' })).id, 422],
      [(await createCourse(teacher, { status: 'archived' })).id, 422],
      [999_999, 404],
    ] as const)
      assert.equal((await enroll(ada, id)).status, status)
    assert.equal((await enroll(ada, made.id)).message, 'You are already enrolled in this course.')
  })

  it('lists the missing prerequisites, until all their lessons are done', async () => {
    const ada = await given.user()
    const first = await createCourse(teacher, { title: 'First steps', lessons: createLessons(2) })
    const made = await createCourse(teacher, { prerequisites: [first.id] })
    const refused = 'Complete these courses first: “First steps”.'

    assert.equal((await enroll(ada, made.id)).message, refused)
    await createEnrollment(ada, first.id)
    await ada.post(`/courses/${first.id}/complete`)
    assert.equal((await enroll(ada, made.id)).message, refused)
    for (const { id } of first.lessons)
      await ada.put(`/courses/${first.id}/progress`, { lesson_id: id, completed: true })

    assert.equal((await enroll(ada, made.id)).status, 201)
  })

  it('enrolls once when twenty requests arrive at once', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher)

    const replies = await runConcurrently(20, () => enroll(ada, made.id))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal((await ada.get(`/courses/${made.id}`)).data.enrolled_count, 1)
  })

  it('counts twenty people who enroll at once', async () => {
    const people = await runConcurrently(20, () => given.user())
    const made = await createCourse(teacher)

    const replies = await Promise.all(people.map((person) => enroll(person, made.id)))

    assert.deepEqual(countByStatus(replies), { 201: 20 })
    assert.equal((await teacher.get(`/courses/${made.id}`)).data.enrolled_count, 20)
  })
})

describe('a paid course', () => {
  it('is charged and enrolls once when twenty requests arrive at once, and has one invoice that names the course', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { title: 'Orchids', price: 49.5 })
    const payment_method_id = await addCard(ada)

    const replies = await runConcurrently(20, () => enroll(ada, made.id, { payment_method_id }))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    const paid = replies.find(({ status }) => status === 201)
    const { id } = paid?.data.payment ?? {}
    assert.deepEqual(paid?.data.payment, { id, status: 'succeeded', amount: 49.5, currency: 'USD', action: null })
    assert.equal(paid?.data.enrollment.course_id, made.id)
    const [record, ...others] = await readBilling(ada)
    assert.deepEqual(others, [])
    assert.equal(record.plan, 'Course: Orchids')
    assert.equal(record.amount, 49.5)
    assert.equal(record.period, '2026-11-21/2026-11-21')
    const notices = await ada.get('/notifications?type=payment_received')
    assert.equal(notices.meta.total, 1)
  })

  it('requires a payment method of the caller, and does not enroll when the card is declined', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { price: 10 })
    const others = await addCard(await given.user())
    const declined = await addCard(ada, '4000000000000341')

    for (const body of [undefined, {}, { payment_method_id: null }, { payment_method_id: others }]) {
      const reply = await enroll(ada, made.id, body)
      assert.equal(reply.status, 422)
      assert.deepEqual(Object.keys(reply.errors), ['payment_method_id'])
    }
    const reply = await enroll(ada, made.id, { payment_method_id: declined })

    assert.equal(reply.status, 422)
    assert.match(reply.errors.payment_method_id?.[0] ?? '', /declined/)
    assert.equal((await progress(ada, made.id)).status, 403)
    assert.deepEqual(await readBilling(ada), [])
    const again = await enroll(ada, made.id, { payment_method_id: await addCard(ada) })
    assert.equal(again.status, 201)
  })

  it('enrolls when the mobile money payment is confirmed, and accepts no second payment before', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { price: 10 })
    const payment_method_id = await addPhone(ada, '0002')

    const reply = await enroll(ada, made.id, { payment_method_id })
    const again = await enroll(ada, made.id, { payment_method_id })

    assert.equal(reply.status, 201)
    const { id } = reply.data.enrollment
    assert.deepEqual(reply.data.enrollment, {
      id,
      course_id: made.id,
      user_id: ada.id,
      enrolled_at: app.clock.now(),
      progress: 0,
      status: 'paused',
      cohort_id: null,
    })
    assert.equal(reply.data.payment.status, 'pending')
    assert.deepEqual(Object.keys(again.errors), ['payment_method_id'])
    assert.deepEqual(await listStatuses(ada), ['paused'])
    app.clock.advance({ seconds: 4 })
    await app.settle()
    assert.equal((await progress(ada, made.id)).status, 200)
    assert.equal((await readBilling(ada)).length, 1)
    assert.deepEqual(await listStatuses(ada), ['active'])
    assert.equal((await ada.get('/courses/enrolled')).data[0].id, id)
    assert.equal((await ada.get(`/courses/${made.id}`)).data.enrolled_count, 1)
  })

  it('keeps the place that waits for one payment when another course is not paid', async () => {
    const ada = await given.user()
    const [made, other] = [await createCourse(teacher, { price: 10 }), await createCourse(teacher, { price: 20 })]
    await enroll(ada, made.id, { payment_method_id: await addPhone(ada, '0002') })

    const declined = await enroll(ada, other.id, { payment_method_id: await addCard(ada, '4000000000000002') })
    const meanwhile = (await ada.get('/courses/enrolled')).data
    app.clock.advance({ seconds: 4 })
    await app.settle()

    assert.equal(declined.status, 422)
    assert.deepEqual(
      meanwhile.map(({ course, status }: { course: { id: number }; status: string }) => [course.id, status]),
      [[made.id, 'paused']],
    )
    assert.deepEqual(await listStatuses(ada), ['active'])
  })

  it('gives no access, is not counted and sends no notification while the payment is pending', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { price: 10, lessons: createLessons(1) })
    const { id } = made.lessons[0]
    await enroll(ada, made.id, { payment_method_id: await addPhone(ada, '0002') })

    const path = `/courses/${made.id}`
    const refused = [
      await ada.get(`${path}/progress`),
      await ada.get(`${path}/lessons`),
      await ada.get(`${path}/download`),
      await ada.put(`${path}/progress`, { lesson_id: id, completed: true }),
      await ada.post(`${path}/complete`),
      await ada.post(`${path}/sync-progress`, { lessons_completed: [] }),
      await ada.put(`${path}/enrollment`, { status: 'active' }),
    ]

    for (const { status, message } of refused)
      assert.deepEqual([status, message], [403, 'You are not enrolled in this course.'])
    const { data } = await ada.get(path)
    assert.deepEqual([data.enrolled, data.enrolled_count], [false, 0])
    const told = (await teacher.get('/notifications?type=course_update&limit=100')).data
    assert.ok(told.every((notice: { data: { url: string } }) => notice.data.url !== path))
  })

  it('ends with the account of the learner, who was never counted', async () => {
    const [ada, other] = [await given.user(), await given.user()]
    const made = await createCourse(teacher, { price: 10 })
    await enroll(ada, made.id, { payment_method_id: await addPhone(ada, '0002') })

    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)

    assert.equal((await other.get(`/courses/${made.id}`)).data.enrolled_count, 0)
  })

  for (const [what, getPath] of [
    ['course', (made: { id: number }) => `/courses/${made.id}`],
    ['account of its instructor', (_: unknown, author: Person) => `/users/${author.id}`],
  ] as const)
    it(`is refunded when the ${what} was deleted before the payment arrives`, async () => {
      const [ada, author] = [await given.user(), await given.user({ role: 'researcher' })]
      const [made, used] = [await createCourse(author, { price: 10 }), await createCourse(author)]
      await createEnrollment(ada, used.id)
      await enroll(ada, made.id, { payment_method_id: await addPhone(ada, '0002') })
      assert.equal((await author.delete(getPath(made, author))).status, 200)

      for (let seconds = 0; seconds < 12; seconds += 4) {
        app.clock.advance({ seconds: 4 })
        await app.settle()
      }

      assert.equal((await ada.get(`/courses/${made.id}`)).status, 404)
      assert.deepEqual(
        (await readBilling(ada)).map(({ status }: { status: string }) => status),
        ['refunded'],
      )
    })
})

describe('a charge with an unknown result', async () => {
  const gateway = new FakeGateway()
  const own = await testApp({}, { payments: gateway })
  const instructor = await own.given.user({ role: 'researcher' })

  for (const [failureMode, status] of [
    ['answer_lost', 200],
    ['request_lost', 200],
  ] as const)
    it(`enrolls in the end when the failure was ${failureMode}, and charges once`, async () => {
      const ada = await own.given.user()
      const made = await createCourse(instructor, { price: 10 })
      const payment_method_id = await addCard(ada)
      gateway.failureMode = failureMode
      const before = gateway.ledger.size

      const reply = await enroll(ada, made.id, { payment_method_id })

      assert.equal(reply.data.payment.status, 'pending')
      gateway.failureMode = 'none'
      own.clock.advance({ minutes: 2 })
      await own.settle()
      assert.equal((await progress(ada, made.id)).status, status)
      assert.equal(gateway.ledger.size, before + 1)
      assert.equal((await readBilling(ada)).length, 1)
    })

  for (const [steps, fate] of [
    [0, { enrolled: 403, charges: 0 }],
    [1, { enrolled: 200, charges: 1 }],
  ] as const)
    it(`agrees with the enrollment when the process crashes after ${steps} transactions`, async () => {
      const ada = await own.given.user()
      const made = await createCourse(instructor, { price: 10 })
      const payment_method_id = await addCard(ada)
      const before = gateway.ledger.size
      const actor = {
        id: ada.id,
        role: 'learner',
        token_id: 0,
        scopes: null,
        lacks_verified_email: false,
        lacks_second_factor: false,
      } as const
      const ctx = crashAfter({ ...own.service.context, actor }, steps)

      await assert.rejects(enrollIn(ctx, made.id, { payment_method_id }), Crash)
      own.clock.advance({ minutes: 2 })
      await own.settle()

      assert.equal((await progress(ada, made.id)).status, fate.enrolled)
      assert.equal(gateway.ledger.size - before, fate.charges)
      assert.equal((await readBilling(ada)).length, fate.charges)
    })

  it('is refunded, with a notification, when the learner was enrolled without payment meanwhile', async () => {
    const ada = await own.given.user()
    const made = await createCourse(instructor, { price: 10 })
    const payment_method_id = await addCard(ada)
    gateway.duringCharge = async () => {
      await instructor.put(`/courses/${made.id}`, { price: 0 })
      await createEnrollment(ada, made.id)
    }

    const reply = await enroll(ada, made.id, { payment_method_id })

    assert.equal(reply.status, 422, reply.text)
    assert.deepEqual(Object.keys(reply.errors), ['payment_method_id'])
    assert.match(reply.message, /It is being refunded\./)
    assert.equal((await progress(ada, made.id)).status, 200)
    await own.settle()
    const [{ status }] = await readBilling(ada)
    assert.equal(status, 'refunded')
  })

  it('does not enroll when it turns out to have failed, and sends a mail', async () => {
    const ada = await own.given.user()
    const made = await createCourse(instructor, { title: 'Cacti', price: 10 })
    const payment_method_id = await addCard(ada)
    Object.assign(gateway, { failureMode: 'answer_lost', hasFunds: false })

    await enroll(ada, made.id, { payment_method_id })

    Object.assign(gateway, { failureMode: 'none', hasFunds: true })
    own.clock.advance({ minutes: 2 })
    await own.settle()
    assert.equal((await progress(ada, made.id)).status, 403)
    assert.deepEqual((await ada.get('/courses/enrolled')).data, [])
    const [mail] = await own.listMails(ada.email)
    assert.match(mail?.text ?? '', /Your payment for “Cacti” did not go through/)
  })
})

describe('GET /courses/enrolled', () => {
  it("lists the caller's enrollments, newest first, by status, with progress", async () => {
    const ada = await given.user()
    const one = await createCourse(teacher, {
      title: 'One',
      lessons: createLessons(3),
      thumbnail: 'https://example.org/x.png',
    })
    const two = await createCourse(teacher, { title: 'Two', lessons: createLessons(2) })
    const three = await createCourse(teacher, { title: 'Three' })
    const { id, enrolled_at } = await createEnrollment(ada, one.id)
    await completeCourse(ada, two)
    await createEnrollment(ada, three.id)
    await ada.put(`/courses/${three.id}/enrollment`, { status: 'paused' })
    app.clock.advance({ minutes: 5 })
    await ada.put(`/courses/${one.id}/progress`, { lesson_id: one.lessons[0].id, completed: true })

    const all = await ada.get('/courses/enrolled')
    const active = await ada.get('/courses/enrolled?status=active')

    assert.deepEqual(
      all.data.map(({ course: { title }, status, progress: percent }: EnrollmentItem) => [title, status, percent]),
      [
        ['Three', 'paused', 0],
        ['Two', 'completed', 100],
        ['One', 'active', 33],
      ],
    )
    assert.deepEqual(active.data, [
      {
        id,
        course: { id: one.id, title: 'One', description: 'Plants.', thumbnail: 'https://example.org/x.png' },
        progress: 33,
        enrolled_at,
        last_accessed_at: app.clock.now(),
        status: 'active',
      },
    ])
    assert.equal(active.meta.total, 1)
    assert.equal(all.data[0].course.thumbnail, '')
    assert.equal((await ada.get('/courses/enrolled?status=gone')).status, 422)
  })
})

const listStatuses = async (person: Person): Promise<string[]> =>
  (await person.get('/courses/enrolled')).data.map(({ status }: EnrollmentItem) => status)

interface EnrollmentItem {
  course: { title: string }
  status: string
  progress: number
}

describe('PUT /courses/{id}/enrollment', () => {
  it('pauses and resumes, but does not change completed enrollments', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { lessons: createLessons(1) })
    const path = `/courses/${made.id}/enrollment`
    assert.equal((await ada.put(path, { status: 'paused' })).status, 403)
    await createEnrollment(ada, made.id)

    for (const status of ['paused', 'paused', 'active'])
      assert.equal((await ada.put(path, { status })).data.status, status)
    assert.equal((await ada.put(path, { status: 'completed' })).status, 422)
    await ada.post(`/courses/${made.id}/complete`)

    const reply = await ada.put(path, { status: 'paused' })
    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors), ['status'])
  })
})

describe('personal data in courses', () => {
  it('is in the export, and deleted with the account', async () => {
    const ada = await given.user()
    const made = await createCourse(teacher, { title: 'Kept', lessons: createLessons(2) })
    await completeCourse(ada, made)

    const { data } = await ada.get(`/users/${ada.id}/export`)
    assert.equal(data.courses.enrollments[0].title, 'Kept')
    assert.deepEqual(
      data.courses.lesson_progress.map(({ title, completed_at }: Record<string, string>) => [title, completed_at]),
      [
        ['Lesson 1', app.clock.now()],
        ['Lesson 2', app.clock.now()],
      ],
    )
    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)

    assert.equal((await teacher.get(`/courses/${made.id}`)).data.enrolled_count, 0)
    assert.equal((await teacher.get(`/users/${teacher.id}/export`)).data.courses.courses.at(-1).title, 'Kept')
  })

  it("keeps courses available for their learners when the instructor's account is deleted, and accepts no new learners", async () => {
    const author = await given.user({ role: 'researcher', name: 'Gone Soon' })
    const ada = await given.user()
    const used = await createCourse(author, { lessons: createLessons(1) })
    const unused = await createCourse(author)
    await createEnrollment(ada, used.id)

    assert.equal((await author.delete(`/users/${author.id}`)).status, 200)

    const { data } = await ada.get(`/courses/${used.id}`)
    assert.equal(data.instructor.name, 'Deleted user')
    assert.equal(data.status, 'archived')
    assert.equal((await ada.get(`/courses/${used.id}/lessons`)).status, 200)
    assert.equal((await ada.get(`/courses/${unused.id}`)).status, 404)
  })
})
