import type { Rows as PageRows, Slice } from '#core/page.ts'
import type { QueryMethods } from '../query/prepare.ts'
import type { WithDatabase } from './definition.ts'
import { maxRowsRead, type Size, type Window } from './parts.ts'

/** Which parts a page reads, and how much of the first one. */
export interface Extent {
  /** Reads the filtered rows of the first part among this number of its first rows only. */
  reach?: number
  /** Reads the first part only, because no row of the others matches. */
  firstPart?: true
}

interface Reading<P, Row> {
  page: QueryMethods<P & Window & Extent, Row, string>
  count: QueryMethods<P, { total: number }, string>
  parameters: P
  slice: Slice
  /** The choices of both queries. */
  choices: { page: string; count: string }
  size: Size
}

/**
 * Reads the rows of a page and their total: on the event loop if few rows are looked at, which counters, indexes and
 * `maxRowsRead` decide, and otherwise off it.
 */
export async function readPage<P extends object, Row>(
  ctx: WithDatabase,
  { page, count, parameters, slice, choices, size }: Reading<P, Row>,
): Promise<PageRows<Row>> {
  const { all, matching, isIndexed, others, areManyLong = false } = size
  const end = slice.limit + slice.offset
  const wanted = { ...parameters, ...slice, end, ...(others === 0 ? { firstPart: true as const } : {}) }
  const isShort = all <= maxRowsRead
  const readRows = async (): Promise<Row[]> => {
    if (isShort || (isIndexed && end <= maxRowsRead)) return page.all(ctx, wanted, choices.page)
    if (matching !== null && !areManyLong && end <= maxRowsRead) {
      const first = await page.all(ctx, { ...wanted, reach: maxRowsRead }, choices.page)
      if (first.length >= Math.min(slice.limit, matching - slice.offset)) return first
    }
    return page.inBackground(ctx, wanted, choices.page)
  }
  const readTotal = () => matching ?? countShortOrLong(ctx, count, parameters, { choice: choices.count, isShort })
  const [rows, total] = await Promise.all([readRows(), readTotal()])
  return { rows, total }
}

/** Counts rows on the event loop if they are few, and otherwise off it. */
export async function countShortOrLong<P extends object>(
  ctx: WithDatabase,
  count: QueryMethods<P, { total: number }, string>,
  parameters: P,
  { choice, isShort }: { choice: string; isShort: boolean },
): Promise<number> {
  const [counted] = await (isShort ? count.all(ctx, parameters, choice) : count.inBackground(ctx, parameters, choice))
  return counted?.total ?? 0
}
