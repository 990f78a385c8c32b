import { forbidden, notFound } from '#core/problem.ts'
import { respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { CourseLearner, CourseLearnerQuery } from './schemas.ts'
import { formatLearnersTitle, listLearners } from './service.ts'

export const learnerRoutes = routes('Courses', [
  route('GET /courses/:id/learners', {
    config: {
      discloses: true,
      access: 'signed-in',
      scope: 'courses:read',
      furtherScopes: ['exams:read'],
      csv: formatLearnersTitle,
    },
    summary: 'List the learners of a course, with their progress and who needs help',
    description:
      'For the instructor of the course and administrators. Who opened the course last comes first. Enrollments whose payment is pending are left ' +
      'out, and so is the instructor.',
    query: CourseLearnerQuery,
    response: respondsPage(CourseLearner, { problems: [forbidden, notFound] }),
    run: listLearners,
  }),
])
