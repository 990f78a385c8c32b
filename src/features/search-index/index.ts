export { readAliases, storeAliases } from './aliases.ts'
export {
  applyPendingDocuments,
  queueDocument,
  readProfile,
} from './apply-pending.ts'
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
export { calculateQuality } from './document.ts'
export { normalizeValue, tokenize } from './language/tokenizer.ts'
export { emptyInactiveCopy, rebuildIndex, rebuildOutdatedIndex, rebuildSearchIndex } from './rebuild.ts'
export type { VisibilityScope } from './request.ts'
export { type Filters, removeEmpty } from './search.ts'
export type { SearchOrder } from './sort.ts'
export type { KnownTerm } from './vocabulary.ts'
export type { DetailedResults, SearchResults } from './worker-functions.ts'
