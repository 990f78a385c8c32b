import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids, withDescription } from '#core/schema.ts'
import { createErrorResponses, responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { sendFile } from '#http/file-reply.ts'
import { formRoutes } from '#http/forms.ts'
import type { Routes } from '#http/routes.ts'
import { Identity, IdentityRequest } from './identity-schemas.ts'
import {
  Applicant,
  ApplicantQuery,
  Application,
  MyApplication,
  MyApplicationsQuery,
  NewApplication,
  StatusChange,
  StatusCounts,
  Submitted,
} from './schemas.ts'
import {
  discloseIdentity,
  downloadResume,
  formatApplicantsTitle,
  listApplicants,
  listMyApplications,
  notBlind,
  showApplication,
  withdrawApplication,
} from './service.ts'
import { unknownReason, updateApplicationStatus } from './status.ts'
import { checkApplicationFields, submitApplication } from './submission.ts'
import { ApplicationTags } from './tag-schemas.ts'
import { replaceApplicationTags } from './tags.ts'

const tags = ['Jobs']

export const submissionRoutes: Routes = formRoutes((app) => {
  app.post('/job-applications', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      limit: 'upload',
      message: 'Your application is submitted.',
      check: checkApplicationFields,
    },
    schema: {
      operationId: 'submitApplication',
      summary: 'Apply for a job',
      description:
        'Once for each post, while it is open and before its deadline. Required questions of the post must be ' +
        'answered and its requirements met, unless `pending_requirements` reserves a place. The recruiter is notified.',
      tags,
      body: NewApplication,
      response: responds(201, Submitted),
    },
    handler: (request) => submitApplication(request.ctx, request.body),
  })
})

const resumeFile = {
  description: 'The file under its original name; with an S3 store a redirect to it.',
  content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
}

export const applicationRoutes: Routes = (app) => {
  app.get('/job-posts/:id/applicants', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read', csv: formatApplicantsTitle },
    schema: {
      operationId: 'listApplicants',
      summary: 'List the applicants of a job post',
      description:
        'For the owner of the post, its reviewers and administrators. Newest first, or with `sort=evidence` by what the applicants have proven at this moment. Of a blind post, who the candidates are is withheld until they are shortlisted.',
      tags,
      params: ids('id'),
      querystring: ApplicantQuery,
      response: respondsPage(Applicant, {
        extra: { status_counts: withDescription(StatusCounts, 'The number of applications in each state.') },
        problems: [forbidden, notFound],
      }),
    },
    handler: (request) => listApplicants(request.ctx, request.params.id, request.query),
  })

  app.get('/job-applications', {
    config: { access: 'signed-in', scope: 'jobs:read', csv: 'Applications' },
    schema: {
      operationId: 'listMyApplications',
      summary: 'List my applications',
      description: 'Newest first.',
      tags,
      querystring: MyApplicationsQuery,
      response: respondsPage(MyApplication),
    },
    handler: (request) => listMyApplications(request.ctx, request.query),
  })

  app.get('/job-applications/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showApplication',
      summary: 'Show an application',
      description: 'For the owner of the post, its reviewers, administrators and the applicant.',
      tags,
      params: ids('id'),
      response: responds(200, Application, forbidden, notFound),
    },
    handler: (request) => showApplication(request.ctx, request.params.id),
  })

  app.delete('/job-applications/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The application is withdrawn.' },
    schema: {
      operationId: 'withdrawApplication',
      summary: 'Withdraw my application',
      description:
        'Deletes the application and its resume, and cancels interviews. While the post is open, the user may apply again.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => withdrawApplication(request.ctx, request.params.id),
  })

  app.put('/job-applications/:id/status', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The status is saved.' },
    schema: {
      operationId: 'changeApplicationStatus',
      summary: 'Decide on an application',
      description:
        'For the owner of the post and administrators. Any status may follow any other; the applicant is notified. Repeating the same status changes ' +
        'nothing.',
      tags,
      params: ids('id'),
      body: StatusChange,
      response: respondsMessage(forbidden, notFound, unknownReason),
    },
    handler: (request) => updateApplicationStatus(request.ctx, request.params.id, request.body),
  })

  app.put('/job-applications/:id/tags', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The tags are saved.' },
    schema: {
      operationId: 'replaceApplicationTags',
      summary: 'Tag an application',
      description:
        'For the owner of the post and administrators. The applicant never sees the tags. `GET /job-posts/{id}/applicants?tag=` lists the applications with a tag.',
      tags,
      params: ids('id'),
      body: ApplicationTags,
      response: responds(200, ApplicationTags, forbidden, notFound),
    },
    handler: (request) => replaceApplicationTags(request.ctx, request.params.id, request.body),
  })

  app.post('/job-applications/:id/identity', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:write' },
    schema: {
      operationId: 'discloseIdentity',
      summary: 'Ask who a blind candidate is',
      description:
        'For the owner of the post and administrators, before the shortlist. The applicant is notified, and the application lists who asked and why.',
      tags,
      params: ids('id'),
      body: IdentityRequest,
      response: responds(200, Identity, forbidden, notFound, notBlind),
    },
    handler: (request) => discloseIdentity(request.ctx, request.params.id, request.body),
  })

  app.get('/job-applications/:id/resume', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read', raw: true },
    schema: {
      operationId: 'downloadResume',
      summary: 'Download the resume of an application',
      description:
        'For the owner of the post, its reviewers, administrators and the applicant. The applicant can see who downloaded it. 403 while a blind candidate is not shortlisted.',
      tags,
      params: ids('id'),
      response: { 200: resumeFile, ...createErrorResponses([401, 403, 404, 429, 500, 503]) },
    },
    async handler(request, reply) {
      return sendFile(request, reply, await downloadResume(request.ctx, request.params.id), {
        download: true,
      })
    },
  })
}
