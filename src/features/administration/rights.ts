import { defineAdministrativeRights } from '#database/rights.ts'

export const reportRights = defineAdministrativeRights('report', 'reports')
