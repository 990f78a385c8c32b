import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently, runSequentially } from '#test/support/concurrency.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'

const capital = {
  type: 'single_choice',
  question: 'Which is the capital of Australia?',
  options: ['Sydney', 'Canberra'],
  correct_answer: 'Sydney',
}
const ice = { type: 'true_false', question: 'Ice floats.', correct_answer: true }

/** Submits an answer to the question about Australia, and true to the others. */
async function takeWith(person: Person, examId: number, city: string) {
  const { id, questions } = await startAttempt(person, examId)
  const answers = Object.fromEntries(
    questions.map((asked: { id: number; type: string }) => [asked.id, asked.type === 'single_choice' ? city : true]),
  )
  const { data, status } = await person.post(`/exam-attempts/${id}/submit`, { answers })
  assert.equal(status, 200)
  return data
}

/** An exam with a wrong key, a learner who knew better, and one who answered by the key. */
async function createWrongKey(more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const exam = await createExam(author, { questions: [capital, ice], passing_score: 60, ...more })
  const [ada, ben] = [await app.given.user(), await app.given.user()]
  const [hers, his] = [await takeWith(ada, exam.id, 'Canberra'), await takeWith(ben, exam.id, 'Sydney')]
  const question = exam.questions.find(({ type }: { type: string }) => type === 'single_choice').id
  const change = (fields: object) => author.put(`/exams/${exam.id}/questions/${question}`, fields)
  const regrade = (body: object = {}) => author.post(`/exams/${exam.id}/regrade`, body)
  const read = async (person: Person, id: number) => {
    const { score, passed } = (await person.get(`/exam-attempts/${id}`)).data
    const certificates = (await person.get('/certificates')).data.map(({ verified }: { verified: boolean }) => verified)
    return [score, passed, certificates]
  }
  return { ...app, author, exam, ada, ben, hers: hers.attempt_id, his: his.attempt_id, change, regrade, read }
}

