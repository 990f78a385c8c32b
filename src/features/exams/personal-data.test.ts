import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createExam, questions, startAttempt, takeExam } from '#test/support/exams.ts'

const slot = { date: '2026-12-01', time: '10:00', location: 'Room 7' }

describe('personal data in exams', () => {
  it('is in the export', async () => {
    const { given } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const made = await createExam(author, { questions: [questions.text] })
    const ada = await given.user()
    await takeExam(ada, made.id, 'wrong')
    await ada.post(`/exams/${made.id}/book`, slot)

    const [hers, his] = [await ada.get(`/users/${ada.id}/export`), await author.get(`/users/${author.id}/export`)]

    const { attempts, bookings, exams } = hers.data.exams
    assert.deepEqual(exams, [])
    assert.deepEqual([attempts[0].score, Object.values(attempts[0].answers)], [0, ['Babbage']])
    assert.equal(bookings[0].location, 'Room 7')
    assert.equal(his.data.exams.exams[0].title, 'Basics')
    const [question] = his.data.exams.questions
    assert.deepEqual([question.exam_id, question.question], [made.id, questions.text.question])
  })

  it('is deleted with the account, except for graded attempts and what others use', async () => {
    const { given, settle } = await testApp({ EXAM_SLOT_CAPACITY: '1' })
    const author = await given.user({ role: 'researcher' })
    const [made, other] = [await createExam(author), await createExam(author)]
    const draft = await createExam(author, { publication_status: 'draft' })
    const ada = await given.user()
    const result = await takeExam(ada, made.id, 'right')
    const open = await startAttempt(ada, other.id)
    await ada.post(`/exams/${made.id}/book`, slot)

    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)

    const { data } = await author.get(`/exams/${made.id}/attempts`)
    assert.deepEqual(
      [data[0].id, data[0].score, data[0].user],
      [result.attempt_id, 100, { id: ada.id, name: 'Deleted user' }],
    )
    assert.equal((await author.get(`/exam-attempts/${open.id}`)).status, 404)
    const grace = await given.user()
    assert.equal((await grace.post(`/exams/${made.id}/book`, slot)).status, 201)

    assert.equal((await author.delete(`/users/${author.id}`)).status, 200)
    await settle()
    const admin = await given.admin()
    assert.equal((await admin.get(`/exams/${draft.id}`)).status, 404)
    assert.equal((await grace.get(`/exams/${made.id}`)).status, 404)
  })
})
