/** Connections to PostgreSQL whose loss fails what uses them, and does not end the process. */

import pg from 'pg'

/**
 * Opens a connection, or rejects with the error of the driver, after ten seconds at the latest. When it is lost, the statements that wait and all later
 * ones are rejected; without a listener the loss of an idle connection would end the process.
 */
export async function openClient(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 10_000, ...config })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Opens a pool that replaces a connection that is lost at its next use. */
export function openPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: 10_000, ...config })
  // The pool listens to idle connections only.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}
