import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createExam, getRightAnswers, questions, startAttempt } from '#test/support/exams.ts'

const essay = { type: 'essay', question: 'Why do we sow?', points: 4 }

/** An open attempt of Ada, who always asks from one place. */
async function createOpenAttempt(more: object = {}) {
  const app = await testApp({ TRUST_PROXY: 'true' })
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { duration_minutes: 60, ...more })
  const ada = await app.given.user({ name: 'Ada' })
  const attempt = await startAttempt(ada, exam.id)
  return { ...app, author, exam, ada, attempt, path: `/exam-attempts/${attempt.id}/events` }
}

const createEvents = (count: number, type = 'focus_lost') =>
  Array.from({ length: count }, (_, index) => ({ type, at: '2026-11-21T09:00:00.000Z', detail: `${index}` }))

const home = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Firefox' }

const listTypes = async (author: Person, path: string): Promise<string[]> =>
  (await author.get(`${path}?limit=100`)).data.map(({ type }: { type: string }) => type)

describe('POST /exam-attempts/{id}/events', () => {
  it('records what the page reports, which the author reads in its order', async () => {
    const { author, ada, exam, clock, path } = await createOpenAttempt()
    const events = [
      { type: 'focus_lost', at: '2026-11-21T09:00:00.000Z' },
      { type: 'focus_gained', at: '2026-11-21T09:00:07.000Z', detail: 'After seven seconds' },
      { type: 'pasted', at: '2026-11-21T08:59:00.000Z', detail: '12 characters' },
    ]

    const reply = await ada.post(path, { events })

    assert.equal(reply.status, 201, reply.text)
    assert.deepEqual(reply.data, { recorded: 3, remaining: 997 })
    const { data, meta } = await author.get(`${path}?limit=2`)
    const recorded_at = clock.now()
    assert.equal(meta.total, 3)
    assert.deepEqual(
      data.map(({ id: _, ...event }: { id: number }) => event),
      [
        { ...events[0], detail: '', recorded_at },
        { ...events[1], recorded_at },
      ],
    )
    assert.equal((await author.get(`/exams/${exam.id}/attempts`)).data[0].events_count, 3)
  })

  it('refuses a batch with one bad event, and records nothing of it', async () => {
    const { author, ada, path } = await createOpenAttempt()
    const at = '2026-11-21T09:00:00.000Z'
    const bodies: [unknown, string][] = [
      [
        {
          events: [
            { type: 'focus_lost', at },
            { type: 'session_changed', at },
          ],
        },
        'events.1.type',
      ],
      [{ events: [{ type: 'pasted', at: 'now' }] }, 'events.0.at'],
      [{ events: [{ type: 'other', at, detail: 'x'.repeat(201) }] }, 'events.0.detail'],
      [{ events: [{ type: 'other' }] }, 'events.0.at'],
      [{ events: [] }, 'events'],
      [{ events: createEvents(101) }, 'events'],
      [{ events: 'focus_lost' }, 'events'],
      [{}, 'events'],
    ]

    for (const [body, field] of bodies) {
      const { status, errors, text } = await ada.post(path, body)
      assert.equal(status, 422, text)
      assert.deepEqual(Object.keys(errors ?? {}), [field])
    }

    assert.deepEqual(await listTypes(author, path), [])
  })

  it('records at most 1,000 of an attempt, also of twenty requests at the same moment', async () => {
    const { author, ada, path } = await createOpenAttempt()
    await runSequentially(9, () => ada.post(path, { events: createEvents(100) }))

    const replies = await runConcurrently(20, () => ada.post(path, { events: createEvents(30) }))

    assert.deepEqual(countByStatus(replies), { 201: 3, 422: 17 })
    const refused = await ada.post(path, { events: createEvents(11) })
    assert.equal(refused.message, 'An attempt has at most 1000 events; these were not recorded.')
    assert.deepEqual((await ada.post(path, { events: createEvents(10) })).data, { recorded: 10, remaining: 0 })
    assert.equal((await ada.post(path, { events: createEvents(1) })).status, 422)
    assert.equal((await author.get(path)).meta.total, 1_000)
  })

  it('is for the candidate while the attempt is running', async () => {
    const { author, given, ada, attempt, path, clock, anonymous } = await createOpenAttempt()
    const body = { events: createEvents(1) }

    assert.equal((await anonymous.post(path, body)).status, 401)
    for (const person of [author, await given.user(), await given.admin()])
      assert.equal((await person.post(path, body)).status, 403)
    assert.equal((await ada.post('/exam-attempts/999999/events', body)).status, 404)
    clock.advance({ minutes: 61 })
    assert.equal((await ada.post(path, body)).message, 'The time for this attempt is over.')
    const next = await startAttempt(ada, attempt.exam_id)
    await ada.post(`/exam-attempts/${next.id}/submit`, { answers: getRightAnswers(next.questions) })
    assert.equal((await ada.post(`/exam-attempts/${next.id}/events`, body)).message, 'This attempt has been submitted.')
    assert.deepEqual(await listTypes(author, path), [])
  })

  it('leaves answers and score as they are', async () => {
    const { author, ada, attempt, path } = await createOpenAttempt()
    await ada.post(path, { events: createEvents(100, 'pasted') })

    const { data } = await ada.post(`/exam-attempts/${attempt.id}/submit`, {
      answers: getRightAnswers(attempt.questions),
    })

    assert.deepEqual([data.score, data.passed], [100, true])
    assert.equal((await listTypes(author, path)).length, 100)
  })
})

