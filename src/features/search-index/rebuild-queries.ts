import { prepare } from '#database/query/prepare.ts'

/** All that the index consists of. */
const tables = [
  'search_postings',
  'search_terms',
  'search_spellings',
  'search_facets',
  'search_versions',
  'search_pending',
] as const

/** Empties the tables of the index, each by a statement of its own. */
export const emptyTables = tables.map((table) => prepare((q) => q.deleteFrom(table)))