describe('POST /exams/{id}/regrade', () => {
  it('says what a changed key changes, and applies it with certificates and notifications', async () => {
    const { ada, ben, author, exam, hers, his, change, regrade, read, settle } = await createWrongKey()
    await change({ correct_answer: 'Canberra' })

    const preview = await regrade({ preview: true })
    await settle()

    assert.deepEqual(preview.data, {
      attempts: 2,
      changed: 2,
      changes: [
        { attempt_id: hers, score_before: 50, score_after: 100, passed_before: false, passed_after: true },
        { attempt_id: his, score_before: 100, score_after: 50, passed_before: true, passed_after: false },
      ],
      certificates: { issued: 1, revoked: 1 },
    })
    assert.deepEqual(
      [await read(ada, hers), await read(ben, his)],
      [
        [50, false, []],
        [100, true, [true]],
      ],
    )

    assert.deepEqual((await regrade()).data, preview.data)
    await settle()

    assert.deepEqual(
      [await read(ada, hers), await read(ben, his)],
      [
        [100, true, [true]],
        [50, false, [false]],
      ],
    )
    assert.deepEqual(
      [(await ada.get(`/exams/${exam.id}`)).data.passed, (await ben.get(`/exams/${exam.id}`)).data.passed],
      [true, false],
    )
    const [notice] = (await ben.get('/notifications')).data.filter(
      ({ title }: { title: string }) => title === 'Your score has changed',
    )
    assert.match(notice.message, /was 100 percent, and is 50 percent now/)
    const told = async (person: Person) =>
      (await person.get('/notifications')).data
        .filter(({ type }: { type: string }) => type === 'certificate_issued')
        .map(({ title }: { title: string }) => title)
    assert.deepEqual(
      [await told(ada), await told(ben)],
      [['Your certificate is ready'], ['Your certificate is no longer valid', 'Your certificate is ready']],
    )
    const listed = (await author.get(`/exams/${exam.id}/attempts`)).data
    assert.deepEqual(
      listed.map((row: { score: number; score_before: number }) => [row.score, row.score_before]),
      [
        [50, 100],
        [100, 50],
      ],
    )
    assert.equal((await ben.get(`/exam-attempts/${his}`)).data.score_before, 100)
    assert.deepEqual(
      (await ada.get('/exam-attempts')).data.map((row: { score_before: number }) => row.score_before),
      [50],
    )
    const review = (await author.get(`/exam-attempts/${his}/review`)).data.questions
    assert.ok(review.some((shown: { right_answer: unknown }) => shown.right_answer === 'Canberra'))
  })

  it('counts no certificates of an exam for practice, which gives none', async () => {
    const { author, given, change, regrade } = await createWrongKey()
    const practice = await createExam(author, { questions: [capital, ice], passing_score: 60, practice: true })
    const course = await createCourse(author, { lessons: [{ title: 'Capitals', exam_id: practice.id }] })
    const learner = await given.user()
    await createEnrollment(learner, course.id)
    await takeWith(learner, practice.id, 'Canberra')
    const [asked] = practice.questions.filter(({ type }: { type: string }) => type === 'single_choice')
    await author.put(`/exams/${practice.id}/questions/${asked.id}`, { correct_answer: 'Canberra' })
    await change({ correct_answer: 'Canberra' })

    const [practised, examined] = [
      await author.post(`/exams/${practice.id}/regrade`, { preview: true }),
      await regrade({ preview: true }),
    ]

    assert.deepEqual([practised.data.changed, practised.data.certificates], [1, { issued: 0, revoked: 0 }])
    assert.deepEqual([examined.data.changed, examined.data.certificates], [2, { issued: 1, revoked: 1 }])
  })

  it('can be repeated, and taken back', async () => {
    const { ada, ben, exam, hers, his, change, regrade, read, settle } = await createWrongKey()
    await change({ correct_answer: 'Canberra' })
    await runConcurrently(5, () => regrade())
    await settle()

    const again = await regrade()
    await settle()
    assert.deepEqual([again.data.attempts, again.data.changes], [2, []])
    const count = async () =>
      (await ada.get('/notifications')).data.filter(
        ({ title }: { title: string }) => title === 'Your score has changed',
      ).length
    assert.equal(await count(), 1)

    await change({ correct_answer: 'Sydney' })
    await regrade()
    await settle()

    assert.deepEqual(
      [await read(ada, hers), await read(ben, his)],
      [
        [50, false, [false]],
        [100, true, [true]],
      ],
    )
    const told = (await ben.get('/notifications')).data.filter(({ title }: { title: string }) =>
      title.startsWith('Your certificate'),
    )
    assert.deepEqual(
      told.map(({ message }: { message: string }) => message),
      [
        `The exam “${exam.title}” was graded again and is passed, so its certificate is valid again.`,
        `The exam “${exam.title}” was graded again and is not passed any more, so its certificate was revoked.`,
        `Congratulations! You have earned the certificate for “${exam.title}”.`,
      ],
    )
  })

  it('gives everybody the points of a void question, also without an answer', async () => {
    const { given, exam, ada, ben, hers, his, change, regrade, read, clock, settle } = await createWrongKey()
    const late = await given.user()
    const { id } = await startAttempt(late, exam.id)
    clock.advance({ hours: 2 })
    await settle()

    await change({ void: true })
    await regrade()
    await settle()

    assert.deepEqual(
      [await read(ada, hers), await read(ben, his)],
      [
        [100, true, [true]],
        [100, true, [true]],
      ],
    )
    assert.deepEqual((await read(late, id)).slice(0, 2), [50, false])
    assert.equal((await takeWith(await given.user(), exam.id, 'Sydney')).score, 100)
  })

  it('follows changed points, and leaves alone what is gone or of another type', async () => {
    const { ada, author, exam, hers, change, regrade, read, settle } = await createWrongKey()
    await change({ points: 3 })
    await regrade()
    await settle()
    assert.deepEqual(await read(ada, hers), [25, false, []])

    const other = exam.questions.find(({ type }: { type: string }) => type === 'true_false').id
    await change({ type: 'numeric', correct_answer: 4 })
    await author.delete(`/exams/${exam.id}/questions/${other}`)
    const { data } = await regrade({ preview: true })
    assert.deepEqual([data.attempts, data.changes], [2, []])
  })

  it('grades essays by the points and the rubric that they have now', async () => {
    const rubric = (best: number) => [{ criterion: 'Clear', levels: [{ points: 0 }, { points: 1 }, { points: best }] }]
    const essay = { type: 'essay', question: 'Why?', points: 4, rubric: rubric(4) }
    const { given, settle } = await testApp()
    const author = await given.user({ role: 'researcher' })
    const exam = await createExam(author, { questions: [essay] })
    const [{ id: question }] = exam.questions
    const write = async (grade: object) => {
      const person = await given.user()
      const { id } = await startAttempt(person, exam.id)
      await person.post(`/exam-attempts/${id}/submit`, { answers: { [question]: 'So.' } })
      await author.put(`/exam-attempts/${id}/grades/${question}`, grade)
      return id
    }
    const ids = await runSequentially(2, (index) => write(index === 0 ? { rubric: { 1: 1 } } : { points: 3 }))
    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()
    const listScores = () =>
      runSequentially(2, async (index) => (await author.get(`/exam-attempts/${ids[index]}`)).data.score)
    assert.deepEqual(await listScores(), [25, 75])

    await author.put(`/exams/${exam.id}/questions/${question}`, { points: 2, rubric: rubric(2) })
    await author.post(`/exams/${exam.id}/regrade`, {})
    await settle()

    assert.deepEqual(await listScores(), [50, 75])
  })

  it('is for the owner and administrators', async () => {
    const { ada, given, exam, hers, change, read, settle } = await createWrongKey()
    await change({ correct_answer: 'Canberra' })

    for (const person of [ada, await given.user({ role: 'researcher' })])
      assert.equal((await person.post(`/exams/${exam.id}/regrade`, {})).status, 403)
    await settle()
    assert.deepEqual(await read(ada, hers), [50, false, []])
  })
})
