import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createExam, questions, startAttempt } from '#test/support/exams.ts'
import { createForm } from '#test/support/forms.ts'
import { content } from '#test/support/projects.ts'

const rubric = [
  { criterion: 'Argument', levels: [{ points: 0 }, { points: 1.5 }, { points: 3 }] },
  { criterion: 'Style', levels: [{ points: 0 }, { points: 1 }] },
]
const essay = { type: 'essay', question: 'Why do we sow?', points: 4, max_words: 5, rubric }
const upload = { type: 'file_upload', question: 'Draw a field.', points: 4 }

/** An exam with a true statement and questions that people grade, its author, a grader and a learner. */
async function createGradedExam(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher', name: 'Rosalind' })
  const exam = await createExam(author, { questions: [questions.truth, essay], ...more })
  const grader = await app.given.user({ name: 'Grace' })
  await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })
  return { ...app, author, exam, grader, ada: await app.given.user({ name: 'Ada' }) }
}

interface QuestionSummary {
  id: number
  type: string
}

const answerAll = (asked: readonly QuestionSummary[], text = 'To eat in winter.') =>
  Object.fromEntries(asked.map(({ id, type }) => [id, type === 'essay' ? text : true]))

const findId = (asked: readonly QuestionSummary[], type: string) =>
  asked.find((question) => question.type === type)?.id ?? 0

async function writeEssay(person: Person, examId: number, text?: string) {
  const attempt = await startAttempt(person, examId)
  const { status, data } = await person.post(`/exam-attempts/${attempt.id}/submit`, {
    answers: answerAll(attempt.questions, text),
  })
  assert.equal(status, 200)
  const question = findId(attempt.questions, 'essay')
  return { id: attempt.id, question, result: data, path: `/exam-attempts/${attempt.id}/grades/${question}` }
}

