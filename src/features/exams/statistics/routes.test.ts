import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse as parseCsv } from 'csv-parse/sync'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'

const capital = {
  type: 'single_choice',
  question: '=Which is the capital of Australia?',
  options: ['Sydney', 'Canberra', 'Perth'],
  correct_answer: 'Canberra',
}
const ice = { type: 'true_false', question: 'Ice floats.', correct_answer: true, points: 3 }

interface QuestionSummary {
  id: number
  type: string
}

/** Answers by the type of the question. */
type ByType = Record<string, unknown>

async function take(person: Person, examId: number, answers: ByType, clock?: { advance(by: object): void }) {
  const { id, questions } = await startAttempt(person, examId)
  clock?.advance({ minutes: 4 })
  const given = questions.map((asked: QuestionSummary) => [asked.id, answers[asked.type]])
  const { status, text } = await person.post(`/exam-attempts/${id}/submit`, { answers: Object.fromEntries(given) })
  assert.equal(status, 200, text)
}

async function createAuthor() {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const takeAs = async (examId: number, answers: ByType[]) => {
    for (const given of answers) await take(await app.given.user(), examId, given, app.clock)
  }
  const read = (examId: number): Promise<Reply> => author.get(`/exams/${examId}/statistics`)
  return { ...app, author, takeAs, read }
}

interface Reply {
  data: Record<string, unknown>[]
  meta: Record<string, unknown>
}

const pick = (row: Record<string, unknown> | undefined, ...names: string[]) => names.map((name) => row?.[name])

