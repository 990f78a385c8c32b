import type { Guess } from '@research-platform/search-engine/query'
import type { Slice } from '#core/page.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { Highlight } from '../highlights.ts'

/** What is asked of a list. */
export interface ListQuestion<Asked> {
  query: string
  /** Viewer, filter, view and order, as the list takes them. */
  asked: Asked
  /** Whether the viewer sees all rows, also private ones of others. */
  seesAll: boolean
  /** Whether every row that the viewer may see is in the list: no filter, and no view of some of them. */
  isWhole: boolean
  /** The order: `relevance` (the default), `recent`, or another one of the list. */
  sort: string | undefined
  /** Undefined for the ids of all matches, in no order. */
  slice?: Slice
}

export interface ListMatches {
  /** In the order that was asked for. */
  ids: number[]
  total: number
  /** False when no row has all of what was asked for, and these are the nearest ones. */
  complete: boolean
  corrections: readonly Guess[]
  /** Words that rows must not have, and words that only frame what is asked for. */
  excluded: readonly string[]
  ignored: readonly string[]
  /** Words that no row has. */
  unmatched: readonly string[]
  highlights: ReadonlyMap<number, Highlight[]>
}

/** The queries of a list, which say what a viewer sees of it. */
export interface ListRows<Asked> {
  listPrivateIds(ctx: WithConnection, asked: Asked): Promise<number[]>
  /** Returns those of the rows that are in the list. */
  filterIds(ctx: WithConnection, asked: Asked, ids: readonly number[]): Promise<number[]>
  /** Returns a page of those of the rows that are in the list. */
  sortIds(ctx: WithConnection, asked: Asked, ids: readonly number[], slice: Slice): Promise<number[]>
}
