/** Connections to PostgreSQL, and how a statement is executed on one. */

import type pg from 'pg'
import type { Parameters, Statement } from '../database.ts'
import { openPool } from './client.ts'
import { rethrow } from './errors.ts'
import { firstAgeMs, planSettings, renewPlans } from './plans.ts'
import { sessionFormats, types } from './values.ts'

/** For what may take as long as it needs; the driver takes 0 as no choice, and its timer ends at 2³¹ milliseconds. */
export const noLimit = 2 ** 31 - 1

/**
 * Time limits of the server for each connection, in milliseconds. A process that is frozen inside a transaction holds
 * locks and predicate locks that stop all other instances; the server ends its session after `idleInTransaction`.
 */
export interface TimeLimits {
  statement: number
  lock: number
  idleInTransaction: number
  /** How long the service waits for an answer; longer than the server may work on a statement. */
  answer: number
}
export const defaultLimits: TimeLimits = { statement: 60_000, lock: 10_000, idleInTransaction: 10_000, answer: 65_000 }

export type Client = Pick<pg.PoolClient, 'query'>

/** Each connection plans its statements again when it is `plansKeptMs` old, and then ever more rarely. */
export function createPool(
  connectionString: string,
  max: number,
  limits: TimeLimits,
  plansKeptMs: number = firstAgeMs,
): pg.Pool {
  const pool = openPool({
    connectionString,
    max,
    // A statement is sent before the answer to the one before it has arrived.
    pipeline: true,
    // For a server that is frozen or cut off, and so does not end a statement itself.
    query_timeout: limits.answer,
    // Not as options of the start, which poolers refuse.
    onConnect: (client) =>
      client.query(
        [
          sessionFormats,
          planSettings,
          `set statement_timeout = ${limits.statement}`,
          `set lock_timeout = ${limits.lock}`,
          `set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`,
        ].join('; '),
      ),
    application_name: 'research-platform',
  })
  pool.on('connect', (client) => renewPlans(client, plansKeptMs))
  return pool
}

export function runStatement(client: Client, statement: Statement, parameters: Parameters): Promise<pg.QueryResult> {
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
