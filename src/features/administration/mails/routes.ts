import { notFound } from '#core/problem.ts'
import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { WithReason } from '../reason.ts'
import { AdminMail, AdminMailDetail, AdminMailQuery } from './schemas.ts'
import { cancelMail, listMails, notWaiting, retryMail, showMail } from './service.ts'

const reads = { access: ['admin'], scope: 'admin:read', discloses: true } as const
const writes = { access: ['admin'], scope: 'admin:write' } as const

export const mailRoutes = routes('Administration', [
  route('GET /admin/mails', {
    config: { ...reads, csv: 'Mails' },
    summary: 'List the mails of the last 30 days',
    description: 'Newest first: those that wait, that a mail server has, and that it refused.',
    query: AdminMailQuery,
    response: respondsPage(AdminMail),
    run: listMails,
  }),
  route('GET /admin/mails/:id', {
    config: reads,
    summary: 'Show a mail as it was sent',
    description: 'Its content is deleted once a mail server has it, because it may contain secrets.',
    response: responds(200, AdminMailDetail, notFound),
    run: showMail,
  }),
  route('POST /admin/mails/:id/retry', {
    config: { ...writes, message: 'The mail is tried again now.' },
    summary: 'Send a waiting mail now',
    description: 'Also one that was given up after two days. A mail that the server refused has no content any more.',
    body: WithReason,
    response: responds(200, AdminMailDetail, notFound, notWaiting),
    run: retryMail,
  }),
  route('POST /admin/mails/:id/cancel', {
    config: { ...writes, message: 'The mail is not sent.' },
    summary: 'Do not send a waiting mail',
    description: 'Its content is deleted.',
    body: WithReason,
    response: responds(200, AdminMailDetail, notFound, notWaiting),
    run: cancelMail,
  }),
])
