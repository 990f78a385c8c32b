import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { notEnrolled } from '../enrollments/access.ts'
import { Completion, CourseProgress, LessonReport, ProgressSync, ReportedProgress, SyncedProgress } from './schemas.ts'
import { completeCourse, reportProgress, showProgress, syncProgress } from './service.ts'

const tags = ['Courses']

export const progressRoutes: Routes = (app) => {
  app.get('/courses/:id/progress', {
    config: { access: 'signed-in', scope: 'courses:read' },
    schema: {
      operationId: 'showProgress',
      summary: 'Show my progress in a course',
      description: 'The lessons that I completed, and my progress. 403 for users who are not enrolled.',
      tags,
      params: ids('id'),
      response: responds(200, CourseProgress, notEnrolled, notFound),
    },
    handler: (request) => showProgress(request.ctx, request.params.id),
  })

  app.put('/courses/:id/progress', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'Your progress is saved.' },
    schema: {
      operationId: 'reportProgress',
      summary: 'Mark a lesson as completed or not',
      description:
        'A locked lesson is refused, and so is `completed` where the `completion` of the lesson says that something else completes it. A ' +
        'lesson that is completed again keeps its first completion.',
      tags,
      params: ids('id'),
      body: LessonReport,
      response: responds(200, ReportedProgress, notEnrolled, notFound),
    },
    handler: (request) => reportProgress(request.ctx, request.params.id, request.body),
  })

  app.post('/courses/:id/sync-progress', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'Your progress is saved.' },
    schema: {
      operationId: 'syncProgress',
      summary: 'Synchronise progress that was made offline',
      description:
        'Entries may be repeated, split and sent in any order: a completion is identified by its lesson and ' +
        'time, and counts once. The earliest completion of a lesson is kept. Lessons that were removed from ' +
        'the course are skipped.',
      tags,
      params: ids('id'),
      body: ProgressSync,
      response: responds(200, SyncedProgress, notEnrolled, notFound),
    },
    handler: (request) => syncProgress(request.ctx, request.params.id, request.body),
  })

  app.post('/courses/:id/complete', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The course is completed.' },
    schema: {
      operationId: 'completeCourse',
      summary: 'Complete a course',
      description:
        'Possible at any progress. The certificate is issued when every lesson is done; otherwise call it again later.',
      tags,
      params: ids('id'),
      response: responds(200, Completion, notEnrolled, notFound),
    },
    handler: (request) => completeCourse(request.ctx, request.params.id),
  })
}
