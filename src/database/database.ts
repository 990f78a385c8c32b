/** What the platform asks of a database; `sqlite/` and `postgres.ts` are its two engines. */

import type { Signals } from './signals.ts'

export type Engine = 'sqlite' | 'postgres'

/** How a result column becomes a value when the engine cannot tell by itself. */
export type Decoding = 'boolean' | 'json'

/** A compiled query: made once by `prepare()`, kept by the engines as a prepared statement under its key. */
export interface Statement {
  readonly key: number
  readonly sql: string
  /** Names of the parameters, one for each position. */
  readonly parameters: readonly string[]
  /** Computed columns whose type the engine cannot see. */
  readonly decodings: ReadonlyMap<string, Decoding>
  /** True when it changes nothing and may run beside a writer. */
  readonly reads: boolean
}

export type Parameters = Readonly<Record<string, unknown>>

/** Runs statements: the database itself, where each stands alone, or one transaction. */
export interface Connection {
  readonly engine: Engine
  /** All rows. */
  all<Row>(statement: Statement, parameters: Parameters): Promise<Row[]>
  /** How many rows were changed. */
  run(statement: Statement, parameters: Parameters): Promise<number>
}

/** What a thread is asked: a function of the `answers` that a module exports, which gets the value given. */
export interface WorkerJob {
  module: URL
  name: string
  input: unknown
}

export interface Database extends Connection {
  /**
   * Runs the work serializably; its promise resolves when the commit is on disk. On PostgreSQL the work may run
   * several times, so nothing outside the database may happen in it.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  /** All rows of a read that may take long: off the event loop where the engine runs in this process. */
  allInBackground<Row>(statement: Statement, parameters: Parameters): Promise<Row[]>
  /**
   * The answer of a module that computes much, from a thread of its own with its own connection, which only reads. What
   * is given and answered is copied on the way. The module keeps its memory from one question to the next.
   */
  runInWorker<T>(question: WorkerJob): Promise<T>
  /** Runs the work while no other instance does so: its transactions see what others have left. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>
  readonly signals: Signals
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A start that cannot go on; the message is one sentence for the operator. */
export class DatabaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DatabaseUnusable'
  }
}

/** A UNIQUE constraint refused the change. `constraint` is its name, the same on both engines. */
export class UniqueViolation extends Error {
  readonly constraint: string

  constructor(constraint: string, options?: ErrorOptions) {
    super(`The unique constraint ${constraint} was violated.`, options)
    this.name = 'UniqueViolation'
    this.constraint = constraint
  }
}

/** The one naming rule for unique constraints and indexes. */
export const uniqueName = (table: string, columns: readonly string[]) =>
  `${table}_${columns.join('_')}_unique`
