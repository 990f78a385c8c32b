/**
 * A list is declared once: its filters, its orders, the parts that a user sees of it, and the counters of its long parts. From
 * the declaration come the query of a page, the exact total, and whether the page is read on the event loop or off it.
 */

import type { Rows as PageRows, Slice } from '#core/page.ts'
import type { Builder } from '../query/prepare.ts'
import type { Tables } from '../tables/index.ts'
import type { AnyDefinition, Definition, FilterOf, Filters, Parts, Values, WithDatabase } from './definition.ts'
import type { Rows } from './parts.ts'
import { createListQueries, join, selectPart } from './queries.ts'
import { readPage } from './read-page.ts'
import { readSize } from './size.ts'

interface Asked<Viewer, F, V, S> {
  viewer: Viewer
  filter: FilterOf<F>
  view: V
  sort: S
}

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
  const queries = createListQueries(definition)
  return {
    filters: declared.filters,
    filterNames: Object.keys(declared.filters) as (keyof F & string)[],

    /** Selects the rows of a part that match the filter, for other queries. */
    selectPart: (q: Builder, p: FilterOf<F> & object, name: keyof P & string) =>
      selectPart(definition, { q, p: p as Values }, name).rows as unknown as Rows<T>,

    /** Reads the rows of a page and their total. */
    async read(ctx: WithDatabase, asked: Asked<Viewer, F, V, S>, slice: Slice): Promise<PageRows<Row>> {
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
