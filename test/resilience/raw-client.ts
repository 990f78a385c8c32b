/** Sends requests that `fetch` would refuse to send, over its own connections, at low cost. */

import { connect, type Socket } from 'node:net'
import { hangLimitMs } from '../support/hang-limit.ts'
import { type Answer, answerIn } from './response-parser.ts'

export interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  body: string | Buffer | undefined
}

const idle: Socket[] = []

/** Closes the kept-alive connections. */
export function closeConnection() {
  for (const socket of idle.splice(0)) socket.destroy()
}

/** Sends well-formed HTTP with any content. Rejects without a response in time. */
export function exchange(address: string, sending: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const socket = idle.pop() ?? openConnection(address)
    const chunks: Buffer[] = []
    const timer = setTimeout(() => socket.destroy(new Error('There is no answer in time.')), hangLimitMs)
    const done = () => {
      clearTimeout(timer)
      socket.off('data', take).off('error', fail).off('close', cut)
    }
    const fail = (error: Error) => {
      done()
      reject(new Error(`${sending.method} ${sending.path.slice(0, 200)}: ${error.message}`, { cause: error }))
    }
    const cut = () => fail(new Error('The connection was closed before the end of the answer.'))
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      const answer = answerIn(chunks, sending.method === 'HEAD')
      if (answer === null) return
      done()
      if (answer.isLast) socket.destroy()
      else idle.push(socket)
      resolve(answer)
    }
    socket.on('data', take).on('error', fail).on('close', cut)
    write(socket, sending)
  })
}

function openConnection(address: string): Socket {
  const { hostname: host, port } = new URL(address)
  const socket = connect({ host, port: Number(port), noDelay: true })
  // A waiting request is rejected when the connection closes.
  socket.on('error', () => undefined)
  return socket.once('close', () => {
    const at = idle.indexOf(socket)
    if (at >= 0) idle.splice(at, 1)
  })
}

function write(socket: Socket, { method, path, headers, body = '' }: Sending) {
  const given = Object.entries({ host: 'api.test', ...headers })
  const length = body === '' && method === 'GET' ? [] : [['content-length', String(Buffer.byteLength(body))]]
  const lines = [...given, ...length].map(([name, value]) => `${name}: ${value}\r\n`)
  socket.cork()
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`, 'latin1')
  if (body !== '') socket.write(body)
  socket.uncork()
}

/**
 * Writes the bytes, ends its side, and returns all that comes back until the service closes the connection. Rejects
 * when it does not in time.
 */
export function exchangeBytes(address: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(address)
    const chunks: Buffer[] = []
    const socket = connect({ host, port: Number(port), allowHalfOpen: true }, () => socket.end(bytes))
    const timer = setTimeout(() => socket.destroy(new Error('The service does not answer, nor end.')), hangLimitMs)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', (error: Error & { code?: string }) => {
      // The service may close a connection that is still being written to.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
  })
}
