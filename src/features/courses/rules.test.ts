import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { testApp } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, takeExam } from '#test/support/exams.ts'

async function createRuledCourse(lessons: object[], more: object = {}) {
  const app = await testApp()
  const author = await app.given.user({ role: 'researcher' })
  const course = await createCourse(author, { lessons, ...more })
  return { ...app, author, course, learner: await app.given.user() }
}

describe('the rule by which a lesson completes', () => {
  it('refuses a mark where something else completes the lesson, and says what', async () => {
    const { author, course, learner } = await createRuledCourse([
      { title: 'Opened', completion: { rule: 'opened' } },
      { title: 'Watched', completion: { rule: 'watched', watched_percent: 80 } },
      { title: 'Marked' },
    ])
    const quiz = await createExam(author)
    const passed = (await author.post(`/courses/${course.id}/lessons`, { title: 'Quiz', exam_id: quiz.id })).data
    await createEnrollment(learner, course.id)
    const [opened, watched, marked] = course.lessons
    const path = `/courses/${course.id}/progress`
    const report = (lesson: { id: number }, more: object) => learner.put(path, { lesson_id: lesson.id, ...more })

    const refused: Reply[] = []
    for (const lesson of [opened, watched, passed])
      refused.push(await report(lesson, { completed: true, time_spent_seconds: 60 }))

    assert.deepEqual(
      refused.map(({ status, message, errors }) => [status, message, Object.keys(errors)]),
      [
        [422, 'This lesson completes when it is opened.', ['completed']],
        [422, 'This lesson completes when 80% of it has been watched.', ['completed']],
        [422, 'This lesson completes when its exam is passed.', ['completed']],
      ],
    )
    assert.equal((await learner.get(path)).data.time_spent_minutes, 0)
    assert.equal((await report(marked, {})).status, 422)

    const counts: number[] = []
    counts.push((await report(opened, { opened: true })).data.lessons_completed)
    counts.push((await report(watched, { watched_percent: 79, time_spent_seconds: 60 })).data.lessons_completed)
    counts.push((await report(watched, { watched_percent: 80 })).data.lessons_completed)
    counts.push((await report(watched, { completed: false, time_spent_seconds: 60 })).data.lessons_completed)
    await takeExam(learner, quiz.id, 'right')
    counts.push((await report(marked, { opened: true, watched_percent: 100 })).data.lessons_completed)
    counts.push((await report(marked, { completed: true })).data.lessons_completed)
    assert.deepEqual(counts, [1, 1, 2, 2, 3, 4])
    assert.equal((await learner.get(path)).data.time_spent_minutes, 2)
  })

  it('is `passed` with an exam and `marked` without one, unless the author says otherwise', async () => {
    const { author, course } = await createRuledCourse([{ title: 'L' }])
    const quiz = await createExam(author)
    const path = `/courses/${course.id}/lessons/${course.lessons[0].id}`
    const rules: { rule: string; watched_percent: number }[] = []
    for (const change of [
      { exam_id: quiz.id },
      { exam_id: null },
      { exam_id: quiz.id, completion: { rule: 'marked' } },
      { completion: { rule: 'watched', watched_percent: 50 } },
      { completion: { rule: 'watched' } },
    ])
      rules.push((await author.put(path, change)).data.completion)
    const wrong = await author.put(path, { exam_id: null, completion: { rule: 'passed' } })

    assert.deepEqual(
      rules.map(({ rule, watched_percent }) => [rule, watched_percent]),
      [
        ['passed', 90],
        ['marked', 90],
        ['marked', 90],
        ['watched', 50],
        ['watched', 90],
      ],
    )
    assert.deepEqual(Object.keys(wrong.errors), ['completion'])
  })

  it('lets the learner mark the lesson when its exam is deleted', async () => {
    const { author, course, learner } = await createRuledCourse([{ title: 'L' }])
    const quiz = await createExam(author)
    const [lesson] = course.lessons
    await author.put(`/courses/${course.id}/lessons/${lesson.id}`, { exam_id: quiz.id })
    await createEnrollment(learner, course.id)
    await author.delete(`/exams/${quiz.id}`)

    const reply = await learner.put(`/courses/${course.id}/progress`, { lesson_id: lesson.id, completed: true })

    assert.equal(reply.status, 200)
  })

  it('counts for progress that was made offline', async () => {
    const { author, course, learner, clock } = await createRuledCourse([
      { title: 'Opened', completion: { rule: 'opened' } },
      { title: 'Watched', completion: { rule: 'watched', watched_percent: 80 } },
      { title: 'Later', available_after_days: 3 },
    ])
    const quiz = await createExam(author)
    const passed = (await author.post(`/courses/${course.id}/lessons`, { title: 'Quiz', exam_id: quiz.id })).data
    await createEnrollment(learner, course.id)
    const completed_at = clock.now()
    const [opened, watched, later] = course.lessons
    const entries = [
      { lesson_id: opened.id, completed_at },
      { lesson_id: watched.id, completed_at, watched_percent: 50 },
      { lesson_id: watched.id, completed_at: addDuration(completed_at, { minutes: 1 }), watched_percent: 90 },
      { lesson_id: later.id, completed_at },
      { lesson_id: passed.id, completed_at },
    ]

    const { data } = await learner.post(`/courses/${course.id}/sync-progress`, { lessons_completed: entries })

    assert.deepEqual(
      data.results.map(({ result, reason }: { result: string; reason: string | null }) => [result, reason]),
      [
        ['applied', null],
        ['skipped', 'This lesson completes when 80% of it has been watched.'],
        ['applied', null],
        ['skipped', 'The lesson was not open at that time.'],
        ['skipped', 'This lesson completes when its exam is passed.'],
      ],
    )
  })
})

