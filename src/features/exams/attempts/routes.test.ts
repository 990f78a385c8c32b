import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countCertificates } from '#features/certificates/index.ts'
import { testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createExam, getRightAnswers, getWrongAnswers, questions, startAttempt, takeExam } from '#test/support/exams.ts'

/** An exam of a researcher, and a user who takes it. */
async function createExamAndLearner(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher', name: 'Rosalind' })
  const paper = await createExam(author, more)
  return { ...app, author, exam: paper, ada: await app.given.user({ name: 'Ada' }) }
}

const buildPath = ({ id }: { id: number }) => `/exam-attempts/${id}`

describe('POST /exams/{id}/start', () => {
  it('starts an attempt that does not reveal correct answers', async () => {
    const { ada, exam, clock } = await createExamAndLearner({ duration_minutes: 30 })

    const reply = await ada.post(`/exams/${exam.id}/start`)

    assert.equal(reply.status, 201, reply.text)
    const { questions: asked, ...attempt } = reply.data
    assert.deepEqual(attempt, {
      id: attempt.id,
      exam_id: exam.id,
      user_id: ada.id,
      attempt_number: 1,
      status: 'in_progress',
      started_at: clock.now(),
      submitted_at: null,
      expires_at: new Date(Date.parse(clock.now()) + 30 * 60_000).toISOString(),
      time_remaining_seconds: 1800,
      saved_at: clock.now(),
      answers: {},
      score: null,
      passed: null,
      result: null,
      score_before: null,
    })
    assert.equal(asked.length, 5)
    for (const one of asked) assert.deepEqual(Object.keys(one).sort(), ['id', 'options', 'points', 'question', 'type'])
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=exam_started`)).data
    assert.deepEqual(entry.metadata, { exam_id: exam.id, attempt_id: attempt.id })
  })

  it('starts one attempt when twenty requests arrive at once', async () => {
    const { ada, exam } = await createExamAndLearner()

    const replies = await runConcurrently(20, () => ada.post(`/exams/${exam.id}/start`))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal((await ada.get('/exam-attempts')).meta.total, 1)
    const shown = (await ada.get(`/exams/${exam.id}`)).data
    assert.equal(shown.attempts_used, 0)
    assert.equal(shown.can_take, false)
  })

  it('never allows more than max_attempts, whatever starts and submissions run at once', async () => {
    const { ada, exam } = await createExamAndLearner({ max_attempts: 3 })

    await runSequentially(6, async () => {
      const starts = await runConcurrently(5, () => ada.post(`/exams/${exam.id}/start`))
      const open = starts.find(({ status }) => status === 201)?.data
      if (open === undefined) return
      const answers = getWrongAnswers(open.questions)
      await runConcurrently(10, (index) =>
        index % 2 === 0 ? ada.post(`${buildPath(open)}/submit`, { answers }) : ada.post(`/exams/${exam.id}/start`),
      )
      const [last] = (await ada.get('/exam-attempts?status=in_progress')).data
      if (last !== undefined) await ada.post(`/exam-attempts/${last.id}/submit`, { answers })
    })

    const { data, meta } = await ada.get(`/exam-attempts?exam_id=${exam.id}`)
    assert.equal(meta.total, 3)
    assert.deepEqual(
      data.map(({ status }: { status: string }) => status),
      ['submitted', 'submitted', 'submitted'],
    )
    const shown = (await ada.get(`/exams/${exam.id}`)).data
    assert.deepEqual([shown.attempts_used, shown.attempts_remaining, shown.status], [3, 0, 'completed'])
    const refused = await ada.post(`/exams/${exam.id}/start`)
    assert.equal(refused.message, 'You have no attempts left for this exam.')
  })

  it('shuffles questions and options for each attempt, and keeps the order on resume', async () => {
    const options = Array.from({ length: 20 }, (_, index) => `Option ${index}`)
    const many = Array.from({ length: 20 }, (_, index) => ({
      type: 'single_choice',
      question: `Question ${index}`,
      options,
      correct_answer: 'Option 3',
    }))
    const { ada, given, exam } = await createExamAndLearner({ questions: many })
    const grace = await given.user()

    const [hers, other] = [await startAttempt(ada, exam.id), await startAttempt(grace, exam.id)]

    interface Asked {
      question: string
      options: string[]
    }
    const listTexts = (attempt: { questions: Asked[] }) => attempt.questions.map(({ question }) => question)
    assert.notDeepEqual(listTexts(hers), listTexts(other))
    assert.deepEqual(listTexts(hers).sort(), listTexts(other).sort())
    assert.notDeepEqual(hers.questions[0].options, hers.questions[1].options)
    assert.deepEqual([...hers.questions[0].options].sort(), [...options].sort())
    const again = (await ada.get(buildPath(hers))).data
    assert.deepEqual(again.questions, hers.questions)
  })

  it("keeps the author's order where nothing is shuffled, and selects the configured number of questions", async () => {
    const many = Array.from({ length: 12 }, (_, index) => ({
      type: 'numeric',
      question: `Question ${index}`,
      correct_answer: index,
    }))
    const { ada, given, exam } = await createExamAndLearner({ questions: many, shuffle: false, question_count: 6 })
    const order = exam.questions.map(({ id }: { id: number }) => id)
    const grace = await given.user()

    const [hers, other] = [await startAttempt(ada, exam.id), await startAttempt(grace, exam.id)]

    const places = (attempt: { questions: { id: number }[] }) => attempt.questions.map(({ id }) => order.indexOf(id))
    assert.equal(exam.questions_count, 6)
    for (const drawn of [places(hers), places(other)]) {
      assert.equal(new Set(drawn).size, 6)
      assert.deepEqual(
        drawn,
        drawn.toSorted((a, b) => a - b),
      )
    }
  })

  it('limits the attempt to the end of the window', async () => {
    const app = await testApp()
    const until = new Date(Date.parse(app.clock.now()) + 10 * 60_000).toISOString()
    const { ada, exam } = await createExamAndLearner({ duration_minutes: 60, available_until: until })

    const attempt = await startAttempt(ada, exam.id)

    assert.equal(attempt.expires_at, until)
  })

  const past = '2020-01-01T00:00:00Z'
  const refusals: [string, object, string][] = [
    ['before it opens', { available_from: '2099-01-01T00:00:00Z' }, 'This exam has not begun yet.'],
    [
      'after it closed',
      { available_from: past, available_until: '2020-02-01T00:00:00Z' },
      'The time for this exam is over.',
    ],
    ['without questions', { questions: [] }, 'This exam has no questions yet.'],
  ]
  for (const [when, more, sentence] of refusals)
    it(`refuses ${when}`, async () => {
      const { ada, exam } = await createExamAndLearner(more)

      const reply = await ada.post(`/exams/${exam.id}/start`)

      assert.deepEqual([reply.status, reply.message], [422, sentence])
      assert.equal((await ada.get(`/exams/${exam.id}`)).data.can_take, false)
    })

  it('refuses users who have passed, and drafts; drafts of other authors are not found', async () => {
    const { ada, author, exam: first } = await createExamAndLearner()
    await takeExam(ada, first.id, 'right')
    const draft = await createExam(author, { publication_status: 'draft' })

    const passed = await ada.post(`/exams/${first.id}/start`)
    const own = await author.post(`/exams/${draft.id}/start`)
    const other = await ada.post(`/exams/${draft.id}/start`)

    assert.deepEqual([passed.status, passed.message], [422, 'You have already passed this exam.'])
    assert.deepEqual([own.status, own.message], [422, 'This exam is not published yet.'])
    assert.equal(other.status, 404)
  })
})

describe('PUT /exam-attempts/{id}/answers', () => {
  it('merges answers, removes them with null, and returns them on resume', async () => {
    const { ada, exam, clock } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const right = getRightAnswers(attempt.questions)
    const [first = '', second = '', third = ''] = Object.keys(right)
    const save = (answers: object) => ada.put(`${buildPath(attempt)}/answers`, { answers })

    await save({ [first]: right[first], [second]: right[second] })
    clock.advance({ seconds: 10 })
    const saved = await save({ [third]: right[third], [second]: null })

    assert.equal(saved.status, 200, saved.text)
    const { receipt, ...rest } = saved.data
    assert.deepEqual(rest, { saved_at: clock.now(), expires_at: attempt.expires_at, late_by_seconds: null })
    assert.deepEqual([receipt.revision, receipt.saved_at], [0, clock.now()])
    const { data } = await ada.get(buildPath(attempt))
    assert.deepEqual(data.answers, { [first]: right[first], [third]: right[third] })
    assert.equal(data.saved_at, clock.now())
    assert.equal(data.time_remaining_seconds, 3590)
  })

  it('never moves saved_at backwards when the clock does', async () => {
    const { ada, exam, clock } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const before = clock.now()
    clock.advance({ minutes: 5 })
    const first = await ada.put(`${buildPath(attempt)}/answers`, { answers: {} })
    clock.set(before)

    const second = await ada.put(`${buildPath(attempt)}/answers`, { answers: {} })

    assert.equal(second.data.saved_at, first.data.saved_at)
  })

  it('ignores an older save that arrives late', async () => {
    const { ada, exam, clock } = await createExamAndLearner({ questions: [questions.text] })
    const attempt = await startAttempt(ada, exam.id)
    const id = attempt.questions[0].id
    const save = (revision: number, text: string) =>
      ada.put(`${buildPath(attempt)}/answers`, { answers: { [id]: text }, revision })
    const newer = await save(7, 'newer')
    clock.advance({ seconds: 1 })

    const late = await save(6, 'older')
    const again = await save(7, 'newer')

    assert.equal(late.status, 200)
    assert.equal(late.data.saved_at, newer.data.saved_at)
    assert.equal(again.status, 200)
    assert.deepEqual((await ada.get(buildPath(attempt))).data.answers, { [id]: 'newer' })
  })

  it('keeps the newest of twenty simultaneous revisions', async () => {
    const { ada, exam } = await createExamAndLearner({ questions: [questions.text] })
    const attempt = await startAttempt(ada, exam.id)
    const id = attempt.questions[0].id

    const replies = await runConcurrently(20, (index) => {
      const revision = (index * 7) % 20
      return ada.put(`${buildPath(attempt)}/answers`, { answers: { [id]: `revision ${revision}` }, revision })
    })

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.deepEqual((await ada.get(buildPath(attempt))).data.answers, { [id]: 'revision 19' })
  })

  it('keeps all of twenty simultaneous saves', async () => {
    const many = Array.from({ length: 20 }, () => questions.number)
    const { ada, exam } = await createExamAndLearner({ questions: many })
    const attempt = await startAttempt(ada, exam.id)

    const replies = await runConcurrently(20, (index) =>
      ada.put(`${buildPath(attempt)}/answers`, { answers: { [attempt.questions[index].id]: index } }),
    )

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal(Object.keys((await ada.get(buildPath(attempt))).data.answers).length, 20)
  })

  it('reports what is wrong with each answer, and saves none', async () => {
    const { ada, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const wrong: Record<string, unknown> = {
      single_choice: 'Pluto',
      multiple_choice: ['2', 'six'],
      true_false: 'true',
      short_answer: 7,
      numeric: '3.14',
    }
    const answers = Object.fromEntries(
      attempt.questions.map(({ id, type }: { id: number; type: string }) => [id, wrong[type]]),
    )

    const reply = await ada.put(`${buildPath(attempt)}/answers`, {
      answers: { ...answers, 999999: 'x', __proto: 1 },
    })

    assert.equal(reply.status, 422)
    assert.deepEqual(
      Object.keys(reply.errors).sort(),
      [...Object.keys(answers), '999999', '__proto'].map((id) => `answers.${id}`).sort(),
    )
    assert.deepEqual((await ada.get(buildPath(attempt))).data.answers, {})
    const ill = await ada.put(`${buildPath(attempt)}/answers`, { answers: { 1: { a: 1 } } })
    assert.equal(ill.status, 422)
    assert.ok(ill.errors['answers.1.a'], ill.text)
  })

  it('refuses all other users, including those who may read', async () => {
    const { ada, author, given, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const [stranger, admin] = [await given.user(), await given.admin()]

    for (const [who, reads] of [
      [stranger, 403],
      [author, 200],
      [admin, 200],
    ] as const) {
      assert.equal((await who.get(buildPath(attempt))).status, reads)
      assert.equal((await who.put(`${buildPath(attempt)}/answers`, { answers: {} })).status, 403)
      assert.equal((await who.post(`${buildPath(attempt)}/submit`)).status, 403)
    }
    assert.equal((await ada.get('/exam-attempts/999999')).status, 404)
  })
})

describe('POST /exam-attempts/{id}/submit', () => {
  it('grades all five question types, and issues the certificate', async () => {
    const { ada, exam, clock } = await createExamAndLearner({ passing_score: 90 })
    const attempt = await startAttempt(ada, exam.id)
    const answers = getRightAnswers(attempt.questions)
    clock.advance({ minutes: 2, seconds: 5 })

    const reply = await ada.post(`${buildPath(attempt)}/submit`, { answers })

    assert.equal(reply.status, 200, reply.text)
    const result = {
      attempt_id: attempt.id,
      score: 100,
      passing_score: 90,
      passed: true,
      questions_answered: 5,
      total_questions: 5,
      correct_answers: 5,
      incorrect_answers: 0,
      time_taken_seconds: 125,
      attempt_number: 1,
      max_attempts: 3,
      attempts_remaining: 2,
      certificate_eligible: true,
      grading: 'final',
    }
    assert.deepEqual(reply.data, result)
    const { data } = await ada.get(buildPath(attempt))
    assert.deepEqual(data.result, result)
    assert.deepEqual(Object.values(data.answers).find(Array.isArray), ['5', '2'])
    assert.deepEqual([data.status, data.submitted_at, data.time_remaining_seconds], ['submitted', clock.now(), 0])
    const [entry] = (await ada.get(`/users/${ada.id}/activity?type=exam_submitted`)).data
    assert.deepEqual(entry.metadata, { exam_id: exam.id, attempt_id: attempt.id })
    const shown = (await ada.get(`/exams/${exam.id}`)).data
    assert.deepEqual([shown.passed, shown.status, shown.can_take], [true, 'completed', false])
  })

  it('issues the certificate once a user has passed, where the exam has one', async () => {
    const { ada, given, exam: first, author, service } = await createExamAndLearner()
    const grace = await given.user()
    const without = await createExam(author, { certificate_enabled: false })

    await takeExam(ada, first.id, 'wrong')
    await takeExam(ada, first.id, 'right')
    const { certificate_eligible } = await takeExam(grace, without.id, 'right')

    assert.equal(await countCertificates(service.context, ada.id), 1)
    assert.equal(await countCertificates(service.context, grace.id), 0)
    assert.equal(certificate_eligible, false)
  })

  it('weights by points and rounds', async () => {
    const { ada, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const right = getRightAnswers(attempt.questions)
    const wrong = getWrongAnswers(attempt.questions)
    const isHard = ({ type }: { type: string }) => type === 'short_answer'
    const hard = attempt.questions.find(isHard).id

    const { data } = await ada.post(`${buildPath(attempt)}/submit`, {
      answers: { ...right, [hard]: wrong[hard] },
    })

    assert.deepEqual([data.score, data.passed, data.correct_answers, data.incorrect_answers], [70, true, 4, 1])
  })

  it('lists every missing answer, and changes nothing', async () => {
    const { ada, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const [first, ...others] = attempt.questions.map(({ id }: { id: number }) => String(id))
    const answers = { [first]: getRightAnswers(attempt.questions)[first] }

    const reply = await ada.post(`${buildPath(attempt)}/submit`, { answers })

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), others.map((id: string) => `answers.${id}`).sort())
    const { data } = await ada.get(buildPath(attempt))
    assert.deepEqual([data.status, data.answers], ['in_progress', {}])
  })

  it('takes gaps that are meant, which count as wrong', async () => {
    const { ada, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const right = getRightAnswers(attempt.questions)
    const [first, ...others] = attempt.questions.map(({ id }: { id: number }) => String(id))
    await ada.put(`${buildPath(attempt)}/answers`, { answers: { [first]: right[first] } })

    const refused = await ada.post(`${buildPath(attempt)}/submit`, { allow_unanswered: false })
    const { status, data, text } = await ada.post(`${buildPath(attempt)}/submit`, { allow_unanswered: true })

    assert.equal(refused.status, 422)
    assert.equal(status, 200, text)
    assert.deepEqual([data.questions_answered, data.correct_answers, data.passed], [1, 1, false])
    assert.equal(data.total_questions, others.length + 1)
    assert.equal((await ada.post(`${buildPath(attempt)}/submit`, { allow_unanswered: true })).status, 422)
  })

  it('submits the saved answers when there is no body', async () => {
    const { ada, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    await ada.put(`${buildPath(attempt)}/answers`, { answers: getRightAnswers(attempt.questions) })

    const reply = await ada.post(`${buildPath(attempt)}/submit`)

    assert.deepEqual([reply.status, reply.data.score], [200, 100])
  })

  it('grades once when twenty submissions arrive at once', async () => {
    const { ada, exam } = await createExamAndLearner()
    const attempt = await startAttempt(ada, exam.id)
    const answers = getRightAnswers(attempt.questions)

    const replies = await runConcurrently(20, () => ada.post(`${buildPath(attempt)}/submit`, { answers }))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.attempts_used, 1)
    assert.equal((await ada.get(`/users/${ada.id}/activity?type=exam_submitted`)).meta.total, 1)
    const late = await ada.put(`${buildPath(attempt)}/answers`, { answers })
    assert.deepEqual([late.status, late.message], [422, 'This attempt has been submitted.'])
  })

  it('grades every save that was acknowledged before the submission', async () => {
    const many = Array.from({ length: 10 }, () => questions.truth)
    const { ada, exam } = await createExamAndLearner({ questions: many })
    const attempt = await startAttempt(ada, exam.id)
    const ids = attempt.questions.map(({ id }: { id: number }) => id)
    await ada.put(`${buildPath(attempt)}/answers`, {
      answers: Object.fromEntries(ids.map((id: number) => [id, false])),
    })

    const replies = await runConcurrently(11, (index) =>
      index === 5
        ? ada.post(`${buildPath(attempt)}/submit`)
        : ada.put(`${buildPath(attempt)}/answers`, {
            answers: { [ids[index > 5 ? index - 1 : index]]: true },
          }),
    )

    const acknowledged = replies.filter(({ data }) => data?.saved_at !== undefined).length
    const { data } = await ada.get(buildPath(attempt))
    assert.equal(data.result.correct_answers, acknowledged)
    assert.equal(Object.values(data.answers).filter((answer) => answer === true).length, acknowledged)
  })
})

describe('an attempt whose time has expired', () => {
  it('is graded by the saved answers, in the background', async () => {
    const { ada, exam, clock, settle } = await createExamAndLearner({ duration_minutes: 10, passing_score: 50 })
    const attempt = await startAttempt(ada, exam.id)
    const right = getRightAnswers(attempt.questions)
    const isText = ({ type }: { type: string }) => type === 'short_answer' || type === 'numeric'
    const saved = attempt.questions.filter(isText).map(({ id }: { id: number }) => [id, right[id]])
    await ada.put(`${buildPath(attempt)}/answers`, { answers: Object.fromEntries(saved) })
    await settle()

    clock.advance({ minutes: 11 })
    await settle()

    const { data } = await ada.get(buildPath(attempt))
    assert.deepEqual([data.status, data.submitted_at, data.score, data.passed], ['expired', null, 60, true])
    assert.deepEqual(
      [data.result.questions_answered, data.result.incorrect_answers, data.result.time_taken_seconds],
      [2, 3, 600],
    )
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.attempts_used, 1)
  })

  it('ends for all users who left, each graded by the saved answers', async () => {
    const { given, exam, author, clock, settle } = await createExamAndLearner({ duration_minutes: 10 })
    const people = await runConcurrently(23, () => given.user())
    const attempts = await runConcurrently(23, (index) => startAttempt(people[index] ?? assert.fail(), exam.id))
    await runConcurrently(23, async (index) => {
      const { id, questions: asked } = attempts[index]
      const answers = (index % 2 === 0 ? getRightAnswers : getWrongAnswers)(asked)
      await people[index]?.put(`/exam-attempts/${id}/answers`, { answers })
    })
    await settle()
    clock.advance({ minutes: 11 })

    await settle()

    const { data, meta } = await author.get(`/exams/${exam.id}/attempts?status=expired&limit=50`)
    assert.equal(meta.total, 23)
    const score = new Map(data.map((one: { id: number; score: number }) => [one.id, one.score]))
    for (const [index, { id }] of attempts.entries()) assert.equal(score.get(id), index % 2 === 0 ? 100 : 0)
  })

  const reads: [string, (id: number, examId: number) => string][] = [
    ['the attempt', (id) => `/exam-attempts/${id}`],
    ['the attempts', () => '/exam-attempts?status=expired'],
    ['the exam', (_, examId) => `/exams/${examId}`],
    ['the exams', () => '/exams?status=completed'],
  ]
  for (const [what, path] of reads)
    it(`has ended when ${what} is read, before the background task runs`, async () => {
      const { ada, exam, clock } = await createExamAndLearner({ duration_minutes: 10, max_attempts: 1 })
      const attempt = await startAttempt(ada, exam.id)
      clock.advance({ minutes: 10 })

      const { data } = await ada.get(path(attempt.id, exam.id))

      const [row] = [data].flat()
      assert.ok(row.status === 'expired' || row.status === 'completed', JSON.stringify(data))
      assert.equal((await ada.get(buildPath(attempt))).data.score, 0)
    })

  it('accepts neither saves nor a submission, and allows the next attempt', async () => {
    const { ada, author, exam, clock } = await createExamAndLearner({ duration_minutes: 10 })
    const attempt = await startAttempt(ada, exam.id)
    const answers = getRightAnswers(attempt.questions)
    clock.advance({ minutes: 10 })

    const saved = await ada.put(`${buildPath(attempt)}/answers`, { answers })
    const submitted = await ada.post(`${buildPath(attempt)}/submit`, { answers })
    const next = await ada.post(`/exams/${exam.id}/start`)

    for (const { status, message } of [saved, submitted])
      assert.deepEqual([status, message], [422, 'The time for this attempt is over.'])
    assert.deepEqual([next.status, next.data.attempt_number], [201, 2])
    const { data } = await author.get(`/exams/${exam.id}/attempts?status=expired`)
    assert.deepEqual([data[0].user.id, data[0].score, data[0].passed], [ada.id, 0, false])
  })

  it('has neither score nor result where the exam hides them', async () => {
    const { ada, exam, clock } = await createExamAndLearner({ duration_minutes: 10, on_expiry: 'void' })
    const attempt = await startAttempt(ada, exam.id)
    await ada.put(`${buildPath(attempt)}/answers`, { answers: getRightAnswers(attempt.questions) })
    clock.advance({ minutes: 10 })

    const { data } = await ada.get(buildPath(attempt))

    assert.deepEqual([data.status, data.score, data.passed, data.result], ['expired', null, null, null])
    const shown = (await ada.get(`/exams/${exam.id}`)).data
    assert.deepEqual([shown.passed, shown.attempts_used], [null, 1])
  })

  it('ends once, however many requests read it', async () => {
    const { ada, exam, clock, settle } = await createExamAndLearner({ duration_minutes: 10 })
    const attempt = await startAttempt(ada, exam.id)
    clock.advance({ minutes: 10 })

    const replies = await runConcurrently(20, () => ada.get(buildPath(attempt)))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.attempts_used, 1)
    await settle()
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.attempts_used, 1)
  })

  it('is shown as it ends by reads that write nothing, and ends in the moment of its end', async () => {
    const { ada, author, exam, clock, settle } = await createExamAndLearner({
      duration_minutes: 10,
      passing_score: 50,
      certificate_enabled: true,
    })
    const attempt = await startAttempt(ada, exam.id)
    await ada.put(`${buildPath(attempt)}/answers`, { answers: getRightAnswers(attempt.questions) })
    await settle()
    clock.advance({ minutes: 10 })

    const paths = [buildPath(attempt), '/exam-attempts', '/exam-attempts?status=expired', `/exams/${exam.id}`, '/exams']
    const before = await Promise.all(paths.map(async (path) => (await ada.get(path)).text))
    const seen = (await author.get(`/exams/${exam.id}/attempts?status=expired`)).text
    const running = await author.get(`/exams/${exam.id}/attempts?status=in_progress`)
    assert.equal(running.meta.total, 0)
    assert.equal((await ada.get('/certificates')).data.length, 0)
    await settle()

    assert.deepEqual(await Promise.all(paths.map(async (path) => (await ada.get(path)).text)), before)
    assert.equal((await author.get(`/exams/${exam.id}/attempts?status=expired`)).text, seen)
    assert.equal((await ada.get('/certificates')).data.length, 1)
  })
})

describe('GET /exam-attempts', () => {
  it("lists the caller's attempts, newest first, by exam and status", async () => {
    const { ada, author, exam: first } = await createExamAndLearner()
    const second = await createExam(author, { title: 'Second' })
    const failed = await takeExam(ada, first.id, 'wrong')
    const open = await startAttempt(ada, second.id)

    const all = await ada.get('/exam-attempts')
    const submitted = await ada.get(`/exam-attempts?exam_id=${first.id}&status=submitted`)
    const none = await ada.get(`/exam-attempts?exam_id=${first.id}&status=in_progress`)

    assert.deepEqual(
      all.data.map(({ id }: { id: number }) => id),
      [open.id, failed.attempt_id],
    )
    assert.deepEqual(submitted.data[0].exam, { id: first.id, title: 'Basics' })
    assert.deepEqual([submitted.data[0].score, submitted.data[0].passed], [0, false])
    assert.equal(none.meta.total, 0)
    assert.equal((await author.get('/exam-attempts')).meta.total, 0)
    assert.equal((await ada.get(`/exams/${first.id}/attempts`)).status, 403)
  })

  it('leaves out the attempts of a hidden exam until it is shown again', async () => {
    const { ada, author, exam: hidden, given } = await createExamAndLearner()
    const other = await takeExam(ada, (await createExam(author)).id, 'wrong')
    const attempt = await takeExam(ada, hidden.id, 'right')
    const admin = await given.admin()
    const list = async (query = '') => {
      const { data, meta } = await ada.get(`/exam-attempts${query}`)
      return [data.map(({ id }: { id: number }) => id), meta.total]
    }

    await admin.post(`/admin/content/exam/${hidden.id}/hide`, { reason: 'Copied' })
    const meanwhile = [await list(), await list(`?exam_id=${hidden.id}`)]
    await admin.post(`/admin/content/exam/${hidden.id}/restore`, {})

    assert.deepEqual(meanwhile, [
      [[other.attempt_id], 1],
      [[], 0],
    ])
    assert.deepEqual(await list(), [[attempt.attempt_id, other.attempt_id], 2])
  })
})
