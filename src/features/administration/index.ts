import type { Feature } from '#features/feature.ts'
import { eraseAuditDetails, listAuditRowsAbout } from '#platform/audit/reading.ts'
import { auditRoutes } from './audit/routes.ts'

export const administration: Feature = {
  routes: [auditRoutes],
  personalData: {
    name: 'administration',
    export: (ctx, userId) => listAuditRowsAbout(ctx, userId),
    erase: eraseAuditDetails,
  },
}
