/** The interface of the databases; `sqlite/` and `postgres/` implement it. */

import { OperatorError } from '#core/operator-error.ts'
import type { FunctionName, ResultOf, WorkerModule } from '#core/worker-module.ts'
import type { Signals } from './signals.ts'

export type Engine = 'sqlite' | 'postgres'

/** How a result column is decoded when the engine cannot know its type. */
export type Decoding = 'boolean' | 'json'

/** A query compiled by `prepare()`; an engine caches it as a prepared statement under its key. */
export interface Statement {
  readonly key: number
  readonly sql: string
  /** The name of the parameter at each position. */
  readonly parameters: readonly string[]
  /** Computed columns whose type the engine does not know. */
  readonly decodings: ReadonlyMap<string, Decoding>
  /** True when it only reads and may run beside a writer. */
  readonly reads: boolean
  /** True for a statement of a migration, which may take as long as it needs. */
  readonly isUnlimited?: boolean
}

export type Parameters = Readonly<Record<string, unknown>>

/** Runs statements: on the database, each in a transaction of its own, or inside one transaction. */
export interface Connection {
  readonly engine: Engine
  /** Returns all rows. */
  all<Row>(statement: Statement, parameters: Parameters): Promise<Row[]>
  /** Returns the number of changed rows. */
  run(statement: Statement, parameters: Parameters): Promise<number>
}

/** The connection of one transaction. */
export interface TransactionConnection extends Connection {
  /**
   * Lets the transaction commit without waiting for the result of the change: PostgreSQL is sent both together. If the change fails,
   * so does the transaction.
   */
  commitWith(change: Promise<unknown>): void
}

/** A module that exports functions for worker threads; they take a connection first, then their input. */
export type JobModule<Functions> = WorkerModule<{ workerFunctions: Functions }>

/** A function of the `workerFunctions` that a module exports, and its input. */
export interface WorkerJob<Functions, Name extends FunctionName<Functions>> {
  module: JobModule<Functions>
  name: Name
  input: Functions[Name] extends (ctx: never, input: infer Input) => unknown ? Input : undefined
}

export interface TransactionOptions {
  /**
   * The first statement locks a row that all transactions of this kind lock, so that they run one after the other. On
   * PostgreSQL each statement then sees what is committed (read committed), and no other transaction is retried because
   * of what this one reads.
   */
  locksFirst?: boolean
}

/** A connection that runs transactions: the database, or what a thread has of it. */
export interface TransactionalConnection extends Connection {
  /**
   * Runs the work in a serializable transaction and resolves when the commit is on disk. PostgreSQL may run the work
   * several times, so it must have no effects outside the database.
   */
  transaction<T>(work: (connection: TransactionConnection) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** Whether others wait while a transaction of this connection runs, so that it should be short. */
  readonly hasOthers: boolean
}

export interface Database extends TransactionalConnection {
  /**
   * Runs work whose reads, also those in the background, all see the database at one moment. Others wait less when it is
   * short. It must not write.
   */
  readSnapshot<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Returns all rows of a long read. The embedded engine reads in a worker thread. */
  allInBackground<Row>(statement: Statement, parameters: Parameters): Promise<Row[]>
  /**
   * Runs a function in a worker thread with a connection of its own that only reads. Input and result are copied. The
   * state of the module lives from one call to the next.
   */
  runInWorker<Functions, Name extends FunctionName<Functions>>(
    job: WorkerJob<Functions, Name>,
  ): Promise<ResultOf<Functions, Name>>
  /**
   * Runs a function in the one thread of this process that writes. Its `ctx.db` is a `TransactionalConnection`, whose transactions leave most of
   * the time to those of the process.
   */
  runInWritingThread<Functions, Name extends FunctionName<Functions>>(
    job: WorkerJob<Functions, Name>,
  ): Promise<ResultOf<Functions, Name>>
  /** Calls the listener after each commit of this process, until the returned function is called. */
  onCommit(listener: () => void): () => void
  /** Runs the work while no other instance runs such work; its transactions see what the others committed. */
  runExclusive<T>(work: () => Promise<T>): Promise<T>
  readonly signals: Signals
  /** Null without a read replica. */
  readonly replica: Replica | null
  /** The write-ahead log of the embedded engine; null on PostgreSQL. */
  readonly log: LogState | null
  /** Resolves when the database answers, otherwise rejects. */
  ping(): Promise<void>
  /** Frees what is kept for speed only. */
  releaseMemory(): void
  close(): Promise<void>
}

/** How the write-ahead log stands, which is copied into the database file time and again. */
export interface LogState {
  /** The size of its file. */
  readonly bytes: number
  /** When it was last copied, in milliseconds since 1970; null before the first time in this process. */
  readonly lastCopy: number | null
  /** How often a copy has failed in this process. */
  readonly failedCopies: number
}

/** `behind`: it does not have what the primary had some seconds ago. */
export type ReplicaState = 'ok' | 'behind' | 'unreachable'

/** A server that has the same data a moment later. */
export interface Replica {
  readonly state: ReplicaState
  /**
   * Returns a database whose reads go to the replica, and whose changes go to the primary. The replica has all changes
   * of the user that were recorded; while it does not have them, the primary is returned. Null stands for no user.
   */
  openFor(userId: number | null): Promise<Database>
  /** Records that the user has changed something, which their further reads must have. */
  recordChange(userId: number): Promise<void>
  /** Calls the listener when the state changes. */
  onChange(listener: (state: ReplicaState) => void): void
}

/** The database cannot be used; the message is one sentence for the operator. */
export class DatabaseError extends OperatorError {}

/** A UNIQUE constraint was violated. `constraint` has the same name on both engines. */
export class UniqueViolation extends Error {
  readonly constraint: string

  constructor(constraint: string, options?: ErrorOptions) {
    super(`The unique constraint ${constraint} was violated.`, options)
    this.name = 'UniqueViolation'
    this.constraint = constraint
  }
}

/** The names of unique constraints and indexes. */
export const createUniqueName = (table: string, columns: readonly string[]) => `${table}_${columns.join('_')}_unique`
