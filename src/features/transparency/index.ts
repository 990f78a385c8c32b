import type { Feature } from '#features/feature.ts'
import { appendRows } from './append.ts'
import { transparencyPersonalData } from './personal-data.ts'
import { transparencyRoutes } from './routes.ts'

export { appendToLog } from './append.ts'
export { verifyLog } from './verify.ts'

/** A Merkle tree over the activity and audit logs. */
export const transparency: Feature = {
  routes: [transparencyRoutes],
  personalData: transparencyPersonalData,
  tasks: [appendRows],
  schedules: [{ name: 'append_to_transparency_log', cron: '* * * * *', task: appendRows }],
}
