import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { withDescription } from '#core/schema.ts'
import { createErrorResponses, responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { sendFile } from '#http/file-reply.ts'
import { formRoutes } from '#http/forms.ts'
import { route, routes } from '#http/route.ts'
import { Identity, IdentityRequest } from './identity-schemas.ts'
import {
  Applicant,
  ApplicantQuery,
  Application,
  MyApplication,
  MyApplicationsQuery,
  NewApplication,
  ResumeQuery,
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

export const submissionRoutes = formRoutes(
  routes('Jobs', [
    route('POST /job-applications', {
      config: {
        access: 'signed-in',
        scope: 'jobs:write',
        limit: 'upload',
        message: 'Your application is submitted.',
        check: checkApplicationFields,
      },
      summary: 'Apply for a job',
      description:
        'Once for each post, while it is open and before its deadline. Required questions of the post must be ' +
        'answered and its requirements met, unless `pending_requirements` reserves a place. The recruiter is notified.',
      body: NewApplication,
      response: responds(201, Submitted),
      run: submitApplication,
    }),
  ]),
)

const resumeFile = {
  description: 'The file under its original name; with an S3 store a redirect to it.',
  content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
}

export const applicationRoutes = routes('Jobs', [
  route('GET /job-posts/:id/applicants', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read', csv: formatApplicantsTitle },
    summary: 'List the applicants of a job post',
    description:
      'For the owner of the post, its reviewers and administrators. Newest first, or with `sort=evidence` by what the applicants have proven at this moment. Of a blind post, who the candidates are is withheld until they are shortlisted.',
    query: ApplicantQuery,
    response: respondsPage(Applicant, {
      extra: { status_counts: withDescription(StatusCounts, 'The number of applications in each state.') },
      problems: [forbidden, notFound],
    }),
    run: listApplicants,
  }),
  route('GET /job-applications', {
    config: { access: 'signed-in', scope: 'jobs:read', csv: 'Applications' },
    summary: 'List my applications',
    description: 'Newest first.',
    query: MyApplicationsQuery,
    response: respondsPage(MyApplication),
    run: listMyApplications,
  }),
  route('GET /job-applications/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'Show an application',
    description: 'For the owner of the post, its reviewers, administrators and the applicant.',
    response: responds(200, Application, forbidden, notFound),
    run: showApplication,
  }),
  route('DELETE /job-applications/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The application is withdrawn.' },
    summary: 'Withdraw my application',
    description:
      'Deletes the application and its resume, and cancels interviews. While the post is open, the user may apply again.',
    response: respondsMessage(forbidden, notFound),
    run: withdrawApplication,
  }),
  route('PUT /job-applications/:id/status', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The status is saved.' },
    operationId: 'changeApplicationStatus',
    summary: 'Decide on an application',
    description:
      'For the owner of the post and administrators. Any status may follow any other; the applicant is notified. Repeating the same status changes ' +
      'nothing.',
    body: StatusChange,
    response: respondsMessage(forbidden, notFound, unknownReason),
    run: updateApplicationStatus,
  }),
  route('PUT /job-applications/:id/tags', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The tags are saved.' },
    summary: 'Tag an application',
    description:
      'For the owner of the post and administrators. The applicant never sees the tags. `GET /job-posts/{id}/applicants?tag=` lists the applications with a tag.',
    body: ApplicationTags,
    response: responds(200, ApplicationTags, forbidden, notFound),
    run: replaceApplicationTags,
  }),
  route('POST /job-applications/:id/identity', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:write' },
    summary: 'Ask who a blind candidate is',
    description:
      'For the owner of the post and administrators, before the shortlist. The applicant is notified, and the application lists who asked and why.',
    body: IdentityRequest,
    response: responds(200, Identity, forbidden, notFound, notBlind),
    run: discloseIdentity,
  }),
  route('GET /job-applications/:id/resume', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read', raw: true },
    operationId: 'downloadResume',
    summary: 'Download the resume of an application',
    description:
      'For the owner of the post, its reviewers, administrators and the applicant. The applicant can see who downloaded it; with `view`, nothing is recorded. 403 while a blind candidate is not shortlisted.',
    query: ResumeQuery,
    response: { 200: resumeFile, ...createErrorResponses([401, 403, 404, 422, 429, 500, 503]) },
    async handler(request, reply) {
      return sendFile(request, reply, await downloadResume(request.ctx, request.params.id, request.query), {
        download: true,
      })
    },
  }),
])
