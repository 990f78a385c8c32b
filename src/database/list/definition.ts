import type { AliasedExpression } from 'kysely'
import type { Database } from '../database.ts'
import type { CountedValue } from '../derived/counts.ts'
import type { Builder, Query } from '../query/prepare.ts'
import type { Condition } from '../relations.ts'
import type { Tables } from '../tables/index.ts'
import type { Order, Rows } from './parts.ts'

export interface WithDatabase {
  readonly db: Database
}

/** The parameters of a query: filter and viewer. */
export type Values = Record<string, unknown>

export type Filters<T extends keyof Tables> = Readonly<Record<string, (rows: Rows<T>, value: never) => Rows<T>>>

/** The values of filters; absent ones restrict nothing. */
export type FilterOf<F> = {
  [K in keyof F]?: (F[K] extends (rows: never, value: infer Value) => unknown ? Value : never) | undefined
}

/** A value that rows are counted by, and what the filter wants of it; undefined for any. */
export interface CounterValue<F> extends CountedValue {
  readonly filter: (filter: FilterOf<F>) => string | undefined
}

/** A counter for each combination of some values, which a trigger maintains. */
export interface Counter<F> {
  /** The beginning of its name, such as `courses.published`. */
  name: string
  /** Filters of the columns with their names, whose values follow the name of the counter. */
  group?: readonly (keyof F & string)[]
  /** The values after those. */
  values: readonly CounterValue<F>[]
  /** Counters of earlier releases that it replaces. */
  replaces?: readonly string[]
}

/** Some rows of a list. Parts have no row in common. */
export interface Part<T extends keyof Tables, F, Viewer> {
  where: (rows: Rows<T>, viewer: Viewer) => Rows<T>
  /** True for a part with few rows, which are sorted instead of read through an index in order. */
  areFew?: boolean
  /** Counts the rows by any filters, apart from `narrow` ones. A part without counters must be short. */
  counters?: readonly Counter<F>[]
  /** The condition of a part with counters, as the triggers read it. */
  counted?: Condition
  /** Returns the number of rows without a filter, if it is stored. */
  readCount?: (ctx: WithDatabase, viewer: Viewer) => Promise<number>
}

export type Parts<T extends keyof Tables, F, Viewer> = Readonly<Record<string, Part<T, F, Viewer>>>

/** The page that `mergeParts` selects, as a table of a query. */
type PageTable = AliasedExpression<{ id: number; place: string | number }, 'found'>

/** The declaration of a list. */
export interface Definition<
  T extends keyof Tables & string,
  F extends Filters<T>,
  Viewer,
  P extends Parts<T, F, Viewer>,
  V extends string,
  S extends string,
  Row,
> {
  table: T
  filters: F
  sorts: Readonly<Record<S, Order>>
  parts: P
  /** The parts of each view, the longest first. */
  views: Readonly<Record<V, readonly (keyof P & string)[]>>
  /** Filters for which an index leads to few rows, whatever the order. */
  narrow?: readonly (keyof F & string)[]
  /** Filters whose rows an index serves in the order. */
  served?: (sort: S, filter: FilterOf<F>) => readonly (keyof F & string)[]
  /** Selects the columns of the rows of a page, whose ids are in `found`, in the direction by `found.place` and `found.id`. */
  select: (q: Builder, viewer: Viewer, found: PageTable, direction: Order['direction']) => Query<Row>
}

type AnyTable = keyof Tables & string

/** A declaration as the functions read it that serve all lists. */
export type AnyDefinition = Definition<
  AnyTable,
  Filters<AnyTable>,
  Values,
  Parts<AnyTable, Filters<AnyTable>, Values>,
  string,
  string,
  unknown
>
