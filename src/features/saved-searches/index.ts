import type { Feature } from '#features/feature.ts'
import { findNextDigest, sendSearchDigests } from './digests.ts'
import { savedSearchFollower } from './follower-module.ts'
import { matchSavedSearches, sweepSavedSearchMatches } from './matching.ts'
import { savedSearchPersonalData } from './personal-data.ts'
import { savedSearchRoutes } from './routes.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'

export { savedSearchRights } from './rights.ts'

export const savedSearches: Feature = {
  routes: [savedSearchRoutes, unsubscribeRoutes],
  personalData: savedSearchPersonalData,
  followers: [savedSearchFollower],
  tasks: [matchSavedSearches, sendSearchDigests, sweepSavedSearchMatches],
  schedules: [
    { name: 'match_saved_searches', cron: '* * * * *', task: matchSavedSearches },
    { name: 'send_search_digests', cron: '* * * * *', task: sendSearchDigests, findNextDate: findNextDigest },
    { name: 'sweep_saved_search_matches', cron: '37 3 * * *', task: sweepSavedSearchMatches },
  ],
}
