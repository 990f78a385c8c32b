import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { checkPrerequisites } from './prerequisites.ts'
import { listCourses } from './read-list.ts'
import { Course, CourseChange, CourseQuery, CourseWithOutline, NewCourse } from './schemas.ts'
import {
  checkLessons,
  checkNewLessons,
  checkNewPrices,
  checkPrices,
  createCourse,
  deleteCourse,
  getCourseWithOutline,
  updateCourse,
} from './service.ts'

const tags = ['Courses']

export const catalogRoutes: Routes = (app) => {
  app.get('/courses', {
    config: { access: 'signed-in', scope: 'courses:read', readsReplica: true },
    schema: {
      operationId: 'listCourses',
      summary: 'List courses',
      description:
        'Published ones for everybody, those with me on their roster, and those I teach in any status. Sorted by `recent` (newest first, the default), `popular` ' +
        '(most learners first), `title` or `price` (lowest first).',
      tags,
      querystring: CourseQuery,
      response: respondsPage(Course, { extra: searchMeta }),
    },
    handler: (request) => listCourses(request.ctx, request.query),
  })

  app.post('/courses', {
    config: {
      access: ['researcher', 'admin'],
      scope: 'courses:write',
      message: 'The course is created.',
      check: [checkPrerequisites, checkNewLessons, checkNewPrices],
    },
    schema: {
      operationId: 'createCourse',
      summary: 'Create a course',
      description:
        'For researchers and administrators. The default status is `published`. `lessons` may be included, in order.',
      tags,
      body: NewCourse,
      response: responds(201, CourseWithOutline),
    },
    handler: (request) => createCourse(request.ctx, request.body),
  })

  app.get('/courses/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    schema: {
      operationId: 'showCourse',
      summary: 'Show a course',
      description:
        'With its outline. A draft is visible only to its owner and administrators, and one with `access` `invited` also to the people on its roster.',
      tags,
      params: ids('id'),
      response: responds(200, CourseWithOutline, notFound),
    },
    handler: (request) => getCourseWithOutline(request.ctx, request.params.id),
  })

  app.put('/courses/:id', {
    config: {
      access: 'signed-in',
      scope: 'courses:write',
      message: 'The course is saved.',
      check: [checkPrerequisites, checkLessons, checkPrices],
    },
    schema: {
      operationId: 'changeCourse',
      summary: 'Change a course',
      description:
        'Any subset of the fields; for the owner and administrators. Learners of a published course are notified of a change, at most once a day.',
      tags,
      params: ids('id'),
      body: CourseChange,
      response: responds(200, CourseWithOutline, forbidden, notFound),
    },
    handler: (request) => updateCourse(request.ctx, request.params.id, request.body),
  })

  app.delete('/courses/:id', {
    config: {
      access: 'signed-in',
      scope: 'courses:write',
      message: 'The course is deleted, or archived if somebody is enrolled.',
    },
    schema: {
      operationId: 'deleteCourse',
      summary: 'Delete a course',
      description:
        'For the owner and administrators. A course with enrollments is archived and remains available to its learners.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteCourse(request.ctx, request.params.id),
  })
}
