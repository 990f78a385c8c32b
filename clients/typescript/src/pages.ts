/** Iterates over paginated lists. */

import type { Page } from './replies.ts'
import type { CallOptions } from './transport.ts'

/** The pagination fields that every list has. */
export interface Paging {
  current_page: number
  last_page: number
}

interface Asked {
  query?: { page?: number | undefined } | undefined
}

/** A client method that returns a page. */
export type Listing<I extends Asked | undefined, T, M extends Paging> = (
  input: I,
  options?: CallOptions,
) => Promise<Page<T, M>>

/**
 * Yields the pages of a list, requesting each one when it is needed: `for await (const page of
 * iteratePages(api.listJobPosts, {…}))`. Starts with the page in the query, or the first.
 *
 * @example
 * for await (const { data, meta } of iteratePages(api.listUsers, {}))
 *   console.log(`page ${meta.current_page} of ${meta.last_page}: ${data.length} people`)
 */
export async function* iteratePages<I extends Asked | undefined, T, M extends Paging>(
  list: Listing<I, T, M>,
  input: NonNullable<I>,
  options: CallOptions = {},
): AsyncGenerator<Page<T, M>, void, undefined> {
  let page = await list(input, options)
  yield page
  while (page.meta.current_page < page.meta.last_page) {
    const query = { ...input.query, page: page.meta.current_page + 1 }
    page = await list({ ...input, query }, options)
    yield page
  }
}

/**
 * Yields every item of a list. If items are added or removed during the iteration, an item may be repeated or missing.
 *
 * @example
 * for await (const post of iterateItems(api.listJobPosts, { query: { sort: 'deadline', limit: 100 } }))
 *   console.log(post.title)
 */
export async function* iterateItems<I extends Asked | undefined, T, M extends Paging>(
  list: Listing<I, T, M>,
  input: NonNullable<I>,
  options: CallOptions = {},
): AsyncGenerator<T, void, undefined> {
  for await (const { data } of iteratePages(list, input, options)) yield* data
}
