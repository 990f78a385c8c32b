import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Courses']

export const lessonRoutes: Routes = (app) => {
  app.get('/courses/:id/lessons', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    schema: {
      operationId: 'listLessons',
      summary: 'List the lessons of a course',
      description:
        'For those who are enrolled, the owner and administrators. In a sequential course the lessons after the first uncompleted one are locked.',
      tags,
      params: ids('id'),
      response: responds(200, Type.Array(Lesson), notEnrolled, notFound),
    },
    handler: (request) => listLessons(request.ctx, request.params.id),
  })

  app.post('/courses/:id/lessons', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The lesson is added.', check: checkNewLesson },
    schema: {
      operationId: 'addLesson',
      summary: 'Add a lesson to a course',
      description: 'At the end, or at the position given by `order`. For the owner and administrators.',
      tags,
      params: ids('id'),
      body: NewLesson,
      response: responds(201, WholeLesson, forbidden, notFound),
    },
    handler: (request) => addLesson(request.ctx, request.params.id, request.body),
  })

  app.put('/courses/:id/lessons/order', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The order is saved.' },
    schema: {
      operationId: 'orderLessons',
      summary: 'Reorder the lessons of a course',
      description: 'The list must contain all lessons. For the owner and administrators.',
      tags,
      params: ids('id'),
      body: LessonOrder,
      response: responds(200, Type.Array(Lesson), forbidden, notFound),
    },
    handler: (request) => sortLessons(request.ctx, request.params.id, request.body),
  })

  app.get('/courses/:id/lessons/:lesson_id', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    schema: {
      operationId: 'showLesson',
      summary: 'Show a lesson',
      description: 'With its content, unless it is locked.',
      tags,
      params: ids('id', 'lesson_id'),
      response: responds(200, WholeLesson, notEnrolled, notFound),
    },
    handler: ({ ctx, params }) => showLesson(ctx, params.id, params.lesson_id),
  })

  app.put('/courses/:id/lessons/:lesson_id', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The lesson is saved.', check: checkLessonChange },
    schema: {
      operationId: 'changeLesson',
      summary: 'Change a lesson',
      description: 'Any subset of the fields; for the owner and administrators.',
      tags,
      params: ids('id', 'lesson_id'),
      body: LessonChange,
      response: responds(200, WholeLesson, forbidden, notFound),
    },
    handler: ({ ctx, params, body }) => updateLesson(ctx, params.id, params.lesson_id, body),
  })

  app.delete('/courses/:id/lessons/:lesson_id', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The lesson is deleted.' },
    schema: {
      operationId: 'deleteLesson',
      summary: 'Remove a lesson from a course',
      description: 'For the owner and administrators. The time that learners spent in it is kept.',
      tags,
      params: ids('id', 'lesson_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: ({ ctx, params }) => deleteLesson(ctx, params.id, params.lesson_id),
  })
}
