import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { unknownCompany } from '../posts/company.ts'
import { tooLongMessage } from './render.ts'
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

const tags = ['Jobs']

export const templateRoutes: Routes = (app) => {
  app.get('/message-templates', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listMessageTemplates',
      summary: 'List my message templates',
      description: 'Newest first; mine, or by `company_id` those of a company for which I recruit.',
      tags,
      querystring: MessageTemplateQuery,
      response: respondsPage(MessageTemplate, { problems: [unknownCompany] }),
    },
    handler: (request) => listMessageTemplates(request.ctx, request.query),
  })

  app.get('/message-templates/:id', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showMessageTemplate',
      summary: 'Show a message template',
      description: 'For its owner, or those who recruit for its company.',
      tags,
      params: ids('id'),
      response: responds(200, MessageTemplate, forbidden, notFound),
    },
    handler: (request) => showMessageTemplate(request.ctx, request.params.id),
  })

  app.post('/message-templates', {
    config: {
      access: 'signed-in',
      scope: 'jobs:write',
      message: 'The template is saved.',
      check: checkMessageTemplate,
    },
    schema: {
      operationId: 'createMessageTemplate',
      summary: 'Write a message template',
      description:
        'At most 200 a person and 200 a company. The placeholders are `{{candidate.first_name}}`, `{{candidate.last_name}}`, `{{candidate.name}}`, `{{post.title}}`, ' +
        '`{{post.company}}`, `{{post.location}}`, `{{sender.name}}`, and the dates `{{post.deadline}}` and `{{application.applied_at}}`, which are written ' +
        'as the language of the text writes dates. Any other is 422.',
      tags,
      body: NewMessageTemplate,
      response: responds(201, MessageTemplate, unknownCompany, tooManyTemplates, companyHasTooMany),
    },
    handler: (request) => createMessageTemplate(request.ctx, request.body),
  })

  app.put('/message-templates/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The template is saved.' },
    schema: {
      operationId: 'updateMessageTemplate',
      summary: 'Change a message template',
      description: 'For its owner, or those who recruit for its company. Messages that were sent stay as they are.',
      tags,
      params: ids('id'),
      body: MessageTemplateChange,
      response: responds(200, MessageTemplate, forbidden, notFound),
    },
    handler: (request) => updateMessageTemplate(request.ctx, request.params.id, request.body),
  })

  app.delete('/message-templates/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The template is deleted.' },
    schema: {
      operationId: 'deleteMessageTemplate',
      summary: 'Delete a message template',
      description: 'For its owner, or those who recruit for its company. Messages that were sent stay as they are.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteMessageTemplate(request.ctx, request.params.id),
  })

  app.post('/message-templates/:id/preview', {
    config: { access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'previewMessageTemplate',
      summary: 'Preview a message template',
      description:
        'For its owner, or those who recruit for its company: the message as it would be sent to an applicant of a post that the caller manages, or with example values. Sends nothing. ' +
        'A candidate of a blind post is named by the number.',
      tags,
      params: ids('id'),
      body: TemplatePreviewRequest,
      response: responds(200, TemplatePreview, forbidden, notFound, tooLongMessage),
    },
    handler: (request) => renderMessageTemplate(request.ctx, request.params.id, request.body),
  })
}