describe('what the service notices of an attempt', () => {
  async function createAttemptAtHome() {
    const app = await testApp({ TRUST_PROXY: 'true' })
    const author = await app.given.user({ role: 'researcher' })
    const exam = await createExam(author, { duration_minutes: 60, questions: [questions.truth] })
    const ada = await app.given.user()
    const attempt = (await ada.post(`/exams/${exam.id}/start`, undefined, home)).data
    const at = `/exam-attempts/${attempt.id}`
    const [{ id: asked }] = attempt.questions
    const save = (headers: Record<string, string>, person: Person = ada) =>
      person.put(`${at}/answers`, { answers: { [asked]: true } }, headers)
    return { ...app, author, exam, ada, attempt, at, asked, save, path: `${at}/events` }
  }

  it('is a change of network or device at a save, a read and the submission, once for each change', async () => {
    const { author, ada, at, asked, save, path } = await createAttemptAtHome()
    const phone = { ...home, 'user-agent': 'Phone' }
    const abroad = { ...phone, 'x-forwarded-for': '203.0.113.9' }

    await save(home)
    await save({ ...home, 'x-forwarded-for': '198.51.100.200' })
    await ada.get(at, home)
    assert.deepEqual(await listTypes(author, path), [])
    for (const _ of [1, 2]) assert.equal((await ada.get(at, phone)).status, 200)
    assert.deepEqual(await listTypes(author, path), ['device_changed'])
    for (const _ of [1, 2]) assert.equal((await save(abroad)).status, 200)
    assert.deepEqual(await listTypes(author, path), ['device_changed', 'address_changed'])
    await ada.post(`${at}/submit`, { answers: { [asked]: true } }, home)

    const all = ['device_changed', 'address_changed', 'address_changed', 'device_changed']
    assert.deepEqual(await listTypes(author, path), all)
    await ada.get(at, phone)
    await author.get(at, abroad)
    assert.deepEqual(await listTypes(author, path), all)
  })

  it('is a second sign-in, of which twenty saves at the same moment record one', async () => {
    const { author, ada, anonymous, withToken, at, asked, save, path } = await createAttemptAtHome()
    const { data } = await anonymous.post('/auth/login', { email: ada.email, password }, home)
    const second = withToken(data.token)
    const body = { answers: { [asked]: false } }

    const replies = await runConcurrently(20, () => second.put(`${at}/answers`, body, home))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.deepEqual(await listTypes(author, path), ['session_changed'])
    await save(home)
    assert.deepEqual(await listTypes(author, path), ['session_changed', 'session_changed'])
  })

  it('is nothing of requests by others, of refused ones, and of those after the end', async () => {
    const { author, given, clock, ada, at, path } = await createAttemptAtHome()
    const phone = { ...home, 'user-agent': 'Phone' }

    await (await given.user()).get(at, phone)
    await author.get(at, phone)
    await (await given.admin()).get(at, phone)
    await ada.put(`${at}/answers`, { answers: { 999999: true } }, phone)
    clock.advance({ minutes: 61 })
    await ada.get(at, phone)

    assert.deepEqual(await listTypes(author, path), [])
  })

  it('is not crowded out by what the page reports', async () => {
    const { author, ada, save, path } = await createAttemptAtHome()
    await runSequentially(10, () => ada.post(path, { events: createEvents(100) }, home))

    assert.equal((await save({ ...home, 'user-agent': 'Phone' })).status, 200)

    const { data, meta } = await author.get(`${path}?page=11&limit=100`)
    assert.equal(meta.total, 1_001)
    assert.deepEqual([data[0].type, data[0].detail], ['device_changed', ''])
  })
})