describe('GET /exams/{id}/statistics', () => {
  it('says how an exam and its questions went, without attempts of the author and open ones', async () => {
    const { author, given, takeAs, read } = await createAuthor()
    const exam = await createExam(author, { questions: [capital, ice], duration_minutes: 30 })
    await takeAs(exam.id, [
      { single_choice: 'Canberra', true_false: true },
      { single_choice: 'Canberra', true_false: true },
      { single_choice: 'Sydney', true_false: true },
      { single_choice: 'Sydney', true_false: false },
      { single_choice: 'Perth', true_false: false },
    ])
    await take(author, exam.id, { single_choice: 'Canberra', true_false: true })
    await startAttempt(await given.user(), exam.id)

    const { data, meta } = await read(exam.id)

    assert.deepEqual(meta, {
      ...{ attempts: 5, mean: 55, median: 75, questions: 2 },
      distribution: [2, 0, 0, 0, 0, 0, 0, 1, 0, 2],
      ...{ mean_seconds: 240, median_seconds: 240 },
    })
    const figures = { n: 5, discrimination_n: 5, discrimination: 0.6667, unanswered: 0, former_choices: 0 }
    assert.deepEqual(data, [
      {
        ...{ id: exam.questions[0].id, question: capital.question, type: 'single_choice', difficulty: 0.4, ...figures },
        choices: [
          { option: 'Sydney', chosen: 2, right: false },
          { option: 'Canberra', chosen: 2, right: true },
          { option: 'Perth', chosen: 1, right: false },
        ],
      },
      {
        ...{ id: exam.questions[1].id, question: ice.question, type: 'true_false', difficulty: 0.6, ...figures },
        choices: [
          { option: 'true', chosen: 3, right: true },
          { option: 'false', chosen: 2, right: false },
        ],
      },
    ])
  })

  it('has no figures of fewer than five attempts', async () => {
    const { author, takeAs, read } = await createAuthor()
    const exam = await createExam(author, { questions: [capital, ice] })
    const empty = await read(exam.id)
    await takeAs(
      exam.id,
      Array.from({ length: 4 }, () => ({ single_choice: 'Sydney', true_false: true })),
    )

    const { data, meta } = await read(exam.id)

    assert.deepEqual([empty.data, empty.meta.attempts, empty.meta.mean], [[], 0, null])
    assert.deepEqual(meta, {
      ...{ attempts: 4, mean: null, median: null, distribution: null, mean_seconds: null, median_seconds: null },
      questions: 2,
    })
    for (const row of data)
      assert.deepEqual(pick(row, 'n', 'difficulty', 'discrimination', 'unanswered', 'choices', 'former_choices'), [
        4,
        null,
        null,
        null,
        null,
        null,
      ])
  })

  it('counts missing answers of expired attempts', async () => {
    const { author, given, clock, settle, read } = await createAuthor()
    const exam = await createExam(author, { questions: [capital, ice], duration_minutes: 10 })
    for (let count = 0; count < 5; count++) await startAttempt(await given.user(), exam.id)
    clock.advance({ hours: 1 })
    await settle()

    const { data, meta } = await read(exam.id)

    assert.deepEqual(pick(meta, 'attempts', 'mean', 'median_seconds'), [5, 0, 600])
    for (const row of data) assert.deepEqual(pick(row, 'difficulty', 'discrimination', 'unanswered'), [0, null, 5])
  })

  it('counts answers that people grade once they are released, with the points that were given', async () => {
    const { author, given, settle, read } = await createAuthor()
    const essay = { type: 'essay', question: 'Why?', points: 4 }
    const exam = await createExam(author, { questions: [essay, ice] })
    const ids = await runSequentially(5, async () => {
      const person = await given.user()
      const { id, questions } = await startAttempt(person, exam.id)
      const answers = questions.map((asked: QuestionSummary) => [asked.id, asked.type === 'essay' ? 'So.' : true])
      await person.post(`/exam-attempts/${id}/submit`, { answers: Object.fromEntries(answers) })
      return id
    })
    for (const [index, id] of ids.entries())
      await author.put(`/exam-attempts/${id}/grades/${exam.questions[0].id}`, { points: index === 0 ? 4 : 1 })
    assert.equal((await read(exam.id)).meta.attempts, 0)

    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()

    const { data, meta } = await read(exam.id)
    assert.equal(meta.attempts, 5)
    assert.deepEqual(pick(data[0], 'n', 'difficulty', 'choices'), [5, 0.4, []])
  })

  it('follows a regrade, and shows deleted questions and options that were removed', async () => {
    const { author, takeAs, read, settle } = await createAuthor()
    const exam = await createExam(author, { questions: [capital, ice] })
    const [first, second] = exam.questions
    await takeAs(
      exam.id,
      Array.from({ length: 5 }, () => ({ single_choice: 'Perth', true_false: true })),
    )
    const change = { options: ['Sydney', 'Canberra'], correct_answer: 'Canberra', void: true }
    await author.put(`/exams/${exam.id}/questions/${first.id}`, change)
    await author.delete(`/exams/${exam.id}/questions/${second.id}`)
    const before = await read(exam.id)

    await author.post(`/exams/${exam.id}/regrade`, {})
    await settle()

    const after = await read(exam.id)
    const listed = ({ data }: Reply) => data.map((row) => pick(row, 'id', 'n', 'difficulty', 'former_choices'))
    assert.deepEqual(listed(before), [
      [first.id, 5, 0, 0],
      [second.id, 5, 1, 0],
    ])
    assert.deepEqual(listed(after), [
      [first.id, 5, 1, 5],
      [second.id, 5, 1, 0],
    ])
    assert.deepEqual([before.meta.mean, after.meta.mean], [75, 100])
  })

  it('sends the questions as CSV, in the language of the caller and without formulas', async () => {
    const { author, takeAs } = await createAuthor()
    const exam = await createExam(author, { title: 'Basics', questions: [capital, ice] })
    await takeAs(
      exam.id,
      Array.from({ length: 5 }, () => ({ single_choice: 'Perth', true_false: true })),
    )

    const accept = { accept: 'text/csv', 'accept-language': 'es' }
    const { text, headers } = await author.get(`/exams/${exam.id}/statistics`, accept)

    assert.match(String(headers.get('content-disposition')), /Estad/)
    const rows: Record<string, string>[] = parseCsv(text, { bom: true, columns: true })
    assert.deepEqual(
      rows.map((row) => [row.question, row.n, row.difficulty, row.unanswered]),
      [
        [`'${capital.question}`, '5', '0', '0'],
        [ice.question, '5', '1', '0'],
      ],
    )
    assert.match(rows[0]?.choices ?? '', /"option":"Perth","chosen":5,"right":false/)
  })

  it('is for the owner and administrators, and says nothing of a draft', async () => {
    const { author, given } = await createAuthor()
    const exam = await createExam(author, { questions: [capital, ice] })
    const draft = await createExam(author, { questions: [capital], publication_status: 'draft' })
    const [learner, grader, admin] = [await given.user(), await given.user(), await given.admin()]
    await take(learner, exam.id, { single_choice: 'Canberra', true_false: true })
    await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })

    for (const person of [learner, grader, await given.user({ role: 'researcher' })])
      for (const accept of ['application/json', 'text/csv']) {
        assert.equal((await person.get(`/exams/${exam.id}/statistics`, { accept })).status, 403)
        assert.equal((await person.get(`/exams/${draft.id}/statistics`, { accept })).status, 404)
      }
    assert.equal((await admin.get(`/exams/${draft.id}/statistics`)).status, 200)
    assert.equal((await author.get('/exams/999999/statistics')).status, 404)
  })

  it('runs few calculations of a person at a time, and is free again afterwards', async () => {
    const { author } = await createAuthor()
    const exam = await createExam(author, { questions: [capital, ice] })

    const replies = await runConcurrently(20, () => author.get(`/exams/${exam.id}/statistics`))

    const statuses = new Set(replies.map(({ status }) => status))
    assert.ok(statuses.has(200))
    statuses.delete(200)
    statuses.delete(503)
    assert.deepEqual([...statuses], [])
    assert.equal((await author.get(`/exams/${exam.id}/statistics`)).status, 200)
  })
})
