/**
 * The parts of a list: public rows, and the actor's own. An index serves each part in order, but none serves all of them; so the
 * first rows of each are read and merged. Parts have no row in common.
 */

import { type AliasedRawBuilder, type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Slice } from '#core/page.ts'
import { perEngine } from '../query/expressions.ts'
import type { Builder } from '../query/prepare.ts'
import type { Tables } from '../tables/index.ts'

/** Rows of a table, of which nothing is selected yet. */
export type Rows<Table extends keyof Tables> = SelectQueryBuilder<Tables, Table, object>

/** The order of a list. Rows with equal values are ordered by id, in the same direction. */
export interface Order {
  readonly column: string
  readonly direction: 'asc' | 'desc'
}

/** A page; `end` is the number of rows that each part may contribute. */
export interface Window extends Slice {
  end: number
}

/** The rows of a part; `areFew` says that they are sorted instead of read through an index in order. */
interface SelectedRows<Table extends keyof Tables> {
  rows: Rows<Table>
  areFew?: boolean
}

/**
 * The most rows that a list looks at on the event loop, some milliseconds of work. What may look at more is read off
 * the event loop.
 */
export const maxRowsRead = 2_000

/** What is known of a list before it is read. */
export interface Size {
  /** The number of rows that the longest part has without the filter, or fewer if an index leads to fewer. */
  all: number
  /** The number of rows of all parts that match the filter; null if it is not known. */
  matching: number | null
  /** Whether an index serves the matching rows in the order of the list, as it does without a filter. */
  isIndexed: boolean
  /** The number of matching rows of all parts but the first, if it is known. */
  others?: number
  /** Whether several parts are long, so that no page ends within the first rows of one. */
  areManyLong?: boolean
}

/** Selects the ids of a page over all parts, and the value that they are ordered by as `place`. */
export function mergeParts<Table extends keyof Tables>(
  q: Builder,
  parts: readonly SelectedRows<Table>[],
  { column, direction }: Order,
  p: Window,
) {
  const ordered = parts.map(({ rows, areFew = false }) =>
    rows
      .select([sql<number>`${sql.ref('id')}`.as('id'), sql<string | number>`${sql.ref(column)}`.as('place')])
      .orderBy(areFew ? omitIndex(column) : sql.ref(column), direction)
      .orderBy(sql.ref('id'), direction),
  )
  const [only, ...others] = ordered
  if (only !== undefined && others.length === 0)
    return q.selectFrom(only.limit(p.limit).offset(p.offset).as('parts')).select(['id', 'place'])
  const places = ordered.map((part) => q.selectFrom(part.limit(p.end).as('part')).select(['id', 'place']))
  return q
    .selectFrom(places.reduce((all, part) => all.unionAll(part)).as('parts'))
    .select(['id', 'place'])
    .orderBy('place', direction)
    .orderBy('id', direction)
    .limit(p.limit)
    .offset(p.offset)
}

/** A column that SQLite reads without an index, because its statistics would choose a slow one. */
export const omitIndex = (column: string) =>
  perEngine<string>({ sqlite: sql`+${sql.ref(column)}`, postgres: sql`${sql.ref(column)}` })

/** Rows that can be counted. */
interface Countable {
  rows: { select(total: AliasedRawBuilder<number, 'total'>): Expression<unknown> }
}

/** Counts the rows of all parts, as `total`. */
export function countRows(q: Builder, parts: readonly Countable[]) {
  const counts = parts.map(({ rows }) => sql`(${rows.select(sql<number>`count(*)`.as('total'))})`)
  return q.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
}

/** Counts the rows of all parts, as `total`, each up to one more than is read on the event loop. */
export const countFew = <Table extends keyof Tables>(q: Builder, parts: readonly SelectedRows<Table>[]) =>
  countRows(
    q,
    parts.map(({ rows }) => ({
      rows: q.selectFrom(
        rows
          .select(sql<number>`${sql.ref('id')}`.as('id'))
          .limit(sql.lit(maxRowsRead + 1))
          .as('candidates'),
      ),
    })),
  )

/**
 * Restricts a filtered part to the first rows of the unfiltered list, so that a filter that few of them match ends soon.
 * `all` must have more than `reach` rows.
 */
export function limitToFirst<Table extends keyof Tables>(
  filtered: Rows<Table>,
  all: Rows<Table>,
  { column, direction }: Order,
  reach: number,
): Rows<Table> {
  const place = column === 'id' ? sql.ref('id') : sql`(${sql.ref(column)}, ${sql.ref('id')})`
  const columns = column === 'id' ? ['id'] : [column, 'id']
  const end = all
    .select(columns.map((name) => sql`${sql.ref(name)}`.as(name)))
    .orderBy(sql.ref(column), direction)
    .orderBy(sql.ref('id'), direction)
    .limit(1)
    .offset(reach)
  return filtered.where(sql<boolean>`${place} ${sql.raw(direction === 'desc' ? '>=' : '<=')} ${end}`)
}
