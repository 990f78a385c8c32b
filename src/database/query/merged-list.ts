/**
 * Lists of what everybody may see together with one's own. An index serves each of these parts in order, and none serves
 * one or the other; so of each part as much is read as the page may need, and the parts are merged.
 */

import { type SelectQueryBuilder, sql } from 'kysely'
import type { Rows, Slice } from '#core/page.ts'
import type { Database } from '../database.ts'
import type { Tables } from '../tables/index.ts'
import { perEngine } from './expressions.ts'
import type { Builder, Prepared } from './prepare.ts'

/** What the list is ordered by; rows that are equal in it follow by their id, in the same direction. */
interface Order {
  column: string
  direction: 'asc' | 'desc'
}

/** A page, and how much of each part it may need: `end` is its last row. */
export interface Window extends Slice {
  end: number
}

type Selected<Name extends keyof Tables> = SelectQueryBuilder<Tables, Name, object>

/** Some rows of a table; parts have no row in common. */
export interface Part<Name extends keyof Tables> {
  rows: Selected<Name>
  /** So few that they are sorted, because going through an index in order would take longer. */
  areFew?: boolean
}

/** The ids of a page over all parts, and as `place` what they are ordered by. */
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
          .select([
            sql<number>`${sql.ref('id')}`.as('id'),
            sql<string | number>`${sql.ref(column)}`.as('place'),
          ])
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

/** The column, but not for an index of SQLite, which knows too little of how many rows there are. */
export const withoutIndex = (column: string) =>
  perEngine<string>({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` })

/** How many rows the parts have together, as `total`. */
export function countParts<Name extends keyof Tables>(q: Builder, parts: readonly Part<Name>[]) {
  const counts = parts.map(({ rows }) => sql`(${rows.select(sql<number>`count(*)`.as('total'))})`)
  return q.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
}

/** Pages that begin after this row are read off the event loop, because an index does not reach them quickly. */
export const maxIndexedRows = 2_000

interface Asked<Viewer, Filter, Row, Choice extends string> {
  page: Prepared<Viewer & Filter & Window, Row, Choice>
  viewer: Viewer
  filter: Filter
  slice: Slice
  choice: Choice
  /** How many rows there are: by a counter, or of those that the filter finds. */
  countAll: () => Promise<number>
  countFound: () => Promise<{ total: number }[]>
}

/** The rows of a slice and how many there are in all, read off the event loop where that may take long. */
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
