export { calculateQuality, normalizeValue, tokenize } from '@research-platform/search-engine'
export type { KnownTerm, VisibilityScope } from '@research-platform/search-engine/query'
export { readAliases, storeAliases } from './aliases.ts'
export { applyPendingDocuments } from './apply-pending.ts'
export {
  completeLastWord,
  countResearchersByField,
  countVisibleResearchers,
  findPlaces,
  findResearchersByName,
  findTermsByLaterWord,
  findTermsByPrefix,
  searchResearchers,
  searchResearchersInDetail,
} from './client.ts'
export { createListRows, findAllIds, hasWords, isUnfiltered, searchList, searchListPage } from './lists/client.ts'
export { defineListIndex, describeListFollower } from './lists/definition.ts'
export { createListFollower } from './lists/follower.ts'
export { readSearchedPage } from './lists/lag.ts'
export { describeSearch, Highlight, Highlights, relevanceOrder, searchMeta } from './lists/schemas.ts'
export { createListSearch } from './lists/worker.ts'
export { filterProfiles, readProfileDocuments } from './profile-documents.ts'
export { profileFollower } from './profile-follower-module.ts'
export { emptyInactiveCopy, rebuildIndex, rebuildOutdatedIndex, rebuildSearchIndex } from './rebuild.ts'
export { type Filters, removeEmpty } from './search.ts'
export type { SearchOrder } from './sort.ts'
export type { DetailedResults, SearchResults } from './worker-functions.ts'
