import { inBothCopies, inCopy, type TableCopy } from '#database/query/expressions.ts'
import { prepare } from '#database/query/prepare.ts'

/** The tables that exist in two copies. */
const tables = ['search_postings', 'search_terms', 'search_spellings', 'search_facets', 'search_pending'] as const

/** Empties the tables of a copy, with one statement each. */
export const emptyTables = tables.map((table) =>
  prepare((q, _: object, copy: TableCopy) => q.deleteFrom(inCopy(table, copy)), inBothCopies),
)
