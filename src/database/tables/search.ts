/** Tables of research teams and of the search. */

import type { Generated } from 'kysely'
import type { Timestamp } from './types.ts'

interface ResearcherTeamTable {
  id: Generated<number>
  researcher_id: number
  user_id: number
  role: string
  can_manage_team: boolean
  added_at: Timestamp
  accepted_at: Generated<Timestamp | null>
}

interface SearchPostingsTable {
  key: string
  chunk: number
  docs: Uint8Array
}

interface SearchTermsTable {
  id: Generated<number>
  kind: string
  term: string
  label: string
  /** The number of documents with the term: researchers, or rows of a list. */
  researchers: number
}

interface SearchSpellingsTable {
  spelling: string
  term: string
}

interface SearchFacetsTable {
  block: number
  facets: Uint8Array
}

interface SearchVersionsTable {
  version: number
  keys: string[]
  blocks: number[]
}

interface SearchPendingTable {
  researcher_id: number
  before: object | null
  after: object | null
}

interface SearchCopiesTable {
  id: Generated<number>
  active: '1' | '2'
  version: number
  building_version: number | null
  position: Generated<number>
}

/** The lists that are searched by words. */
export type SearchedList = 'job_posts' | 'courses' | 'projects'

interface SearchListsTable {
  name: SearchedList
  format: number
  position: Generated<number>
  version: Generated<number>
}

interface SearchListVersionsTable {
  list: SearchedList
  version: number
  keys: string[]
  items: number[]
}

interface SearchListChangesTable {
  id: Generated<number>
  list: SearchedList
  item_id: number
  before: object | null
}

/** The documents of an index: of researchers in the copies of their index, or of a list. */
export type TextArea = '1' | '2' | SearchedList

interface SearchTextsTable {
  area: TextArea
  item_id: number
  text: object
}

interface SearchAliasesTable {
  alias: string
  meaning: string
}

interface SearchQueriesTable {
  query: string
  user_id: number
  day: string
  label: string
  count: number
  last_at: Timestamp
}

interface PopularQueriesTable {
  query: string
  label: string
  count: number
}

interface SearchClicksTable {
  query: string
  researcher_id: number
  user_id: number
  position: number
  search_id: string | null
  clicked_at: Timestamp
}

interface SearchLiftsTable {
  query: string
  researcher_id: number
  users: number
}

interface SavedSearchTermsTable {
  term: string
  search_id: number
}

interface SavedSearchItemsTable {
  kind: string
  item_id: number
  published_at: Timestamp
  is_pending: boolean
}

interface SavedSearchMatchesTable {
  search_id: number
  item_id: number
  found_at: Timestamp
  sent_at: Timestamp | null
}

export interface SearchTables {
  saved_search_terms: SavedSearchTermsTable
  saved_search_items: SavedSearchItemsTable
  saved_search_matches: SavedSearchMatchesTable
  researcher_team: ResearcherTeamTable
  search_postings: SearchPostingsTable
  search_terms: SearchTermsTable
  search_spellings: SearchSpellingsTable
  search_facets: SearchFacetsTable
  search_versions: SearchVersionsTable
  search_pending: SearchPendingTable
  search_postings_2: SearchPostingsTable
  search_terms_2: SearchTermsTable
  search_spellings_2: SearchSpellingsTable
  search_facets_2: SearchFacetsTable
  search_pending_2: SearchPendingTable
  search_copies: SearchCopiesTable
  search_postings_lists: SearchPostingsTable
  search_terms_lists: SearchTermsTable
  search_spellings_lists: SearchSpellingsTable
  search_lists: SearchListsTable
  search_list_versions: SearchListVersionsTable
  search_list_changes: SearchListChangesTable
  search_texts: SearchTextsTable
  search_aliases: SearchAliasesTable
  search_queries: SearchQueriesTable
  popular_queries: PopularQueriesTable
  search_clicks: SearchClicksTable
  search_lifts: SearchLiftsTable
}
