import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { createExam, getRightAnswers, startAttempt, takeExam } from '#test/support/exams.ts'

async function createQuizCourse(exam: object = { practice: true }, course: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const quiz = await createExam(author, exam)
  const [first = {}, second = {}] = createLessons(2)
  const made = await createCourse(author, { lessons: [first, { ...second, exam_id: quiz.id }], ...course })
  return { ...app, author, quiz, course: made, learner: await app.given.user() }
}

describe('a lesson with an exam', () => {
  it('completes when its exam is passed, and not when it is failed', async () => {
    const { course, quiz, learner } = await createQuizCourse()
    await createEnrollment(learner, course.id)
    const read = async () => (await learner.get(`/courses/${course.id}/lessons`)).data[1]

    await takeExam(learner, quiz.id, 'wrong')
    const failed = await read()
    await takeExam(learner, quiz.id, 'right')
    const passed = await read()

    assert.deepEqual([failed.exam_id, failed.completed, passed.completed], [quiz.id, false, true])
    assert.equal((await learner.get(`/courses/${course.id}/progress`)).data.lessons_completed, 1)
  })

  it('completes for those who passed before they enrolled, and before the lesson named the exam', async () => {
    const { author, course, quiz, learner, given, settle } = await createQuizCourse({ practice: false })
    const earlier = await given.user()
    await takeExam(earlier, quiz.id, 'right')
    await createEnrollment(earlier, course.id)
    const later = await createCourse(author, { title: 'Zoology', lessons: createLessons(1) })
    await createEnrollment(learner, later.id)
    await takeExam(learner, quiz.id, 'right')

    await author.put(`/courses/${later.id}/lessons/${later.lessons[0].id}`, { exam_id: quiz.id })
    await settle()

    assert.equal((await earlier.get(`/courses/${course.id}/progress`)).data.lessons_completed, 1)
    assert.equal((await learner.get(`/courses/${later.id}/progress`)).data.lessons_completed, 1)
  })

  it('completes when an attempt that was not submitted turns out to be passed', async () => {
    const { course, quiz, learner, clock, settle } = await createQuizCourse()
    await createEnrollment(learner, course.id)
    const attempt = await startAttempt(learner, quiz.id)
    const right = getRightAnswers(attempt.questions)
    await learner.put(`/exam-attempts/${attempt.id}/answers`, { answers: right })

    clock.advance({ hours: 2 })
    await settle()

    assert.equal((await learner.get(`/courses/${course.id}/progress`)).data.lessons_completed, 1)
  })

  it('completes when a grader or a new key makes the learner pass, and not before', async () => {
    const essay = { type: 'essay', question: 'Why do we sow?', points: 4 }
    const wrongKey = { type: 'true_false', question: 'Ice sinks.', correct_answer: true, points: 4 }
    const rules = { practice: true, passing_score: 50, questions: [essay, wrongKey] }
    const { author, course, quiz, learner: ada, given, settle } = await createQuizCourse(rules)
    const ben = await given.user()
    for (const [learner, points] of [
      [ada, 4],
      [ben, 1],
    ] as const) {
      await createEnrollment(learner, course.id)
      const { id, questions } = await startAttempt(learner, quiz.id)
      const answers = Object.fromEntries(
        questions.map((asked: { id: number; type: string }) => [asked.id, asked.type === 'essay' ? 'To eat.' : false]),
      )
      await learner.post(`/exam-attempts/${id}/submit`, { answers })
      const [open] = (await author.get(`/exams/${quiz.id}/grading`)).data
      const graded = await author.put(`/exam-attempts/${open.attempt_id}/grades/${open.question_id}`, { points })
      assert.equal(graded.status, 200)
    }
    const countCompleted = () =>
      Promise.all(
        [ada, ben].map(async (learner) => (await learner.get(`/courses/${course.id}/progress`)).data.lessons_completed),
      )

    const graded = await countCompleted()
    await author.post(`/exams/${quiz.id}/grades/release`, {})
    await settle()
    const released = await countCompleted()
    await author.put(`/exams/${quiz.id}/questions/${quiz.questions[1].id}`, { correct_answer: false })
    await author.post(`/exams/${quiz.id}/regrade`, {})
    await settle()

    assert.deepEqual(
      { graded, released, regraded: await countCompleted() },
      { graded: [0, 0], released: [1, 0], regraded: [1, 1] },
    )
  })

  it('names a published exam of the owner of the course, for practice or not, and nothing else', async () => {
    const { author, course, quiz, given } = await createQuizCourse()
    const stranger = await given.user({ role: 'researcher' })
    const foreign = await createExam(stranger)
    const draft = await createExam(author, { publication_status: 'draft' })
    const practiceDraft = await createExam(author, { publication_status: 'draft', practice: true })
    const [lesson] = course.lessons
    const path = `/courses/${course.id}/lessons/${lesson.id}`

    for (const exam_id of [foreign.id, draft.id, practiceDraft.id, 999_999]) {
      const reply = await author.put(path, { exam_id, title: 'Changed' })
      const nested = await author.put(`/courses/${course.id}`, { lessons: [{ id: lesson.id, exam_id }] })
      const created = await author.post('/courses', {
        title: 'T',
        description: 'D',
        lessons: [{ title: 'L', exam_id }],
      })

      assert.deepEqual([reply.status, nested.status, created.status], [422, 422, 422])
      assert.deepEqual(reply.errors, { exam_id: ['The selected exam id is invalid.'] })
      assert.deepEqual(nested.errors, { 'lessons.0.exam_id': ['The selected exam id is invalid.'] })
    }

    assert.equal((await author.get(path)).data.title, 'Lesson 1')
    await author.put(`/exams/${practiceDraft.id}`, { publication_status: 'published' })
    assert.equal((await author.put(path, { exam_id: practiceDraft.id })).data.exam_id, practiceDraft.id)
    const unpublished = await author.put(`/exams/${practiceDraft.id}`, {
      publication_status: 'draft',
      title: 'Changed',
    })
    assert.deepEqual(unpublished.errors, {
      publication_status: [
        'A lesson has this exam, so it cannot become a draft again. Take it out of the lesson first.',
      ],
    })
    assert.equal((await author.get(`/exams/${practiceDraft.id}`)).data.title, practiceDraft.title)
    assert.equal((await author.put(path, { exam_id: null })).data.exam_id, null)
    assert.equal((await author.put(`/exams/${practiceDraft.id}`, { publication_status: 'draft' })).status, 200)
    await author.put(path, { exam_id: quiz.id })
    assert.equal((await author.delete(`/exams/${quiz.id}`)).status, 200)
    assert.equal((await author.get(path)).data.exam_id, null)
  })

  it('hides its exam while it is locked, which cannot be started before', async () => {
    const { course, quiz, learner } = await createQuizCourse({ practice: true }, { sequential: true })
    await createEnrollment(learner, course.id)

    const locked = (await learner.get(`/courses/${course.id}/lessons`)).data[1]
    const refused = await learner.post(`/exams/${quiz.id}/start`)
    const shown = await learner.get(`/exams/${quiz.id}`)
    await learner.put(`/courses/${course.id}/progress`, { lesson_id: course.lessons[0].id, completed: true })
    const open = await learner.post(`/exams/${quiz.id}/start`)

    assert.deepEqual([locked.exam_id, refused.status, shown.data.can_take, open.status], [null, 422, false, 201])
    assert.equal(refused.message, 'The lesson of this exam is locked; complete the lessons before it first.')
  })
})

