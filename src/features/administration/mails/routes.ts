import { notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { WithReason } from '../reason.ts'
import { AdminMail, AdminMailDetail, AdminMailQuery } from './schemas.ts'
import { cancelMail, listMails, notWaiting, retryMail, showMail } from './service.ts'

const tags = ['Administration']
const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const mailRoutes: Routes = (app) => {
  app.get('/admin/mails', {
    config: { ...reads, csv: 'Mails' },
    schema: {
      operationId: 'listMails',
      summary: 'List the mails of the last 30 days',
      description: 'Newest first: those that wait, that a mail server has, and that it refused.',
      tags,
      querystring: AdminMailQuery,
      response: respondsPage(AdminMail),
    },
    handler: (request) => listMails(request.ctx, request.query),
  })

  app.get('/admin/mails/:id', {
    config: reads,
    schema: {
      operationId: 'showMail',
      summary: 'Show a mail as it was sent',
      description: 'Its content is deleted once a mail server has it, because it may contain secrets.',
      tags,
      params: ids('id'),
      response: responds(200, AdminMailDetail, notFound),
    },
    handler: (request) => showMail(request.ctx, request.params.id),
  })

  app.post('/admin/mails/:id/retry', {
    config: { ...writes, message: 'The mail is tried again now.' },
    schema: {
      operationId: 'retryMail',
      summary: 'Send a waiting mail now',
      description: 'Also one that was given up after two days. A mail that the server refused has no content any more.',
      tags,
      params: ids('id'),
      body: WithReason,
      response: responds(200, AdminMailDetail, notFound, notWaiting),
    },
    handler: (request) => retryMail(request.ctx, request.params.id),
  })

  app.post('/admin/mails/:id/cancel', {
    config: { ...writes, message: 'The mail is not sent.' },
    schema: {
      operationId: 'cancelMail',
      summary: 'Do not send a waiting mail',
      description: 'Its content is deleted.',
      tags,
      params: ids('id'),
      body: WithReason,
      response: responds(200, AdminMailDetail, notFound, notWaiting),
    },
    handler: (request) => cancelMail(request.ctx, request.params.id),
  })
}
