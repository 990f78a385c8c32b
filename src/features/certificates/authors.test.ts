import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, type TestApp, testApp } from '#test/support/app.ts'
import { completeCourse, createCourse, createLessons } from '#test/support/courses.ts'
import { createExam, takeExam } from '#test/support/exams.ts'

const app = await testApp()
const json = { accept: 'application/json' }

const listCertificates = async (person: Person) => (await person.get('/certificates')).data

async function verify({ given }: TestApp, person: Person) {
  const { researcher_id } = (await person.get('/auth/me')).data
  const reply = await (await given.admin()).post(`/researchers/${researcher_id}/verify`)
  assert.equal(reply.status, 200)
}

async function earnCertificate(author: Person, learner: Person) {
  await takeExam(learner, Number((await createExam(author)).id), 'right')
  return (await listCertificates(learner))[0]
}

describe('the author of an exam or course', () => {
  it('may take the exam, and gets no certificate for it', async () => {
    const author = await app.given.user({ role: 'researcher' })
    const { id } = await createExam(author)

    const data = await takeExam(author, Number(id), 'right')

    assert.deepEqual([data.passed, data.certificate_eligible], [true, false])
    assert.deepEqual(await listCertificates(author), [])
  })

  it('may complete the course, and gets no certificate for it', async () => {
    const author = await app.given.user({ role: 'researcher' })
    const course = await createCourse(author, { lessons: createLessons(2) })
    const reply = await completeCourse(author, course)

    assert.deepEqual(reply, { certificate_eligible: false, certificate_url: null })
    assert.equal((await author.get(`/courses/${course.id}/progress`)).data.certificate_eligible, false)
    assert.deepEqual(await listCertificates(author), [])
  })
})

describe('awarded_by', () => {
  it('says whether the organization has verified who the author is, as it was on the day of issue', async () => {
    const author = await app.given.user({ role: 'researcher', name: 'Agnes Arber' })
    const [first, second] = [await app.given.user(), await app.given.user()]

    const before = await earnCertificate(author, first)
    await verify(app, author)
    const after = await earnCertificate(author, second)

    assert.deepEqual(before.awarded_by, { id: author.id, name: 'Agnes Arber', verified: false })
    assert.deepEqual(after.awarded_by, { id: author.id, name: 'Agnes Arber', verified: true })
    assert.equal((await first.get(`/certificates/${before.id}`)).data.awarded_by.verified, false)
    for (const [{ certificate_url }, words] of [
      [before, 'has not verified'],
      [after, 'has verified'],
    ] as const) {
      const path = certificate_url.replace('http://api.test', '')
      const page = await app.anonymous.get(path)
      assert.ok(page.text.includes(`Awarded by Agnes Arber, whose identity Research Platform ${words}.`))
      assert.ok(page.text.includes('Research Platform confirms that this record is genuine.'))
      assert.ok((await app.anonymous.get(`${path}/badge.svg`)).text.includes('Awarded by Agnes Arber'))
      assert.equal((await app.anonymous.get(path, json)).data.awarded_by.verified, words === 'has verified')
    }
  })

  it('is not verified after a verified author took another name, until an administrator verifies again', async () => {
    const author = await app.given.user({ role: 'researcher' })
    await verify(app, author)
    const isVerified = async () => (await author.get('/researchers/me')).data.verified

    await author.put(`/users/${author.id}`, { name: author.name, bio: 'The same name.' })
    assert.equal(await isVerified(), true)
    await (await app.given.admin()).put(`/users/${author.id}`, { name: 'Corrected By An Administrator' })
    assert.equal(await isVerified(), true)
    await author.put(`/users/${author.id}`, { name: 'Massachusetts Institute of Technology' })

    assert.equal(await isVerified(), false)
    assert.equal((await earnCertificate(author, await app.given.user())).awarded_by.verified, false)
  })

  it('is verified for administrators, and nameless once the account of the author is deleted', async () => {
    const admin = await app.given.admin()
    const learner = await app.given.user()
    assert.equal((await earnCertificate(admin, learner)).awarded_by.verified, true)
    const author = await app.given.user({ role: 'researcher' })
    const { certificate_url } = await earnCertificate(author, learner)

    await author.delete(`/users/${author.id}`)

    const { data } = await app.anonymous.get(certificate_url.replace('http://api.test', ''), json)
    assert.deepEqual(data.awarded_by, { id: null, name: 'Deleted user', verified: false })
  })
})

describe('CERTIFICATE_AUTHORS=verified', () => {
  it('lets only verified researchers and administrators enable certificates', async () => {
    const strict = await testApp({ CERTIFICATE_AUTHORS: 'verified' })
    const author = await strict.given.user({ role: 'researcher' })
    const exam = await createExam(author)
    const course = await createCourse(author)
    assert.deepEqual([exam.certificate_enabled, course.certificate_enabled], [false, false])
    const wish = { certificate_enabled: true }
    const refused = [
      await author.put(`/exams/${exam.id}`, wish),
      await author.put(`/courses/${course.id}`, wish),
      await author.post('/courses', { title: 'Course', description: 'Text.', ...wish }),
    ]
    for (const { status, errors } of refused) {
      assert.equal(status, 422)
      assert.deepEqual(errors.certificate_enabled, [
        'Only verified researchers and administrators may award certificates.',
      ])
    }

    await verify(strict, author)

    assert.equal((await author.put(`/exams/${exam.id}`, wish)).data.certificate_enabled, true)
    assert.equal((await author.put(`/courses/${course.id}`, wish)).data.certificate_enabled, true)
    assert.equal((await createExam(await strict.given.admin())).certificate_enabled, true)
  })
})
