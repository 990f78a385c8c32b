import { forbidden, notFound } from '#core/problem.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { MyMatch } from '../matching/schemas.ts'
import { blindTooLate, requirementsTooLate, skillsTooLate } from './blind-change.ts'
import { staysWithCompany, unknownCompany } from './company.ts'
import { showOwnMatch } from './own-match.ts'
import { listJobPosts } from './read-list.ts'
import { JobPost, JobPostChange, JobPostQuery, NewJobPost } from './schemas.ts'
import {
  checkJobPostChange,
  checkNewJobPost,
  createJobPost,
  deleteJobPost,
  getJobPost,
  updateJobPost,
} from './service.ts'

export const jobPostRoutes = routes('Jobs', [
  route('GET /job-posts', {
    config: { access: 'signed-in', scope: 'jobs:read', readsReplica: true },
    summary: 'List job posts',
    description:
      'Open posts, and my own and those of companies that I recruit for in any status. Sorted by `recent` (newest first, the default), `deadline` (soonest first, posts without a deadline ' +
      'last), `salary` (highest first) or `title`.',
    query: JobPostQuery,
    response: respondsPage(JobPost, { extra: searchMeta }),
    run: listJobPosts,
  }),
  route('POST /job-posts', {
    config: {
      access: ['recruiter', 'admin'],
      scope: 'jobs:write',
      message: 'The job post is created.',
      check: checkNewJobPost,
    },
    summary: 'Create a job post',
    description: 'For recruiters and administrators. The default status is `open`.',
    body: NewJobPost,
    response: responds(201, JobPost, unknownCompany),
    run: createJobPost,
  }),
  route('GET /job-posts/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    operationId: 'showJobPost',
    summary: 'Show a job post',
    description: 'A draft is visible only to its owner, those who recruit for its company, and administrators.',
    response: responds(200, JobPost, notFound),
    run: getJobPost,
  }),
  route('GET /job-posts/:id/match', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'Show how I fit a job post, and what would change it',
    description: 'From my evidence alone, before and after I apply.',
    response: responds(200, MyMatch, notFound),
    run: showOwnMatch,
  }),
  route('PUT /job-posts/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The job post is saved.', check: checkJobPostChange },
    operationId: 'changeJobPost',
    summary: 'Change a job post',
    description:
      'Any subset of the fields; for the owner, those who recruit for its company, and administrators. `questions` replaces all questions; a question with an existing `id` is changed instead of created. Skills, requirements and whether it is blind stay as they are for a blind post that has an application.',
    body: JobPostChange,
    response: responds(
      200,
      JobPost,
      forbidden,
      notFound,
      blindTooLate,
      skillsTooLate,
      requirementsTooLate,
      unknownCompany,
      staysWithCompany,
    ),
    run: updateJobPost,
  }),
  route('DELETE /job-posts/:id', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      message: 'The job post is deleted, or closed if somebody has applied.',
    },
    summary: 'Delete a job post',
    description:
      'For the owner, those who recruit for its company, and administrators. A post with applications is closed and kept.',
    response: respondsMessage(forbidden, notFound),
    run: deleteJobPost,
  }),
])
