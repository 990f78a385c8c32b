/** Tables and rows as both engines have them, for copies from one database to another. */

/** The types that columns have on PostgreSQL; SQLite keeps several of them as text. */
export type ColumnType = 'int8' | 'text' | 'bool' | 'jsonb' | 'timestamptz' | 'date' | 'bytea' | 'tsvector'

export interface Column {
  name: string
  type: ColumnType
}

export interface Table {
  name: string
  columns: readonly Column[]
  /** The columns of the primary key, in its order. */
  key: readonly Column[]
  /** Whether ids come from a sequence. */
  hasSequence: boolean
}

/** A value in the form that is equal on both engines; JSON is decoded, and words are sorted. */
export type Value = unknown

/** The values of a row, in the order of the columns. */
export type Row = readonly Value[]

/** What a store is told about a file. */
export interface FileRow {
  filename: string
  mime_type: string
}

/** A database as it was at one moment. */
export interface Source {
  /** The names of its migrations, in order. */
  readMigrations(): Promise<string[]>
  /** Reads the rows after the one with this key, in the order of the keys, some at a time. */
  read(table: Table, after?: Row | null): AsyncIterable<Row[]>
  /** The last id that the sequence of the table has given; 0 for none. */
  readSequence(table: Table): Promise<number>
  /** The stored file with this key; null for one without a row. */
  findFile(key: string): Promise<FileRow | null>
  /** The keys of all stored files. */
  readFileKeys(): Promise<string[]>
  close(): Promise<void>
}

/** The database that rows are copied to. Until `finish`, the service does not start on it. */
export interface Target {
  /**
   * Brings a new database to the current schema, without its rows, and without foreign keys and triggers, which would
   * refuse or repeat what is copied. A copy from the same source goes on where it ended.
   *
   * @throws {DatabaseError} for a database with data that are not an unfinished copy of this source
   */
  prepare(source: string): Promise<void>
  readLastKey(table: Table): Promise<Row | null>
  write(table: Table, rows: readonly Row[]): Promise<void>
  setSequence(table: Table, last: number): Promise<void>
  /** Opens what was copied, to compare it. */
  open(): Promise<Source>
  /** Brings back foreign keys; the service can start then, and makes the triggers. */
  finish(): Promise<void>
  close(): Promise<void>
}

/** The table of a database that is not whole yet: what it is a copy of, and the statements that complete it. */
export const unfinishedCopy = 'unfinished_copy'

export const escapeIdentifier = (name: string) => `"${name}"`

export const listNames = (columns: readonly Column[]) => columns.map(({ name }) => escapeIdentifier(name)).join(', ')

/** Words of a full-text index in one order; PostgreSQL has its own. */
export const sortWords = (words: string) => words.split(' ').sort().join(' ')

/** Returns the text by which rows of both engines are compared. */
export const toComparable = (row: Row): string =>
  JSON.stringify(row, (_, value: unknown) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  })

/** Names a row in an error, such as `users (id 7)`. */
export const describeRow = ({ name, columns, key }: Table, row: Row): string =>
  `${name} (${key.map((column) => `${column.name} ${String(row[columns.indexOf(column)])}`).join(', ')})`
