import type { Feature } from '#features/feature.ts'
import { foldSearchIndex } from '#features/search-index/index.ts'
import { sweepSearches } from './popular.ts'
import { searchRoutes } from './routes.ts'
import { searchBelongings } from './service.ts'

export const search: Feature = {
  routes: [searchRoutes],
  personalData: searchBelongings,
  tasks: [sweepSearches, foldSearchIndex],
  schedules: [{ name: 'sweep_searches', cron: '*/5 * * * *', task: sweepSearches }],
}
