import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration, subtractDuration } from '#core/time.ts'
import { createApp, type Person, testApp } from '#test/support/app.ts'
import { allQuestions, createExam, getRightAnswers, questions, startAttempt, takeExam } from '#test/support/exams.ts'

async function createAuthor() {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher', name: 'Rosalind' })
  return { ...app, author, ada: await app.given.user({ name: 'Ada' }) }
}

const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id)

describe('POST /exams', () => {
  it('stores the given fields, with defaults for the others', async () => {
    const { author, clock, ada } = await createAuthor()

    const reply = await author.post('/exams', { title: ' Basics ', questions: allQuestions })

    assert.equal(reply.status, 201, reply.text)
    const { questions: asked, ...rest } = reply.data
    assert.deepEqual(rest, {
      id: rest.id,
      title: 'Basics',
      description: '',
      instructions: '',
      category: '',
      duration_minutes: 60,
      passing_score: 70,
      max_attempts: 3,
      attempts_used: 0,
      attempts_remaining: 3,
      questions_count: 5,
      available_from: clock.now(),
      available_until: null,
      status: 'available',
      timezone: 'UTC',
      safe_exam_browser: null,
      passed: null,
      can_take: true,
      open_attempt_id: null,
      publication_status: 'published',
      access: 'everyone',
      skills: [],
      shuffle: true,
      practice: false,
      certificate_enabled: true,
      question_count: null,
      on_expiry: 'grade',
      grace_minutes: 2,
      marking: { partial_credit: 'none', negative_marks: 0, negative_total: false },
      sections: [],
      review: { when: 'after_close', shows: ['own_answers', 'marks'] },
      anonymous_grading: false,
      owner: { id: author.id, name: 'Rosalind' },
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    assert.deepEqual(
      asked.map(({ id: _, ...question }: { id: number }) => question),
      allQuestions.map((question, index) => ({
        points: 1,
        options: [],
        tolerance: 0,
        explanation: '',
        pairs: [],
        option_feedback: {},
        max_words: null,
        rubric: [],
        void: false,
        ...question,
        order: index + 1,
      })),
    )
    const seen = (await ada.get(`/exams/${rest.id}`)).data
    assert.deepEqual(seen, rest)
  })

  it('reports what is wrong with every question, and stores nothing', async () => {
    const { author } = await createAuthor()
    const wrong = [
      { type: 'single_choice', question: 'A?', options: ['x', 'y'], correct_answer: 'z' },
      { type: 'single_choice', question: 'A?', options: ['x'], correct_answer: 'x' },
      { type: 'multiple_choice', question: 'A?', options: ['x', 'x', 'y'], correct_answer: [] },
      { type: 'true_false', question: 'A?', correct_answer: 'true' },
      { type: 'short_answer', question: 'A?', correct_answer: [' '] },
      { type: 'numeric', question: 'A?', correct_answer: '7' },
      questions.truth,
    ]

    const reply = await author.post('/exams', { title: 'Wrong', questions: wrong })

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), [
      'questions.0.correct_answer',
      'questions.1.options',
      'questions.2.correct_answer',
      'questions.2.options',
      'questions.3.correct_answer',
      'questions.4.correct_answer',
      'questions.5.correct_answer',
    ])
    assert.equal((await author.get('/exams?mine=true')).meta.total, 0)
  })

  it('keeps the order of many questions without positions', async () => {
    const { author } = await createAuthor()
    const many = Array.from({ length: 300 }, (_, index) => ({
      ...questions.truth,
      question: `Question ${index}?`,
    }))
    const given = many.map((question, index) => (index === 7 ? { ...question, order: 2 } : question))

    const made = await createExam(author, { questions: given })

    const texts = made.questions.map(({ question }: { question: string }) => question)
    const [zero, one, ...others] = many.map(({ question }) => question)
    const seventh = others.splice(5, 1)
    assert.deepEqual(texts, [zero, one, ...seventh, ...others])
    const beyond = await author.put(`/exams/${made.id}`, {
      questions: Array.from({ length: 701 }, () => questions.truth),
    })
    assert.deepEqual([beyond.status, Object.keys(beyond.errors)], [422, ['questions']])
  })

  it('refuses a window that ends before it begins, and roles that may not write exams', async () => {
    const { author, ada, clock } = await createAuthor()

    const reply = await author.post('/exams', { title: 'Never', available_until: clock.now() })

    assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['available_until']])
    assert.equal((await ada.post('/exams', { title: 'Mine' })).status, 403)
  })
})

