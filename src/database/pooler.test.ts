import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createDatabase } from '#test/support/database.ts'
import { getNetworkUrl } from '#test/support/postgres-server.ts'
import { openPostgres } from './postgres/engine.ts'

/** A session of the server, and the client that uses it now. */
interface Session {
  socket: Socket
  client: Socket | null
  received: Buffer
}

/** A pooler that gives each transaction, or each client, the session that was used last. */
async function openPooler(databaseUrl: string, mode: 'transaction' | 'session') {
  const url = getNetworkUrl(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  const free: Session[] = []

  /** Forwards whole messages; after ReadyForQuery without a transaction, the session is free. */
  function forward(session: Session, bytes: Buffer) {
    session.received = Buffer.concat([session.received, bytes])
    while (session.received.length >= 5) {
      const length = 1 + session.received.readInt32BE(1)
      if (session.received.length < length) return
      const message = session.received.subarray(0, length)
      session.received = session.received.subarray(length)
      session.client?.write(message)
      if (mode === 'session' || message.toString('latin1', 0, 1) !== 'Z' || message.at(5) !== 73) continue
      session.client = null
      free.push(session)
    }
  }

  const server = createServer((client) => {
    const own: Session = { socket: connect(Number(port), hostname), client, received: Buffer.alloc(0) }
    own.socket.on('data', (bytes: Buffer) => forward(own, bytes))
    let current = own
    client.on('data', (bytes) => {
      if (current.client !== client) current = free.pop() ?? current
      current.client = client
      current.socket.write(bytes)
    })
    for (const socket of [client, own.socket]) sockets.add(socket.on('error', () => undefined))
    client.on('close', () => own.socket.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

if (process.env.TEST_DATABASE === 'postgres')
  describe('a pooler in front of PostgreSQL', async () => {
    const { config, drop } = await createDatabase()

    it('is refused in transaction mode, with one sentence', async (t) => {
      const pooler = await openPooler(config.databaseUrl ?? '', 'transaction')
      t.after(pooler.close)

      await assert.rejects(openPostgres(pooler.url), {
        name: 'DatabaseError',
        message: 'DATABASE_URL leads to a pooler in transaction mode; use the address of the server, or session mode.',
      })
    })

    it('serves in session mode', async (t) => {
      const pooler = await openPooler(config.databaseUrl ?? '', 'session')
      t.after(pooler.close)
      t.after(drop)

      const db = await openPostgres(pooler.url)

      await db.ping()
      await db.close()
    })
  })
