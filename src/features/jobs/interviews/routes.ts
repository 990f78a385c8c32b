import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const interviewRoutes = routes('Jobs', [
  route('POST /job-posts/:id/schedule-interview', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is scheduled.' },
    summary: 'Invite an applicant to an interview',
    description:
      'For the owner of the post and administrators. The applicant receives a mail with a calendar invitation and a link by which to answer. `overlaps` warns of interviewers who hold another interview at the same time.',
    body: NewInterview,
    response: responds(201, Scheduled, forbidden, notFound, unknownInterviewers),
    run: scheduleInterview,
  }),
  route('GET /job-posts/:id/interviews', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the interviews of a job post',
    description: 'Earliest first; for the owner of the post, its reviewers and administrators.',
    query: InterviewQuery,
    response: respondsPage(Interview, { problems: [forbidden, notFound] }),
    run: listInterviewsOfPost,
  }),
  route('GET /interviews', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'List my interviews',
    description: 'Those I am invited to, those that I hold, and those of my job posts. Earliest first.',
    query: InterviewQuery,
    response: respondsPage(Interview),
    run: listMyInterviews,
  }),
  route('POST /interviews/:id/answer', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'Your answer is on its way.' },
    summary: 'Answer an invitation to an interview',
    description:
      'For the applicant, until the interview begins: accept, decline, or propose other times. The recruiter is notified. ' +
      'An answer can be changed; when the time of the interview changes, a new answer is needed.',
    body: InterviewAnswer,
    response: responds(200, Interview, forbidden, notFound, alreadyOver, timesNeeded, timesPast),
    run: answerInterview,
  }),
  route('PUT /interviews/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is saved.' },
    operationId: 'changeInterview',
    summary: 'Change an interview',
    description:
      'Any subset of the fields; for the owner of the post and administrators. The applicant receives a new invitation, unless only interviewers or the outcome change.',
    body: InterviewChange,
    response: responds(200, Interview, forbidden, notFound, unknownInterviewers),
    run: updateInterview,
  }),
  route('DELETE /interviews/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is canceled.' },
    summary: 'Cancel an interview',
    description:
      'For the owner of the post and administrators. The applicant receives a mail that removes the event from the calendar.',
    response: respondsMessage(forbidden, notFound),
    run: deleteInterview,
  }),
])
