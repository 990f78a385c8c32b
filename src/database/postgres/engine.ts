/** The PostgreSQL engine: a pool, named prepared statements, and serializable transactions that are retried. */

import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, type Database, DatabaseError, type Parameters, type Statement } from '../database.ts'
import { createWorkerClient } from '../worker-client.ts'
import { errorCode, isConflict, refuseConflict, rethrow } from './errors.ts'
import { PostgresSignals } from './signals.ts'
import { sessionFormats, types } from './values.ts'

/** The key of the advisory lock; any constant, the same for all instances. */
const exclusiveLockId = 7_305_171

/** For what may take as long as it needs; the driver takes 0 as no choice, and its timer ends at 2³¹ milliseconds. */
const noLimit = 2 ** 31 - 1

const lockExclusively = { text: 'select pg_advisory_lock($1)', values: [exclusiveLockId], query_timeout: noLimit }

/** Attempts at one transaction; then the caller gets 503. */
const maxAttempts = 40

/**
 * Time limits of the server for each connection, in milliseconds. A process that is frozen inside a transaction holds
 * locks and predicate locks that stop all other instances; the server ends its session after `idleInTransaction`.
 */
interface TimeLimits {
  statement: number
  lock: number
  idleInTransaction: number
  /** How long the service waits for an answer; longer than the server may work on a statement. */
  answer: number
}
const defaultLimits: TimeLimits = { statement: 60_000, lock: 10_000, idleInTransaction: 10_000, answer: 65_000 }

type Client = Pick<pg.PoolClient, 'query'>

/** Opens a connection pool. Rejects with a `DatabaseError` when the server cannot be reached. */
export async function openPostgres(url: string, { connections = 16, limits = defaultLimits } = {}): Promise<Database> {
  const pool = createPool(url, connections, limits)
  try {
    await pool.query('select 1')
    if (connections >= 2) await refuseSharedSessions(pool)
  } catch (error) {
    await pool.end()
    if (error instanceof DatabaseError) throw error
    const why = error instanceof Error && error.message ? error.message : errorCode(error) || 'no answer'
    throw new DatabaseError(`The PostgreSQL server of DATABASE_URL cannot be used: ${why}.`, {
      cause: error,
    })
  }

  const thread = createWorkerClient({ url })
  const executeAlone = (statement: Statement, parameters: Parameters) =>
    execute(pool, statement, parameters).catch(refuseConflict)
  const all = <Row>(statement: Statement, parameters: Parameters) =>
    executeAlone(statement, parameters).then(({ rows }) => rows as Row[])

  const signals = new PostgresSignals(url)
  return {
    engine: 'postgres',
    all,
    allInBackground: all,
    runInWorker: thread.run,
    run: async (statement, parameters) => (await executeAlone(statement, parameters)).rowCount ?? 0,
    transaction: (work, { locksFirst = false } = {}) =>
      retryConflicts(() => runTransaction(pool, locksFirst ? 'read committed' : 'serializable', work)),
    async runExclusive(work) {
      // A session lock, because a serializable transaction sees the snapshot from before it waited for a lock.
      const client = await pool.connect().catch(rethrow)
      try {
        await client.query('set statement_timeout = 0; set lock_timeout = 0')
        await client.query(lockExclusively)
        return await work()
      } finally {
        await client.query('select pg_advisory_unlock($1)', [exclusiveLockId]).catch(() => undefined)
        await client.query('reset statement_timeout; reset lock_timeout').catch(() => undefined)
        client.release()
      }
    },
    async ping() {
      await pool.query('select 1').catch(rethrow)
    },
    // The server keeps it, not this process.
    releaseMemory: () => undefined,
    signals,
    async close() {
      await thread.close()
      await signals.close()
      await pool.end()
    },
  }
}

function createPool(connectionString: string, max: number, limits: TimeLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: 10_000,
    // A statement is sent before the answer to the one before it has arrived.
    pipeline: true,
    // For a server that is frozen or cut off, and so does not end a statement itself.
    query_timeout: limits.answer,
    // Not as options of the start, which poolers refuse.
    onConnect: (client) =>
      client.query(
        [
          sessionFormats,
          `set statement_timeout = ${limits.statement}`,
          `set lock_timeout = ${limits.lock}`,
          `set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
        ].join('; '),
      ),
    application_name: 'research-platform',
  })
  // A broken connection is replaced at its next use. Without a listener its error would end the process: the pool
  // listens to idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
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
  isolation: 'serializable' | 'read committed',
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(rethrow)
  let open = true
  async function executeWhileOpen(statement: Statement, parameters: Parameters) {
    if (!open) throw new Error('This transaction is over.')
    return execute(client, statement, parameters)
  }
  const connection: Connection = {
    engine: 'postgres',
    all: async (statement, parameters) => (await executeWhileOpen(statement, parameters)).rows,
    run: async (statement, parameters) => (await executeWhileOpen(statement, parameters)).rowCount ?? 0,
  }
  let broken: Error | undefined
  try {
    // Sent together with the first statement, which saves a round trip.
    const begun = client.query(`begin isolation level ${isolation}`)
    begun.catch(() => undefined)
    const value = await work(connection)
    open = false
    await begun
    await client.query('COMMIT')
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

async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isConflict(error) || attempts === maxAttempts) return refuseConflict(error)
      // Full jitter, so that colliding transactions do not collide again.
      await pause(Math.random() * Math.min(2 ** attempts, 250))
    }
  }
}

function execute(client: Client, statement: Statement, parameters: Parameters): Promise<pg.QueryResult> {
  return client
    .query({
      name: `q${statement.key}`,
      text: statement.sql,
      values: statement.parameters.map((name) => encodeParameter(name, parameters[name])),
      types,
      ...(statement.isUnlimited ? { query_timeout: noLimit } : {}),
    })
    .catch(rethrow)
}

function encodeParameter(name: string, value: unknown): unknown {
  if (value === undefined) throw new TypeError(`The parameter ${name} of a query is missing.`)
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array) ? JSON.stringify(value) : value
}