describe('GET /exam-attempts/{id}/events', () => {
  it('is for the owner and administrators, and not for the candidate', async () => {
    const { author, given, anonymous, ada, path } = await createOpenAttempt()
    await ada.post(path, { events: createEvents(2) })

    assert.equal((await anonymous.get(path)).status, 401)
    for (const person of [ada, await given.user({ role: 'researcher' })])
      assert.equal((await person.get(path)).status, 403)
    for (const person of [author, await given.admin()]) assert.equal((await person.get(path)).meta.total, 2)
    assert.equal((await author.get('/exam-attempts/999999/events')).status, 404)
    assert.equal((await author.get(`${path}?limit=0`)).status, 422)
  })

  for (const anonymous_grading of [false, true])
    it(`${anonymous_grading ? 'is not' : 'is'} for graders when grading is ${anonymous_grading ? '' : 'not '}anonymous`, async () => {
      const made = await createOpenAttempt({ questions: [essay], anonymous_grading })
      const { author, given, exam, ada, attempt, path } = made
      const grader = await given.user()
      await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })
      await ada.post(path, { events: createEvents(1) })
      const before = await grader.get(path)
      const [{ id: asked }] = attempt.questions
      await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [asked]: 'To eat.' } })

      assert.equal(before.status, 403)
      assert.equal((await grader.get(path)).status, anonymous_grading ? 403 : 200)
      await author.put(`/exams/${exam.id}`, { anonymous_grading: false })
      assert.equal((await grader.get(path)).status, anonymous_grading ? 403 : 200)
    })

  it('is not for a grader whose attempt it is', async () => {
    const { author, exam, ada, attempt, path } = await createOpenAttempt({ questions: [essay] })
    await author.post(`/exams/${exam.id}/graders`, { user_id: ada.id })
    const [{ id: asked }] = attempt.questions
    await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [asked]: 'To eat.' } })

    assert.equal((await ada.get(path)).status, 403)
  })

  it('is in the export of the candidate, without addresses, and is erased with the account', async () => {
    const { author, ada, attempt, path } = await createOpenAttempt()
    await ada.put(`/exam-attempts/${attempt.id}/answers`, { answers: {} }, home)
    await ada.post(path, { events: createEvents(1, 'pasted') })
    await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: getRightAnswers(attempt.questions) }, home)

    const { data } = await ada.get(`/users/${ada.id}/export`)

    const events = data.exams.attempt_events
    const types = events.map(({ type }: { type: string }) => type)
    assert.deepEqual(types, ['address_changed', 'device_changed', 'pasted'])
    assert.equal(events[2].attempt_id, attempt.id)
    assert.ok(!JSON.stringify(events).includes('198.51.100'))
    assert.equal((await ada.delete(`/users/${ada.id}`)).status, 200)
    assert.deepEqual(await listTypes(author, path), [])
  })
})