describe('an answer that people grade', () => {
  it('leaves the result pending, with what is certain so far, until the grades are released', async () => {
    const { author, ada, exam, grader, settle } = await createGradedExam({ passing_score: 60 })

    const { id, result, path } = await writeEssay(ada, exam.id)

    assert.deepEqual(
      [result.grading, result.score, result.passed, result.certificate_eligible, result.correct_answers],
      ['pending', 20, false, false, 1],
    )
    assert.equal(result.incorrect_answers, 0)
    const readAll = async () => ({
      attempt: (await ada.get(`/exam-attempts/${id}`)).data,
      listed: (await ada.get('/exam-attempts')).data[0],
      ofExam: (await author.get(`/exams/${exam.id}/attempts`)).data[0],
      exam: (await ada.get(`/exams/${exam.id}`)).data,
      certificates: (await ada.get('/certificates')).data,
    })
    const before = await readAll()
    for (const { score, passed } of [before.attempt, before.listed, before.ofExam])
      assert.deepEqual([score, passed], [null, null])
    assert.deepEqual([before.exam.passed, before.exam.attempts_used, before.certificates], [null, 1, []])

    const graded = await grader.put(path, { rubric: { 1: 2, 2: 0 }, comment: 'Well argued.' })
    assert.equal(graded.status, 200, graded.text)
    assert.deepEqual([graded.data.grade.points, graded.data.state], [3, 'done'])
    assert.deepEqual(await readAll(), before)
    assert.doesNotMatch((await ada.get(`/users/${ada.id}/export`)).text, /Well argued/)

    const released = await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()

    assert.deepEqual(released.data, { released: 1, waiting: 0 })
    const after = await readAll()
    for (const { score, passed } of [after.attempt, after.listed, after.ofExam])
      assert.deepEqual([score, passed], [80, true])
    assert.deepEqual([after.attempt.result.grading, after.attempt.result.certificate_eligible], ['final', true])
    assert.deepEqual([after.exam.passed, after.certificates.length], [true, 1])
    const notices = (await ada.get('/notifications')).data.map(({ title }: { title: string }) => title)
    assert.ok(notices.includes('Your result is ready'), `${notices}`)
    assert.match((await ada.get(`/users/${ada.id}/export`)).text, /Well argued/)
  })

  it('is refused on submission when it has too many words, and saved all the same', async () => {
    const { ada, exam } = await createGradedExam()
    const attempt = await startAttempt(ada, exam.id)
    const answers = answerAll(attempt.questions, 'one two three four five six')
    const question = findId(attempt.questions, 'essay')

    const saved = await ada.put(`/exam-attempts/${attempt.id}/answers`, { answers })
    const submitted = await ada.post(`/exam-attempts/${attempt.id}/submit`)
    const empty = await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [question]: ' \n ' } })

    assert.equal(attempt.questions.find(({ type }: QuestionSummary) => type === 'essay').max_words, 5)
    assert.equal(saved.status, 200)
    assert.deepEqual(submitted.errors, { [`answers.${question}`]: ['The answer has 6 words, and may have at most 5.'] })
    assert.deepEqual(empty.errors, { [`answers.${question}`]: ['Please answer this question.'] })
    assert.equal((await ada.get(`/exam-attempts/${attempt.id}`)).data.status, 'in_progress')
  })

  it('is shown in the review with its comment once it is released', async () => {
    const review = { when: 'after_submit', shows: ['own_answers', 'marks', 'right_answers'] }
    const { author, ada, exam, grader, settle } = await createGradedExam({ review })
    const { id, path, question } = await writeEssay(ada, exam.id)
    await grader.put(path, { rubric: { 1: 1, 2: 1 }, comment: 'Go on.' })
    const find = async () =>
      (await ada.get(`/exam-attempts/${id}/review`)).data.questions.find(
        (shown: QuestionSummary) => shown.id === question,
      )

    const before = await find()
    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()
    const after = await find()

    assert.deepEqual([before.correct, before.points_earned, before.comment], [null, null, undefined])
    assert.deepEqual([after.correct, after.points_earned, after.comment], [false, 2.5, 'Go on.'])
    assert.deepEqual(
      after.rubric.map(({ criterion, points }: { criterion: string; points: number }) => [criterion, points]),
      [
        ['Argument', 1.5],
        ['Style', 1],
      ],
    )
    assert.equal('right_answer' in after, false)
  })

  it('waits for a grader when the time runs out, and counts nothing where it is missing', async () => {
    const { author, ada, given, exam, clock, settle } = await createGradedExam({ passing_score: 20 })
    const [written, empty] = [await startAttempt(ada, exam.id), await startAttempt(await given.user(), exam.id)]
    await ada.put(`/exam-attempts/${written.id}/answers`, { answers: answerAll(written.questions) })
    clock.advance({ hours: 2 })
    const expected = (await ada.get(`/exam-attempts/${written.id}`)).data
    await settle()

    const stored = (await ada.get(`/exam-attempts/${written.id}`)).data
    assert.deepEqual([expected.score, expected.result.grading, expected.result.score], [null, 'pending', 20])
    assert.deepEqual(stored.result, expected.result)
    const none = (await author.get(`/exam-attempts/${empty.id}`)).data
    assert.deepEqual([none.score, none.result.grading], [0, 'final'])
    assert.equal((await author.get(`/exams/${exam.id}/grading`)).meta.total, 1)
  })
})

