/** The PostgreSQL engine: a pool, named prepared statements, and serializable transactions that are retried. */

import type pg from 'pg'
import {
  type Database,
  DatabaseError,
  type Parameters,
  type Statement,
  type TransactionConnection,
} from '../database.ts'
import { CommitListeners } from '../signals.ts'
import { createWorkerClient, createWritingThread } from '../worker-client.ts'
import { getErrorCode, rethrow, rethrowConflict } from './errors.ts'
import { createPipelinedReads } from './pipelined-reads.ts'
import { type Client, createPool, defaultLimits, noLimit, runStatement, type TimeLimits } from './pool.ts'
import { openReplica, type ReplicaOptions } from './replica.ts'
import { retryConflicts } from './retries.ts'
import { PostgresSignals } from './signals.ts'

/** The key of the advisory lock; any constant, the same for all instances. */
const exclusiveLockId = 7_305_171

const lockExclusively = { text: 'select pg_advisory_lock($1)', values: [exclusiveLockId], query_timeout: noLimit }

interface PostgresOptions {
  connections?: number
  limits?: TimeLimits
  /** A read replica of the server. */
  readUrl?: string | null
  /** Milliseconds between two checks of the replica. */
  replicaCheckedEvery?: number
  /** Milliseconds after which a connection plans its statements again for the first time. */
  plansKeptMs?: number | undefined
}

/** Opens a connection pool. Rejects with a `DatabaseError` when the server cannot be reached or the database cannot store all texts. */
export async function openPostgres(
  url: string,
  {
    connections = 16,
    limits = defaultLimits,
    readUrl = null,
    replicaCheckedEvery = 1_000,
    plansKeptMs,
  }: PostgresOptions = {},
): Promise<Database> {
  const pool = createPool(url, connections, limits, plansKeptMs)
  try {
    await refuseOtherEncodings(pool)
    if (connections >= 2) await refuseSharedSessions(pool)
  } catch (error) {
    await pool.end()
    if (error instanceof DatabaseError) throw error
    const why = error instanceof Error && error.message ? error.message : getErrorCode(error) || 'no answer'
    throw new DatabaseError(`The PostgreSQL server of DATABASE_URL cannot be used: ${why}.`, {
      cause: error,
    })
  }

  const primary = createDatabase(pool, { url, connections })
  return readUrl === null
    ? primary
    : addReplica(primary, { pool, readUrl, connections, limits, checkedEvery: replicaCheckedEvery })
}

/** `createdb` takes the encoding from the server, which may be that of an old installation or of the locale C. */
async function refuseOtherEncodings(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ encoding: string; name: string }>(
    `select current_setting('server_encoding') as encoding, current_database() as name`,
  )
  const { encoding, name } = rows[0] ?? {}
  if (encoding !== 'UTF8')
    throw new DatabaseError(
      `The database ${name} of DATABASE_URL has the encoding ${encoding} and cannot store all texts; create one with "createdb --encoding=UTF8 --template=template0".`,
    )
}

function createDatabase(pool: pg.Pool, { url, connections }: { url: string; connections: number }): Database {
  const { closeThreads, ...threads } = createThreads(url)
  const commits = new CommitListeners()
  const reads = createPipelinedReads(pool, connections)
  const executeAlone = (statement: Statement, parameters: Parameters, client: Client = pool) =>
    runStatement(client, statement, parameters).catch(rethrowConflict)
  const all = <Row>(statement: Statement, parameters: Parameters, client?: Client) =>
    executeAlone(statement, parameters, client).then(({ rows }) => rows as Row[])

  const signals = new PostgresSignals(url)
  const database: Database = {
    engine: 'postgres',
    all: (statement, parameters) =>
      statement.reads
        ? all(statement, parameters, statement.isUnlimited ? pool : reads)
        : commits.after(all(statement, parameters)),
    allInBackground: (statement, parameters) => all(statement, parameters),
    readSnapshot: (work) =>
      runTransaction(pool, 'repeatable read read only', (connection) =>
        work({ ...database, all: connection.all, allInBackground: connection.all }),
      ),
    ...threads,
    onCommit: (listener) => commits.add(listener),
    hasOthers: false,
    run: async (statement, parameters) => (await commits.after(executeAlone(statement, parameters))).rowCount ?? 0,
    transaction: (work, { locksFirst = false } = {}) =>
      commits.after(retryConflicts(() => runTransaction(pool, locksFirst ? 'read committed' : 'serializable', work))),
    runExclusive: (work) => runExclusively(pool, work),
    async ping() {
      await pool.query('select 1').catch(rethrow)
    },
    // The server keeps it, not this process.
    releaseMemory: () => undefined,
    signals,
    replica: null,
    log: null,
    async close() {
      await closeThreads()
      await signals.close()
      await pool.end()
    },
  }
  return database
}

