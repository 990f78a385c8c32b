import { forbidden, notFound } from '#core/problem.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { setVaryByAccept } from '#http/content-negotiation.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const catalogRoutes = routes('Courses', [
  route('GET /courses', {
    config: { access: 'signed-in', scope: 'courses:read', readsReplica: true },
    summary: 'List courses',
    description:
      'Published ones for everybody, those with me on their roster, and those I teach in any status. Sorted by `recent` (newest first, the default), `popular` ' +
      '(most learners first), `title` or `price` (lowest first).',
    query: CourseQuery,
    response: respondsPage(Course, { extra: searchMeta }),
    onRequest: setVaryByAccept,
    run: listCourses,
  }),
  route('POST /courses', {
    config: {
      access: ['researcher', 'admin'],
      scope: 'courses:write',
      message: 'The course is created.',
      check: [checkPrerequisites, checkNewLessons, checkNewPrices],
    },
    summary: 'Create a course',
    description:
      'For researchers and administrators. The default status is `published`. `lessons` may be included, in order.',
    body: NewCourse,
    response: responds(201, CourseWithOutline),
    run: createCourse,
  }),
  route('GET /courses/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'courses:read' },
    operationId: 'showCourse',
    summary: 'Show a course',
    description:
      'With its outline. A draft is visible only to its owner and administrators, and one with `access` `invited` also to the people on its roster.',
    response: responds(200, CourseWithOutline, notFound),
    onRequest: setVaryByAccept,
    run: getCourseWithOutline,
  }),
  route('PUT /courses/:id', {
    config: {
      access: 'signed-in',
      scope: 'courses:write',
      message: 'The course is saved.',
      check: [checkPrerequisites, checkLessons, checkPrices],
    },
    operationId: 'changeCourse',
    summary: 'Change a course',
    description:
      'Any subset of the fields; for the owner and administrators. Learners of a published course are notified of a change, at most once a day.',
    body: CourseChange,
    response: responds(200, CourseWithOutline, forbidden, notFound),
    run: updateCourse,
  }),
  route('DELETE /courses/:id', {
    config: {
      access: 'signed-in',
      scope: 'courses:write',
      message: 'The course is deleted, or archived if somebody is enrolled.',
    },
    summary: 'Delete a course',
    description:
      'For the owner and administrators. A course with enrollments is archived and remains available to its learners.',
    response: respondsMessage(forbidden, notFound),
    run: deleteCourse,
  }),
])
