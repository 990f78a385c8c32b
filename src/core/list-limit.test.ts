import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { milestone, project } from '#test/support/projects.ts'
import { defineListLimit, ensureWithin, maxListBytes } from './list-limit.ts'

/** Repeats a request until it is refused, and returns the refusal and the number of accepted ones. */
async function repeat(send: (index: number) => Promise<{ status: number; text: string; errors?: unknown }>) {
  for (let accepted = 0; accepted < 400; accepted++) {
    const reply = await send(accepted)
    if (reply.status >= 400) return { accepted, reply }
  }
  throw new Error('Nothing was refused.')
}

/** Four bytes in UTF-8. */
const wide = '𒀀'

const byteLength = async (reader: Person, path: string) => Buffer.byteLength((await reader.get(path)).text)

describe('lists that are read whole', async () => {
  const { given } = await testApp()
  const owner = await given.user({ role: 'researcher' })

  it('accept the questions of an exam up to two megabytes of text', async () => {
    const { id } = await createExam(owner, { questions: [] })
    const questions = Array.from({ length: 20 }, () => ({
      type: 'single_choice',
      question: wide.repeat(2_500),
      options: ['a', wide.repeat(400)],
      correct_answer: 'a',
    }))

    const { accepted, reply } = await repeat(() => owner.put(`/exams/${id}`, { questions }))

    assert.equal(reply.status, 422, reply.text)
    assert.match(reply.text, /The texts of this list can have at most 2 MB together\./)
    assert.ok(accepted > 5)
    const bytes = await byteLength(owner, `/exams/${id}/questions`)
    assert.ok(bytes > maxListBytes / 2 && bytes < 1.1 * maxListBytes, `${bytes} bytes`)
  })

  it('accept a question that is changed to a shorter one, and refuse a longer one without a trace', async () => {
    const long = {
      type: 'short_answer',
      question: 'Long?',
      correct_answer: Array.from({ length: 100 }, () => wide.repeat(500)),
    }
    const { id } = await createExam(owner, { questions: [] })
    const { accepted } = await repeat(() => owner.post(`/exams/${id}/questions`, long))
    const { data: before } = await owner.get(`/exams/${id}/questions`)

    const longer = await owner.post(`/exams/${id}/questions`, long)
    const shorter = await owner.put(`/exams/${id}/questions/${before[0].id}`, { correct_answer: ['short'] })

    assert.equal(longer.status, 422)
    assert.equal(shorter.status, 200, shorter.text)
    assert.equal(before.length, accepted)
    assert.equal((await owner.post(`/exams/${id}/questions`, { ...long, correct_answer: ['b'] })).status, 201)
  })

  it('accept the milestones of a project, and the history of each, up to two megabytes of text', async () => {
    const { id } = await project(owner)
    const path = `/projects/${id}/milestones`
    const text = { description: wide.repeat(2_500), completion_criteria: wide.repeat(1_000) }
    const { accepted, reply } = await repeat(() => owner.post(path, { title: 'Sow', due_date: '2027-04-01', ...text }))

    const other = await project(owner)
    const { id: milestoneId } = await milestone(owner, other.id)
    const noted = await repeat((index) =>
      owner.put(`/projects/${other.id}/milestones/${milestoneId}`, {
        status: index % 2 === 0 ? 'in_progress' : 'blocked',
        notes: wide.repeat(2_500),
      }),
    )

    assert.equal(reply.status, 422, reply.text)
    assert.ok(accepted > 100)
    assert.ok((await byteLength(owner, path)) < 1.1 * maxListBytes)
    assert.equal(noted.reply.status, 422, noted.reply.text)
    assert.ok((await byteLength(owner, `${path.replace(`${id}`, `${other.id}`)}/${milestoneId}`)) < 1.1 * maxListBytes)
  })

  it('accept the lessons of a course up to two megabytes of text', async () => {
    const instructor = await given.user({ role: 'researcher' })
    const course = await createCourse(instructor)
    const lessons = Array.from({ length: 30 }, () => ({ title: 'Lesson', description: wide.repeat(2_500) }))

    const { accepted, reply } = await repeat(() => instructor.put(`/courses/${course.id}`, { lessons }))

    assert.equal(reply.status, 422, reply.text)
    assert.ok(accepted > 3)
    assert.ok((await byteLength(instructor, `/courses/${course.id}/lessons`)) < 1.2 * maxListBytes)
  })

  it('are limited in their rows', () => {
    const limit = defineListLimit('milestones', 500)

    assert.doesNotThrow(() => ensureWithin(limit, { total: 500, bytes: maxListBytes }))
    assert.throws(() => ensureWithin(limit, { total: 501, bytes: 0 }), /at most 500 entries/)
    assert.throws(() => ensureWithin(limit, { total: 1, bytes: maxListBytes + 1 }), /at most 2 MB/)
  })
})
