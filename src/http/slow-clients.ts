/** Closes connections of clients that send their request, or read their response, too slowly. */

import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

interface Connection {
  /** The newest request, until it has arrived and its response is sent. */
  exchange: { request: IncomingMessage; response: ServerResponse } | null
  /** Bytes read from the socket at the last check. */
  reading: Progress
  /** Bytes written to the network at the last check. */
  sending: Progress
}

interface Progress {
  since: number
  bytes: number
}

/** A request body that arrives more slowly than this many bytes per second is refused. */
const minBytesPerSecond = 1024
/** A full socket buffer that is read at the minimum rate takes about this many timeouts to shrink. */
const responseTimeoutFactor = 2

export interface SlowClientGuard {
  /** Closes connections that never sent a byte; `Server.close` would wait for them. */
  closeSilent(): void
}

/**
 * Checks all connections four times per `timeoutMs`, so that a request needs no timer of its own. `refuse` answers and
 * closes a connection whose request has no response yet.
 */
export function registerSlowClientGuard(
  server: Server,
  timeoutMs: number,
  refuse: (socket: Socket) => void,
): SlowClientGuard {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { exchange: null, reading: startProgress(0), sending: startProgress(0) })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection === undefined) return
    connection.exchange = { request, response }
    connection.reading = startProgress(request.socket.bytesRead)
  })

  const close = (socket: Socket, isAnswered: boolean) => (isAnswered ? socket.destroy() : refuse(socket))
  const timer = setInterval(() => {
    for (const [socket, connection] of connections) {
      if (connection.exchange === null) continue
      const { request, response } = connection.exchange
      if (isTooSlow(socket, connection, timeoutMs)) close(socket, response.headersSent)
      if (request.complete && isOver(response)) connection.exchange = null
    }
  }, timeoutMs / 4)
  timer.unref()
  server.once('close', () => clearInterval(timer))
  return {
    closeSilent() {
      for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy()
    },
  }
}

const isOver = (response: ServerResponse) => response.writableFinished || response.destroyed

const startProgress = (bytes: number): Progress => ({ since: performance.now(), bytes })

const isTooSlow = (socket: Socket, connection: Connection, timeoutMs: number) =>
  isRequestTooSlow(socket, connection, timeoutMs) || isResponseTooSlow(socket, connection, timeoutMs)

function isRequestTooSlow(socket: Socket, { exchange, reading }: Connection, timeoutMs: number): boolean {
  // Bytes that have arrived and were not read yet are the service's own delay.
  if (exchange === null || exchange.request.complete || exchange.request.readableLength > 0) return false
  if (performance.now() - reading.since < timeoutMs) return false
  const arrived = socket.bytesRead - reading.bytes
  Object.assign(reading, startProgress(socket.bytesRead))
  return arrived < (minBytesPerSecond * timeoutMs) / 1_000
}

function isResponseTooSlow(socket: Socket, { sending }: Connection, timeoutMs: number): boolean {
  const sent = socket.bytesWritten - socket.writableLength
  if (socket.writableLength === 0 || sent !== sending.bytes) Object.assign(sending, startProgress(sent))
  return performance.now() - sending.since >= responseTimeoutFactor * timeoutMs
}
