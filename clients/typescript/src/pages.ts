/** Lists, page after page. */

import type { Page } from './replies.ts'
import type { CallOptions } from './transport.ts'

/** What a list with pages says about itself, at least. */
export interface Paging {
  current_page: number
  last_page: number
}

interface Asked {
  query?: { page?: number | undefined } | undefined
}

/** A method of the client that answers pages. */
export type Listing<I extends Asked | undefined, T, M extends Paging> = (
  input: I,
  options?: CallOptions,
) => Promise<Page<T, M>>

/**
 * Every page of a list, each asked for when it is wanted: `for await (const page of pagesOf(api.listJobPosts, {…}))`.
 * Begins with the page in the query, or the first.
 */
export async function* pagesOf<I extends Asked | undefined, T, M extends Paging>(
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
 * Everything in a list, one after the other. What is added or removed in the meantime moves the rest, so something may come
 * twice or not at all.
 */
export async function* itemsOf<I extends Asked | undefined, T, M extends Paging>(
  list: Listing<I, T, M>,
  input: NonNullable<I>,
  options: CallOptions = {},
): AsyncGenerator<T, void, undefined> {
  for await (const { data } of pagesOf(list, input, options)) yield* data
}