describe('GET /exams/{id}/grading', () => {
  it('is for graders, who see nothing else of the exam, and not their own answers', async () => {
    const { author, ada, grader, given, exam } = await createGradedExam()
    const { id, path } = await writeEssay(ada, exam.id)
    const own = await writeEssay(grader, exam.id)
    const other = await given.user({ role: 'researcher' })

    const { data, meta } = await grader.get(`/exams/${exam.id}/grading`)

    assert.deepEqual([meta.total, data[0].attempt_id, data[0].user.name, data[0].state], [1, id, 'Ada', 'open'])
    assert.equal((await author.get(`/exams/${exam.id}/grading`)).meta.total, 2)
    for (const reply of [
      await ada.get(`/exams/${exam.id}/grading`),
      await other.get(`/exams/${exam.id}/grading`),
      await other.post(`/exams/${exam.id}/grading/claim`, {}),
      await other.get(path),
      await other.put(path, { points: 4 }),
      await ada.put(path, { points: 4 }),
      await grader.put(own.path, { points: 4 }),
      await grader.get(own.path),
      await grader.get(`/exam-attempts/${id}`),
      await grader.get(`/exam-attempts/${id}/review`),
      await grader.get(`/exams/${exam.id}/attempts`),
      await grader.get(`/exams/${exam.id}/questions`),
      await grader.post(`/exams/${exam.id}/grades/release`, {}),
      await grader.post(`/exams/${exam.id}/graders`, { user_id: other.id }),
    ])
      assert.equal(reply.status, 403, `${reply.text}`)
    assert.equal((await grader.put(`/exam-attempts/999999/grades/${own.question}`, { points: 1 })).status, 404)
    assert.equal((await author.get(path)).data.grade, null)
  })

  it('gives an answer to one of many graders at once, for half an hour', async () => {
    const { author, ada, grader, given, exam, clock } = await createGradedExam()
    const { path } = await writeEssay(ada, exam.id)
    const others = await runSequentially(4, async () => {
      const person = await given.user()
      await author.post(`/exams/${exam.id}/graders`, { user_id: person.id })
      return person
    })
    const all = [grader, ...others]

    const replies = await runConcurrently(20, (index) =>
      (all[index % all.length] ?? grader).post(`/exams/${exam.id}/grading/claim`, {}),
    )

    const winners = replies.filter(({ status }) => status === 200)
    assert.equal(winners.length, 4, JSON.stringify(countByStatus(replies)))
    const who = all[replies.findIndex(({ status }) => status === 200) % all.length] ?? grader
    const loser = all.find((person) => person !== who) ?? author
    assert.equal((await loser.put(path, { points: 1 })).message, 'Another grader is working on this answer.')
    assert.equal((await loser.get(`/exams/${exam.id}/grading`)).meta.total, 0)
    assert.equal((await who.get(`/exams/${exam.id}/grading?state=mine`)).meta.total, 1)

    clock.advance({ minutes: 31 })

    assert.equal((await loser.get(`/exams/${exam.id}/grading`)).meta.total, 1)
    assert.equal((await loser.put(path, { points: 1 })).status, 200)
    assert.equal((await who.put(path, { points: 2 })).message, 'Another grader has graded this answer.')
    assert.equal((await loser.put(path, { points: 3 })).data.grade.points, 3)
    assert.equal((await author.get(`/exams/${exam.id}/grading?state=done`)).data[0].grade.grader.id, loser.id)
    assert.equal((await who.get(`/exams/${exam.id}/grading?state=done`)).meta.total, 0)
  })

  it('lets one of many graders win who grade at once', async () => {
    const { author, ada, given, exam } = await createGradedExam()
    const { path } = await writeEssay(ada, exam.id)
    const all = await runSequentially(5, async () => {
      const person = await given.user()
      await author.post(`/exams/${exam.id}/graders`, { user_id: person.id })
      return person
    })

    const replies = await runConcurrently(5, (index) => (all[index] ?? author).put(path, { points: index % 5 }))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 4 })
  })
})

describe('GET /exams/grading', () => {
  it('lists the exams that the caller grades, and whether answers of others wait', async () => {
    const { given } = await testApp()
    const [author, grader, learner] = [await given.user({ role: 'researcher' }), await given.user(), await given.user()]
    const essay = { type: 'essay', question: 'Why?', points: 2 }
    const create = (more: object = {}) => createExam(author, { questions: [essay], max_attempts: 2, ...more })
    const [first, second, draft] = [await create(), await create({ practice: true }), await create()]
    for (const { id } of [second, first, draft]) await author.post(`/exams/${id}/graders`, { user_id: grader.id })
    await author.put(`/exams/${draft.id}`, { publication_status: 'draft' })
    const read = async (person: Person) => {
      const { data, meta } = await person.get('/exams/grading')
      return [meta.total, data.map((row: { exam: { id: number }; waiting: boolean }) => [row.exam.id, row.waiting])]
    }
    const all = (isWaiting: boolean) => [
      3,
      [
        [draft.id, false],
        [second.id, false],
        [first.id, isWaiting],
      ],
    ]

    assert.deepEqual(
      [await read(author), await read(learner)],
      [
        [0, []],
        [0, []],
      ],
    )
    assert.deepEqual(await read(grader), all(false))

    const write = async (person: Person) => {
      const { id, questions } = await startAttempt(person, first.id)
      const [{ id: question }] = questions
      await person.post(`/exam-attempts/${id}/submit`, { answers: { [question]: 'So.' } })
      return `/exam-attempts/${id}/grades/${question}`
    }
    await write(grader)
    assert.deepEqual(await read(grader), all(false))
    const grade = await write(learner)
    assert.deepEqual(await read(grader), all(true))
    await grader.put(grade, { points: 1 })
    assert.deepEqual(await read(grader), all(false))

    await author.delete(`/exams/${second.id}`)
    const [left] = (await grader.get('/exams/grading?limit=1')).data
    await grader.delete(`/exams/${left.exam.id}/graders/${left.id}`)
    assert.deepEqual(await read(grader), [1, [[first.id, false]]])
  })

  it('leaves out hidden exams, which a grader cannot open', async () => {
    const { given } = await testApp()
    const [author, grader, admin] = [await given.user({ role: 'researcher' }), await given.user(), await given.admin()]
    const { id } = await createExam(author, { questions: [{ type: 'essay', question: 'Why?' }] })
    await author.post(`/exams/${id}/graders`, { user_id: grader.id })
    const hidden = await admin.post(`/admin/content/exam/${id}/hide`, { reason: 'Copied' })
    assert.equal(hidden.status, 200)

    assert.equal((await grader.get(`/exams/${id}/grading`)).status, 404)
    assert.deepEqual((await grader.get('/exams/grading')).data, [])
  })
})

