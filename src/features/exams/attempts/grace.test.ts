import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { createApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createExam, getRightAnswers, questions, startAttempt } from '#test/support/exams.ts'

/** An attempt of twenty minutes, whose learner saved in the last ten of them. */
async function createWrittenAttempt(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { duration_minutes: 20, max_attempts: 2, ...more })
  const ada = await app.given.user()
  const attempt = await startAttempt(ada, exam.id)
  const path = `/exam-attempts/${attempt.id}`
  const answers = getRightAnswers(attempt.questions)
  const [first = ''] = Object.keys(answers)
  const save = (some: object, rest: object = {}) => ada.put(`${path}/answers`, { answers: some, ...rest })
  app.clock.advance({ minutes: 15 })
  await save({ [first]: answers[first] })
  const waitUntilAfterEnd = (time: { minutes?: number; seconds?: number }) =>
    app.clock.set(addDuration(attempt.expires_at, time))
  return { ...app, author, exam, ada, attempt, path, answers, first, save, waitUntilAfterEnd }
}

const tooLate = [422, 'The time for this attempt is over.']

describe('answers after the end', () => {
  it('count within two minutes by default, are marked as late, and the author sees it', async () => {
    const { ada, author, exam, path, answers, save, waitUntilAfterEnd, settle } = await createWrittenAttempt()
    waitUntilAfterEnd({ seconds: 40 })
    await settle()

    const { status, data } = await save(answers)
    const { data: shown } = await ada.get(path)
    waitUntilAfterEnd({ minutes: 2 })
    const refused = await save(answers)
    await settle()

    assert.deepEqual([status, data.late_by_seconds], [200, 40])
    assert.deepEqual(
      [shown.status, shown.score, shown.result, shown.time_remaining_seconds],
      ['expired', null, null, 0],
    )
    assert.deepEqual([refused.status, refused.message], tooLate)
    const { data: listed } = await author.get(`/exams/${exam.id}/attempts`)
    assert.deepEqual([listed[0].status, listed[0].score, listed[0].late_by_seconds], ['expired', 100, 40])
  })

  it('can be submitted late, once', async () => {
    const { ada, author, exam, path, answers, waitUntilAfterEnd, settle, clock } = await createWrittenAttempt()
    waitUntilAfterEnd({ minutes: 1, seconds: 59 })

    const replies = await runConcurrently(20, () => ada.post(`${path}/submit`, { answers }))
    await settle()

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    const { data } = await ada.get(path)
    assert.deepEqual([data.status, data.submitted_at, data.score], ['submitted', clock.now(), 100])
    const [listed] = (await author.get(`/exams/${exam.id}/attempts`)).data
    assert.equal(listed.late_by_seconds, 119)
  })

  it('are refused from the moment of the end where the exam has no grace', async () => {
    const { ada, path, answers, save, waitUntilAfterEnd } = await createWrittenAttempt({ grace_minutes: 0 })
    waitUntilAfterEnd({})

    for (const { status, message } of [await save(answers), await ada.post(`${path}/submit`, { answers })])
      assert.deepEqual([status, message], tooLate)
    assert.equal((await ada.get(path)).data.score, 10)
  })

  it('are refused where nobody was writing: without a save or heartbeat in the last ten minutes', async () => {
    const { given, exam, clock } = await createWrittenAttempt({ grace_minutes: 30 })
    const [idle, there] = [await given.user(), await given.user()]
    const statuses: number[] = []
    for (const person of [idle, there]) {
      const { id, questions: asked } = await startAttempt(person, exam.id)
      const answers = getRightAnswers(asked)
      clock.advance({ minutes: 9 })
      await person.put(`/exam-attempts/${id}/answers`, { answers })
      if (person === there) {
        clock.advance({ minutes: 2 })
        await person.put(`/exam-attempts/${id}/answers`, { answers: {} })
        clock.advance({ minutes: 9, seconds: 30 })
      } else clock.advance({ minutes: 11, seconds: 30 })
      statuses.push((await person.put(`/exam-attempts/${id}/answers`, { answers })).status)
    }

    assert.deepEqual(statuses, [422, 200])
  })

  it('do not count where the attempt was only started', async () => {
    const { clock, given, author } = await createWrittenAttempt()
    const short = await createExam(author, { duration_minutes: 5, grace_minutes: 30 })
    const ada = await given.user()
    const { id, questions: asked } = await startAttempt(ada, short.id)
    clock.advance({ minutes: 5, seconds: 1 })

    const { status } = await ada.put(`/exam-attempts/${id}/answers`, { answers: getRightAnswers(asked) })

    assert.equal(status, 422)
  })

  it('tell nothing about right answers meanwhile, by no route', async () => {
    const { ada, exam, path, answers, save, waitUntilAfterEnd } = await createWrittenAttempt({
      review: { when: 'after_submit', shows: ['own_answers', 'marks', 'right_answers', 'explanations'] },
    })
    waitUntilAfterEnd({ seconds: 30 })
    const read = () => Promise.all([path, '/exam-attempts', `/exams/${exam.id}`, '/exams'].map((at) => ada.get(at)))

    const before = await read()
    await save(answers)
    const after = await read()

    assert.equal((await ada.get(`${path}/review`)).status, 403)
    const [shown] = after
    assert.equal(shown?.data.result, null)
    const withoutAnswers = (text: string) => text.replace(/"answers":\{.*?\}/, '').replace(/"saved_at":"[^"]*"/, '')
    assert.deepEqual(
      after.map(({ text }) => withoutAnswers(text)),
      before.map(({ text }) => withoutAnswers(text)),
    )
    const exams = after[2]?.data
    assert.deepEqual([exams.attempts_used, exams.passed, exams.open_attempt_id], [1, null, null])
  })

  it('end with the next attempt at the exam, and with no other', async () => {
    const { ada, author, exam, path, waitUntilAfterEnd, save } = await createWrittenAttempt()
    const other = await createExam(author)
    waitUntilAfterEnd({ seconds: 30 })

    await startAttempt(ada, other.id)
    const late = await save({})
    const next = await startAttempt(ada, exam.id)

    assert.equal(late.status, 200)
    assert.equal(next.attempt_number, 2)
    assert.deepEqual([(await save({})).status, (await ada.get(path)).data.score], [422, 10])
  })

  it('are final by themselves as soon as they no longer count', async () => {
    const { ada, exam, path, answers, save, waitUntilAfterEnd, settle } = await createWrittenAttempt()
    waitUntilAfterEnd({ seconds: 1 })
    await settle()
    await save(answers)
    waitUntilAfterEnd({ minutes: 2 })
    await settle()

    const { data } = await ada.get(path)
    assert.deepEqual([data.status, data.score, data.passed], ['expired', 100, true])
    assert.equal((await ada.get('/certificates')).data.length, 1)
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.attempts_used, 1)
  })

  it('finishes all attempts of a large exam, also while others are in grace', async () => {
    const { given, clock, settle } = await createApp()
    const author = await given.user({ role: 'researcher' })
    const exam = await createExam(author, { duration_minutes: 20, grace_minutes: 10, questions: [questions.truth] })
    const people = await runConcurrently(8, () => given.user())
    const attempts = await runConcurrently(8, (index) => startAttempt(people[index] ?? assert.fail(), exam.id))
    clock.advance({ minutes: 15 })
    await runConcurrently(4, (index) =>
      (people[index] ?? assert.fail()).put(`/exam-attempts/${attempts[index].id}/answers`, { answers: {} }),
    )
    clock.advance({ minutes: 6 })
    await settle()

    const scores = async () =>
      (await author.get(`/exams/${exam.id}/attempts?status=expired`)).data.map(({ score }: { score: number }) => score)
    assert.deepEqual((await scores()).toSorted(), [0, 0, 0, 0, null, null, null, null])
    clock.advance({ minutes: 10 })
    await settle()
    assert.deepEqual(await scores(), [0, 0, 0, 0, 0, 0, 0, 0])
  })

  it('refuses a grace of more than half an hour', async () => {
    const { author, exam } = await createWrittenAttempt()

    const reply = await author.put(`/exams/${exam.id}`, { grace_minutes: 31 })

    assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['grace_minutes']])
  })
})

