import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { createImportFolder, importInto, readRefused } from '#test/support/import.ts'

const ada = { id: 1_007, name: 'Ada Lovelace', email: 'ada.l@example.org', role: 'researcher' }
const course = (id: number) => ({ id, user_id: ada.id, title: 'Reefs' })
const lesson = (id: number, course_id: number, description = '') => ({
  id,
  course_id,
  title: 'Coral',
  description,
  order: id,
})
const long = 'ä'.repeat(10_000)

describe('a list that is imported', () => {
  it('has at most 2 MB of texts, also with those that are there already', async () => {
    const app = await createApp()
    const question = (id: number) => ({
      id,
      exam_id: 90,
      type: 'short_answer',
      question: 'a'.repeat(5_000),
      explanation: 'b'.repeat(5_000),
      correct_answer: ['reef'],
    })
    const first = await createImportFolder({
      users: [ada],
      courses: [course(80), course(81)],
      // A row with this course has 20,005 bytes, of which 104 are less than 2 MB.
      lessons: [...Array.from({ length: 100 }, (_, n) => lesson(n + 1, 80, long)), lesson(200, 81, long)],
      exams: [{ id: 90, user_id: ada.id, title: 'Corals', duration_minutes: 30, passing_score: 50, max_attempts: 3 }],
      exam_questions: Array.from({ length: 212 }, (_, n) => question(n + 1)),
    })
    const more = await createImportFolder({ lessons: Array.from({ length: 6 }, (_, n) => lesson(n + 300, 80, long)) })

    const one = await importInto(app, first)
    const tried = await importInto(app, more, '--dry-run')
    const two = await importInto(app, more)

    assert.match(one.stdout, /lessons\.ndjson: 101 imported, 0 kept, 0 refused/)
    for (const { stdout } of [tried, two]) assert.match(stdout, /lessons\.ndjson: 4 imported, 0 kept, 2 refused/)
    const why = 'The texts of the rows with the course_id 80 can have at most 2 MB together.'
    assert.deepEqual(await readRefused(more, 'lessons'), [why, why])
    const refused = await readRefused(first, 'exam_questions')
    assert.ok(refused.length >= 2 && refused.length <= 4, String(refused.length))
    assert.ok(refused.every((sentence) => sentence === why.replace('course_id 80', 'exam_id 90')))
  })

  it('has at most as many rows as one that people make', async () => {
    const app = await createApp()
    const folder = await createImportFolder({
      users: [ada],
      courses: [course(80)],
      lessons: Array.from({ length: 502 }, (_, n) => lesson(n + 1, 80)),
      course_cohorts: Array.from({ length: 201 }, (_, n) => ({
        id: n + 1,
        course_id: 80,
        title: 'Spring',
        starts_at: '2026-03-01T09:00:00.000Z',
      })),
      job_posts: [{ id: 60, user_id: ada.id, title: 'Reef modeller' }],
      job_requirements: Array.from({ length: 23 }, (_, n) => ({
        id: n + 1,
        job_post_id: 60,
        skill: `S${n}`,
        order: n,
      })),
    })

    const { stdout } = await importInto(app, folder)

    assert.match(stdout, /lessons\.ndjson: 500 imported, 0 kept, 2 refused/)
    assert.match(stdout, /course_cohorts\.ndjson: 200 imported, 0 kept, 1 refused/)
    assert.match(stdout, /job_requirements\.ndjson: 20 imported, 0 kept, 3 refused/)
  })
})
