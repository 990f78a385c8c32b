/**
 * Lists of public rows together with the actor's own rows. An index serves each of these parts in order, but none
 * serves both; so the first rows of each part are read and merged.
 */

import { type SelectQueryBuilder, sql } from 'kysely'
import type { Rows, Slice } from '#core/page.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables/index.ts'
import { perEngine } from './expressions.ts'
import type { Builder, WithConnection } from './prepare.ts'

/** The order of the list. Rows with equal values are ordered by id, in the same direction. */
interface Order {
  column: string
  direction: 'asc' | 'desc'
}

/** A page; `end` is the number of rows that each part may contribute. */
export interface Window extends Slice {
  end: number
}

type Selected<Name extends keyof Tables> = SelectQueryBuilder<Tables, Name, object>

/** Some rows of a table; parts have no row in common. */
export interface Part<Name extends keyof Tables> {
  rows: Selected<Name>
  /** True for a part with few rows, which are sorted instead of read through an index in order. */
  areFew?: boolean
}

/** Selects the ids of a page over all parts, and the value that they are ordered by as `place`. */
export function mergeParts<Name extends keyof Tables>(
  q: Builder,
  parts: readonly Part<Name>[],
  { column, direction }: Order,
  p: Window,
) {
  const places = parts.map(({ rows, areFew = false }) =>
    q
      .selectFrom(
        rows
          .select([sql<number>`${sql.ref('id')}`.as('id'), sql<string | number>`${sql.ref(column)}`.as('place')])
          .orderBy(areFew ? withoutIndex(column) : sql.ref(column), direction)
          .orderBy(sql.ref('id'), direction)
          .limit(p.end)
          .as('part'),
      )
      .select(['id', 'place']),
  )
  return q
    .selectFrom(places.reduce((all, part) => all.unionAll(part)).as('parts'))
    .select(['id', 'place'])
    .orderBy('place', direction)
    .orderBy('id', direction)
    .limit(p.limit)
    .offset(p.offset)
}

/** A column that SQLite reads without an index, because its statistics would choose a slow one. */
export const withoutIndex = (column: string) =>
  perEngine<string>({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` })

/** Counts the rows of all parts, as `total`. */
export function countParts<Name extends keyof Tables>(q: Builder, parts: readonly Part<Name>[]) {
  const counts = parts.map(({ rows }) => sql`(${rows.select(sql<number>`count(*)`.as('total'))})`)
  return q.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
}

/** Pages that begin after this row are read off the event loop, because an index does not reach them quickly. */
export const maxIndexedRows = 2_000

/** The part of a query with choices that reads a page. */
interface PageQuery<P, Row, Choice extends string> {
  all(ctx: WithConnection, parameters: P, choice: Choice): Promise<Row[]>
  inBackground(ctx: { readonly db: Database }, parameters: P, choice: Choice): Promise<Row[]>
}

interface Asked<Viewer, Filter, Row, Choice extends string> {
  page: PageQuery<Viewer & Filter & Window, Row, Choice>
  viewer: Viewer
  filter: Filter
  slice: Slice
  choice: Choice
  /** Reads a counter for the unfiltered list, or counts the rows that match the filter. */
  countAll: () => Promise<number>
  countFound: () => Promise<{ total: number }[]>
}

/** Reads the rows of a page and their total. Filtered lists and far pages are read off the event loop. */
export async function readMerged<Viewer extends object, Filter extends object, Row, Choice extends string>(
  ctx: { readonly db: Database },
  { page, viewer, filter, slice, choice, countAll, countFound }: Asked<Viewer, Filter, Row, Choice>,
): Promise<Rows<Row>> {
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const wanted = { ...viewer, ...filter, ...slice, end: slice.limit + slice.offset }
  const [rows, total] = await Promise.all([
    isFiltered || slice.offset > maxIndexedRows
      ? page.inBackground(ctx, wanted, choice)
      : page.all(ctx, wanted, choice),
    isFiltered ? countFound().then(([counted]) => counted?.total ?? 0) : countAll(),
  ])
  return { rows, total }
}
