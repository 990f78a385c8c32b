import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { testApp } from '#test/support/app.ts'
import { createExam, getRightAnswers, getWrongAnswers, questions, startAttempt, takeExam } from '#test/support/exams.ts'

const single = {
  ...questions.single,
  explanation: 'Jupiter has **318** times the mass of the Earth.',
  option_feedback: { Mars: 'Mars is smaller than the Earth.', Jupiter: 'Well done.' },
}
const everything = ['own_answers', 'marks', 'right_answers', 'explanations']

/** An exam with a review, and a learner. */
async function createReviewedExam(review: object | undefined, more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { questions: [single], ...(review && { review }), ...more })
  return { ...app, author, exam, ada: await app.given.user() }
}

describe('GET /exam-attempts/{id}/review', () => {
  it('shows answers, marks, right answers and explanations as soon as the exam says so', async () => {
    const { ada, exam } = await createReviewedExam({ when: 'after_submit', shows: everything })
    const { attempt_id } = await takeExam(ada, exam.id, 'wrong')

    const { data } = await ada.get(`/exam-attempts/${attempt_id}/review`)

    const [{ options, ...question }] = data.questions
    assert.deepEqual(options.toSorted(), ['Jupiter', 'Mars', 'Venus'])
    assert.deepEqual(question, {
      id: exam.questions[0].id,
      question: single.question,
      type: 'single_choice',
      points: 1,
      your_answer: 'Mars',
      correct: false,
      points_earned: 0,
      right_answer: 'Jupiter',
      explanation: single.explanation,
      option_feedback: single.option_feedback,
    })
    assert.deepEqual(
      [data.attempt.id, data.attempt.user_id, data.attempt.exam, data.attempt.status, data.attempt.score],
      [attempt_id, ada.id, { id: exam.id, title: 'Basics' }, 'submitted', 0],
    )
  })

  it('has in marks what the score was made of, for all question types', async () => {
    const shows = ['own_answers', 'marks']
    const all = Object.values(questions)
    const { ada, exam } = await createReviewedExam({ when: 'after_submit', shows }, { questions: all })
    const attempt = await startAttempt(ada, exam.id)
    const [right, wrong] = [getRightAnswers(attempt.questions), getWrongAnswers(attempt.questions)]
    const isText = ({ type }: { type: string }) => type === 'short_answer'
    const hard = attempt.questions.find(isText).id
    const answers = { ...right, [hard]: wrong[hard] }
    const { data: result } = await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })

    const { data } = await ada.get(`/exam-attempts/${attempt.id}/review`)

    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
    const earned = sum(data.questions.map(({ points_earned }: { points_earned: number }) => points_earned))
    const possible = sum(data.questions.map(({ points }: { points: number }) => points))
    assert.equal(result.score, Math.round((100 * earned) / possible))
    const order = (list: { id: number }[]) => list.map(({ id }) => id)
    assert.deepEqual(order(data.questions), order(attempt.questions))
    for (const { id, correct, ...rest } of data.questions) {
      assert.equal(correct, id !== hard)
      assert.ok(!('right_answer' in rest || 'explanation' in rest || 'option_feedback' in rest))
    }
  })

  it('leaves out what the exam does not show, and feedback that would tell the right option', async () => {
    const { ada, exam } = await createReviewedExam({ when: 'after_submit', shows: ['explanations'] })
    const { attempt_id } = await takeExam(ada, exam.id, 'wrong')

    const { data } = await ada.get(`/exam-attempts/${attempt_id}/review`)

    const [question] = data.questions
    assert.deepEqual([question.your_answer, question.correct, question.points_earned], [null, null, null])
    assert.deepEqual(question.option_feedback, { Mars: single.option_feedback.Mars })
    assert.ok(!('right_answer' in question))
  })

  it('waits for the end of an attempt, and follows saved answers when its time is over', async () => {
    const { ada, exam, clock } = await createReviewedExam(
      { when: 'after_submit', shows: everything },
      { duration_minutes: 10 },
    )
    const { id, questions: asked } = await startAttempt(ada, exam.id)
    await ada.put(`/exam-attempts/${id}/answers`, { answers: getRightAnswers(asked) })

    const early = await ada.get(`/exam-attempts/${id}/review`)
    clock.advance({ minutes: 10 })
    const { data } = await ada.get(`/exam-attempts/${id}/review`)

    assert.deepEqual([early.status, early.message], [403, 'You can see the answers when this attempt is over.'])
    assert.deepEqual([data.attempt.status, data.questions[0].correct], ['expired', true])
  })

  it('opens after the last attempt, or when the learner has passed', async () => {
    const { ada, exam, given } = await createReviewedExam(
      { when: 'after_last', shows: everything },
      { max_attempts: 2 },
    )
    const grace = await given.user()
    const first = await takeExam(ada, exam.id, 'wrong')
    const path = `/exam-attempts/${first.attempt_id}/review`

    const early = await ada.get(path)
    const passed = await takeExam(grace, exam.id, 'right')
    await takeExam(ada, exam.id, 'wrong')

    const sentence = 'You can see the answers when you have passed or have no attempts left.'
    assert.deepEqual([early.status, early.message], [403, sentence])
    assert.equal((await ada.get(path)).status, 200)
    assert.equal((await grace.get(`/exam-attempts/${passed.attempt_id}/review`)).status, 200)
  })

  it('opens by default when the exam has closed, shows answers and marks, and names the moment before', async () => {
    const { clock } = await testApp()
    const until = addDuration(clock.now(), { hours: 5 })
    const { ada, exam } = await createReviewedExam(undefined, { available_until: until })
    const { attempt_id } = await takeExam(ada, exam.id, 'right')
    const path = `/exam-attempts/${attempt_id}/review`

    const early = await ada.get(path)
    clock.advance({ hours: 5 })
    const { data } = await ada.get(path)

    assert.equal(early.status, 403)
    assert.match(early.message, /^You can see the answers after .*20\d\d/)
    assert.deepEqual([data.questions[0].your_answer, data.questions[0].correct], ['Jupiter', true])
    assert.ok(!('right_answer' in data.questions[0] || 'explanation' in data.questions[0]))
  })

  it('opens by default after the last attempt where the exam has no end', async () => {
    const { ada, exam } = await createReviewedExam(undefined, { max_attempts: 1 })
    const { attempt_id } = await takeExam(ada, exam.id, 'wrong')

    assert.equal((await ada.get(`/exam-attempts/${attempt_id}/review`)).status, 200)
  })

  it('stays closed after the end while somebody still writes', async () => {
    const { clock, given } = await testApp()
    const until = addDuration(clock.now(), { hours: 1 })
    const { ada, author, exam, settle } = await createReviewedExam(undefined, { available_until: until })
    const { attempt_id } = await takeExam(ada, exam.id, 'right')
    const other = await given.user()
    await startAttempt(other, exam.id)
    await author.put(`/exams/${exam.id}`, { available_until: addDuration(clock.now(), { minutes: 20 }) })
    const path = `/exam-attempts/${attempt_id}/review`
    clock.advance({ minutes: 30 })

    const early = await ada.get(path)
    clock.advance({ minutes: 30 })
    await settle()
    await startAttempt(other, (await createExam(author, { questions: [single] })).id)

    assert.deepEqual([early.status, early.message], [403, 'You can see the answers when everybody has finished.'])
    assert.equal((await ada.get(path)).status, 200)
  })

  it('never opens where the exam says so, but for the author and administrators', async () => {
    const { ada, author, exam, given } = await createReviewedExam({ when: 'never', shows: everything })
    const { attempt_id } = await takeExam(ada, exam.id, 'right')
    const path = `/exam-attempts/${attempt_id}/review`

    const refused = await ada.get(path)

    assert.deepEqual([refused.status, refused.message], [403, 'The answers of this exam are not shown.'])
    for (const who of [author, await given.admin()])
      assert.equal((await who.get(path)).data.questions[0].right_answer, 'Jupiter')
    assert.equal((await (await given.user({ role: 'researcher' })).get(path)).status, 403)
  })

  it('shows no marks of an attempt that is void', async () => {
    const { ada, author, exam, clock } = await createReviewedExam(
      { when: 'after_submit', shows: everything },
      { duration_minutes: 10, on_expiry: 'void' },
    )
    const { id } = await startAttempt(ada, exam.id)
    clock.advance({ minutes: 10 })

    const { data } = await ada.get(`/exam-attempts/${id}/review`)
    const { data: all } = await author.get(`/exam-attempts/${id}/review`)

    assert.deepEqual([data.attempt.score, data.questions[0].points_earned], [null, null])
    assert.deepEqual([data.questions[0].your_answer, all.questions[0].correct], [null, false])
  })
})

