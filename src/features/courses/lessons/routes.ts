import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { notEnrolled } from '../enrollments/access.ts'
import { Lesson, LessonChange, LessonOrder, NewLesson, WholeLesson } from './schemas.ts'
import {
  addLesson,
  checkLessonChange,
  checkNewLesson,
  deleteLesson,
  listLessons,
  showLesson,
  sortLessons,
  updateLesson,
} from './service.ts'

export const lessonRoutes = routes('Courses', [
  route('GET /courses/:id/lessons', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    summary: 'List the lessons of a course',
    description:
      'For those who are enrolled, the owner and administrators. In a sequential course the lessons after the first uncompleted one are locked.',
    response: responds(200, Type.Array(Lesson), notEnrolled, notFound),
    run: listLessons,
  }),
  route('POST /courses/:id/lessons', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The lesson is added.', check: checkNewLesson },
    summary: 'Add a lesson to a course',
    description: 'At the end, or at the position given by `order`. For the owner and administrators.',
    body: NewLesson,
    response: responds(201, WholeLesson, forbidden, notFound),
    run: addLesson,
  }),
  route('PUT /courses/:id/lessons/order', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The order is saved.' },
    operationId: 'orderLessons',
    summary: 'Reorder the lessons of a course',
    description: 'The list must contain all lessons. For the owner and administrators.',
    body: LessonOrder,
    response: responds(200, Type.Array(Lesson), forbidden, notFound),
    run: sortLessons,
  }),
  route('GET /courses/:id/lessons/:lesson_id', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    summary: 'Show a lesson',
    description: 'With its content, unless it is locked.',
    response: responds(200, WholeLesson, notEnrolled, notFound),
    run: showLesson,
  }),
  route('PUT /courses/:id/lessons/:lesson_id', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The lesson is saved.', check: checkLessonChange },
    operationId: 'changeLesson',
    summary: 'Change a lesson',
    description: 'Any subset of the fields; for the owner and administrators.',
    body: LessonChange,
    response: responds(200, WholeLesson, forbidden, notFound),
    run: updateLesson,
  }),
  route('DELETE /courses/:id/lessons/:lesson_id', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The lesson is deleted.' },
    summary: 'Remove a lesson from a course',
    description: 'For the owner and administrators. The time that learners spent in it is kept.',
    response: respondsMessage(forbidden, notFound),
    run: deleteLesson,
  }),
])