describe('a receipt', () => {
  it('says what the service has, and is recognized', async () => {
    const { ada, attempt, answers, first, save, path } = await createWrittenAttempt()
    const multiple = attempt.questions.find(({ type }: { type: string }) => type === 'multiple_choice').id

    const { data } = await save({ [multiple]: answers[multiple] }, { revision: 4 })

    const saved = (await ada.get(path)).data.answers
    const sorted = Object.keys(saved).sort((a, b) => (a < b ? -1 : 1))
    const canonical = `{${sorted.map((id) => `${JSON.stringify(id)}:${JSON.stringify(saved[id])}`).join(',')}}`
    assert.ok(sorted.includes(first))
    const { mac, ...receipt } = data.receipt
    assert.deepEqual(receipt, {
      revision: 4,
      saved_at: data.saved_at,
      answers_sha256: createHash('sha256').update(canonical).digest('hex'),
    })
    const verify = async (more: object, attempt_id = attempt.id) => {
      const body = { attempt_id, receipt: { ...receipt, mac, ...more } }
      return (await ada.post('/exam-attempts/receipts/verify', body)).data.genuine
    }
    assert.equal(await verify({}), true)
    for (const forged of [
      { revision: 5 },
      { saved_at: '2026-01-01T00:00:00.000Z' },
      { answers_sha256: '0'.repeat(64) },
    ])
      assert.equal(await verify(forged), false)
    assert.equal(await verify({ mac: 'x' }), false)
    assert.equal(await verify({}, attempt.id + 1), false)
  })

  it('of an ignored save names the revision that the service has', async () => {
    const { save, answers, first } = await createWrittenAttempt()
    const newer = await save({ [first]: answers[first] }, { revision: 9 })

    const { data } = await save({ [first]: null }, { revision: 8 })

    assert.deepEqual(data.receipt, newer.data.receipt)
  })
})
