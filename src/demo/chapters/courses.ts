/** Courses, with learners at different points. */

import type { CreatedRow, Person } from '../client.ts'
import { mapping, statistics, survey, trials, unfinished } from '../content/courses.ts'
import type { Simulation } from '../simulation.ts'
import type { DemoUsers } from './people.ts'

interface Course extends CreatedRow {
  lessons: CreatedRow[]
}

export interface Courses {
  statistics: Course
  trials: Course
  survey: Course
  mapping: Course
}

export async function createCourses({ researcher, wanjiru }: DemoUsers): Promise<Courses> {
  const basics = await researcher.post<Course>('/courses', statistics)
  await researcher.post('/courses', unfinished)
  return {
    statistics: basics,
    trials: await researcher.post<Course>('/courses', { ...trials, prerequisites: [basics.id] }),
    survey: await wanjiru.post<Course>('/courses', survey),
    mapping: await wanjiru.post<Course>('/courses', mapping),
  }
}

/** Enrolls learners in free courses and completes some of them. */
export async function createFreeEnrollments(
  { student, learner, recruiter, amara, diego, minh }: DemoUsers,
  courses: Courses,
) {
  for (const person of [student, learner, recruiter, amara, diego, minh]) await enroll(person, courses.statistics)
  for (const person of [student, learner]) await enroll(person, courses.survey)
  for (const person of [student, amara]) await finish(person, courses.statistics)
  await finish(learner, courses.survey)
  await completeLessons(learner, courses.statistics, 3)
  await completeLessons(student, courses.survey, 1)
  await completeLessons(diego, courses.statistics, 1)
  await recruiter.put(`/courses/${courses.statistics.id}/enrollment`, { status: 'paused' })
}

/** Buys courses; one of them requires another. */
export async function createPaidEnrollments({ student, learner }: DemoUsers, courses: Courses) {
  await buyCourse(student, courses.trials)
  await completeLessons(student, courses.trials, 1)
  await buyCourse(learner, courses.mapping)
}

/** The next course on surveys has cohorts, and lessons with days and rules. */
export async function createCohortCourse(simulation: Simulation, { wanjiru, amara, diego }: DemoUsers) {
  const [one, ...more] = survey.lessons
  const { id } = await wanjiru.post<Course>('/courses', {
    ...survey,
    title: 'Asking good questions, together',
    cohorts: [
      { title: 'First group', starts_at: simulation.daysAgo(2), ends_at: simulation.daysAgo(-60), capacity: 1 },
      { title: 'Second group', starts_at: simulation.daysAgo(-30), ends_at: simulation.daysAgo(-90), capacity: 20 },
    ],
    lessons: [
      { ...one, due_after_days: 3, completion: { rule: 'opened' } },
      ...more.map((lesson) => ({ ...lesson, available_after_days: 7, due_after_days: 14 })),
    ],
  })
  for (const person of [amara, diego]) await person.post(`/courses/${id}/enroll`, {})
}

/** Changes a lesson, which notifies all learners of the course. */
export async function updateDemoCourse({ researcher }: DemoUsers, { statistics: { id, lessons } }: Courses) {
  const [first] = lessons
  if (first === undefined) return
  await researcher.put(`/courses/${id}/lessons/${first.id}`, {
    description: 'Ten people wait 5 minutes and one waits 5 hours. Now with an exercise.',
  })
}

const enroll = (person: Person, { id }: Course) => person.post(`/courses/${id}/enroll`, {})

async function buyCourse(person: Person, { id }: Course) {
  const [method] = await person.get<CreatedRow[]>('/payment-methods')
  await person.post(`/courses/${id}/enroll`, { payment_method_id: method?.id })
}

async function completeLessons(person: Person, { id, lessons }: Course, count: number) {
  for (const lesson of lessons.slice(0, count))
    await person.put(`/courses/${id}/progress`, {
      lesson_id: lesson.id,
      completed: true,
      time_spent_seconds: 840,
    })
}

async function finish(person: Person, course: Course) {
  await completeLessons(person, course, course.lessons.length)
  await person.post(`/courses/${course.id}/complete`)
}
