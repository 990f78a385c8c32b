/** What grows by many requests has an end, also when they come at once. The limits are small here, so that few requests meet them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ListLimit } from '#core/list-limit.ts'
import { addDuration } from '#core/time.ts'
import { syncLimit } from '#features/courses/progress/service.ts'
import { courseLimit } from '#features/courses/service.ts'
import { accommodationLimit } from '#features/exams/accommodations/service.ts'
import { bookingLimit } from '#features/exams/bookings/service.ts'
import { examLimit } from '#features/exams/service.ts'
import { interviewLimit } from '#features/jobs/interviews/new-interviews.ts'
import { postLimit } from '#features/jobs/posts/open-limit.ts'
import { projectLimit } from '#features/projects/service.ts'
import { bankLimit } from '#features/question-banks/banks/service.ts'
import { type Person, testApp } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'

const { given, clock } = await testApp()
const author = await given.user({ role: 'researcher' })
const recruiter = await given.user({ role: 'recruiter' })
const ada = await given.verifiedUser()
const exam = await createExam(author)
const hundreds = { examLimit, courseLimit, postLimit, projectLimit }

/** Lets a list have two entries, and sends four at once. */
async function sendFour(limit: ListLimit, send: (index: number) => Promise<Reply>): Promise<Reply[]> {
  const { maxRows } = limit
  limit.maxRows = 2
  try {
    return await runConcurrently(4, send)
  } finally {
    limit.maxRows = maxRows
  }
}

async function assertTwo(limit: ListLimit, send: (index: number) => Promise<Reply>): Promise<void> {
  const replies = await sendFour(limit, send)

  assert.deepEqual(countByStatus(replies), { 201: 2, 422: 2 }, replies.map(({ text }) => text).join('\n'))
  const refused = replies.find(({ status }) => status === 422)
  assert.match(refused?.text ?? '', /There can be at most [\d,]+ entries in this list\./)
}

const slot = (hour: number) => ({ exam_type: '', date: '2026-12-01', time: `${hour}:00`, location: 'Room 7' })

describe('what grows by many requests', () => {
  it('has a limit that nobody meets who uses it as it is meant', () => {
    for (const { maxRows } of Object.values(hundreds)) assert.equal(maxRows, 10_000)
    assert.equal(bankLimit.maxRows, 1_000)
    assert.equal(bookingLimit.maxRows, 1_000)
    assert.equal(interviewLimit.maxRows, 200)
    assert.equal(accommodationLimit.maxRows, 10_000)
    assert.equal(syncLimit.maxRows, 10_000)
  })

  const objects: [ListLimit, string, (person: Person) => Promise<Reply>][] = [
    [examLimit, 'exams', (person) => person.post('/exams', { title: 'Basics', questions: [] })],
    [courseLimit, 'courses', (person) => person.post('/courses', { title: 'Botany', description: 'Plants.' })],
    [projectLimit, 'projects', (person) => person.post('/projects', { title: 'Maize' })],
    [bankLimit, 'question banks', (person) => person.post('/question-banks', { title: 'Botany' })],
  ]
  for (const [limit, name, send] of objects)
    it(`is limited: ${name} of a person, and not those of another`, async () => {
      const [person, other] = [await given.user({ role: 'researcher' }), await given.user({ role: 'researcher' })]

      await assertTwo(limit, () => send(person))

      await assertTwo(limit, () => send(other))
    })

  it('is limited: job posts of a recruiter, drafts as well', async () => {
    const person = await given.user({ role: 'recruiter' })

    await assertTwo(postLimit, () =>
      person.post('/job-posts', { title: 'Botanist', description: 'Plants.', status: 'draft' }),
    )
  })

  it('is limited: bookings of a person, of which a canceled one makes room', async () => {
    clock.set('2026-11-21T09:00:00.000Z')
    const person = await given.user()
    const path = `/exams/${exam.id}/book`

    await assertTwo(bookingLimit, (index) => person.post(path, slot(10 + index)))

    const { data } = await person.get('/exam-bookings')
    assert.equal(data.length, 2)
    assert.equal((await person.delete(`/exam-bookings/${data[0].id}`)).status, 200)
    const replies = await sendFour(bookingLimit, (index) => person.post(path, slot(14 + index)))
    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 3 })
  })

  it('is limited: interviews of an application', async () => {
    const post = await createJobPost(recruiter)
    const application_id = await createApplication(ada, post.id)

    await assertTwo(interviewLimit, (index) =>
      recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
        application_id,
        interview_date: '2026-12-01T00:00:00Z',
        interview_time: `1${index}:30`,
      }),
    )

    assert.equal((await recruiter.get(`/job-posts/${post.id}/interviews`)).data.length, 2)
  })

  it('is limited: accommodations at an exam', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => given.user()))

    await assertTwo(accommodationLimit, (index) =>
      author.post(`/exams/${exam.id}/accommodations`, { user_id: people[index]?.id, extra_minutes: 10 }),
    )
  })

  it('is limited: completions of a lesson that a device sends with other times', async () => {
    const course = await createCourse(author, { lessons: createLessons(1) })
    await createEnrollment(ada, course.id)
    const entries = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        lesson_id: course.lessons[0].id,
        completed_at: addDuration(clock.now(), { seconds: -index }),
        time_spent_seconds: 1,
      }))
    const send = (count: number) =>
      ada.post(`/courses/${course.id}/sync-progress`, { lessons_completed: entries(count) })
    const most = syncLimit.maxRows
    syncLimit.maxRows = 2
    try {
      assert.equal((await send(3)).status, 422)
      assert.equal((await send(2)).status, 200)
      assert.equal((await send(2)).status, 200)
      assert.equal((await send(3)).status, 422)
    } finally {
      syncLimit.maxRows = most
    }
  })
})
