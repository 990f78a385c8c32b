import { responds, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { AuditHead, AuditQuery, AuditRow } from './schemas.ts'
import { listAudit, showAuditHead } from './service.ts'

const config = { access: ['admin'], scope: 'admin:read' } as const

export const auditRoutes = routes('Administration', [
  route('GET /admin/audit', {
    config: { ...config, discloses: true, csv: 'Audit log' },
    summary: 'List the audit log',
    description:
      'What administrators, commands and the service did, and refused requests to administer; newest first. ' +
      'Rows are never changed: each contains the hash of the row before it, and the end is signed once a day.',
    query: AuditQuery,
    response: respondsPage(AuditRow),
    run: listAudit,
  }),
  route('GET /admin/audit/head', {
    config,
    summary: 'Show the end of the audit log',
    description: 'Kept outside the service, it proves later that no row before it was changed.',
    response: responds(200, AuditHead),
    run: showAuditHead,
  }),
])
