/** Creates courses, lessons and learners. */

import assert from 'node:assert/strict'
import type { Person } from './app.ts'

/** A new course of an instructor. */
export async function createCourse(instructor: Person, more: object = {}) {
  const reply = await instructor.post('/courses', { title: 'Botany', description: 'Plants.', ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

/** Lessons for a new course. */
export const createLessons = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ title: `Lesson ${index + 1}`, duration_minutes: 10 }))

/** Enrolls in a free course and returns the enrollment. */
export async function createEnrollment(person: Person, courseId: number) {
  const reply = await person.post(`/courses/${courseId}/enroll`)
  assert.equal(reply.status, 201, reply.text)
  return reply.data.enrollment
}

/** Reports lessons as done. */
export async function completeLessons(person: Person, courseId: number, lessons: readonly { id: number }[]) {
  for (const { id } of lessons) {
    const reply = await person.put(`/courses/${courseId}/progress`, { lesson_id: id, completed: true })
    assert.equal(reply.status, 200, reply.text)
  }
}

/** Does every lesson of a course and completes it. */
export async function completeCourse(person: Person, { id, lessons }: { id: number; lessons: { id: number }[] }) {
  await createEnrollment(person, id)
  await completeLessons(person, id, lessons)
  const reply = await person.post(`/courses/${id}/complete`)
  assert.equal(reply.status, 200, reply.text)
  return reply.data
}

/** Adds a card and returns its id; the card succeeds unless another number is given. */
export async function addCard(person: Person, card_number = '4242424242424242'): Promise<number> {
  const reply = await person.post('/payment-methods', {
    type: 'card',
    card_number,
    expiry_month: 12,
    expiry_year: 2060,
    cvv: '123',
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.data.payment_method.id
}