describe('the explanation and the feedback of a question', () => {
  it('refuses feedback that belongs to no option, and removes it with its option', async () => {
    const { author, exam } = await createReviewedExam(undefined)
    const path = `/exams/${exam.id}/questions`
    const { id } = exam.questions[0]

    const unknown = await author.post(path, { ...single, option_feedback: { Pluto: 'Too small.' } })
    const numeric = await author.post(path, { ...questions.number, option_feedback: { 3: 'No.' } })
    const changed = await author.put(`${path}/${id}`, { options: [' Jupiter', 'Venus'] })
    const text = await author.put(`${path}/${id}`, { type: 'short_answer', correct_answer: ['Jupiter'], options: [] })

    for (const { status, errors } of [unknown, numeric])
      assert.deepEqual([status, errors], [422, { option_feedback: ['Feedback must belong to one of the options.'] }])
    assert.deepEqual(changed.data.option_feedback, { Jupiter: 'Well done.' })
    assert.deepEqual([text.data.option_feedback, text.data.explanation], [{}, single.explanation])
    assert.equal((await author.get(path)).data.length, 1)
  })

  it('refuses a review that shows something unknown', async () => {
    const { author, exam } = await createReviewedExam(undefined)

    const reply = await author.put(`/exams/${exam.id}`, { review: { when: 'always', shows: ['keys'] } })

    assert.deepEqual([reply.status, Object.keys(reply.errors).sort()], [422, ['review.shows.0', 'review.when']])
  })
})