describe('an exam for practice', () => {
  it('is in no list but that of its author, and is read by learners of its courses alone', async () => {
    const { author, quiz, course, learner, given } = await createQuizCourse({ practice: true, category: 'Practice' })
    const other = await createExam(author, { category: 'Practice' })
    const stranger = await given.user()
    await createEnrollment(learner, course.id)

    for (const path of ['/exams', '/exams?status=available', '/exams?category=Practice']) {
      for (const person of [learner, author]) {
        const { data, meta } = await person.get(`${path}${path.includes('?') ? '&' : '?'}limit=100`)
        const ids = data.map(({ id }: { id: number }) => id)
        assert.deepEqual([ids.includes(other.id), ids.includes(quiz.id), meta.total], [true, false, data.length])
      }
    }
    const mine = await author.get('/exams?mine=true')
    assert.deepEqual(
      mine.data.map(({ id }: { id: number }) => id),
      [other.id, quiz.id],
    )
    assert.equal(mine.meta.total, 2)
    for (const [person, status] of [
      [stranger, 404],
      [learner, 200],
      [author, 200],
    ] as const)
      assert.equal((await person.get(`/exams/${quiz.id}`)).status, status)
    assert.equal((await stranger.post(`/exams/${quiz.id}/start`)).status, 404)
  })

  it('awards no certificate and is no requirement of a job', async () => {
    const { quiz, course, learner, given } = await createQuizCourse()
    await createEnrollment(learner, course.id)

    const result = await takeExam(learner, quiz.id, 'right')
    const recruiter = await given.user({ role: 'recruiter' })
    const job = { title: 'Botanist', description: 'Plants.', requirements: [{ exam_id: quiz.id }] }
    const gated = await recruiter.post('/job-posts', job)

    assert.deepEqual([result.passed, result.certificate_eligible], [true, false])
    assert.deepEqual((await learner.get('/certificates')).data, [])
    assert.equal(gated.status, 422)
  })

  it('stays for practice once a learner has begun, and others stay certified', async () => {
    const { author, quiz, course, learner } = await createQuizCourse()
    assert.equal((await author.put(`/exams/${quiz.id}`, { practice: false })).data.practice, false)
    assert.equal((await author.put(`/exams/${quiz.id}`, { practice: true })).data.practice, true)
    await createEnrollment(learner, course.id)
    await takeExam(learner, quiz.id, 'wrong')

    const reply = await author.put(`/exams/${quiz.id}`, { practice: false, title: 'Changed' })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.practice)
    assert.equal((await author.get(`/exams/${quiz.id}`)).data.title, 'Basics')
  })

  it('is told in the change feed to learners of its courses alone', async () => {
    const { author, quiz, course, learner, given, settle } = await createQuizCourse()
    const stranger = await given.user()
    await createEnrollment(learner, course.id)
    await settle()
    const people = [learner, author, stranger]
    const cursors = await Promise.all(people.map(async (person) => (await person.get('/changes?since=now')).meta.next))

    await author.put(`/exams/${quiz.id}`, { title: 'Changed' })
    await settle()

    const heard = await Promise.all(
      people.map(async (person, index) =>
        (await person.get(`/changes?since=${cursors[index]}`)).data.some(
          ({ object }: { object: { kind: string; id: number } }) => object.kind === 'exam' && object.id === quiz.id,
        ),
      ),
    )
    assert.deepEqual(heard, [true, true, false])
  })
})
