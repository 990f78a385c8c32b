/** What a search does while the index of its list is too far behind: it waits, and at last says so. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from '#context.ts'
import { type Page, type PageQuery, page, type Rows, type Slice } from '#core/page.ts'
import { Problem } from '#core/problem.ts'
import { fill } from '#language/sentence.ts'
import type { Lag } from './snapshot.ts'

/** How long a search waits for its index. */
const maxWaitMs = 10_000
/** The time between two attempts. */
const pauseMs = { first: 50, longest: 400 }
/** Rows that are indexed in a second, on a slow machine; for `Retry-After`. */
const rowsPerSecond = 200
const maxRetrySeconds = 60

/** The index is too far behind to be searched: 503, because an answer without some rows would look like one with all. */
export class IndexBehind extends Problem {
  constructor({ unindexed, total }: Lag) {
    const percent = Math.floor(100 * (1 - unindexed / Math.max(total, unindexed)))
    super(
      503,
      fill('The search is being brought up to date: {percent} % is done. Please try again later.', { percent }),
      {
        retryAfter: Math.min(maxRetrySeconds, Math.ceil(unindexed / rowsPerSecond)),
      },
    )
  }
}

/**
 * Reads a page of a list that may be searched. While the index is too far behind, it waits, outside of a snapshot of the database, in which
 * the index would stand still.
 */
export async function readSearchedPage<Row>(
  ctx: Context,
  query: PageQuery,
  read: (ctx: Context, slice: Slice) => Promise<Rows<Row> & { extra?: object }>,
): Promise<Page<Row>> {
  const end = performance.now() + maxWaitMs
  for (let wait = pauseMs.first; ; wait = Math.min(wait * 2, pauseMs.longest)) {
    try {
      return await page(ctx, query, read)
    } catch (error) {
      if (!(error instanceof IndexBehind) || performance.now() > end) throw error
    }
    await pause(wait)
  }
}