describe('PUT /exams/{id}', () => {
  it('changes the given fields; nested questions are replaced, added or kept', async () => {
    const { author } = await createAuthor()
    const made = await createExam(author)
    const [first, second] = made.questions

    const reply = await author.put(`/exams/${made.id}`, {
      category: 'Astronomy',
      question_count: 3,
      questions: [{ ...questions.truth, id: first.id }, questions.number],
    })

    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual([reply.data.category, reply.data.questions_count, reply.data.title], ['Astronomy', 3, 'Basics'])
    assert.equal(reply.data.questions.length, 6)
    assert.deepEqual([reply.data.questions[0].id, reply.data.questions[0].type], [first.id, 'true_false'])
    assert.deepEqual(reply.data.questions[1], second)
    const foreign = await author.put(`/exams/${made.id}`, {
      questions: [{ ...questions.truth, id: 999_999 }],
    })
    assert.deepEqual([foreign.status, Object.keys(foreign.errors)], [422, ['questions.0.id']])
    const twice = { ...questions.truth, id: first.id }
    const repeated = await author.put(`/exams/${made.id}`, { questions: [twice, questions.text, twice] })
    assert.deepEqual([repeated.status, Object.keys(repeated.errors)], [422, ['questions.2.id']])
  })

  for (const [who, status] of [
    ['stranger', 403],
    ['owner', 200],
    ['admin', 200],
  ] as const)
    it(`responds to a ${who} with ${status}, for the exam and its questions`, async () => {
      const { author, given } = await createAuthor()
      const made = await createExam(author)
      const people: Record<typeof who, () => Promise<Person>> = {
        stranger: () => given.user({ role: 'researcher' }),
        owner: async () => author,
        admin: given.admin,
      }
      const actor = await people[who]()
      const path = `/exams/${made.id}`

      assert.equal((await actor.put(path, { title: 'Other' })).status, status)
      assert.equal((await actor.get(`${path}/questions`)).status, status)
      assert.equal((await actor.get(`${path}/attempts`)).status, status)
      const added = await actor.post(`${path}/questions`, questions.text)
      assert.equal(added.status, status === 200 ? 201 : status)
      const question = `${path}/questions/${made.questions[0].id}`
      assert.equal((await actor.put(question, { points: 5 })).status, status)
      assert.equal((await actor.delete(question)).status, status)
      assert.equal((await actor.delete(path)).status, status)
      assert.equal((await author.get(path)).data?.title ?? 'gone', status === 200 ? 'gone' : 'Basics')
    })
})

