import type { Feature } from '#features/feature.ts'
import { applyPendingDocuments, warnOfOutdatedIndex } from '#features/search-index/index.ts'
import { sweepSearches } from './popular.ts'
import { searchRoutes } from './routes.ts'
import { searchPersonalData } from './service.ts'

export const search: Feature = {
  routes: [searchRoutes],
  personalData: searchPersonalData,
  start: warnOfOutdatedIndex,
  tasks: [sweepSearches, applyPendingDocuments],
  schedules: [{ name: 'sweep_searches', cron: '*/5 * * * *', task: sweepSearches }],
}