describe('PUT /exam-attempts/{id}/grades/{question_id}', () => {
  it('refuses points that the question does not have, and levels that the rubric does not have', async () => {
    const { ada, grader, exam } = await createGradedExam()
    const { path } = await writeEssay(ada, exam.id)

    for (const [body, field] of [
      [{ points: 4.01 }, 'points'],
      [{ points: -1 }, 'points'],
      [{}, 'points'],
      [{ rubric: { 1: 2 } }, 'rubric'],
      [{ rubric: { 1: 3, 2: 0 } }, 'rubric'],
      [{ rubric: { 1: 2, 2: 0, 3: 0 } }, 'rubric'],
      [{ rubric: { 1: 2, 2: 0 }, points: 4 }, 'points'],
      [{ points: 1, comment: 'x'.repeat(5_001) }, 'comment'],
    ] as const) {
      const reply = await grader.put(path, body)
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, [field]], JSON.stringify(body))
    }
    assert.equal((await grader.get(path)).data.state, 'open')
    assert.equal((await grader.put(path, { rubric: { 1: 2, 2: 1 }, points: 4 })).data.grade.points, 4)
  })

  it('follows a changed rubric, and lets answers be graded again whose levels are gone', async () => {
    const { author, ada, given, grader, exam } = await createGradedExam()
    const [first, second] = [await writeEssay(ada, exam.id), await writeEssay(await given.user(), exam.id)]
    await grader.put(first.path, { rubric: { 1: 1, 2: 1 } })
    await grader.put(second.path, { rubric: { 1: 2, 2: 1 } })
    const change = (levels: object[]) =>
      author.put(`/exams/${exam.id}/questions/${first.question}`, {
        rubric: [{ criterion: 'Argument', levels }, rubric[1]],
      })

    const refused = await change([{ points: 0 }, { points: 2 }])
    assert.deepEqual(Object.keys(refused.errors), ['rubric'])
    assert.equal((await change([{ points: 0 }, { points: 2 }, { points: 3 }])).status, 200)

    assert.equal((await grader.get(first.path)).data.grade.points, 3)
    await change([{ points: 0 }, { points: 3 }])
    assert.equal((await grader.get(first.path)).data.grade.points, 4)
    assert.deepEqual([(await grader.get(second.path)).data.state], ['open'])
  })

  it('scales a rubric to the points of a section', async () => {
    const sections = [{ source: 'own', points_each: 10 }]
    const { ada, grader, exam } = await createGradedExam({ sections })
    const { path } = await writeEssay(ada, exam.id)

    const { data } = await grader.put(path, { rubric: { 1: 1, 2: 1 } })

    assert.deepEqual([data.points, data.grade.points], [10, 6.25])
  })
})

