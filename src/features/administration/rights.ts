import { defineAdministrativeRights } from '#database/rights.ts'
import { reportRecord } from './content/report-record.ts'

export const reportRights = defineAdministrativeRights('report', reportRecord)
