import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createExam, getRightAnswers, startAttempt, takeExam } from '#test/support/exams.ts'

/** An exam of an hour, its author, and a learner. */
async function createExamAndLearner(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { duration_minutes: 60, ...more })
  const ada = await app.given.user({ name: 'Ada' })
  const path = `/exams/${exam.id}/accommodations`
  const give = (terms: object) => author.post(path, { user_id: ada.id, ...terms })
  return { ...app, author, exam, ada, path, give }
}

const minutesAfter = (time: string, minutes: number) => addDuration(time, { minutes })

describe('POST /exams/{id}/accommodations', () => {
  it('stores what a person gets, with what everybody has for the rest', async () => {
    const { author, ada, exam, path, give, clock } = await createExamAndLearner()

    const { status, data } = await give({ factor: 1.25, note: 'Dyslexia' })

    assert.equal(status, 201)
    const accommodation = {
      id: data.id,
      exam_id: exam.id,
      user: { id: ada.id, name: 'Ada' },
      extra_minutes: 0,
      factor: 1.25,
      extra_attempts: 0,
      available_from: null,
      available_until: null,
      note: 'Dyslexia',
      created_at: clock.now(),
      updated_at: clock.now(),
    }
    assert.deepEqual(data, accommodation)
    assert.deepEqual((await author.get(path)).data, [accommodation])
    const { note: _, ...own } = accommodation
    assert.deepEqual((await ada.get(path)).data, [own])
  })

  it('is seen by nobody else', async () => {
    const { given, exam, path, give, ada } = await createExamAndLearner()
    const { data } = await give({ extra_minutes: 10, note: 'Broken arm' })
    const other = await given.user({ role: 'researcher' })

    assert.deepEqual((await other.get(path)).data, [])
    for (const reply of [await other.get(`/exams/${exam.id}`), await other.get('/changes?since=0')])
      assert.doesNotMatch(reply.text, /Broken arm|exam_accommodation/)
    assert.doesNotMatch((await ada.get('/changes?since=0')).text, /Broken arm/)
    for (const reply of [
      await other.post(path, { user_id: other.id, extra_attempts: 9 }),
      await ada.put(`${path}/${data.id}`, { extra_minutes: 500 }),
      await ada.delete(`${path}/${data.id}`),
      await ada.post(`/exams/${exam.id}/extend`, { minutes: 10, reason: 'Please' }),
      await ada.put(`/users/${ada.id}/accommodations`, { factor: 2 }),
      await other.get(`/users/${ada.id}/accommodations`),
    ])
      assert.equal(reply.status, 403, reply.text)
    assert.equal((await ada.get(path)).data[0].extra_minutes, 10)
  })

  it('refuses a second one, unknown people, the author, and a window that closes before it opens', async () => {
    const { author, exam, path, give, clock } = await createExamAndLearner()

    const replies = await runConcurrently(20, () => give({ extra_minutes: 5 }))
    const [unknown, own, backwards, before] = [
      await author.post(path, { user_id: 999_999_999 }),
      await author.post(path, { user_id: author.id }),
      await author.post(path, { user_id: exam.id, available_from: clock.now(), available_until: clock.now() }),
      await author.post(path, { user_id: exam.id, available_until: '2020-01-01T00:00:00Z' }),
    ]

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    for (const [reply, field] of [
      [unknown, 'user_id'],
      [own, 'user_id'],
      [backwards, 'available_until'],
    ] as const)
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, [field]], reply.text)
    assert.equal(before.status, 422)
    assert.equal((await author.get(path)).meta.total, 1)
  })

  it('gives the larger of the factor, the extra minutes and the factor for every exam', async () => {
    const { given, author, exam, ada, give, clock } = await createExamAndLearner()
    const admin = await given.admin()
    await give({ factor: 1.5, extra_minutes: 20 })
    const { data } = await admin.put(`/users/${ada.id}/accommodations`, { factor: 2, note: 'Sight' })

    const attempt = await startAttempt(ada, exam.id)

    assert.deepEqual([data.factor, data.note], [2, 'Sight'])
    assert.equal(attempt.expires_at, minutesAfter(clock.now(), 120))
    const { data: own } = await ada.get(`/users/${ada.id}/accommodations`)
    assert.deepEqual([own.factor, 'note' in own], [2, false])
    assert.equal((await author.get(`/users/${ada.id}/accommodations`)).status, 403)
  })

  it('lets the window of the exam give way, and takes the last moment to start of the person', async () => {
    const { clock } = await testApp()
    const closes = minutesAfter(clock.now(), 30)
    const { given, exam, ada, give } = await createExamAndLearner({ available_until: closes })
    await give({ extra_minutes: 10, available_until: minutesAfter(closes, 60) })
    const grace = await given.user()
    clock.advance({ minutes: 45 })

    const attempt = await startAttempt(ada, exam.id)
    const refused = await grace.post(`/exams/${exam.id}/start`)

    assert.equal(attempt.expires_at, minutesAfter(clock.now(), 70))
    assert.equal(refused.message, 'The time for this exam is over.')
  })

  it('shows exams in the list as they are for the person', async () => {
    const { clock } = await testApp()
    const category = `Window ${Math.random()}`
    const past = { available_from: '2020-01-01T00:00:00Z', available_until: '2021-01-01T00:00:00Z', category }
    const { exam, ada, author, given, give, path } = await createExamAndLearner(past)
    const later = await createExam(author, { category, max_attempts: 1 })
    const early = await createExam(author, { category })
    await takeExam(ada, later.id, 'wrong')
    const { data } = await give({ available_until: minutesAfter(clock.now(), 60) })
    await author.post(`/exams/${later.id}/accommodations`, { user_id: ada.id, extra_attempts: 1 })
    const from = minutesAfter(clock.now(), 30)
    await author.post(`/exams/${early.id}/accommodations`, { user_id: ada.id, available_from: from })
    const list = async (person: typeof ada, status: string) =>
      (await person.get(`/exams?category=${category}&status=${status}`)).data.map(({ id }: { id: number }) => id)

    assert.deepEqual((await list(ada, 'available')).toSorted(), [exam.id, later.id])
    assert.deepEqual(await list(ada, 'upcoming'), [early.id])
    assert.deepEqual(await list(ada, 'completed'), [])
    assert.deepEqual(await list(await given.user(), 'completed'), [exam.id])
    const shown = (await ada.get(`/exams/${later.id}`)).data
    assert.deepEqual([shown.status, shown.can_take, shown.attempts_remaining], ['available', true, 1])
    await author.delete(`${path}/${data.id}`)
    assert.deepEqual(await list(ada, 'completed'), [exam.id])
    const { attempt_id } = await takeExam(ada, later.id, 'wrong')
    assert.equal((await ada.get(`/exam-attempts/${attempt_id}`)).data.result.attempts_remaining, 0)
    assert.deepEqual((await list(ada, 'completed')).toSorted(), [exam.id, later.id])
  })
})

