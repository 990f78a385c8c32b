import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, takeExam } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'

const app = await testApp()
const { anonymous, given } = app
const csv = { accept: 'text/csv' }

const researcher = await given.user({ role: 'researcher' })
const recruiter = await given.user({ role: 'recruiter' })
const person = await given.verifiedUser({ name: '=HYPERLINK("http://evil.example")' })

async function readTable(who: Person, path: string): Promise<string[]> {
  const { status, headers, text } = await who.get(path, csv)
  assert.equal(status, 200, text)
  assert.match(String(headers.get('content-type')), /^text\/csv; charset=utf-8/)
  assert.equal(text.charCodeAt(0), 0xfeff)
  return text.slice(1).trimEnd().split('\r\n')
}

describe('lists as tables', () => {
  it('are the applicants of a post, for its owner alone, without formulas', async () => {
    const post = await createJobPost(recruiter)
    const stranger = await given.user({ role: 'recruiter' })
    await createApplication(person, post.id, { first_name: '=cmd|calc' })

    const [header = '', row = '', ...others] = await readTable(recruiter, `/job-posts/${post.id}/applicants?limit=1`)

    assert.match(header, /^id,/)
    assert.ok(row.includes("'=cmd|calc"), row)
    assert.deepEqual(others, [])
    assert.equal((await stranger.get(`/job-posts/${post.id}/applicants`, csv)).status, 403)
    assert.equal((await anonymous.get(`/job-posts/${post.id}/applicants`, csv)).status, 401)
    assert.equal((await readTable(person, '/job-applications')).length, 2)
  })

  it('are the attempts at an exam, and one’s own', async () => {
    const exam = await createExam(researcher)
    for (const how of ['wrong', 'right'] as const) await takeExam(await given.user(), exam.id, how)
    await takeExam(person, exam.id, 'right')

    assert.equal((await readTable(researcher, `/exams/${exam.id}/attempts?limit=1`)).length, 4)
    assert.equal((await readTable(person, '/exam-attempts')).length, 2)
    assert.equal((await person.get(`/exams/${exam.id}/attempts`, csv)).status, 403)
  })

  it('are one’s own enrollments and payments', async () => {
    const course = await createCourse(researcher, { title: '+1 for soil' })
    await createEnrollment(person, course.id)

    const [names = '', row = ''] = await readTable(person, '/courses/enrolled')
    const [header = ''] = await readTable(person, '/billing/history')

    assert.ok(row.includes("'+1 for soil"), row)
    assert.match(names, /,course\.title,/)
    assert.match(header, /(^|,)amount(,|$)/)
  })
})

const details = { accept: 'application/problem+json' }

describe('problem details (RFC 9457)', () => {
  it('answer those who ask for them', async () => {
    const { status, headers, text } = await anonymous.post('/auth/signup', { name: '' }, details)

    const { request_id, errors, detail, ...problem } = JSON.parse(text)
    assert.equal(status, 422)
    assert.equal(headers.get('content-type'), 'application/problem+json')
    assert.deepEqual(problem, {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      instance: '/auth/signup',
    })
    assert.equal(detail, 'The given data was invalid.')
    assert.ok(errors.email[0])
    assert.equal(request_id, headers.get('x-request-id'))
  })

  it('say nothing of the query, speak the language of the reader, and leave others their envelope', async () => {
    const asked = await anonymous.get('/users/1?token=secret', { ...details, 'accept-language': 'fr' })
    const { instance, title, detail } = JSON.parse(asked.text)

    assert.deepEqual([instance, title], ['/users/1', 'Unauthorized'])
    assert.notEqual(detail, 'Unauthenticated')
    assert.ok(!asked.text.includes('secret'))
    for (const accept of ['application/json', '*/*', 'application/json, application/problem+json;q=0.5']) {
      const { text } = await anonymous.get('/users/1', { accept })
      assert.equal(JSON.parse(text).error, true)
    }
  })
})
