import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'

const essay = { type: 'essay', question: 'Why do we sow?', points: 10 }

/** An attempt at an essay, graded by a grader and released. */
async function createReleasedAttempt(points = 4) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { questions: [essay], passing_score: 50 })
  const [grader, ada] = [await app.given.user(), await app.given.user()]
  await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })
  const attempt = await startAttempt(ada, exam.id)
  const [{ id: question_id }] = attempt.questions
  await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [question_id]: 'To eat.' } })
  const path = `/exam-attempts/${attempt.id}/appeals`
  const early = await ada.post(path, { question_id, reason: 'Too early' })
  assert.equal(early.message, 'This answer has no released grade.')
  await grader.put(`/exam-attempts/${attempt.id}/grades/${question_id}`, { points })
  await author.post(`/exams/${exam.id}/grades/release`, {})
  await app.settle()
  return { ...app, author, exam, grader, ada, attempt, question_id, path }
}

describe('an appeal', () => {
  it('is made once a question, and answered by another grader, with result and certificate', async () => {
    const { author, ada, grader, exam, attempt, question_id, path } = await createReleasedAttempt()
    const appeal = { question_id, reason: 'I named the reason.' }

    const made = await runConcurrently(5, () => ada.post(path, appeal))
    const [{ id }] = (await grader.get(`/exams/${exam.id}/appeals?state=open`)).data
    const answerPath = `/exams/${exam.id}/appeals/${id}`
    const own = await grader.put(answerPath, { answer: 'No.', points: 4 })
    const lower = await author.put(answerPath, { answer: 'No.', points: 3 })
    const answered = await runConcurrently(5, () => author.put(answerPath, { answer: 'You are right.', points: 6 }))

    assert.deepEqual(countByStatus(made), { 201: 1, 422: 4 })
    assert.equal(own.message, 'Another grader answers this appeal.')
    assert.deepEqual(Object.keys(lower.errors), ['points'])
    assert.deepEqual(countByStatus(answered), { 200: 1, 422: 4 })
    const [shown] = (await ada.get(path)).data
    assert.deepEqual(
      [shown.state, shown.answer, shown.points_before, shown.points_after, shown.attempt_id],
      ['answered', 'You are right.', 4, 6, attempt.id],
    )
    const { data } = await ada.get(`/exam-attempts/${attempt.id}`)
    assert.deepEqual([data.score, data.passed, (await ada.get('/certificates')).data.length], [60, true, 1])
    const [notice] = (await ada.get('/notifications')).data.filter(
      ({ title }: { title: string }) => title === 'Your appeal is answered',
    )
    assert.match(notice.message, /has answered your appeal/)
    assert.equal((await grader.get(`/exams/${exam.id}/appeals?state=answered`)).meta.total, 1)
  })

  it('is answered by the same grader where there is no other, and can leave the points', async () => {
    const { author, ada, grader, exam, question_id, path } = await createReleasedAttempt(7)
    const { data } = await author.get(`/exams/${exam.id}/graders`)
    await author.delete(`/exams/${exam.id}/graders/${data[0].id}`)
    assert.equal((await grader.get(`/exams/${exam.id}/appeals`)).status, 403)
    const made = await ada.post(path, { question_id, reason: 'More' })

    const { status, data: answered } = await author.put(`/exams/${exam.id}/appeals/${made.data.id}`, { answer: 'No.' })

    assert.deepEqual([status, answered.points_after], [200, 7])
  })

  it('is refused to others, and shown to its author and graders alone', async () => {
    const { ada, given, exam, question_id, path } = await createReleasedAttempt()
    const made = await ada.post(path, { question_id, reason: 'More' })
    const other = await given.user({ role: 'researcher' })

    for (const reply of [
      await other.get(path),
      await other.post(path, { question_id, reason: 'Mine' }),
      await other.get(`/exams/${exam.id}/appeals`),
      await ada.get(`/exams/${exam.id}/appeals`),
      await ada.put(`/exams/${exam.id}/appeals/${made.data.id}`, { answer: 'Yes.', points: 10 }),
    ])
      assert.equal(reply.status, 403, reply.text)
  })
})
