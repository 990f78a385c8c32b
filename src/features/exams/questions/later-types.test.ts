import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createExam, questions, startAttempt } from '#test/support/exams.ts'

const ordering = {
  type: 'ordering',
  question: 'From small to large',
  options: ['Mars', 'Earth', 'Neptune', 'Jupiter'],
  correct_answer: ['Mars', 'Earth', 'Neptune', 'Jupiter'],
  points: 4,
}
const matching = {
  type: 'matching',
  question: 'Which capital?',
  pairs: [
    { left: 'France', right: 'Paris' },
    { left: 'Kenya', right: 'Nairobi' },
    { left: 'Peru', right: 'Lima' },
  ],
  options: ['Cusco'],
  points: 3,
}
const cloze = {
  type: 'cloze',
  question: 'Water boils at {{1:100|hundred}} degrees and freezes at {{zero:0|Zéro}}.',
  points: 2,
}
const all = [ordering, matching, cloze]

interface QuestionSummary {
  id: number
  type: string
}

async function createLearner(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const review = { when: 'after_submit', shows: ['own_answers', 'marks', 'right_answers'] }
  const exam = await createExam(author, { questions: all, review, max_attempts: 20, passing_score: 100, ...more })
  const ada = await app.given.user()
  const take = async (answers: Record<string, unknown>) => {
    const attempt = await startAttempt(ada, exam.id)
    const given = Object.fromEntries(attempt.questions.map(({ id, type }: QuestionSummary) => [id, answers[type]]))
    const reply = await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: given })
    assert.equal(reply.status, 200, reply.text)
    const review = (await ada.get(`/exam-attempts/${attempt.id}/review`)).data.questions
    const points = Object.fromEntries(
      review.map(({ type, points_earned }: { type: string; points_earned: number }) => [type, points_earned]),
    )
    return { attempt, score: reply.data.score, correct: reply.data.correct_answers, points, review }
  }
  return { ...app, author, exam, ada, take }
}

const right = {
  ordering: ordering.options,
  matching: { France: 'Paris', Kenya: 'Nairobi', Peru: 'Lima' },
  cloze: { 1: ' HUNDRED ', zero: 'zero' },
}
const partly = {
  ordering: ['Mars', 'Earth', 'Jupiter', 'Neptune'],
  matching: { France: 'Paris', Kenya: 'Cusco', Peru: 'Lima' },
  cloze: { 1: '100' },
}

