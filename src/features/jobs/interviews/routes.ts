import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { alreadyOver, answerInterview, timesNeeded, timesPast } from './answers.ts'
import { unknownInterviewers } from './interviewers.ts'
import { Interview, InterviewAnswer, InterviewChange, InterviewQuery, NewInterview, Scheduled } from './schemas.ts'
import {
  deleteInterview,
  listInterviewsOfPost,
  listMyInterviews,
  scheduleInterview,
  updateInterview,
} from './service.ts'

const tags = ['Jobs']

export const interviewRoutes: Routes = (app) => {
  app.post('/job-posts/:id/schedule-interview', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is scheduled.' },
    schema: {
      operationId: 'scheduleInterview',
      summary: 'Invite an applicant to an interview',
      description:
        'For the owner of the post and administrators. The applicant receives a mail with a calendar invitation and a link by which to answer. `overlaps` warns of interviewers who hold another interview at the same time.',
      tags,
      params: ids('id'),
      body: NewInterview,
      response: responds(201, Scheduled, forbidden, notFound, unknownInterviewers),
    },
    handler: (request) => scheduleInterview(request.ctx, request.params.id, request.body),
  })

  app.get('/job-posts/:id/interviews', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listInterviewsOfPost',
      summary: 'List the interviews of a job post',
      description: 'Earliest first; for the owner of the post, its reviewers and administrators.',
      tags,
      params: ids('id'),
      querystring: InterviewQuery,
      response: respondsPage(Interview, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listInterviewsOfPost(request.ctx, request.params.id, request.query),
  })

  app.get('/interviews', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listMyInterviews',
      summary: 'List my interviews',
      description: 'Those I am invited to, those that I hold, and those of my job posts. Earliest first.',
      tags,
      querystring: InterviewQuery,
      response: respondsPage(Interview),
    },
    handler: (request) => listMyInterviews(request.ctx, request.query),
  })

  app.post('/interviews/:id/answer', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'Your answer is on its way.' },
    schema: {
      operationId: 'answerInterview',
      summary: 'Answer an invitation to an interview',
      description:
        'For the applicant, until the interview begins: accept, decline, or propose other times. The recruiter is notified. ' +
        'An answer can be changed; when the time of the interview changes, a new answer is needed.',
      tags,
      params: ids('id'),
      body: InterviewAnswer,
      response: responds(200, Interview, forbidden, notFound, alreadyOver, timesNeeded, timesPast),
    },
    handler: (request) => answerInterview(request.ctx, request.params.id, request.body),
  })

  app.put('/interviews/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is saved.' },
    schema: {
      operationId: 'changeInterview',
      summary: 'Change an interview',
      description:
        'Any subset of the fields; for the owner of the post and administrators. The applicant receives a new invitation, unless only interviewers or the outcome change.',
      tags,
      params: ids('id'),
      body: InterviewChange,
      response: responds(200, Interview, forbidden, notFound, unknownInterviewers),
    },
    handler: (request) => updateInterview(request.ctx, request.params.id, request.body),
  })

  app.delete('/interviews/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is canceled.' },
    schema: {
      operationId: 'deleteInterview',
      summary: 'Cancel an interview',
      description:
        'For the owner of the post and administrators. The applicant receives a mail that removes the event from the calendar.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteInterview(request.ctx, request.params.id),
  })
}
