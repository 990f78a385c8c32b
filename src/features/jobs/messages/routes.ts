import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { tooLongMessage } from '../templates/render.ts'
import { unknownTemplate } from '../templates/service.ts'
import { ApplicationMessage, ApplicationMessageQuery, NewApplicationMessage } from './schemas.ts'
import { listApplicationMessages, notReceived, sendApplicationMessage } from './service.ts'

const tags = ['Jobs']

export const messageRoutes: Routes = (app) => {
  app.get('/job-applications/:id/messages', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listApplicationMessages',
      summary: 'List the messages about an application',
      description:
        'For the applicant and those who manage the post. Newest first. A blind candidate is `Candidate 7`, without files and without what names the person, until the shortlist.',
      tags,
      params: ids('id'),
      querystring: ApplicationMessageQuery,
      response: respondsPage(ApplicationMessage, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listApplicationMessages(request.ctx, request.params.id, request.query),
  })

  app.post('/job-applications/:id/messages', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The message is sent.' },
    schema: {
      operationId: 'sendApplicationMessage',
      summary: 'Write a message about an application',
      description:
        'For the applicant, at most 30 in 24 hours, and those who manage the post. The applicant, or the recruiter and the colleagues who have written before, are notified and get the text by mail. At most 1,000 messages for each application.',
      tags,
      params: ids('id'),
      body: NewApplicationMessage,
      response: responds(201, ApplicationMessage, forbidden, notFound, notReceived, unknownTemplate, tooLongMessage),
    },
    handler: (request) => sendApplicationMessage(request.ctx, request.params.id, request.body),
  })
}