describe('more time', () => {
  it('is refused when all attempts are over, and given with another attempt', async () => {
    const { ada, give, path, exam, author, clock, settle } = await createExamAndLearner({ max_attempts: 1 })
    const before = await give({ available_until: minutesAfter(clock.now(), 600) })
    const attempt = await startAttempt(ada, exam.id)
    clock.set(minutesAfter(attempt.expires_at, 1))

    const late = await author.put(`${path}/${before.data.id}`, { extra_minutes: 30 })
    await settle()
    const later = await author.put(`${path}/${before.data.id}`, { factor: 1.5 })
    const shown = (await author.get(path)).data[0]
    const both = await author.put(`${path}/${before.data.id}`, { extra_minutes: 30, extra_attempts: 1 })
    const less = await author.put(`${path}/${before.data.id}`, { extra_minutes: 20 })

    const sentence =
      'More time opens nothing: no attempt of this person is running, and none is left. Give another attempt as well.'
    assert.deepEqual([late.status, late.errors], [422, { extra_attempts: [sentence] }])
    assert.deepEqual([later.status, later.errors], [422, { extra_attempts: [sentence] }])
    assert.deepEqual([shown.extra_minutes, shown.factor], [0, 1])
    assert.deepEqual([both.status, less.status], [200, 200], both.text)
    assert.equal((await startAttempt(ada, exam.id)).status, 'in_progress')
  })
})

