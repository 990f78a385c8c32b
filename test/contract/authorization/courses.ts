/** Authorization of courses. */

import { createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { all, byRole, type Ids, lists, type Relation, type Scene, type Table } from './matrix.ts'
import { type Asker, listMakers, ofRole, type TestObjects } from './world.ts'

export async function createTaughtCourse(instructor: Asker, more: object = {}): Promise<Ids> {
  const { id, lessons } = await createCourse(instructor, { lessons: createLessons(1), ...more })
  await instructor.post(`/courses/${id}/roster`, { emails: ['somebody@example.org'] })
  const entry_id = (await instructor.get(`/courses/${id}/roster`)).data?.[0]?.id
  return { id, lesson_id: lessons[0].id, entry_id }
}

async function scene(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const { all: instructors, settle } = await listMakers(world, 'researcher')
  const [instructor = admin] = instructors
  const ours = await createTaughtCourse(instructor)
  const draft = await createTaughtCourse(instructor, { status: 'draft' })
  const archived = await createTaughtCourse(instructor, { status: 'archived' })
  const stranger = ofRole(await cast('strangers'), 'researcher')
  const learners = await cast('learners')
  for (const one of learners) await createEnrollment(one, Number(ours.id))
  const owned: Relation[] = []
  for (const who of instructors) owned.push({ who, ids: await createTaughtCourse(who) })
  await settle()
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    'stranger, draft': all([stranger], draft),
    'stranger, archived': all([stranger], archived),
    learner: all(learners, ours),
    instructor: owned,
    administrator: all([admin], await createTaughtCourse(instructor)),
    'administrator, draft': all([admin], await createTaughtCourse(instructor, { status: 'draft' })),
  }
}

const finished = '2026-11-21T09:00:00Z'

export const courses: Table[] = [
  {
    name: 'courses',
    scene: byRole,
    questions: [{ asks: 'POST /courses', body: { title: 'Botany', description: 'Plants.' } }],
  },
  {
    name: 'a course',
    scene,
    questions: [
      { asks: 'GET /courses', query: '?limit=100', shows: lists },
      { asks: 'GET /courses/{id}' },
      { asks: 'PUT /courses/{id}', body: { title: 'Botany' } },
      { asks: 'DELETE /courses/{id}', turn: 3 },
      { asks: 'POST /courses/{id}/preview', body: {} },
      { asks: 'POST /courses/{id}/enroll', turn: 2 },
      { asks: 'POST /courses/{id}/enrollments', body: ({ who }) => ({ user_ids: [who.id] }), turn: 2 },
      {
        asks: 'GET /courses/enrolled',
        query: '?limit=100',
        shows: (data, { id }) => data.some((one: { course: { id: number } }) => one.course.id === id),
      },
      { asks: 'GET /courses/{id}/lessons' },
      { asks: 'GET /courses/{id}/lessons/{lesson_id}' },
      { asks: 'GET /courses/{id}/progress' },
      {
        asks: 'PUT /courses/{id}/progress',
        body: ({ ids: { lesson_id } }) => ({ lesson_id, completed: true }),
      },
      {
        asks: 'POST /courses/{id}/sync-progress',
        body: ({ ids: { lesson_id } }) => ({
          lessons_completed: [{ lesson_id, completed_at: finished, time_spent_seconds: 60 }],
        }),
      },
      { asks: 'PUT /courses/{id}/enrollment', body: { status: 'paused' } },
      { asks: 'GET /courses/{id}/download' },
      { asks: 'POST /courses/{id}/complete', turn: 1 },
      { asks: 'POST /courses/{id}/lessons', body: { title: 'Roots' }, turn: 1 },
      { asks: 'PUT /courses/{id}/lessons/{lesson_id}', body: { title: 'Leaves' } },
      {
        asks: 'PUT /courses/{id}/lessons/order',
        body: ({ ids: { lesson_id } }) => ({ lesson_ids: [lesson_id] }),
      },
      { asks: 'DELETE /courses/{id}/lessons/{lesson_id}', turn: 1 },
      { asks: 'GET /courses/{id}/roster' },
      { asks: 'GET /courses/{id}/learners' },
      { asks: 'POST /courses/{id}/roster', body: ({ who }) => ({ user_ids: [who.id] }) },
      { asks: 'DELETE /courses/{id}/roster', query: ({ entry_id }) => `?entry_id=${entry_id}`, turn: 1 },
    ],
  },
]
