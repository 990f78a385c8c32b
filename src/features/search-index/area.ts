import type { TableArea } from '#database/query/expressions.ts'

/** Where an index is stored: its tables, and what its keys and terms begin with there. */
export interface Area {
  readonly table: TableArea
  /** Empty for the index of researchers, which has its tables for itself. */
  readonly prefix: string
}