describe('the days of lessons', () => {
  it('count from the enrollment: a lesson opens, is in the calendar, and is due with one reminder', async () => {
    const { author, course, learner, clock, settle } = await createRuledCourse([
      { title: 'First', due_after_days: 3 },
      {
        title: 'Second',
        available_after_days: 2,
        content: 'Hidden until then.',
        video_url: 'https://example.org/v.mp4',
      },
    ])
    await createEnrollment(learner, course.id)
    const begun = clock.now()
    const [first, second] = course.lessons
    const secondPath = `/courses/${course.id}/lessons/${second.id}`

    const early = (await learner.get(secondPath)).data
    const refused = await learner.put(`/courses/${course.id}/progress`, { lesson_id: second.id, completed: true })
    const link = (await learner.post('/calendar')).data.url
    const readCalendar = async () => (await learner.get(new URL(link).pathname)).text
    const calendar = await readCalendar()

    assert.deepEqual([early.unlocked, early.content, early.video_url], [false, '', null])
    assert.equal(early.available_at, addDuration(begun, { days: 2 }))
    assert.equal(refused.status, 422)
    assert.match(refused.message, /^This lesson opens on .*2026/)
    assert.match(calendar, /SUMMARY:Due: First – Botany/)
    assert.equal((await author.get(secondPath)).data.unlocked, true)

    const remind = async (hours: number) => {
      clock.advance({ hours })
      await settle()
      const { data } = await learner.get('/notifications?type=course_update')
      return data.filter(({ title }: { title: string }) => title === 'A lesson is due soon').length
    }
    assert.deepEqual([await remind(47), await remind(2), await remind(1)], [0, 1, 1])
    assert.equal((await learner.get(secondPath)).data.content, 'Hidden until then.')

    await author.put(`/courses/${course.id}/lessons/${first.id}`, { due_after_days: 4 })
    assert.equal(await remind(24), 2)
    await learner.put(`/courses/${course.id}/progress`, { lesson_id: first.id, completed: true })
    assert.doesNotMatch(await readCalendar(), /Due: First/)
  })

  it('hold back a quiz for practice until its lesson opens', async () => {
    const { author, course, learner, clock } = await createRuledCourse([{ title: 'L', available_after_days: 1 }])
    const quiz = await createExam(author, { practice: true })
    await author.put(`/courses/${course.id}/lessons/${course.lessons[0].id}`, { exam_id: quiz.id })
    await createEnrollment(learner, course.id)

    const early = await learner.post(`/exams/${quiz.id}/start`)
    clock.advance({ days: 1 })
    const open = await learner.post(`/exams/${quiz.id}/start`)

    assert.deepEqual([early.status, open.status], [422, 201])
  })
})

