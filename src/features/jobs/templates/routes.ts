import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { unknownCompany } from '../posts/company.ts'
import {
  MessageTemplate,
  MessageTemplateChange,
  MessageTemplateQuery,
  NewMessageTemplate,
  TemplatePreview,
  TemplatePreviewRequest,
} from './schemas.ts'
import {
  checkMessageTemplate,
  companyHasTooMany,
  createMessageTemplate,
  deleteMessageTemplate,
  listMessageTemplates,
  renderMessageTemplate,
  showMessageTemplate,
  tooManyTemplates,
  updateMessageTemplate,
} from './service.ts'
import { tooLongMessage } from './template-text.ts'

export const templateRoutes = routes('Jobs', [
  route('GET /message-templates', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'List my message templates',
    description: 'Newest first; mine, or by `company_id` those of a company for which I recruit.',
    query: MessageTemplateQuery,
    response: respondsPage(MessageTemplate, { problems: [unknownCompany] }),
    run: listMessageTemplates,
  }),
  route('GET /message-templates/:id', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    summary: 'Show a message template',
    description: 'For its owner, or those who recruit for its company.',
    response: responds(200, MessageTemplate, forbidden, notFound),
    run: showMessageTemplate,
  }),
  route('POST /message-templates', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      message: 'The template is saved.',
      check: checkMessageTemplate,
    },
    summary: 'Write a message template',
    description:
      'At most 200 a person and 200 a company. The placeholders are `{{candidate.first_name}}`, `{{candidate.last_name}}`, `{{candidate.name}}`, `{{post.title}}`, ' +
      '`{{post.company}}`, `{{post.location}}`, `{{sender.name}}`, and the dates `{{post.deadline}}` and `{{application.applied_at}}`, which are written ' +
      'as the language of the text writes dates. Any other is 422.',
    body: NewMessageTemplate,
    response: responds(201, MessageTemplate, unknownCompany, tooManyTemplates, companyHasTooMany),
    run: createMessageTemplate,
  }),
  route('PUT /message-templates/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The template is saved.' },
    summary: 'Change a message template',
    description: 'For its owner, or those who recruit for its company. Messages that were sent stay as they are.',
    body: MessageTemplateChange,
    response: responds(200, MessageTemplate, forbidden, notFound),
    run: updateMessageTemplate,
  }),
  route('DELETE /message-templates/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The template is deleted.' },
    summary: 'Delete a message template',
    description: 'For its owner, or those who recruit for its company. Messages that were sent stay as they are.',
    response: respondsMessage(forbidden, notFound),
    run: deleteMessageTemplate,
  }),
  route('POST /message-templates/:id/preview', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    operationId: 'previewMessageTemplate',
    summary: 'Preview a message template',
    description:
      'For its owner, or those who recruit for its company: the message as it would be sent to an applicant of a post that the caller manages, or with example values. Sends nothing. ' +
      'A candidate of a blind post is named by the number.',
    body: TemplatePreviewRequest,
    response: responds(200, TemplatePreview, forbidden, notFound, tooLongMessage),
    run: renderMessageTemplate,
  }),
])