describe('POST /exams/{id}/grades/release', () => {
  it('is refused while answers are not graded, and releases the others on request', async () => {
    const { author, ada, given, grader, exam, settle } = await createGradedExam()
    const [first, second] = [await writeEssay(ada, exam.id), await writeEssay(await given.user(), exam.id)]
    await grader.put(first.path, { points: 4 })

    const refused = await author.post(`/exams/${exam.id}/grades/release`, {})
    const partial = await author.post(`/exams/${exam.id}/grades/release`, { partial: true })
    const late = await grader.put(first.path, { points: 0 })
    await settle()

    assert.equal(refused.message, '1 attempt has answers that are not graded yet.')
    assert.deepEqual(partial.data, { released: 1, waiting: 1 })
    assert.equal(late.message, 'The grade is released; it changes by an appeal.')
    assert.equal((await ada.get(`/exam-attempts/${first.id}`)).data.score, 100)
    assert.equal((await author.get(`/exam-attempts/${second.id}`)).data.score, null)
  })

  it('counts each grade that was given before it, and none after, also at the same time', async () => {
    const { author, ada, grader, exam, settle } = await createGradedExam()
    const { id, path } = await writeEssay(ada, exam.id)
    await grader.put(path, { points: 1 })

    const [saved] = await Promise.all([
      grader.put(path, { points: 4 }),
      author.post(`/exams/${exam.id}/grades/release`, {}),
      author.post(`/exams/${exam.id}/grades/release`, {}),
    ])
    await settle()

    const { data } = await ada.get(`/exam-attempts/${id}`)
    assert.equal(data.score, saved.status === 200 ? 100 : 40, saved.text)
    assert.equal((await author.get(path)).data.grade.points, saved.status === 200 ? 4 : 1)
  })

  it('lets the author correct a grade afterwards, which moves the certificate', async () => {
    const { author, ada, grader, exam, settle } = await createGradedExam({ passing_score: 60 })
    const { id, path } = await writeEssay(ada, exam.id)
    await grader.put(path, { points: 4 })
    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()
    const isValid = async () =>
      (await ada.get('/certificates')).data.map(({ verified }: { verified: boolean }) => verified)
    assert.deepEqual(await isValid(), [true])

    assert.equal((await grader.put(path, { points: 0 })).status, 422)
    assert.equal((await author.put(path, { points: 0 })).status, 200)
    const lower = (await ada.get(`/exam-attempts/${id}`)).data
    assert.deepEqual([lower.score, lower.passed, await isValid()], [20, false, [false]])
    assert.equal((await ada.get(`/exams/${exam.id}`)).data.passed, false)

    await author.put(path, { points: 3 })
    assert.deepEqual([(await ada.get(`/exam-attempts/${id}`)).data.score, await isValid()], [80, [true]])
  })
})

describe('uploaded files', () => {
  const uploadDocument = async (person: Person, name = 'Adas field.txt', type = 'document') =>
    (await person.send('POST', '/upload', { body: createForm({ type, file: content('A field.', name) }) })).data.file

  it('become private files of the attempt, which graders read by a link', async () => {
    const { author, ada, grader, exam } = await createGradedExam({ questions: [upload, questions.number] })
    const [file, other] = [await uploadDocument(ada), await uploadDocument(ada, 'Another field.txt')]
    const attempt = await startAttempt(ada, exam.id)
    const [question, number] = ['file_upload', 'numeric'].map((type) => findId(attempt.questions, type))
    const path = `/exam-attempts/${attempt.id}`
    const save = (ids: readonly number[]) =>
      // The number is the id of a file, and names none.
      ada.put(`${path}/answers`, { answers: { [Number(question)]: ids, [Number(number)]: other.id } })

    assert.equal((await save([])).status, 200)
    assert.equal((await ada.get(path)).data.files, undefined)
    assert.equal((await save([other.id])).status, 200)
    assert.equal((await save([file.id])).status, 200)
    const shown = (await ada.get(path)).data
    assert.deepEqual(
      shown.files.map(({ filename }: { filename: string }) => filename),
      ['Adas field.txt'],
    )
    assert.deepEqual(shown.answers, { [Number(question)]: [file.id], [Number(number)]: other.id })
    assert.equal((await ada.get(new URL(file.url).pathname)).status, 404)
    assert.equal((await ada.delete(`/files/${file.id}`)).status, 404)
    assert.equal((await ada.get('/files')).meta.total, 0)

    assert.equal((await ada.post(`${path}/submit`)).status, 200)
    const { data } = await grader.post(`/exams/${exam.id}/grading/claim`, {})
    assert.deepEqual([data.answer, data.files[0].filename], [null, 'Adas field.txt'])
    const { pathname, search } = new URL(data.files[0].url)
    assert.equal((await grader.get(pathname + search)).text, 'A field.')
    assert.equal((await grader.get(pathname)).status, 403)
    const { data: exported } = await ada.get(`/users/${ada.id}/export`)
    assert.equal(exported.files.length, 1, 'The file that no answer names is removed.')
    assert.equal((await author.delete(`/users/${author.id}`)).status, 200)
  })

  it('must be uploads of the learner for documents, at most ten', async () => {
    const { ada, given, exam } = await createGradedExam({ questions: [upload] })
    const foreign = await uploadDocument(await given.user())
    const project = await uploadDocument(ada, 'a.txt', 'project_file')
    const mine = await uploadDocument(ada)
    const attempt = await startAttempt(ada, exam.id)
    const [question] = attempt.questions
    const path = `/exam-attempts/${attempt.id}`

    for (const ids of [
      [foreign.id],
      [project.id],
      [999_999],
      ['x'],
      [0],
      'x',
      Array.from({ length: 11 }, (_, n) => n + 1),
    ])
      for (const reply of [
        await ada.put(`${path}/answers`, { answers: { [question.id]: ids } }),
        await ada.post(`${path}/submit`, { answers: { [question.id]: ids } }),
      ])
        assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, [`answers.${question.id}`]], reply.text)
    const both = await runConcurrently(5, () => ada.put(`${path}/answers`, { answers: { [question.id]: [mine.id] } }))
    assert.deepEqual(countByStatus(both), { 200: 5 })
    assert.equal((await ada.post(`${path}/submit`, { answers: { [question.id]: [mine.id] } })).status, 200)
  })
})