describe('the cohorts of a course', () => {
  const start = '2026-12-01T09:00:00.000Z'
  const end = '2026-12-20T09:00:00.000Z'

  it('decide when their learners begin, and take the first with a free seat', async () => {
    const { course, learner, clock, given } = await createRuledCourse([{ title: 'L', due_after_days: 7 }], {
      cohorts: [
        { title: 'Winter', starts_at: start, ends_at: end, capacity: 1 },
        { title: 'Spring', starts_at: '2027-03-01T09:00:00.000Z' },
      ],
    })
    const other = await given.user()
    const enrollment = await createEnrollment(learner, course.id)
    const second = await createEnrollment(other, course.id)

    const [winter, spring] = course.cohorts
    const before = (await learner.get(`/courses/${course.id}/lessons`)).data[0]
    clock.advance({ days: 11 })
    const after = (await learner.get(`/courses/${course.id}/lessons`)).data[0]

    assert.deepEqual([enrollment.cohort_id, second.cohort_id], [winter.id, spring.id])
    assert.deepEqual([before.unlocked, before.available_at, after.unlocked], [false, start, true])
    assert.equal(after.due_at, addDuration(start, { days: 7 }))
    const counts = (await learner.get(`/courses/${course.id}`)).data.cohorts
    assert.deepEqual(
      counts.map(({ enrolled_count }: { enrolled_count: number }) => enrolled_count),
      [1, 1],
    )
  })

  it('give the last seat to one of ten who ask at once, and get it back when an account is deleted', async () => {
    const { course, given } = await createRuledCourse([], {
      cohorts: [{ title: 'Winter', starts_at: start, capacity: 1 }],
    })
    const people = await Promise.all(Array.from({ length: 10 }, () => given.user()))
    const [{ id: cohort_id }] = course.cohorts

    const replies = await Promise.all(
      people.map(async (person, index) => ({
        person,
        reply: await person.post(`/courses/${course.id}/enroll`, index % 2 === 0 ? { cohort_id } : {}),
      })),
    )

    const [winner, ...others] = replies.toSorted((a, b) => a.reply.status - b.reply.status)
    assert.ok(winner !== undefined && others[0] !== undefined)
    assert.equal(winner.reply.status, 201)
    assert.ok(others.every(({ reply }) => reply.status === 422))
    const read = async () => (await winner.person.get(`/courses/${course.id}`)).data
    assert.deepEqual([(await read()).cohorts[0].enrolled_count, (await read()).enrolled_count], [1, 1])
    assert.equal((await winner.person.delete(`/users/${winner.person.id}`)).status, 200)
    assert.equal((await others[0].person.post(`/courses/${course.id}/enroll`, { cohort_id })).status, 201)
  })

  it('refuse seats of other courses and of the past, and changes that their learners do not allow', async () => {
    const { author, course, learner, clock, given } = await createRuledCourse([], {
      cohorts: [{ title: 'Winter', starts_at: start, ends_at: end, capacity: 5 }],
    })
    const other = await createCourse(author, { title: 'Other', cohorts: [{ title: 'Theirs', starts_at: start }] })
    const [winter] = course.cohorts
    const foreign = await learner.post(`/courses/${course.id}/enroll`, { cohort_id: other.cohorts[0].id })
    for (const person of [learner, await given.user()]) await createEnrollment(person, course.id)
    const path = `/courses/${course.id}`
    const wrong = [
      [{ cohorts: [] }, ['cohorts']],
      [{ cohorts: [{ ...winter, capacity: 1 }] }, ['cohorts.0.capacity']],
      [{ cohorts: [{ ...winter, ends_at: start }] }, ['cohorts.0.ends_at']],
      [{ cohorts: [winter, { ...winter }] }, ['cohorts.1.id']],
      [{ cohorts: [winter, { ...other.cohorts[0] }] }, ['cohorts.1.id']],
    ] as const

    for (const [body, fields] of wrong) {
      const reply = await author.put(path, { title: 'Changed', ...body })
      assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, fields])
    }

    assert.deepEqual([foreign.status, Object.keys(foreign.errors)], [422, ['cohort_id']])
    const { title, cohorts } = (await author.get(path)).data
    assert.deepEqual([title, cohorts[0].capacity, cohorts.length], ['Botany', 5, 1])
    clock.advance({ days: 30 })
    const late = await (await given.user()).post(`${path}/enroll`, { cohort_id: winter.id })
    assert.equal(late.message, 'This cohort has ended; please choose another one.')
  })
})