describe('a running attempt', () => {
  it('follows an accommodation at once, in saves, as a change and with a notification', async () => {
    const { ada, author, exam, give, path, clock } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const { meta } = await ada.get('/changes?since=now')
    const ends = minutesAfter(attempt.started_at, 90)
    clock.advance({ minutes: 10 })

    const { data } = await give({ extra_minutes: 30 })

    const { data: saved } = await ada.put(`/exam-attempts/${attempt.id}/answers`, { answers: {} })
    assert.equal(saved.expires_at, ends)
    assert.equal((await ada.get(`/exam-attempts/${attempt.id}`)).data.expires_at, ends)
    const [notice] = (await ada.get('/notifications')).data
    assert.deepEqual([notice.type, notice.title], ['exam_reminder', 'Your time has changed'])
    const types = (await ada.get(`/changes?since=${meta.next}`)).data.map(({ type }: { type: string }) => type)
    assert.ok(types.includes('exam_attempt.updated') && types.includes('exam_accommodation.created'), `${types}`)
    clock.advance({ minutes: 55 })
    const answers = getRightAnswers(attempt.questions)
    assert.equal((await ada.put(`/exam-attempts/${attempt.id}/answers`, { answers })).status, 200)

    await author.delete(`${path}/${data.id}`)

    const shown = (await ada.get(`/exam-attempts/${attempt.id}`)).data
    assert.equal(shown.expires_at, minutesAfter(clock.now(), 5))
    assert.equal((await ada.get(path)).meta.total, 0)
  })

  it('follows the accommodation for every exam, and keeps an extension', async () => {
    const { ada, author, given, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    await author.post(`/exams/${exam.id}/extend`, { minutes: 15, reason: 'The network failed.' })

    await (await given.admin()).put(`/users/${ada.id}/accommodations`, { factor: 1.5 })

    const { data } = await ada.get(`/exam-attempts/${attempt.id}`)
    assert.equal(data.expires_at, minutesAfter(attempt.started_at, 105))
  })

  it('ends by itself at its new end, and not at the former one', async () => {
    const { ada, exam, give, clock, settle } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    await ada.put(`/exam-attempts/${attempt.id}/answers`, { answers: getRightAnswers(attempt.questions) })
    await give({ extra_minutes: 30 })
    clock.advance({ minutes: 61 })
    await settle()

    const { data: running } = await ada.get(`/exam-attempts/${attempt.id}`)
    clock.advance({ minutes: 30 })
    await settle()

    assert.equal(running.status, 'in_progress')
    const { data } = await ada.get(`/exam-attempts/${attempt.id}`)
    assert.deepEqual([data.status, data.score], ['expired', 100])
  })
})

describe('POST /exams/{id}/extend', () => {
  it('gives all who are writing more time, beyond the window, and tells them the reason', async () => {
    const { clock } = await testApp()
    const closes = minutesAfter(clock.now(), 60)
    const { author, exam, given, settle } = await createExamAndLearner({ available_until: closes })
    const people = await runConcurrently(5, () => given.user())
    const attempts = await runConcurrently(5, (index) => startAttempt(people[index] ?? assert.fail(), exam.id))
    await people[0]?.post(`/exam-attempts/${attempts[0].id}/submit`, {
      answers: getRightAnswers(attempts[0].questions),
    })

    const { status, data } = await author.post(`/exams/${exam.id}/extend`, { minutes: 20, reason: 'A fire alarm' })

    assert.deepEqual([status, data], [200, { attempts: 4 }])
    for (const [index, person] of people.entries()) {
      const { data: shown } = await person.get(`/exam-attempts/${attempts[index].id}`)
      const notices = (await person.get('/notifications')).data.filter(
        ({ title }: { title: string }) => title === 'You have more time',
      )
      assert.equal(shown.expires_at, index === 0 ? closes : minutesAfter(closes, 20))
      assert.equal(notices.length, index === 0 ? 0 : 1)
      if (index > 0) assert.match(notices[0].message, /20 more minutes: A fire alarm/)
    }
    clock.advance({ minutes: 70 })
    await settle()
    assert.equal((await people[1]?.get(`/exam-attempts/${attempts[1].id}`))?.data.status, 'in_progress')
    clock.advance({ minutes: 15 })
    await settle()
    assert.equal((await people[1]?.get(`/exam-attempts/${attempts[1].id}`))?.data.status, 'expired')
  })

  it('refuses an extension without minutes or a reason', async () => {
    const { author, exam } = await createExamAndLearner()

    const reply = await author.post(`/exams/${exam.id}/extend`, { minutes: 0, reason: ' ' })

    assert.deepEqual([reply.status, Object.keys(reply.errors).sort()], [422, ['minutes', 'reason']])
  })
})

describe('accommodations as personal data', () => {
  it('are exported without notes, and erased with the account', async () => {
    const { ada, author, given, give, path } = await createExamAndLearner()
    await give({ extra_minutes: 30, note: 'Private reason' })
    await (await given.admin()).put(`/users/${ada.id}/accommodations`, { factor: 1.5, note: 'Private reason' })

    const exported = await ada.get(`/users/${ada.id}/export`)
    await ada.delete(`/users/${ada.id}`)

    const { accommodations, accommodations_at_every_exam } = exported.data.exams
    assert.equal(accommodations[0].extra_minutes, 30)
    assert.equal(accommodations_at_every_exam[0].factor_percent, 150)
    assert.doesNotMatch(exported.text, /Private reason/)
    assert.equal((await author.get(path)).meta.total, 0)
  })
})
