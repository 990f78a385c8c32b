export type { KnownTerm, VisibilityScope } from '@research-platform/search-engine/query'
export { calculateQuality, normalizeValue, tokenize } from '@research-platform/search-engine/words'
export { readAliases, storeAliases } from './aliases.ts'
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
export { type Filters, removeEmpty } from './filters.ts'
export { createListRows, findAllIds, hasWords, isUnfiltered, searchList, searchListPage } from './lists/client.ts'
export { defineListIndex, describeListFollower } from './lists/definition.ts'
export { createListFollower } from './lists/follower.ts'
export { describeSearch, Highlight, Highlights, relevanceOrder, searchMeta } from './lists/schemas.ts'
export { readSearchedPage } from './lists/searched-page.ts'
export { createListSearch } from './lists/worker.ts'
export { applyPendingDocuments } from './pending-documents.ts'
export { filterProfiles, readProfileDocuments } from './profile-documents.ts'
export { profileFollower } from './profile-follower-module.ts'
export { emptyInactiveCopy, rebuildIndex, rebuildOutdatedIndex, rebuildSearchIndex } from './rebuild.ts'
export type { SearchOrder } from './result-order.ts'
export type { DetailedResults, SearchResults } from './worker-functions.ts'
