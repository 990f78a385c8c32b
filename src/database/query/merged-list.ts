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

/** Limits how many rows a page query scans. */
export interface Extent {
  /** Reads the filtered rows of the first part among this number of its first rows only. */
  reach?: number
  /** Reads the first part only, because no row of the others matches. */
  firstPart?: true
}

export const extent = ['reach', 'firstPart'] as const

/** Some rows of a table; parts have no row in common. */
export interface Part<Name extends keyof Tables> {
  rows: Selected<Name>
  /** True for a part with few rows, which are sorted instead of read through an index in order. */
  areFew?: boolean
}

/** Returns the parts that a page reads; only for queries that list `extent` among their optional parameters. */
export const chooseParts = <P>(parts: readonly P[], { firstPart }: Extent): readonly P[] =>
  firstPart === undefined ? parts : parts.slice(0, 1)

/** Selects the ids of a page over all parts, and the value that they are ordered by as `place`. */
export function mergeParts<Name extends keyof Tables>(
  q: Builder,
  parts: readonly Part<Name>[],
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

/** Counts the rows of all parts, as `total`. */
export function countParts<Name extends keyof Tables>(q: Builder, parts: readonly Part<Name>[]) {
  const counts = parts.map(({ rows }) => sql`(${rows.select(sql<number>`count(*)`.as('total'))})`)
  return q.selectNoFrom(sql<number>`${sql.join(counts, sql` + `)}`.as('total'))
}

/**
 * The most rows that a list looks at on the event loop, some milliseconds of work. What may look at more is read off
 * the event loop.
 */
export const mostRowsRead = 2_000

/**
 * Restricts a filtered part to the first rows of the unfiltered list, so that a filter that few of them match ends soon.
 * `all` must have more than `reach` rows.
 */
export function limitToFirst<Name extends keyof Tables>(
  filtered: Selected<Name>,
  all: Selected<Name>,
  { column, direction }: Order,
  reach: number,
): Selected<Name> {
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

/** The part of a query with choices that reads a page. */
interface PageQuery<P, Row, Choice extends string> {
  all(ctx: WithConnection, parameters: P, choice: Choice): Promise<Row[]>
  inBackground(ctx: { readonly db: Database }, parameters: P, choice: Choice): Promise<Row[]>
}

/** What is known of a list before it is read. */
export interface Size {
  /** The number of rows that the first part has without the filter, or fewer if an index leads to fewer. */
  all: number
  /** The number of rows of all parts that match the filter; null if it is not known. */
  matching: number | null
  /** Whether an index serves the matching rows in the order of the list, as it does without a filter. */
  isIndexed: boolean
  /** The number of matching rows of all parts but the first, if it is known. */
  others?: number
}

interface Asked<Viewer, Filter, Row, Choice extends string> {
  page: PageQuery<Viewer & Filter & Window & Extent, Row, Choice>
  viewer: Viewer
  filter: Filter
  slice: Slice
  choice: Choice
  size: Size
  count: PageQuery<Viewer & Filter, { total: number }, Choice>
}

/**
 * Reads the rows of a page and their total: on the event loop if few rows are looked at, which counters, indexes and
 * `mostRowsRead` decide, and otherwise off it.
 */
export async function readMerged<Viewer extends object, Filter extends object, Row, Choice extends string>(
  ctx: { readonly db: Database },
  { page, viewer, filter, slice, choice, size, count }: Asked<Viewer, Filter, Row, Choice>,
): Promise<Rows<Row>> {
  const end = slice.limit + slice.offset
  const { all, matching, isIndexed, others } = size
  const wanted = { ...viewer, ...filter, ...slice, end, ...(others === 0 ? { firstPart: true as const } : {}) }
  const isShort = all <= mostRowsRead
  const readTotal = async () => {
    if (matching !== null) return matching
    const asked = { ...viewer, ...filter }
    const [counted] = isShort ? await count.all(ctx, asked, choice) : await count.inBackground(ctx, asked, choice)
    return counted?.total ?? 0
  }
  const readRows = async () => {
    if (isShort || (isIndexed && end <= mostRowsRead)) return page.all(ctx, wanted, choice)
    if (matching !== null && end <= mostRowsRead) {
      const first = await page.all(ctx, { ...wanted, reach: mostRowsRead }, choice)
      if (first.length >= Math.min(slice.limit, matching - slice.offset)) return first
    }
    return page.inBackground(ctx, wanted, choice)
  }
  const [rows, total] = await Promise.all([readRows(), readTotal()])
  return { rows, total }
}
