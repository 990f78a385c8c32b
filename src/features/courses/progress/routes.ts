import { notFound } from '#core/problem.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { notEnrolled } from '../enrollments/access.ts'
import { Completion, CourseProgress, LessonReport, ProgressSync, ReportedProgress, SyncedProgress } from './schemas.ts'
import { completeCourse, reportProgress, showProgress, syncProgress } from './service.ts'

export const progressRoutes = routes('Courses', [
  route('GET /courses/:id/progress', {
    config: { access: 'signed-in', scope: 'courses:read' },
    summary: 'Show my progress in a course',
    description: 'The lessons that I completed, and my progress. 403 for users who are not enrolled.',
    response: responds(200, CourseProgress, notEnrolled, notFound),
    run: showProgress,
  }),
  route('PUT /courses/:id/progress', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'Your progress is saved.' },
    summary: 'Mark a lesson as completed or not',
    description:
      'A locked lesson is refused, and so is `completed` where the `completion` of the lesson says that something else completes it. A ' +
      'lesson that is completed again keeps its first completion.',
    body: LessonReport,
    response: responds(200, ReportedProgress, notEnrolled, notFound),
    run: reportProgress,
  }),
  route('POST /courses/:id/sync-progress', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'Your progress is saved.' },
    summary: 'Synchronise progress that was made offline',
    description:
      'Entries may be repeated, split and sent in any order: a completion is identified by its lesson and ' +
      'time, and counts once. The earliest completion of a lesson is kept. Lessons that were removed from ' +
      'the course are skipped.',
    body: ProgressSync,
    response: responds(200, SyncedProgress, notEnrolled, notFound),
    run: syncProgress,
  }),
  route('POST /courses/:id/complete', {
    config: { access: 'signed-in', scope: 'courses:write', message: 'The course is completed.' },
    summary: 'Complete a course',
    description:
      'Possible at any progress. The certificate is issued when every lesson is done; otherwise call it again later.',
    response: responds(200, Completion, notEnrolled, notFound),
    run: completeCourse,
  }),
])
