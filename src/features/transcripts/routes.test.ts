import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createAuthor, createCertificate } from '#test/support/certificates.ts'
import { completeCourse, createCourse, createEnrollment } from '#test/support/courses.ts'
import { isProven } from '#test/support/credential-verifier.ts'
import { createExam, takeExam } from '#test/support/exams.ts'
import { countPdfPages, readPdfAttachment } from '#test/support/pdf.ts'

const app = await testApp()
const { anonymous, given } = app
const admin = await given.admin()

const getKeys = async () => JSON.parse((await anonymous.get('/.well-known/did.json')).text)

async function getTranscript(person: Person) {
  const { status, text, headers } = await person.get(`/users/${person.id}/transcript`)
  assert.equal(status, 200, text)
  assert.equal(headers.get('content-type'), 'application/vc')
  return JSON.parse(text)
}

async function download(person: Person) {
  const response = await fetch(`${app.address}/users/${person.id}/transcript`, {
    headers: { authorization: `Bearer ${person.token}`, accept: 'application/pdf' },
  })
  assert.equal(response.headers.get('content-type'), 'application/pdf')
  return Buffer.from(await response.arrayBuffer())
}

async function check(content: object | ArrayBuffer) {
  const form = new FormData()
  form.append('file', new Blob([content instanceof ArrayBuffer ? content : JSON.stringify(content)]), 'file')
  const headers = { accept: 'application/json' }
  return (await anonymous.send('POST', '/certificates/verify', { body: form, headers })).data
}

interface Subject {
  achievement: { name: string; achievementType: string }
  result?: { value: string }[]
}

/** A person with a certificate, an exam and a course that award none, and one exam that was failed. */
async function createGraduate() {
  const author = await createAuthor(app)
  const person = await given.verifiedUser({ name: 'Ada Lovelace' })
  const { id } = await createCertificate(app, person, { title: 'Statistics', score: 92 })
  const exam = await createExam(author, { title: 'Field methods' })
  await takeExam(person, exam.id, 'right')
  const failed = await createExam(author, { title: 'Failed exam' })
  await takeExam(person, failed.id, 'wrong')
  const course = await createCourse(author, {
    title: 'Soil',
    lessons: [{ title: 'Roots' }],
    certificate_enabled: false,
  })
  await completeCourse(person, course)
  await createEnrollment(person, (await createCourse(author, { title: 'Begun only' })).id)
  return { person, certificateId: id }
}

describe('a transcript', () => {
  it('is one signed document of everything that was earned', async () => {
    const { person } = await createGraduate()

    const transcript = await getTranscript(person)

    const subjects: Subject[] = transcript.credentialSubject
    assert.deepEqual(
      subjects
        .map(({ achievement, result }) => [achievement.name, achievement.achievementType, result?.[0]?.value])
        .sort(),
      [
        ['Field methods', 'Assessment', '100'],
        ['Soil', 'Course', undefined],
        ['Statistics', 'Assessment', '92'],
      ],
    )
    assert.equal(await isProven(transcript, await getKeys()), true)
    const { verdict, achievements } = await check(transcript)
    assert.equal(verdict, 'proven')
    assert.equal(achievements.length, 3)
    assert.ok(!/Ada|Lovelace/.test(JSON.stringify(transcript)))
  })

  it('is a PDF that contains it, with as many pages as it needs', async () => {
    const { person } = await createGraduate()
    const author = await createAuthor(app)
    for (let number = 0; number < 15; number++) {
      const exam = await createExam(author, { title: `إدارة المياه ${number}` })
      await takeExam(person, exam.id, 'right')
    }

    const pdf = await download(person)

    assert.equal(countPdfPages(pdf), 2)
    assert.deepEqual(JSON.parse(readPdfAttachment(pdf) ?? ''), await getTranscript(person))
    assert.equal((await check(Uint8Array.from(pdf).buffer)).verdict, 'proven')
  })

  it('is a JWT for those who ask for one', async () => {
    const { person } = await createGraduate()

    const { text } = await person.get(`/users/${person.id}/transcript`, { accept: 'application/vc+jwt' })

    assert.equal(text.split('.').length, 3)
  })

  it('leaves out what was revoked, and is revoked with it', async () => {
    const { person, certificateId } = await createGraduate()
    const before = await getTranscript(person)

    await admin.post(`/certificates/${certificateId}/revoke`, { reason: 'Another person sat the exam' })

    assert.equal((await check(before)).revoked, true)
    const after = await getTranscript(person)
    assert.ok(!JSON.stringify(after).includes('Statistics'))
    assert.equal((await check(after)).verdict, 'proven')
  })

  it('does not contain what authors did with their own exams', async () => {
    const author = await createAuthor(app)
    const exam = await createExam(author, { title: 'My own' })
    await takeExam(author, exam.id, 'right')

    const { status, message } = await author.get(`/users/${author.id}/transcript`)

    assert.deepEqual([status, message], [422, 'There is nothing to show yet: no passed exam and no completed course.'])
  })

  it('is for the user and administrators', async () => {
    const { person } = await createGraduate()
    const stranger = await given.user()

    assert.equal((await stranger.get(`/users/${person.id}/transcript`)).status, 403)
    assert.equal((await anonymous.get(`/users/${person.id}/transcript`)).status, 401)
    assert.equal((await admin.get(`/users/${person.id}/transcript`)).status, 200)
    assert.equal((await admin.get('/users/999999/transcript')).status, 404)
  })

  it('stays proven after the account is gone, and names no person', async () => {
    const { person } = await createGraduate()
    const transcript = await getTranscript(person)

    await person.delete(`/users/${person.id}`)

    assert.equal((await check(transcript)).verdict, 'proven')
    assert.ok(!JSON.stringify(transcript).includes(person.email))
  })
})