describe('questions of ordering, matching and cloze', () => {
  it('come back to their author as they were given', async () => {
    const { exam } = await createLearner()

    const [first, second, third] = exam.questions

    assert.deepEqual([first.options, first.correct_answer, first.pairs], [ordering.options, ordering.options, []])
    assert.deepEqual([second.options, second.correct_answer, second.pairs], [['Cusco'], null, matching.pairs])
    assert.deepEqual([third.question, third.options, third.correct_answer], [cloze.question, [], null])
  })

  it('are shown without their answers, in an order that tells nothing, also where nothing is shuffled', async () => {
    const { ada, exam } = await createLearner({ shuffle: false })
    const orders = new Set<string>()
    for (let count = 0; count < 12; count++) {
      const attempt = await startAttempt(ada, exam.id)
      const [first, second, third] = attempt.questions
      orders.add(first.options.join())
      assert.deepEqual(second.prompts, ['France', 'Kenya', 'Peru'])
      assert.deepEqual(second.options.toSorted(), ['Cusco', 'Lima', 'Nairobi', 'Paris'])
      assert.equal(third.question, 'Water boils at {{1}} degrees and freezes at {{zero}}.')
      assert.deepEqual(third.prompts, ['1', 'zero'])
      assert.ok(!('prompts' in first))
      const answers = { [first.id]: first.options, [second.id]: { France: 'Lima' }, [third.id]: { 1: 'x' } }
      await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })
    }

    assert.ok(orders.size > 1)
  })

  it('are right as a whole, or earn nothing without partial credit', async () => {
    const { take } = await createLearner()

    const [some, whole] = [await take(partly), await take(right)]

    assert.deepEqual([some.score, some.correct, some.points], [0, 0, { ordering: 0, matching: 0, cloze: 0 }])
    assert.deepEqual([whole.score, whole.correct, whole.points], [100, 3, { ordering: 4, matching: 3, cloze: 2 }])
  })

  it('earn the part that is right with proportional credit', async () => {
    const marking = { partial_credit: 'proportional', negative_marks: 0, negative_total: false }
    const { take } = await createLearner({ marking })

    const { score, correct, points, review } = await take(partly)

    assert.deepEqual(points, { ordering: 2, matching: 2, cloze: 1 })
    assert.deepEqual([score, correct], [Math.round(500 / 9), 0])
    const byType = Object.fromEntries(review.map((question: { type: string }) => [question.type, question]))
    assert.deepEqual(byType.matching.your_answer, partly.matching)
    assert.deepEqual(byType.matching.right_answer, right.matching)
    assert.deepEqual(byType.cloze.right_answer, { 1: '100', zero: '0' })
    assert.deepEqual(byType.ordering.right_answer, ordering.options)
    assert.equal(byType.cloze.question, 'Water boils at {{1}} degrees and freezes at {{zero}}.')
  })

  it('keep only the last answer, and what a receipt says of it', async () => {
    const { ada, exam } = await createLearner()
    const { id, questions: asked } = await startAttempt(ada, exam.id)
    const at = asked.find(({ type }: QuestionSummary) => type === 'matching').id
    const save = (answer: unknown) => ada.put(`/exam-attempts/${id}/answers`, { answers: { [at]: answer } })

    await save({ France: 'Paris', Kenya: 'Lima' })
    await save({ Peru: 'Cusco' })

    assert.deepEqual((await ada.get(`/exam-attempts/${id}`)).data.answers, { [at]: { Peru: 'Cusco' } })
    await save({})
    assert.deepEqual((await ada.get(`/exam-attempts/${id}`)).data.answers, {})
  })

  it('refuse answers that do not fit, and save none', async () => {
    const { ada, exam } = await createLearner()
    const { id, questions: asked } = await startAttempt(ada, exam.id)
    const wrong: Record<string, unknown[]> = {
      ordering: [['Mars', 'Earth'], ['Mars', 'Mars', 'Earth', 'Neptune'], { Mars: 'Earth' }, 'Mars'],
      matching: [{ Spain: 'Paris' }, { France: 'Madrid' }, ['Paris'], 7],
      cloze: [{ 3: 'x' }, { 1: 'x'.repeat(2_001) }, ['100'], { 1: 'a\u0000b' }],
    }

    for (const { id: at, type } of asked)
      for (const answer of wrong[type] ?? []) {
        const reply = await ada.put(`/exam-attempts/${id}/answers`, { answers: { [at]: answer } })
        assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, [`answers.${at}`]], JSON.stringify(answer))
      }
    assert.deepEqual((await ada.get(`/exam-attempts/${id}`)).data.answers, {})
  })

  it('say what is wrong with them, and store nothing', async () => {
    const { author, exam } = await createLearner()
    const path = `/exams/${exam.id}/questions`
    const wrong: [object, string][] = [
      [{ ...ordering, correct_answer: ['Mars', 'Earth'] }, 'correct_answer'],
      [{ ...ordering, options: ['Mars'], correct_answer: ['Mars'] }, 'options'],
      [{ ...matching, pairs: matching.pairs.slice(0, 1) }, 'pairs'],
      [{ ...matching, pairs: [...matching.pairs, { left: 'France', right: 'Lyon' }] }, 'pairs'],
      [{ ...matching, pairs: [...matching.pairs, { left: ' ', right: 'Lyon' }] }, 'pairs.3.left'],
      [{ ...matching, options: ['Paris'] }, 'options'],
      [{ ...cloze, question: 'No blank.' }, 'question'],
      [{ ...cloze, question: '{{1:a}} and {{1:b}}' }, 'question'],
      [{ ...cloze, question: '{{1:a|}}' }, 'question'],
      [{ type: 'single_choice', question: 'A?', options: ['x', 'y'] }, 'correct_answer'],
    ]

    for (const [question, field] of wrong) {
      const reply = await author.post(path, question)
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, [field]], reply.text)
    }
    assert.equal((await author.get(path)).data.length, 3)
    const [, second] = exam.questions
    const pairs = [...matching.pairs, { left: 'Chile', right: 'Santiago' }]
    assert.deepEqual((await author.put(`${path}/${second.id}`, { pairs })).data.pairs, pairs)
  })

  it('are drawn from banks as well', async () => {
    const { author, ada } = await createLearner()
    const { data: bank } = await author.post('/question-banks', { title: 'Planets' })
    for (const question of all) {
      const reply = await author.post(`/question-banks/${bank.id}/questions`, question)
      assert.equal(reply.status, 201, reply.text)
    }
    const exam = await createExam(author, {
      questions: [],
      sections: [{ source: { bank_id: bank.id }, shuffle: false }],
    })

    const { questions: asked, id } = await startAttempt(ada, exam.id)
    const given: Record<string, unknown> = right
    const answers = Object.fromEntries(asked.map(({ id, type }: QuestionSummary) => [id, given[type]]))

    assert.equal((await ada.post(`/exam-attempts/${id}/submit`, { answers })).data.score, 100)
  })
})

describe('choices with partial credit and negative marks', () => {
  const take = async (marking: object, answer: string[], single = 'Jupiter') => {
    const { given } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const pool = [
      { ...questions.multiple, points: 10 },
      { ...questions.single, points: 10 },
    ]
    const exam = await createExam(author, { questions: pool, marking })
    const ada = await given.user()
    const attempt = await startAttempt(ada, exam.id)
    const answers = Object.fromEntries(
      attempt.questions.map(({ id, type }: QuestionSummary) => [id, type === 'multiple_choice' ? answer : single]),
    )
    return (await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })).data.score
  }
  const proportional = { partial_credit: 'proportional', negative_marks: 0, negative_total: false }
  const negative = { partial_credit: 'proportional', negative_marks: 25, negative_total: false }
  const total = { ...negative, negative_total: true }

  const cases: [string, object, string[], string, number][] = [
    ['half of the right options', proportional, ['2'], 'Jupiter', 75],
    ['one right and one wrong option', proportional, ['2', '4'], 'Jupiter', 50],
    ['all options', proportional, ['2', '4', '5', '9'], 'Jupiter', 50],
    ['one right and one wrong option, at a quarter', negative, ['2', '4'], 'Jupiter', 63],
    ['only wrong options, at a quarter', negative, ['4', '9'], 'Jupiter', 50],
    ['only wrong options, which cost points of others', total, ['4', '9'], 'Jupiter', 25],
    ['a wrong choice, which costs points of others', total, ['2', '5'], 'Mars', 38],
    ['nothing right, which is never below zero', total, ['4', '9'], 'Mars', 0],
  ]
  for (const [what, marking, answer, single, score] of cases)
    it(`gives ${score} percent for ${what}`, async () => {
      assert.equal(await take(marking, answer, single), score)
    })
})
