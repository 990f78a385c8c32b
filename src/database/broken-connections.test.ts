import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { describe, it } from 'node:test'
import { createUnavailable } from '#core/problem.ts'
import { createDatabase } from '#test/support/database.ts'
import { getNetworkUrl } from '#test/support/postgres-server.ts'
import type { Statement } from './database.ts'
import { inspectDatabase } from './inspection.ts'

const away = createUnavailable('The database cannot be reached at the moment, please try again.', 2)

const endsItself: Statement = {
  // No other statement has it: the first ones below zero belong to the migrations.
  key: -4_000,
  sql: 'select pg_terminate_backend(pg_backend_pid())',
  parameters: [],
  decodings: new Map(),
  reads: true,
}

/** A way to the server that closes a connection instead of forwarding what has the text. */
async function openWire(databaseUrl: string, text: string) {
  const url = getNetworkUrl(databaseUrl)
  const { hostname, port } = url
  const server = createServer((client) => {
    const target = connect(Number(port), hostname)
    target.pipe(client)
    client.on('data', (bytes) => (bytes.includes(text) ? target.destroy() : target.write(bytes)))
    target.on('close', () => client.destroy())
    client.on('close', () => target.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url: url.href, close: () => server.close() }
}

if (process.env.TEST_DATABASE === 'postgres')
  describe('a connection that the database server closes', () => {
    it('fails the requests that used it, and no others', async (t) => {
      const { db, drop } = await createDatabase()
      t.after(drop)
      const ending = () => db.all(endsItself, {})

      for (let times = 0; times < 20; times++) {
        await assert.rejects(ending(), away)
        await assert.rejects(
          db.transaction((tx) => tx.all(endsItself, {})),
          away,
        )
        // This connection holds a lock and is idle.
        await assert.rejects(db.runExclusive(ending), away)
      }

      await db.ping()
    })

    it('fails the inspection of the database, and not the process', async (t) => {
      const { config, drop } = await createDatabase()
      t.after(drop)
      const { url, close } = await openWire(config.databaseUrl ?? '', 'clock_timestamp')
      t.after(close)

      await assert.rejects(inspectDatabase({ databaseUrl: url, dataDir: '' }), /Connection terminated unexpectedly/)
    })
  })
