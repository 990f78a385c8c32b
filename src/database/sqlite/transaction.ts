import type { Parameters, Statement, TransactionConnection } from '../database.ts'
import type { SqliteConnection } from './connection.ts'

/**
 * The connection of one transaction. Using it after its end throws, so that no statement runs in the next transaction.
 */
export class SqliteTransaction implements TransactionConnection {
  readonly engine = 'sqlite'
  readonly #handle: SqliteConnection
  readonly #last: Promise<unknown>[] = []
  #open = true

  constructor(handle: SqliteConnection) {
    this.#handle = handle
  }

  all<Row>(statement: Statement, parameters: Parameters) {
    return this.#while<Row[]>(() => this.#handle.all(statement, parameters))
  }

  run(statement: Statement, parameters: Parameters) {
    return this.#while(() => this.#handle.run(statement, parameters))
  }

  commitWith(change: Promise<unknown>) {
    // It is awaited by `complete`, but not if the work fails.
    change.catch(() => undefined)
    this.#last.push(change)
  }

  /** Replaces the definition of a table, for a migration. */
  redefineTable(table: string, sql: string) {
    return this.#while(async () => this.#handle.redefineTable(table, sql))
  }

  /** Rejects if one of the changes failed that are committed without waiting for them. */
  async complete() {
    if (this.#last.length > 0) await Promise.all(this.#last)
  }

  end() {
    this.#open = false
  }

  #while<T>(work: () => Promise<T>): Promise<T> {
    return this.#open ? work() : Promise.reject(new Error('This transaction is over.'))
  }
}
