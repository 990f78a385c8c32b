import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Jobs']

export const jobPostRoutes: Routes = (app) => {
  app.get('/job-posts', {
    config: { access: 'signed-in', scope: 'jobs:read', readsReplica: true },
    schema: {
      operationId: 'listJobPosts',
      summary: 'List job posts',
      description:
        'Open posts, and my own and those of companies that I recruit for in any status. Sorted by `recent` (newest first, the default), `deadline` (soonest first, posts without a deadline ' +
        'last), `salary` (highest first) or `title`.',
      tags,
      querystring: JobPostQuery,
      response: respondsPage(JobPost, { extra: searchMeta }),
    },
    handler: (request) => listJobPosts(request.ctx, request.query),
  })

  app.post('/job-posts', {
    config: {
      access: ['recruiter', 'admin'],
      scope: 'jobs:write',
      message: 'The job post is created.',
      check: checkNewJobPost,
    },
    schema: {
      operationId: 'createJobPost',
      summary: 'Create a job post',
      description: 'For recruiters and administrators. The default status is `open`.',
      tags,
      body: NewJobPost,
      response: responds(201, JobPost, unknownCompany),
    },
    handler: (request) => createJobPost(request.ctx, request.body),
  })

  app.get('/job-posts/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showJobPost',
      summary: 'Show a job post',
      description: 'A draft is visible only to its owner, those who recruit for its company, and administrators.',
      tags,
      params: ids('id'),
      response: responds(200, JobPost, notFound),
    },
    handler: (request) => getJobPost(request.ctx, request.params.id),
  })

  app.get('/job-posts/:id/match', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showOwnMatch',
      summary: 'Show how I fit a job post, and what would change it',
      description: 'From my evidence alone, before and after I apply.',
      tags,
      params: ids('id'),
      response: responds(200, MyMatch, notFound),
    },
    handler: (request) => showOwnMatch(request.ctx, request.params.id),
  })

  app.put('/job-posts/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The job post is saved.', check: checkJobPostChange },
    schema: {
      operationId: 'changeJobPost',
      summary: 'Change a job post',
      description:
        'Any subset of the fields; for the owner, those who recruit for its company, and administrators. `questions` replaces all questions; a question with an existing `id` is changed instead of created. Skills, requirements and whether it is blind stay as they are for a blind post that has an application.',
      tags,
      params: ids('id'),
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
    },
    handler: (request) => updateJobPost(request.ctx, request.params.id, request.body),
  })

  app.delete('/job-posts/:id', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      message: 'The job post is deleted, or closed if somebody has applied.',
    },
    schema: {
      operationId: 'deleteJobPost',
      summary: 'Delete a job post',
      description:
        'For the owner, those who recruit for its company, and administrators. A post with applications is closed and kept.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteJobPost(request.ctx, request.params.id),
  })
}
