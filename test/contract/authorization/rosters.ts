/** Authorization of exams and courses for the people on their rosters. */

import { createTaughtCourse } from './courses.ts'
import { createExamWithParts } from './exams.ts'
import { all, lists, type Scene, type Table } from './matrix.ts'
import type { TestObjects } from './world.ts'

const seat = { date: '2026-12-01', time: '10:00', location: 'Hall 1' }

/** Exams for the people on a roster, with a booking and an attempt of each. */
async function createInvitedExams(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const author = await world.newcomer('researcher')
  const guests = await cast('guests')
  const create = () => createExamWithParts(author, { access: 'invited' }, guests)
  const ours = await create()
  await author.post(`/exams/${ours.id}/roster`, { user_ids: guests.map(({ id }) => id) })
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    'on the roster': all(guests, ours),
    author: all([author], await create()),
    administrator: all([admin], await create()),
  }
}

const anInvitedExam: Table = {
  name: 'an exam for invited people',
  scene: createInvitedExams,
  questions: [
    { asks: 'GET /exams', query: '?limit=100', shows: lists },
    { asks: 'GET /exams/{id}' },
    { asks: 'PUT /exams/{id}', body: { title: 'Basics' } },
    { asks: 'GET /exams/{id}/questions' },
    { asks: 'POST /exams/{id}/book', body: seat },
    {
      asks: 'GET /exam-bookings',
      query: '?limit=100',
      shows: (rows, { id }) => rows.some((row: { exam: { id: number } }) => row.exam.id === id),
    },
    { asks: 'POST /exams/{id}/start' },
    { asks: 'GET /exams/{id}/accommodations' },
    { asks: 'GET /exams/{id}/attempts' },
    { asks: 'GET /exams/{id}/study-materials' },
    { asks: 'GET /exams/{id}/roster' },
    { asks: 'POST /exams/{id}/roster', body: ({ ids }) => ({ user_ids: [ids.user_id] }) },
    { asks: 'DELETE /exams/{id}/roster', query: ({ entry_id }) => `?entry_id=${entry_id}`, turn: 1 },
  ],
}

/** Courses for the people on a roster. */
async function createInvitedCourses(world: TestObjects): Promise<Scene> {
  const { nobody, admin, createCast: cast } = world
  const instructor = await world.newcomer('researcher')
  const create = () => createTaughtCourse(instructor, { access: 'invited' })
  const guests = await cast('guests')
  const ours = await create()
  await instructor.post(`/courses/${ours.id}/roster`, { user_ids: guests.map(({ id }) => id) })
  return {
    'no token': all([nobody], ours),
    stranger: all(await cast('strangers'), ours),
    'on the roster': all(guests, ours),
    instructor: all([instructor], await create()),
    administrator: all([admin], await create()),
  }
}

export const rosters: Table[] = [
  anInvitedExam,
  {
    name: 'a course for invited people',
    scene: createInvitedCourses,
    questions: [
      { asks: 'GET /courses', query: '?limit=100', shows: lists },
      { asks: 'GET /courses/{id}' },
      { asks: 'PUT /courses/{id}', body: { title: 'Botany' } },
      { asks: 'GET /courses/{id}/lessons' },
      { asks: 'GET /courses/{id}/progress' },
      { asks: 'GET /courses/{id}/download' },
      { asks: 'POST /courses/{id}/enroll', turn: 1 },
      { asks: 'GET /courses/{id}/roster' },
      { asks: 'POST /courses/{id}/roster', body: ({ who }) => ({ user_ids: [who.id] }) },
      { asks: 'DELETE /courses/{id}/roster', query: ({ entry_id }) => `?entry_id=${entry_id}`, turn: 1 },
    ],
  },
]
