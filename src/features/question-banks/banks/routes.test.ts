import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createExam, getRightAnswers, questions, startAttempt, takeExam } from '#test/support/exams.ts'
import { createForm } from '#test/support/forms.ts'

const create = async (author: Person, more: object = {}) => {
  const reply = await author.post('/question-banks', { title: 'Planets', ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

const add = async (author: Person, bankId: number, question: object) => {
  const reply = await author.post(`/question-banks/${bankId}/questions`, question)
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

/** A bank with true-or-false questions, which have the tags. */
async function createBank(author: Person, tags: readonly string[][]) {
  const bank = await create(author)
  for (const [index, some] of tags.entries())
    await add(author, bank.id, {
      ...questions.truth,
      question: `Statement ${index}.`,
      tags: some,
      difficulty: (index % 5) + 1,
    })
  return bank
}

async function createAuthor() {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher', name: 'Rosalind' })
  return { ...app, author, ada: await app.given.user() }
}

const tooLarge =
  'An attempt has at most 1000 questions with 2 MB of text; the author of this exam must let it ask fewer.'

const listIds = (rows: { id: number }[]) => rows.map(({ id }) => id)
const listTexts = (rows: { question: string }[]) => rows.map(({ question }) => question)

describe('a question bank', () => {
  it('is created, changed, listed to its owner, and deleted', async () => {
    const { author, ada, clock } = await createAuthor()

    const bank = await create(author, { category: 'Astronomy' })
    const changed = await author.put(`/question-banks/${bank.id}`, { title: 'Stars' })
    const listed = await author.get('/question-banks')

    assert.deepEqual(bank, {
      id: bank.id,
      title: 'Planets',
      description: '',
      category: 'Astronomy',
      questions_count: 0,
      owner: { id: author.id, name: 'Rosalind' },
      created_at: clock.now(),
      updated_at: clock.now(),
    })
    assert.deepEqual([changed.data.title, changed.data.category], ['Stars', 'Astronomy'])
    assert.deepEqual(listIds(listed.data), [bank.id])
    assert.equal((await ada.get('/question-banks')).meta.total, 0)
    assert.equal((await ada.post('/question-banks', { title: 'Mine' })).status, 403)
    assert.equal((await author.delete(`/question-banks/${bank.id}`)).status, 200)
    assert.equal((await author.get(`/question-banks/${bank.id}`)).status, 404)
    assert.equal((await author.get('/question-banks')).meta.total, 0)
  })

  it('has questions like those of an exam, with tags and a difficulty, in their order', async () => {
    const { author } = await createAuthor()
    const bank = await create(author)
    const path = `/question-banks/${bank.id}/questions`

    const first = await add(author, bank.id, { ...questions.single, tags: [' big ', 'big', ''], difficulty: 2 })
    const second = await add(author, bank.id, { ...questions.number, order: 1 })
    const changed = await author.put(`${path}/${first.id}`, { points: 5, difficulty: null })
    const wrong = await author.put(`${path}/${first.id}`, { correct_answer: 'Pluto' })
    const ill = await author.post(path, { ...questions.single, difficulty: 6, tags: ['x'.repeat(51)] })

    assert.deepEqual([first.tags, first.difficulty, first.order], [['big'], 2, 1])
    assert.deepEqual([second.tags, second.difficulty, second.tolerance], [[], null, 0.01])
    assert.deepEqual(
      [changed.data.points, changed.data.difficulty, changed.data.tags, changed.data.correct_answer],
      [5, null, ['big'], 'Jupiter'],
    )
    assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['correct_answer']])
    assert.deepEqual([ill.status, Object.keys(ill.errors).sort()], [422, ['difficulty', 'tags.0']])
    assert.equal((await author.get(`/question-banks/${bank.id}`)).data.questions_count, 2)
    assert.equal((await author.delete(`${path}/${second.id}`)).status, 200)
    assert.equal((await author.delete(`${path}/${second.id}`)).status, 404)
    assert.deepEqual(listIds((await author.get(path)).data), [first.id])
  })

  it('is for its owner, its editors and administrators; for others it does not exist', async () => {
    const { author, given } = await createAuthor()
    const bank = await createBank(author, [['a']])
    const [editor, other] = [await given.user({ role: 'researcher' }), await given.user({ role: 'researcher' })]
    const editors = `/question-banks/${bank.id}/editors`

    const replies = await runConcurrently(20, () => author.post(editors, { user_id: editor.id }))
    const own = await author.post(editors, { user_id: author.id })

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal(own.status, 422)
    const [row] = (await author.get(editors)).data
    assert.equal(row.user.id, editor.id)
    assert.deepEqual(listIds((await editor.get('/question-banks')).data), [bank.id])
    await add(editor, bank.id, questions.number)
    assert.equal((await editor.delete(`/question-banks/${bank.id}`)).status, 403)
    assert.equal((await editor.post(editors, { user_id: other.id })).status, 403)
    const path = `/question-banks/${bank.id}`
    for (const reply of [
      await other.get(path),
      await other.put(path, { title: 'Mine' }),
      await other.delete(path),
      await other.get(`${path}/questions`),
      await other.post(`${path}/questions`, questions.truth),
      await other.get(editors),
      await other.delete(`${editors}/${row.id}`),
    ])
      assert.equal(reply.status, 404, reply.text)
    assert.equal((await (await given.admin()).get(`${path}/questions`)).meta.total, 2)
    assert.equal((await editor.delete(`${editors}/${row.id}`)).status, 200)
    assert.equal((await editor.get(path)).status, 404)
  })
})

describe('the sections of an exam', () => {
  it('draw from the own questions and from banks, by tags and difficulty, with their points, and no question twice', async () => {
    const { author, ada } = await createAuthor()
    const bank = await createBank(author, [['Rivers', 'easy'], ['rivers'], ['lakes'], ['LAKES', 'easy'], []])
    const exam = await createExam(author, {
      questions: [questions.single],
      sections: [
        { title: 'Own' },
        { title: 'Rivers', source: { bank_id: bank.id, tags_any: ['rívers'] }, points_each: 7, shuffle: false },
        { title: 'Easy', source: { bank_id: bank.id, tags_all: ['easy', 'lakes'] } },
        { title: 'Rest', source: { bank_id: bank.id }, draw: 1 },
        { title: 'None left', source: { bank_id: bank.id, difficulty: 1 } },
      ],
    })

    const attempt = await startAttempt(ada, exam.id)

    assert.deepEqual(exam.sections[1], {
      id: 2,
      title: 'Rivers',
      source: { tags_any: ['rívers'], tags_all: [], difficulty: null, bank_id: bank.id },
      draw: null,
      points_each: 7,
      shuffle: false,
    })
    assert.equal(exam.sections[0].source, 'own')
    assert.equal(exam.questions_count, 5)
    const [own, one, two, three, rest] = listTexts(attempt.questions)
    assert.equal(own, questions.single.question)
    assert.deepEqual([one, two, three], ['Statement 0.', 'Statement 1.', 'Statement 3.'])
    assert.ok(rest === 'Statement 2.' || rest === 'Statement 4.')
    assert.deepEqual(
      attempt.questions.map(({ points }: { points: number }) => points),
      [1, 7, 7, 1, 1],
    )
    const answers = { ...getRightAnswers(attempt.questions), [attempt.questions[1].id]: false }
    const { data } = await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })
    assert.deepEqual([data.score, data.total_questions, data.correct_answers], [Math.round((100 * 10) / 17), 5, 4])
    const review = await author.get(`/exam-attempts/${attempt.id}/review`)
    assert.deepEqual(
      review.data.questions.map(({ points_earned }: { points_earned: number }) => points_earned),
      [1, 0, 7, 1, 1],
    )
  })

  it('draw questions that the learner has not seen first', async () => {
    const { author, ada } = await createAuthor()
    const bank = await createBank(
      author,
      Array.from({ length: 6 }, () => []),
    )
    const source = { bank_id: bank.id }
    const exam = await createExam(author, { questions: [], max_attempts: 4, sections: [{ source, draw: 2 }] })
    const seen: string[] = []

    await runSequentially(3, async () => {
      const attempt = await startAttempt(ada, exam.id)
      seen.push(...listTexts(attempt.questions))
      const answers = Object.fromEntries(listIds(attempt.questions).map((id) => [id, false]))
      await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })
    })

    assert.equal(new Set(seen).size, 6)
    assert.equal((await startAttempt(ada, exam.id)).questions.length, 2)
  })

  it('draw unseen questions first from the pool of an exam without sections, too', async () => {
    const { author, ada } = await createAuthor()
    const many = Array.from({ length: 4 }, (_, index) => ({ ...questions.truth, question: `Pool ${index}.` }))
    const exam = await createExam(author, { questions: many, question_count: 2 })

    const first = await startAttempt(ada, exam.id)
    const answers = Object.fromEntries(listIds(first.questions).map((id) => [id, false]))
    await ada.post(`/exam-attempts/${first.id}/submit`, { answers })
    const second = await startAttempt(ada, exam.id)

    assert.equal(new Set([...listTexts(first.questions), ...listTexts(second.questions)]).size, 4)
  })

  it('keep the version that an attempt saw, also when the question or the bank is gone', async () => {
    const { author, ada } = await createAuthor()
    const bank = await create(author)
    const question = await add(author, bank.id, questions.truth)
    const exam = await createExam(author, { questions: [], sections: [{ source: { bank_id: bank.id } }] })
    const attempt = await startAttempt(ada, exam.id)
    await author.put(`/question-banks/${bank.id}/questions/${question.id}`, { correct_answer: false, question: 'New?' })
    await author.delete(`/question-banks/${bank.id}/questions/${question.id}`)
    const named = await author.delete(`/question-banks/${bank.id}`)
    await author.put(`/exams/${exam.id}`, { sections: [] })
    assert.equal((await author.delete(`/question-banks/${bank.id}`)).status, 200)

    const { data: shown } = await ada.get(`/exam-attempts/${attempt.id}`)
    const answers = { [question.id]: true }
    const { data } = await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })

    assert.deepEqual([named.status, named.message], [422, 'The exam Basics uses this question bank.'])
    assert.deepEqual(listTexts(shown.questions), [questions.truth.question])
    assert.equal(data.score, 100)
  })

  it('change the number of questions of an exam when the bank changes', async () => {
    const { author, ada, settle } = await createAuthor()
    const bank = await createBank(author, [['x'], []])
    const source = { bank_id: bank.id, tags_any: ['x'] }
    const exam = await createExam(author, { questions: [], sections: [{ source }, { source: 'own' }] })
    const count = async () => {
      await settle()
      return (await ada.get(`/exams/${exam.id}`)).data.questions_count
    }

    const counts = [await count()]
    const added = await add(author, bank.id, { ...questions.number, tags: ['X'] })
    counts.push(await count())
    await author.post(`/exams/${exam.id}/questions`, questions.single)
    counts.push(await count())
    await author.put(`/question-banks/${bank.id}/questions/${added.id}`, { tags: [] })
    counts.push(await count())

    assert.deepEqual(counts, [1, 2, 3, 2])
    const empty = await createExam(author, {
      questions: [],
      sections: [{ source: { bank_id: bank.id, difficulty: 5 } }],
    })
    const refused = await ada.post(`/exams/${empty.id}/start`)
    assert.equal(refused.message, 'This exam has no questions yet.')
  })

  it('ask no more than is read at once, also when the bank has grown since', async () => {
    const { author, ada, settle } = await createAuthor()
    const [bank, other] = [await create(author), await create(author)]
    const long = { ...questions.truth, question: 'x'.repeat(5_000), explanation: 'y'.repeat(5_000) }
    const exam = await createExam(author, {
      questions: [],
      sections: [{ source: { bank_id: bank.id } }, { source: { bank_id: other.id }, draw: 1 }],
    })
    const file = (count: number) =>
      JSON.stringify({
        format: 'research-platform-questions',
        version: 1,
        questions: Array.from({ length: count }, () => long),
        files: [],
      })
    const fill = (bankId: number, count: number) =>
      author.send('POST', `/question-banks/${bankId}/import`, {
        body: createForm({ file: new File([file(count)], 'questions.json') }),
      })

    const imported = await fill(bank.id, 600)
    await settle()
    assert.equal(imported.status, 200)
    const large = await ada.post(`/exams/${exam.id}/start`)
    const full = await fill(bank.id, 300)
    const beyond = await fill(other.id, 900)

    assert.deepEqual([large.status, large.message], [422, tooLarge])
    assert.deepEqual([full.status, full.message], [422, 'The questions of a bank have at most 8 MB of text together.'])
    assert.equal(beyond.status, 422)
    assert.equal((await author.get(`/question-banks/${bank.id}`)).data.questions_count, 600)
    assert.equal((await author.get(`/question-banks/${other.id}`)).data.questions_count, 0)
    assert.deepEqual((await ada.get(`/exam-attempts?exam_id=${exam.id}`)).data, [])
    await author.put(`/exams/${exam.id}`, { sections: [{ source: { bank_id: bank.id }, draw: 5 }] })
    assert.equal((await ada.post(`/exams/${exam.id}/start`)).status, 201)
  })

  it('use few banks, each of which few exams use, and leave no trace of more', async () => {
    const { author } = await createAuthor()
    const banks = await Promise.all(Array.from({ length: 11 }, () => create(author)))
    const sections = banks.map(({ id }) => ({ source: { bank_id: id } }))
    const one = { title: 'One', sections: sections.slice(0, 1) }
    for (let made = 0; made < 100; made++) assert.equal((await author.post('/exams', one)).status, 201)
    const { meta } = await author.get('/exams?mine=true')

    const many = await author.post('/exams', { title: 'Many', sections })
    const last = await author.post('/exams', one)
    const other = await author.post('/exams', { title: 'Other', sections: sections.slice(1, 2) })

    assert.deepEqual(many.errors, { sections: ['The sections of an exam use at most 10 question banks.'] })
    assert.deepEqual(last.errors, { sections: ['A question bank is used by at most 100 exams.'] })
    assert.equal(other.status, 201, other.text)
    assert.equal((await author.get('/exams?mine=true')).meta.total, meta.total + 1)
  })

  it('name only banks that the author owns or edits, and sections once', async () => {
    const { author, given } = await createAuthor()
    const other = await given.user({ role: 'researcher' })
    const bank = await createBank(author, [[]])
    const source = { bank_id: bank.id }
    const exam = await createExam(other)

    const foreign = await other.put(`/exams/${exam.id}`, { sections: [{ source }] })
    const fresh = await other.post('/exams', { title: 'Stolen', sections: [{ source: 'own' }, { source }] })
    const twice = await author.post('/exams', { title: 'Twice', sections: [{ id: 3 }, { id: 3, source }] })
    const ill = await author.post('/exams', { title: 'Ill', sections: [{ source: 'theirs' }, { source: {} }] })

    assert.deepEqual([foreign.status, Object.keys(foreign.errors)], [422, ['sections.0.source.bank_id']])
    assert.deepEqual([fresh.status, Object.keys(fresh.errors)], [422, ['sections.1.source.bank_id']])
    assert.deepEqual([twice.status, Object.keys(twice.errors)], [422, ['sections.1.id']])
    assert.deepEqual([ill.status, Object.keys(ill.errors).length], [422, 2], ill.text)
    assert.deepEqual((await other.get(`/exams/${exam.id}`)).data.sections, [])
    const { data } = await author.post(`/question-banks/${bank.id}/editors`, { user_id: other.id })
    assert.equal((await other.put(`/exams/${exam.id}`, { sections: [{ source }] })).status, 200)
    await author.delete(`/question-banks/${bank.id}/editors/${data.id}`)
    assert.equal((await other.put(`/exams/${exam.id}`, { sections: [{ source, draw: 1 }] })).status, 200)
  })

  it('let other learners and the change feed see nothing of the bank', async () => {
    const { author, ada } = await createAuthor()
    const { meta } = await author.get('/changes?since=now')
    const bank = await createBank(author, [['secret tag']])
    const exam = await createExam(author, { questions: [], sections: [{ source: { bank_id: bank.id } }] })

    const attempt = await takeExam(ada, exam.id, 'wrong')

    for (const path of [`/changes?since=${meta.next}`, `/exam-attempts/${attempt.attempt_id}`, `/exams/${exam.id}`]) {
      const { text } = await ada.get(path)
      assert.doesNotMatch(text, /secret tag|question_bank|correct_answer"/)
    }
    assert.match((await author.get(`/changes?since=${meta.next}`)).text, /question_bank\.created/)
  })
})

describe('question banks as personal data', () => {
  it('are exported, deleted with the account, and handed to an editor who works with them', async () => {
    const { author, given } = await createAuthor()
    const editor = await given.user({ role: 'researcher' })
    const [shared, own] = [await createBank(author, [[]]), await createBank(author, [[]])]
    await author.post(`/question-banks/${shared.id}/editors`, { user_id: editor.id })
    const exported = await author.get(`/users/${author.id}/export`)

    await author.delete(`/users/${author.id}`)

    const { question_banks, bank_questions } = exported.data.exams
    assert.deepEqual([question_banks.length, bank_questions.length], [2, 2])
    assert.equal((await editor.get(`/question-banks/${shared.id}`)).data.owner.id, editor.id)
    assert.equal((await editor.get(`/question-banks/${shared.id}/editors`)).meta.total, 0)
    assert.equal((await (await given.admin()).get(`/question-banks/${own.id}`)).status, 404)
  })
})
