import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { completeCourse, createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'

const app = await testApp()
const { given } = app
const teacher = await given.user({ role: 'researcher', name: 'Agnes Arber' })
const admin = await given.admin()

const enroll = (who: Person, courseId: number, ...people: { id: number }[]) =>
  who.post(`/courses/${courseId}/enrollments`, { user_ids: people.map(({ id }) => id) })
const listVerdicts = ({ data }: { data: { verdict: string }[] }) => data.map(({ verdict }) => verdict)
const isEnrolled = async (who: Person, id: number) => (await who.get(`/courses/${id}`)).data.enrolled

describe('POST /courses/{id}/enrollments', () => {
  it('enrolls others with a verdict for each, counts them, and notifies them and not the instructor', async () => {
    const [ada, grace] = [await given.user(), await given.user()]
    const { id } = await createCourse(teacher)
    await createEnrollment(grace, id)
    const before = (await teacher.get('/notifications')).meta.total

    const reply = await enroll(teacher, id, ada, grace, { id: 999_999 })

    assert.deepEqual(reply.data, [
      { user_id: ada.id, verdict: 'enrolled', message: '' },
      { user_id: grace.id, verdict: 'already_enrolled', message: '' },
      { user_id: 999_999, verdict: 'refused', message: 'There is no such user.' },
    ])
    assert.equal(await isEnrolled(ada, id), true)
    assert.equal((await teacher.get(`/courses/${id}`)).data.enrolled_count, 2)
    const [notice] = (await ada.get('/notifications?type=course_update')).data
    assert.equal(notice.message, 'Agnes Arber has enrolled you in Botany.')
    assert.equal((await teacher.get('/notifications')).meta.total, before)
    const log = await ada.get(`/users/${ada.id}/activity?type=course_enrolled`)
    assert.equal(log.data[0].metadata.course_id, id)
  })

  it('is for the instructor and administrators', async () => {
    const [ada, stranger] = [await given.user(), await given.user({ role: 'researcher' })]
    const { id } = await createCourse(teacher)
    const draft = await createCourse(teacher, { status: 'draft' })

    assert.equal((await enroll(stranger, id, ada)).status, 403)
    assert.equal((await enroll(ada, id, ada)).status, 403)
    assert.equal((await enroll(stranger, draft.id, ada)).status, 404)
    assert.equal(await isEnrolled(ada, id), false)
    assert.deepEqual(listVerdicts(await enroll(admin, id, ada)), ['enrolled'])
  })

  it('enrolls in a paid course for administrators alone, without a payment', async () => {
    const ada = await given.user()
    const { id } = await createCourse(teacher, { price: 10 })

    const refused = await enroll(teacher, id, ada)
    const accepted = await enroll(admin, id, ada)

    assert.deepEqual(
      [refused.status, refused.message],
      [403, 'This course is not free; only an administrator can enroll others in it.'],
    )
    assert.deepEqual(listVerdicts(accepted), ['enrolled'])
    assert.equal((await ada.get('/billing/history')).meta.total, 0)
    const audit = await admin.get(`/admin/audit?user_id=${teacher.id}`)
    assert.ok(
      audit.data.some((row: { object: { id: string } | null }) => row.object?.id === String(id)),
      audit.text,
    )
  })

  it('refuses courses that are not published', async () => {
    const ada = await given.user()
    for (const status of ['draft', 'archived'])
      assert.equal((await enroll(teacher, (await createCourse(teacher, { status })).id, ada)).status, 422, status)
  })

  it('keeps prerequisites, and names those that are missing', async () => {
    const [ada, grace] = [await given.user(), await given.user()]
    const first = await createCourse(teacher, { title: 'Seeds', lessons: createLessons(1) })
    const { id } = await createCourse(teacher, { prerequisites: [first.id] })
    await completeCourse(grace, first)

    const { data } = await enroll(teacher, id, ada, grace)

    assert.deepEqual(data[0], {
      user_id: ada.id,
      verdict: 'refused',
      message: 'Complete these courses first: “Seeds”.',
    })
    assert.equal(data[1].verdict, 'enrolled')
  })

  it('refuses suspended people like unknown ones', async () => {
    const ada = await given.user()
    const { id } = await createCourse(teacher)
    await admin.post(`/admin/users/${ada.id}/suspend`, { reason: 'Spam' })

    const { data } = await enroll(teacher, id, ada)

    assert.deepEqual([data[0].verdict, data[0].message], ['refused', 'There is no such user.'])
  })

  it('enrolls a person once, of twenty simultaneous requests', async () => {
    const ada = await given.user()
    const { id } = await createCourse(teacher)

    const replies = await runConcurrently(20, () => enroll(admin, id, ada))

    const verdicts = replies.flatMap((reply) => listVerdicts(reply))
    assert.equal(verdicts.filter((one) => one === 'enrolled').length, 1)
    assert.equal(verdicts.filter((one) => one === 'already_enrolled').length, 19)
    assert.equal((await teacher.get(`/courses/${id}`)).data.enrolled_count, 1)
  })

  it('is bounded for each instructor and day, and changes nothing beyond the bound', async () => {
    const strict = await testApp({ INVITATIONS_PER_DAY: '1' })
    const owner = await strict.given.user({ role: 'researcher' })
    const { id } = await createCourse(owner)
    const [ada, grace] = [await strict.given.user(), await strict.given.user()]

    assert.equal((await enroll(owner, id, ada, grace)).status, 429)
    assert.equal(await isEnrolled(ada, id), false)
    assert.equal((await enroll(owner, id, ada)).status, 200)
  })

  it('takes 1 to 200 different people', async () => {
    const { id } = await createCourse(teacher)
    for (const user_ids of [[], [1, 1], Array.from({ length: 201 }, (_, index) => index + 1), ['x']])
      assert.equal((await teacher.post(`/courses/${id}/enrollments`, { user_ids })).status, 422)
  })
})