/** The threads that read and the one that writes, which start and end on demand. */
function createThreads(url: string) {
  const reading = createWorkerClient({ url })
  const writing = createWritingThread({ url })
  return {
    runInWorker: reading.run,
    runInWritingThread: writing.run,
    closeThreads: () => Promise.all([reading.close(), writing.close()]),
  }
}

async function runExclusively<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  // A session lock, because a serializable transaction sees the snapshot from before it waited for a lock.
  const client = await pool.connect().catch(rethrow)
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query(lockExclusively)
    return await work()
  } finally {
    client.release(await releaseLock(client).catch((error: Error) => error))
  }
}

/** When it rejects, the connection may still hold the lock, and must be closed. */
async function releaseLock(client: pg.PoolClient): Promise<undefined> {
  await client.query('select pg_advisory_unlock($1)', [exclusiveLockId])
  await client.query('reset statement_timeout; reset lock_timeout')
}

/** The database with its replica, which is closed with it. */
async function addReplica(primary: Database, options: Omit<ReplicaOptions, 'primary'>): Promise<Database> {
  try {
    const replica = await openReplica({ ...options, primary })
    return {
      ...primary,
      replica,
      async close() {
        await replica.close()
        await primary.close()
      },
    }
  } catch (error) {
    await primary.close()
    throw error
  }
}

/**
 * Throws for a pooler that gives each transaction another session, because settings, locks and LISTEN belong to a session.
 * While the second connection is in a transaction, it would have the session that the first one used last.
 */
async function refuseSharedSessions(pool: pg.Pool) {
  const [first, second] = await Promise.all([pool.connect(), pool.connect()])
  try {
    await first.query("select set_config('research_platform.session', 'own', false)")
    await second.query('begin')
    await second.query('select 1')
    const { rows } = await first.query("select current_setting('research_platform.session', true) as session")
    await second.query('rollback')
    if (rows[0]?.session !== 'own')
      throw new DatabaseError(
        'DATABASE_URL leads to a pooler in transaction mode; use the address of the server, or session mode.',
      )
  } finally {
    first.release()
    second.release()
  }
}

async function runTransaction<T>(
  pool: pg.Pool,
  isolation: 'serializable' | 'read committed' | 'repeatable read read only',
  work: (connection: TransactionConnection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  const last: Promise<unknown>[] = []
  let open = true
  let failure: unknown
  async function executeWhileOpen(statement: Statement, parameters: Parameters) {
    if (!open) throw new Error('This transaction is over.')
    try {
      return await runStatement(client, statement, parameters)
    } catch (error) {
      // PostgreSQL refuses all statements after one that failed, also those that were sent together with it. The first error
      // is the reason, and may be a conflict after which the transaction is retried.
      failure ??= error
      throw failure
    }
  }
  const connection: TransactionConnection = {
    engine: 'postgres',
    all: async (statement, parameters) => (await executeWhileOpen(statement, parameters)).rows,
    run: async (statement, parameters) => (await executeWhileOpen(statement, parameters)).rowCount ?? 0,
    commitWith(change) {
      // It is awaited below, but not if the work fails.
      change.catch(() => undefined)
      last.push(change)
    },
  }
  let broken: Error | undefined
  try {
    // Sent together with the first statement, which saves a round trip.
    const begun = client.query(`begin isolation level ${isolation}`)
    // It is awaited below; a rejection that is not awaited so far would end the process.
    begun.catch(() => undefined)
    const value = await work(connection)
    open = false
    // PostgreSQL rolls back instead if one of the statements before it has failed.
    const [committed] = await Promise.allSettled([client.query('COMMIT'), begun])
    await Promise.all([begun, ...last])
    if (committed.status === 'rejected') throw committed.reason
    return value
  } catch (error) {
    open = false
    await client.query('ROLLBACK').catch((lost: Error) => {
      broken = lost
    })
    return rethrow(error)
  } finally {
    client.release(broken)
  }
}
