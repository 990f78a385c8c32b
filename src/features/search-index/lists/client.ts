import type { Context } from '#context.ts'
import type { Slice } from '#core/page.ts'
import { splitWords } from '#core/text-normalization.ts'
import type { JobModule } from '#database/database.ts'
import type { WithConnection } from '#database/query/prepare.ts'
import type { ListMatches, ListQuestion, ListRows } from './question.ts'
import type { FoundRow, ListSearchMeta } from './schemas.ts'
import { IndexBehind } from './searched-page.ts'
import type { createListSearch } from './worker.ts'

interface Filter {
  ids?: readonly number[] | undefined
}

/** What a list is asked for besides words. */
interface ListSearchRequest<Viewer, F extends Filter, V, S> {
  viewer: Viewer
  filter: F
  view: V
  sort: S
}

/** The functions of a list (`defineList`) that a search needs. */
interface SearchedRows<Viewer, F extends Filter, V, S, Row> {
  listIds(ctx: WithConnection, asked: Omit<ListSearchRequest<Viewer, F, V, S>, 'sort'>): Promise<number[]>
  listShortIds(ctx: WithConnection, viewer: Viewer, view: V): Promise<number[]>
  listPageIds(ctx: WithConnection, asked: ListSearchRequest<Viewer, F, V, S>, slice: Slice): Promise<number[]>
  readFew(ctx: WithConnection, asked: ListSearchRequest<Viewer, F, V, S>): Promise<Row[]>
}

/** Says how a search reads the rows of a list. */
export const createListRows = <Viewer, F extends Filter, V, S, Row>(
  list: SearchedRows<Viewer, F, V, S, Row>,
): ListRows<ListSearchRequest<Viewer, F, V, S>> => ({
  listPrivateIds: (ctx, { viewer, view }) => list.listShortIds(ctx, viewer, view),
  filterIds: (ctx, { sort: _, ...asked }, ids) => list.listIds(ctx, { ...asked, filter: { ...asked.filter, ids } }),
  sortIds: (ctx, asked, ids, slice) => list.listPageIds(ctx, { ...asked, filter: { ...asked.filter, ids } }, slice),
})

/** Whether a list is searched: a text without a word finds nothing. */
export const hasWords = (search: string): boolean => splitWords(search).length > 0

/** Whether a filter restricts nothing. */
export const isUnfiltered = (filter: object): boolean => Object.values(filter).every((value) => value === undefined)

/** A module that exports what `createListSearch` creates. */
export type ListModule<A> = JobModule<ReturnType<typeof createListSearch<A>>>

/** Searches a list in a worker thread. 503 while its index is too far behind; `readSearchedPage` waits for it. */
export async function searchList<A>(
  ctx: Context,
  module: ListModule<A>,
  question: ListQuestion<A>,
): Promise<ListMatches> {
  const found = await ctx.db.runInWorker({ module, name: 'search', input: question })
  if ('unindexed' in found) throw new IndexBehind(found)
  return found
}

/** Returns the ids of the rows that have all of the words, for those who see all rows. */
export async function findAllIds<A>(
  ctx: Context,
  module: ListModule<A>,
  { query, asked }: Pick<ListQuestion<A>, 'query' | 'asked'>,
): Promise<number[]> {
  if (!hasWords(query)) return []
  const { ids, complete } = await searchList(ctx, module, {
    query,
    asked,
    seesAll: true,
    isWhole: true,
    sort: undefined,
  })
  return complete ? ids : []
}

interface WorkerRequest<A> {
  module: ListModule<A>
  question: ListQuestion<A> & { slice: Slice }
}

/**
 * Reads a page of the rows that have the words, with their highlights. The rows are read by the queries of the list, which check
 * once more that the viewer may see them.
 */
export async function searchListPage<Viewer, F extends Filter, V, S, Row extends { id: number }>(
  ctx: Context,
  list: SearchedRows<Viewer, F, V, S, Row>,
  { module, question }: WorkerRequest<ListSearchRequest<Viewer, F, V, S>>,
): Promise<{ rows: (Row & FoundRow)[]; total: number; extra: { search: ListSearchMeta } }> {
  const found = await searchList(ctx, module, question)
  const { ids, complete, corrections, excluded, ignored, unmatched, highlights } = found
  const { asked } = question
  const read = ids.length === 0 ? [] : await list.readFew(ctx, { ...asked, filter: { ...asked.filter, ids } })
  const byId = new Map(read.map((row) => [row.id, row]))
  const rows = ids.flatMap((id) => {
    const row = byId.get(id)
    return row === undefined ? [] : [Object.assign(row, { highlights: highlights.get(id) ?? [] })]
  })
  return {
    rows,
    // Without those that were deleted or hidden since the search.
    total: found.total - (ids.length - rows.length),
    extra: {
      search: {
        all_words: complete,
        corrections: [...corrections],
        excluded: [...excluded],
        ignored: [...ignored],
        not_understood: [...unmatched],
      },
    },
  }
}
