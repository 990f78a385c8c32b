/** Ends connections whose clients keep the service waiting: that send a body too slowly, or do not read their answer. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** The newest request, until it has arrived and its answer has left. */
  exchange: { request: IncomingMessage; response: ServerResponse } | null
  /** When so many bytes had been read; from then on they are counted. */
  reading: { since: number; bytes: number }
  /** When so many bytes had left. */
  sending: { since: number; bytes: number }
}

/** Bytes a second below which a body does not arrive, it only holds a place. */
const leastPace = 1024
/** A full buffer of a connection that is read at the same pace takes about so many times the patience to get smaller. */
const readingPatience = 2

export interface Patience {
  /** Ends connections on which nothing was ever sent; Node counts them among those in use. */
  closeSilent(): void
}

/**
 * Watches all connections. `patience` is in milliseconds; `refuse` ends a connection whose request was not answered yet.
 * They are looked at from time to time, so that no request pays for it with a timer.
 */
export function endSlowConnections(
  server: Server,
  patience: number,
  refuse: (socket: Socket) => void,
): Patience {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { exchange: null, reading: paceOf(0), sending: paceOf(0) })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.exchange = { request, response }
    connection.reading = paceOf(request.socket.bytesRead)
  })

  const end = (socket: Socket, isAnswered: boolean) => (isAnswered ? socket.destroy() : refuse(socket))
  const look = setInterval(() => {
    for (const [socket, connection] of connections) {
      if (connection.exchange === null) continue
      const { request, response } = connection.exchange
      if (isTooSlow(socket, connection, patience)) end(socket, response.headersSent)
      if (request.complete && isOver(response)) connection.exchange = null
    }
  }, patience / 4)
  look.unref()
  server.once('close', () => clearInterval(look))
  return {
    closeSilent() {
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

const isOver = (response: ServerResponse) => response.writableFinished || response.destroyed

const paceOf = (bytes: number) => ({ since: performance.now(), bytes })

const isTooSlow = (socket: Socket, connection: Connection, patience: number) =>
  arrivesTooSlowly(socket, connection, patience) || leavesTooSlowly(socket, connection, patience)

function arrivesTooSlowly(socket: Socket, { exchange, reading }: Connection, patience: number): boolean {
  // What has arrived and waits is for the service to read.
  if (exchange === null || exchange.request.complete || exchange.request.readableLength > 0) return false
  if (performance.now() - reading.since < patience) return false
  const arrived = socket.bytesRead - reading.bytes
  Object.assign(reading, paceOf(socket.bytesRead))
  return arrived < (leastPace * patience) / 1_000
}

function leavesTooSlowly(socket: Socket, { sending }: Connection, patience: number): boolean {
  const left = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || left !== sending.bytes) Object.assign(sending, paceOf(left))
  return performance.now() - sending.since >= readingPatience * patience
}
