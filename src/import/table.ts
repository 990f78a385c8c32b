/** How a table is imported: the columns of its file, what they refer to, and what is computed from them. */

import { type TSchema, Type } from 'typebox'
import type { Config } from '#config.ts'
import type { AnyContext, Transaction } from '#context.ts'
import { DateTime } from '#core/schema.ts'
import type { ColumnType } from '#database/column-types.ts'
import type { BulkRow, UniqueKey } from '#database/query/bulk.ts'
import type { Tables } from '#database/tables/index.ts'

/** A row of a file, whose columns match their schemas; times are ISO texts in UTC. */
// biome-ignore lint/suspicious/noExplicitAny: The columns of a table are declared as values, and its `convert` reads them.
export type ImportRow = Record<string, any>

export interface LegacyFile {
  file_id: number
  key: string
  area: string
  sha256: string
}

/** What is known while rows are converted. */
export interface Surroundings {
  now: string
  config: Config
  /** The imported files by their old paths. */
  files: ReadonlyMap<string, LegacyFile>
}

/** The database of the import, and the one that a trial compares with. */
export type Databases = readonly [Transaction, ...AnyContext[]]

/** Measures the lists of objects that are stored. */
export interface FactSizes {
  all(ctx: AnyContext, parameters: { ids: readonly number[] }): Promise<{ id: number; total: number; bytes: number }[]>
}

/** How many rows an object can have, and that their texts are no more than those of a list can be. */
export interface ObjectLimit {
  /** The column with the id of the object. */
  column: string
  most: number
  /** The columns whose texts are read with the list; they count in bytes. */
  texts?: readonly string[]
  /** Where the texts are in other tables: returns what is stored, by object. */
  sizes?: FactSizes
  /** Returns the bytes of the texts of a row that is not stored yet, where its columns do not tell. */
  measure?(row: ImportRow): number
  /** A column that is null in the rows that count. */
  without?: string
}

type Target = keyof Tables & string

/** Tables whose ids are names that people give: a row that is here under the name is the one that is meant. */
export const namedTables: ReadonlySet<string> = new Set<Target>(['plans'])

export interface ImportTable {
  /** The name of the table, and of its file: `users.ndjson`. */
  name: keyof Tables & string
  description: string
  columns: Record<string, TSchema>
  /**
   * Where ids of rows of other tables are, or lists of such ids: a column, or a path into lists and objects like `grades.grader_id`.
   * A row may name only rows that an import has brought. An id can be of one of several tables.
   */
  references?: Record<string, Target | readonly Target[]>
  /** Columns that are stored and follow from a reference or a path of the row, by the name of that. */
  following?: Record<string, string>
  /** Whether its rows let people into accounts. Those of this service have their own ways in. */
  letsIn?: boolean
  /** Columns with the old path of an imported file, or a list of such paths. */
  paths?: readonly string[]
  /** Those of them whose file must be public. */
  publicPaths?: readonly string[]
  /** The columns that name a row, `id` unless stated. */
  key?: readonly string[]
  /** What may be in one row only, for the sentence about a row that was refused for it. */
  unique?: string
  /** The same as columns that are stored, besides the key; a trial compares them with the rows that are there. */
  uniqueKeys?: readonly UniqueKey[]
  /** How many rows objects can have. */
  limits?: readonly ObjectLimit[]
  /** Whether its ids are random, so that no sequence gives them. */
  hasRandomIds?: boolean
  /** The columns that are stored, with their types. */
  stored: Record<string, ColumnType>
  /** Returns one sentence about a row that is not acceptable. */
  check?(row: ImportRow): string | null
  /**
   * Adds to the rows what they need of other tables, which are in any of the databases; the first one is where the rows are stored.
   * Returns one sentence about each row that is not acceptable.
   */
  complete?(databases: Databases, rows: readonly ImportRow[]): Promise<ReadonlyMap<ImportRow, string>>
  /** Returns the row as it is stored. */
  convert(row: ImportRow, surroundings: Surroundings): BulkRow
  /** Stores what follows from new rows. */
  derive?(tx: Transaction, rows: readonly ImportRow[], surroundings: Surroundings): Promise<void>
  /** Called when all rows are stored; may be called again. */
  finish?: 'rebuild_search' | 'refresh_proofs'
}

/** Later than any time that a row has. */
export const never = '9999-12-31T23:59:59.999Z'

declare module 'typebox' {
  interface TSchemaOptions {
    /** White space and control characters become one space, and characters that nobody sees are removed. */
    line?: boolean
  }
}

/** A text of one line, such as a name or a title, which mails have in their subjects. */
export const Line = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, line: true, ...(description === undefined ? {} : { description }) })

export const optional = Type.Optional

/** When the row was made; at the time of the import unless given. */
export const Created = optional(DateTime)

/** Returns the sentence about a row that has none of the columns, or several. */
export function describeChoice(row: ImportRow, ...columns: string[]): string | null {
  if (columns.filter((name) => (row[name] ?? null) !== null).length === 1) return null
  const quoted = columns.map((name) => `"${name}"`)
  return `The row needs one of ${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}.`
}
