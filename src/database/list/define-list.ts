/**
 * A list is declared once: its filters, its orders, the parts that a user sees of it, and the counters of its long parts. From
 * the declaration come the query of a page, the exact total, and whether the page is read on the event loop or off it.
 */

import type { Rows as PageRows, Slice } from '#core/page.ts'
import type { CountedRows } from '../derived/counts.ts'
import type { Builder, WithConnection } from '../query/prepare.ts'
import type { Tables } from '../tables/index.ts'
import type { AnyDefinition, Definition, FilterOf, Filters, Parts, Values, WithDatabase } from './definition.ts'
import { maxRowsRead, type Rows } from './parts.ts'
import { createIdQueries, createListQueries, join, listShort, selectPart } from './queries.ts'
import { readPage } from './read-page.ts'
import { readSize } from './size.ts'

interface ListRequest<Viewer, F, V, S> {
  viewer: Viewer
  filter: FilterOf<F>
  view: V
  sort: S
}

const unfiltered: Values = {}

/** Declares a list; see the one of job posts, `features/jobs/posts/list.ts`. */
export function defineList<
  const T extends keyof Tables & string,
  const F extends Filters<T>,
  Viewer extends object,
  const P extends Parts<T, F, Viewer>,
  V extends string,
  S extends string,
  Row,
>(declared: Definition<T, F, Viewer, P, V, S, Row>) {
  const definition = declared as unknown as AnyDefinition
  const queries = { ...createListQueries(definition), ...createIdQueries(definition) }
  return {
    filters: declared.filters,
    filterNames: Object.keys(declared.filters) as (keyof F & string)[],
    /** What triggers count. */
    counted: listCounted(definition),

    /** Selects the rows of a part that match the filter, for other queries. */
    selectPart: (q: Builder, p: FilterOf<F> & object, name: keyof P & string) =>
      selectPart(definition, { q, p: p as Values }, name).rows as unknown as Rows<T>,

    /** Returns the ids of all rows that match the filter. */
    async listIds(ctx: WithConnection, { viewer, filter, view }: Omit<ListRequest<Viewer, F, V, S>, 'sort'>) {
      const rows = await queries.ids.all(ctx, { ...viewer, ...filter }, join(definition.views[view] ?? []))
      return rows.map(({ id }) => id)
    },

    /** Returns the ids of the rows of a view's short parts: those that few users see. */
    async listShortIds(ctx: WithConnection, viewer: Viewer, view: V) {
      const short = join(listShort(definition, view))
      return short === '' ? [] : (await queries.ids.all(ctx, { ...viewer, ...unfiltered }, short)).map(({ id }) => id)
    },

    /** Returns the ids of a page of the rows that match the filter. */
    async listPageIds(ctx: WithConnection, { viewer, filter, view, sort }: ListRequest<Viewer, F, V, S>, slice: Slice) {
      const asked = { ...viewer, ...filter, ...slice, end: slice.limit + slice.offset }
      return (await queries.order.all(ctx, asked, join([view, sort]))).map(({ id }) => id)
    },

    /** Reads rows that match a filter of few ids, in the order of the list. */
    async readFew(ctx: WithConnection, { viewer, filter, view, sort }: ListRequest<Viewer, F, V, S>): Promise<Row[]> {
      const asked = { ...viewer, ...filter, limit: maxRowsRead, offset: 0, end: maxRowsRead }
      return (await queries.page.all(ctx, asked, join([view, sort]))) as Row[]
    },

    /** Reads the rows of a page and their total. */
    async read(ctx: WithDatabase, asked: ListRequest<Viewer, F, V, S>, slice: Slice): Promise<PageRows<Row>> {
      const { viewer, filter, view, sort } = asked
      const found = await readPage<Values, unknown>(ctx, {
        page: queries.page,
        count: queries.count,
        parameters: { ...viewer, ...filter },
        slice,
        choices: { page: join([view, sort]), count: join(declared.views[view]) },
        size: await readSize(ctx, definition, queries, asked),
      })
      return found as PageRows<Row>
    },
  }
}

const listCounted = ({ table, parts }: AnyDefinition): CountedRows[] =>
  Object.values(parts).flatMap(({ counters = [], counted = {} }) =>
    counters.map(({ name, group = [], values, replaces = [] }) => ({
      table,
      name,
      values: [...group.map((column) => ({ column })), ...values],
      where: counted,
      replaces,
    })),
  )
