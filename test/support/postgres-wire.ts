/** A way to a PostgreSQL server that can be cut, for tests of lost connections. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { getNetworkUrl } from './postgres-server.ts'

export interface Wire {
  /** The address of the database by this way. */
  url: string
  cut(): void
  restore(): void
  close(): Promise<void>
}

/**
 * Opens a way to the server that forwards until it is cut, and then accepts and keeps what arrives. A connection that sends the text `endsAt` is
 * closed instead.
 */
export async function openWire(databaseUrl: string, { endsAt }: { endsAt?: string } = {}): Promise<Wire> {
  const url = getNetworkUrl(databaseUrl)
  const { hostname, port } = url
  const sockets = new Set<Socket>()
  let isCut = false
  const forward = (from: Socket, to: Socket) =>
    from.on('data', (bytes) => {
      if (endsAt !== undefined && bytes.includes(endsAt)) to.destroy()
      else if (!isCut) to.write(bytes)
    })
  const server = createServer((client) => {
    const target = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from)
      forward(from, to)
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    cut: () => {
      isCut = true
    },
    restore: () => {
      isCut = false
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