describe('questions', () => {
  it('can be changed in part, reordered and removed', async () => {
    const { author } = await createAuthor()
    const made = await createExam(author)
    const [first, second] = made.questions
    const path = `/exams/${made.id}/questions`

    const changed = await author.put(`${path}/${first.id}`, { correct_answer: 'Venus', order: 100 })
    const added = await author.post(path, { ...questions.truth, question: 'Last?' })
    const removed = await author.delete(`${path}/${second.id}`)

    assert.deepEqual(
      [changed.data.id, changed.data.correct_answer, changed.data.question],
      [first.id, 'Venus', first.question],
    )
    assert.equal(added.data.order, 101)
    assert.equal(removed.status, 200)
    const now = (await author.get(path)).data
    assert.deepEqual(listIds(now).slice(-2), [first.id, added.data.id])
    assert.equal((await author.get(`/exams/${made.id}`)).data.questions_count, 5)
    assert.equal((await author.delete(`${path}/${second.id}`)).status, 404)
    const wrong = await author.put(`${path}/${first.id}`, { correct_answer: 'Pluto' })
    assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['correct_answer']])
  })

  it('stay as they were in an attempt, which is graded accordingly', async () => {
    const { author, ada, given } = await createAuthor()
    const made = await createExam(author, {
      questions: [questions.single, questions.truth, questions.number],
    })
    const [single, truth] = made.questions
    const attempt = await startAttempt(ada, made.id)
    const path = `/exams/${made.id}/questions`

    await author.put(`${path}/${single.id}`, { question: 'Smallest?', correct_answer: 'Mars', points: 9 })
    await author.delete(`${path}/${truth.id}`)
    await author.post(path, questions.text)
    await author.put(`/exams/${made.id}`, { passing_score: 0 })

    const { data } = await ada.get(`/exam-attempts/${attempt.id}`)
    assert.deepEqual(data.questions, attempt.questions)
    const answers = Object.fromEntries(
      attempt.questions.map(({ id, type }: { id: number; type: string }) => [
        id,
        { single_choice: 'Jupiter', true_false: true, numeric: 0 }[type],
      ]),
    )
    const result = await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })
    assert.deepEqual(
      [result.data.score, result.data.correct_answers, result.data.passing_score, result.data.passed],
      [40, 2, 70, false],
    )
    const next = await startAttempt(await given.user(), made.id)
    const texts = next.questions.map(({ question }: { question: string }) => question).sort()
    assert.deepEqual(texts, ['Smallest?', questions.number.question, questions.text.question].sort())
  })
})

describe('DELETE /exams/{id}', () => {
  it('deletes an exam without attempts, and hides one that has attempts', async () => {
    const { author, ada, given } = await createAuthor()
    const [unused, tried] = [await createExam(author), await createExam(author)]
    const result = await takeExam(ada, tried.id, 'right')
    const open = await startAttempt(await given.user(), tried.id)

    for (const { id } of [unused, tried]) {
      assert.equal((await author.delete(`/exams/${id}`)).status, 200)
      for (const who of [author, ada, await given.admin()]) assert.equal((await who.get(`/exams/${id}`)).status, 404)
      assert.equal((await ada.post(`/exams/${id}/start`)).status, 404)
    }

    assert.equal((await author.get('/exams?mine=true')).meta.total, 0)
    const kept = await ada.get(`/exam-attempts/${result.attempt_id}`)
    assert.deepEqual([kept.status, kept.data.result.score], [200, 100])
    assert.equal((await author.get(`/exam-attempts/${open.id}`)).status, 200)
  })
})

