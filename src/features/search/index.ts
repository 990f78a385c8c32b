import type { Feature } from '#features/feature.ts'
import {
  applyPendingDocuments,
  emptyInactiveCopy,
  profileFollower,
  rebuildIndex,
  rebuildOutdatedIndex,
} from '#features/search-index/index.ts'
import { aliasRoutes } from './aliases/routes.ts'
import { sweepSearches } from './popular-searches.ts'
import { searchRoutes } from './routes.ts'
import { searchPersonalData } from './service.ts'

export const search: Feature = {
  routes: [searchRoutes, aliasRoutes],
  personalData: searchPersonalData,
  start: rebuildOutdatedIndex,
  followers: [profileFollower],
  tasks: [sweepSearches, applyPendingDocuments, rebuildIndex, emptyInactiveCopy],
  schedules: [{ name: 'sweep_searches', cron: '*/5 * * * *', task: sweepSearches }],
}