describe('anonymous grading', () => {
  it('shows nothing that says who wrote an answer, or when', async () => {
    const { author, ada, grader, exam, clock, settle } = await createGradedExam({
      questions: [essay, upload],
      anonymous_grading: true,
      passing_score: 0,
    })
    const body = createForm({ type: 'document', file: content('A field.', 'ada-lovelace.txt') })
    const { file } = (await ada.send('POST', '/upload', { body })).data
    const since = (await grader.get('/changes?since=now')).meta.next
    const mine = (await ada.get('/changes?since=now')).meta.next
    clock.advance({ minutes: 3 })
    const attempt = await startAttempt(ada, exam.id)
    const question = findId(attempt.questions, 'essay')
    const answers = { [question]: 'To eat.', [findId(attempt.questions, 'file_upload')]: [file.id] }
    clock.advance({ minutes: 7 })
    await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })
    const moments = [attempt.started_at, clock.now()]
    clock.advance({ hours: 1 })

    const list = await grader.get(`/exams/${exam.id}/grading`)
    const claims = await runSequentially(2, () => grader.post(`/exams/${exam.id}/grading/claim`, {}))
    for (const { attempt_id, question_id } of list.data) {
      const path = `/exam-attempts/${attempt_id}/grades/${question_id}`
      assert.equal((await grader.put(path, { points: 2 })).status, 200)
    }
    assert.equal((await grader.get(`/exam-attempts/${attempt.id}/grades/${question}`)).status, 404)
    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()
    await ada.post(`/exam-attempts/${attempt.id}/appeals`, { question_id: question, reason: 'More, please.' })
    const texts = [
      list,
      ...claims,
      await grader.get(`/exams/${exam.id}/grading?state=done`),
      await grader.get(`/exams/${exam.id}/appeals`),
      await grader.get(`/changes?since=${since}`),
      await grader.get('/notifications'),
      await grader.get(`/users/${grader.id}/export`),
      ...(await Promise.all(
        list.data.map(({ attempt_id, question_id }: { attempt_id: number; question_id: number }) =>
          grader.get(`/exam-attempts/${attempt_id}/grades/${question_id}`),
        ),
      )),
    ].map(({ text }) => text)

    assert.equal(list.meta.total, 2)
    for (const text of texts) {
      assert.doesNotMatch(text, /\bAda\b|ada-lovelace/i)
      assert.doesNotMatch(text, new RegExp(`"(attempt_id|user_id|id)":(${attempt.id}|${ada.id}|${file.id})[,}]`))
      for (const moment of moments) assert.ok(!text.includes(moment), text)
    }
    const [named] = claims.flatMap(({ data }) => data.files)
    assert.equal(named?.filename ?? 'answer-1.txt', 'answer-1.txt')
    // The learner, whose file it is, is told of its new name.
    const { data: told } = await ada.get(`/changes?since=${mine}&types=file.updated`)
    assert.deepEqual(
      told.map(({ object }: { object: { id: number } }) => object.id),
      [file.id],
    )
  })
})