describe('GET /exams', () => {
  it("lists published exams and the caller's drafts, newest first, with a correct total", async () => {
    const app = await createApp()
    const author = await app.given.user({ role: 'researcher' })
    const ada = await app.given.user()
    const made = [
      await createExam(author),
      await createExam(author, { publication_status: 'draft' }),
      await createExam(author),
    ]
    const [first, draft, last] = listIds(made)

    const [hers, his, mine] = [await ada.get('/exams'), await author.get('/exams'), await author.get('/exams?mine=1')]

    assert.deepEqual([listIds(hers.data), hers.meta.total], [[last, first], 2])
    assert.deepEqual([listIds(his.data), his.meta.total], [[last, draft, first], 3])
    assert.deepEqual([listIds(mine.data), mine.meta.total], [[last, draft, first], 3])
    assert.equal((await ada.get('/exams?mine=1')).meta.total, 0)
    const second = await author.get('/exams?page=2&limit=1')
    assert.deepEqual([listIds(second.data), second.meta.last_page], [[draft], 3])

    await author.put(`/exams/${draft}`, { publication_status: 'published' })
    await author.delete(`/exams/${first}`)
    app.clock.advance({ minutes: 10 })
    await app.settle()
    assert.deepEqual(
      [listIds((await ada.get('/exams')).data), (await ada.get('/exams')).meta.total],
      [[last, draft], 2],
    )
  })

  it('sorts by the values that the caller sees in the exam', async () => {
    const app = await createApp()
    const author = await app.given.user({ role: 'researcher' })
    const ada = await app.given.user()
    const now = app.clock.now()
    const at = (days: number) => (days < 0 ? subtractDuration(now, { days: -days }) : addDuration(now, { days }))
    const make = async (more: object) => (await createExam(author, { max_attempts: 1, ...more })).id
    const endless = await make({})
    const soon = await make({ available_until: at(2) })
    const later = await make({ available_until: at(9) })
    const passed = await make({ available_until: at(5) })
    const failed = await make({ category: 'Écologie' })
    const closed = await make({ available_from: at(-9), available_until: at(-1) })
    const long = await make({ available_from: at(-9), available_until: at(-3) })
    const tomorrow = await make({ available_from: at(1) })
    const nextWeek = await make({ available_from: at(7) })
    await takeExam(ada, passed, 'right')
    await takeExam(ada, failed, 'wrong')
    const running = await make({ max_attempts: 2 })
    await startAttempt(ada, running)

    const lists = {
      available: [soon, later, endless, running],
      upcoming: [tomorrow, nextWeek],
      completed: [failed, passed, closed, long],
    }
    for (const [status, expected] of Object.entries(lists)) {
      const { data, meta } = await ada.get(`/exams?status=${status}`)
      assert.deepEqual([listIds(data), meta.total], [expected, expected.length], status)
      for (const { id, status: shown } of data) {
        assert.equal(shown, status)
        assert.equal((await ada.get(`/exams/${id}`)).data.status, status)
      }
      const pages = [
        await ada.get(`/exams?status=${status}&limit=1`),
        await ada.get(`/exams?status=${status}&limit=1&page=2`),
      ]
      assert.deepEqual(
        pages.flatMap((one) => listIds(one.data)),
        expected.slice(0, 2),
      )
    }
    const ecology = await ada.get('/exams?status=completed&category=ECOLOGIE')
    assert.deepEqual([listIds(ecology.data), ecology.data[0].passed], [[failed], false])
    assert.deepEqual(listIds((await author.get('/exams?category=ecologie')).data), [failed])
    assert.equal((await author.get('/exams?status=completed')).meta.total, 2)
    assert.equal((await ada.get('/exams?category=')).meta.total, (await ada.get('/exams')).meta.total)
  })

  it('finds an exam by the status that it shows, also while an attempt that passes is still to be finished', async () => {
    const app = await createApp()
    const [author, ada] = [await app.given.user({ role: 'researcher' }), await app.given.user()]
    const { id } = await createExam(author, { max_attempts: 2, duration_minutes: 5 })
    const accommodated = await createExam(author, { max_attempts: 2, duration_minutes: 5 })
    const extra = { user_id: ada.id, extra_attempts: 1 }
    assert.equal((await author.post(`/exams/${accommodated.id}/accommodations`, extra)).status, 201)
    const ids = [id, accommodated.id]
    for (const examId of ids) {
      const attempt = await startAttempt(ada, examId)
      const answers = getRightAnswers(attempt.questions)
      assert.equal((await ada.put(`/exam-attempts/${attempt.id}/answers`, { answers })).status, 200)
    }

    const before = await ada.get('/exams?status=available')
    app.clock.advance({ minutes: 9 })
    const [open, done] = [await ada.get('/exams?status=available'), await ada.get('/exams?status=completed')]

    assert.deepEqual(listIds(before.data).sort(), ids)
    assert.deepEqual([listIds(open.data), open.meta.total], [[], 0])
    assert.deepEqual([listIds(done.data).sort(), done.meta.total], [ids, 2])
    for (const { status, passed } of done.data) assert.deepEqual([status, passed], ['completed', true])
  })
})
