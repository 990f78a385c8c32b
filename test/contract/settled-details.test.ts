/** Details of the product decisions, section 11, "Decided since". */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person, testApp } from '../support/app.ts'
import { createExam, getRightAnswers, startAttempt, takeExam } from '../support/exams.ts'
import { createApplication, createJobPost } from '../support/jobs.ts'

describe('one row', () => {
  it('of GET /users has the public fields, also one of their own', async () => {
    const { given } = await testApp()
    const [ada, admin] = [await given.user({ name: 'Zoe Unique' }), await given.admin()]
    const find = async ({ get }: Person) => (await get('/users?search=Zoe')).data[0]

    assert.deepEqual(Object.keys(await find(ada)).toSorted(), [
      'headline',
      'id',
      'location',
      'name',
      'profile_photo',
      'role',
      'skills',
    ])
    assert.equal((await find(admin)).email, ada.email)
    assert.equal((await ada.get(`/users/${ada.id}`)).data.email, ada.email)
  })
})

describe('an id', () => {
  for (const id of ['+1', '%2B1', '1.0', '01x'])
    it(`is not ${id}`, async () => {
      const { given } = await testApp()
      assert.equal((await (await given.admin()).get(`/users/${id}`)).status, 404)
    })
})

describe('GET /health/live', () => {
  it('ignores tokens, also while the database is away', async () => {
    const { platform, withToken } = await createApp()
    platform.db.all = () => Promise.reject(new Error('The database must not be asked.'))

    assert.equal((await withToken('rps_nonsense').get('/health/live')).status, 200)
  })
})

describe('a signed link', () => {
  it('that is wrong is 403 with a sentence, also for a file that does not exist', async () => {
    const { anonymous } = await testApp()

    for (const path of ['/files/private/none.pdf', '/files/private/none.pdf?expires=9999999999&signature=x']) {
      const { status, message } = await anonymous.get(path)
      assert.deepEqual([status, message], [403, 'This link is not valid or has expired. Ask for a new one.'])
    }
  })
})

describe('an Idempotency-Key', () => {
  it('ends by its age, although nothing swept it', async () => {
    const { given, clock } = await createApp({ TOKEN_TTL_DAYS: '30' })
    const ada = await given.user()
    const create = () => ada.post('/projects', { title: 'Maize' }, { 'idempotency-key': 'one' })

    const first = await create()
    clock.advance({ hours: 23 })
    assert.equal((await create()).data.id, first.data.id)
    clock.advance({ hours: 2 })

    assert.notEqual((await create()).data.id, first.data.id)
  })
})

describe('the exams of a deleted author', () => {
  it('are hidden, and their results and running attempts stay', async () => {
    const { given } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const [ada, grace] = [await given.user(), await given.user()]
    const [exam, unused] = [await createExam(author), await createExam(author)]
    const result = await takeExam(ada, exam.id, 'right')
    const running = await startAttempt(grace, exam.id)

    await author.delete(`/users/${author.id}`)

    const listed = (await grace.get('/exams?limit=100')).data.map(({ id }: { id: number }) => id)
    assert.deepEqual(
      [exam.id, unused.id].filter((id) => listed.includes(id)),
      [],
    )
    for (const { id } of [exam, unused]) assert.equal((await grace.get(`/exams/${id}`)).status, 404)
    assert.equal((await grace.post(`/exams/${exam.id}/start`)).status, 404)
    assert.equal((await ada.get(`/exam-attempts/${result.attempt_id}`)).data.score, 100)
    const submitted = await grace.post(`/exam-attempts/${running.id}/submit`, {
      answers: getRightAnswers(running.questions),
    })
    assert.equal(submitted.status, 200, submitted.text)
    assert.equal((await ada.get('/certificates')).data[0].awarded_by.name, 'Deleted user')
  })
})

describe('the interviews of a recruiter who deleted the account', () => {
  it('are canceled, and the applicant is notified and mailed', async () => {
    const { given, listMails } = await testApp()
    const recruiter = await given.user({ role: 'recruiter' })
    const ada = await given.verifiedUser()
    const { id: post } = await createJobPost(recruiter)
    const application_id = await createApplication(ada, post)
    const terms = { application_id, interview_date: '2027-12-01T00:00:00Z', interview_time: '14:30' }
    assert.equal((await recruiter.post(`/job-posts/${post}/schedule-interview`, terms)).status, 201)
    assert.equal((await ada.get('/interviews')).data.length, 1)

    await recruiter.delete(`/users/${recruiter.id}`)

    assert.deepEqual((await ada.get('/interviews')).data, [])
    const [notice] = (await ada.get('/notifications')).data
    assert.equal(notice.title, 'Interview canceled')
    const [mail] = await listMails(ada.email)
    assert.match(mail?.subject ?? '', /^Your interview is canceled/)
  })
})
