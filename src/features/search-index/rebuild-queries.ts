import { prepare } from '#database/query/prepare.ts'

/** All tables of the index. */
const tables = [
  'search_postings',
  'search_terms',
  'search_spellings',
  'search_facets',
  'search_versions',
  'search_pending',
] as const

/** Empties the tables of the index, with one statement each. */
export const emptyTables = tables.map((table) => prepare((q) => q.deleteFrom(table)))
