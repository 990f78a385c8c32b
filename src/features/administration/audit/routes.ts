import { responds, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { AuditHead, AuditQuery, AuditRow } from './schemas.ts'
import { listAudit, showAuditHead } from './service.ts'

const tags = ['Administration']
const config = { access: ['admin'], scope: 'admin:read' } as const

export const auditRoutes: Routes = (app) => {
  app.get('/admin/audit', {
    config: { ...config, discloses: true, csv: 'Audit log' },
    schema: {
      operationId: 'listAudit',
      summary: 'List the audit log',
      description:
        'What administrators, commands and the service did, and refused requests to administer; newest first. ' +
        'Rows are never changed: each contains the hash of the row before it, and the end is signed once a day.',
      tags,
      querystring: AuditQuery,
      response: respondsPage(AuditRow),
    },
    handler: (request) => listAudit(request.ctx, request.query),
  })

  app.get('/admin/audit/head', {
    config,
    schema: {
      operationId: 'showAuditHead',
      summary: 'Show the end of the audit log',
      description: 'Kept outside the service, it proves later that no row before it was changed.',
      tags,
      response: responds(200, AuditHead),
    },
    handler: (request) => showAuditHead(request.ctx),
  })
}
