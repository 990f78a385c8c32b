import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { notEnrolled } from '../enrollments/access.ts'
import {
  Completion,
  CourseProgress,
  LessonReport,
  ProgressSync,
  ReportedProgress,
  SyncedProgress,
} from './schemas.ts'
import { completeCourse, reportProgress, showProgress, syncProgress } from './service.ts'

const tags = ['Courses']

export const progressRoutes: Routes = (app) => {
  app.get('/courses/:id/progress', {
    config: { access: 'signed-in' },
    schema: {
      operationId: 'showProgress',
      summary: 'Show my progress in a course',
      description: 'Which lessons I completed and how far I am. Only for those who are enrolled (403).',
      tags,
      params: ids('id'),
      response: responds(200, CourseProgress, notEnrolled, notFound),
    },
    handler: (request) => showProgress(request.ctx, request.params.id),
  })

  app.put('/courses/:id/progress', {
    config: { access: 'signed-in', message: 'Your progress is saved.' },
    schema: {
      operationId: 'reportProgress',
      summary: 'Report a lesson as done, or not',
      description: 'A locked lesson is refused. A lesson that is completed again keeps its first completion.',
      tags,
      params: ids('id'),
      body: LessonReport,
      response: responds(200, ReportedProgress, notEnrolled, notFound),
    },
    handler: (request) => reportProgress(request.ctx, request.params.id, request.body),
  })

  app.post('/courses/:id/sync-progress', {
    config: { access: 'signed-in', message: 'Your progress is saved.' },
    schema: {
      operationId: 'syncProgress',
      summary: 'Bring what was done offline',
      description:
        'May be sent again, in parts and in any order: a completion is known by its lesson and moment, and counts ' +
        'once. The earliest completion of a lesson wins. A lesson the course no longer has is skipped.',
      tags,
      params: ids('id'),
      body: ProgressSync,
      response: responds(200, SyncedProgress, notEnrolled, notFound),
    },
    handler: (request) => syncProgress(request.ctx, request.params.id, request.body),
  })

  app.post('/courses/:id/complete', {
    config: { access: 'signed-in', message: 'The course is completed.' },
    schema: {
      operationId: 'completeCourse',
      summary: 'Complete a course',
      description:
        'At any progress. The certificate is given when every lesson is done, at a later call where it was not.',
      tags,
      params: ids('id'),
      response: responds(200, Completion, notEnrolled, notFound),
    },
    handler: (request) => completeCourse(request.ctx, request.params.id),
  })
}
