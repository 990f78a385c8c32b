import { compileStandingQuery, type StandingQuery } from '@research-platform/search-engine/query'
import { limitEntries } from '@research-platform/search-engine/words'
import { LRUCache } from 'lru-cache'
import { jobPostIndex } from '#features/jobs/index.ts'
import type { SavedSearchKind } from './record.ts'

/** Many people look for the same. */
const compiled = new LRUCache<string, StandingQuery>(limitEntries(5_000))

/** Returns what a document must have for the query. */
export function getStandingQuery(kind: SavedSearchKind, query: string): StandingQuery {
  const key = `${kind} ${query}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  const made = kind === 'job_posts' ? compileStandingQuery(query, jobPostIndex.subject) : compileStandingQuery(query)
  compiled.set(key, made)
  return made
}
