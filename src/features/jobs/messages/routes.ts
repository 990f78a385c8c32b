import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { unknownTemplate } from '../templates/service.ts'
import { tooLongMessage } from '../templates/template-text.ts'
import { ApplicationMessage, ApplicationMessageQuery, NewApplicationMessage } from './schemas.ts'
import { listApplicationMessages, notReceived, sendApplicationMessage } from './service.ts'

export const messageRoutes = routes('Jobs', [
  route('GET /job-applications/:id/messages', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the messages about an application',
    description:
      'For the applicant and those who manage the post. Newest first. A blind candidate is `Candidate 7`, without files and without what names the person, until the shortlist.',
    query: ApplicationMessageQuery,
    response: respondsPage(ApplicationMessage, { problems: [forbidden, notFound] }),
    run: listApplicationMessages,
  }),
  route('POST /job-applications/:id/messages', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The message is sent.' },
    summary: 'Write a message about an application',
    description:
      'For the applicant, at most 30 in 24 hours, and those who manage the post. The applicant, or the recruiter and the colleagues who have written before, are notified and get the text by mail. At most 1,000 messages for each application.',
    body: NewApplicationMessage,
    response: responds(201, ApplicationMessage, forbidden, notFound, notReceived, unknownTemplate, tooLongMessage),
    run: sendApplicationMessage,
  }),
])
