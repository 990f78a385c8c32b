/** Sends requests that `fetch` would refuse to send, over connections of its own. */

import { Agent, request } from 'node:http'
import { connect } from 'node:net'

/** An exchange that takes longer is a hang. */
const limit = 5_000

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface Sending {
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

export const agent: Agent = new Agent({ keepAlive: true })

/** Well-formed HTTP, whatever it says. Rejects when there is no answer in time. */
export function exchange(address: string, { method, path, headers, body }: Sending): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(address)
    // Of its own a GET would not say that it has a body.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const options = { host, port, method, path, agent, headers: { ...headers, ...length } }
    const sent = request({ ...options, signal: AbortSignal.timeout(limit) }, (answer) => {
      // A stream of events has no end to wait for.
      if (answer.headers['content-type']?.startsWith('text/event-stream')) {
        sent.destroy()
        return resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' })
      }
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('error', reject)
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * Writes the bytes, ends its side, and answers everything that comes back until the service ends its own. Rejects
 * when it does not in time.
 */
export function exchangeBytes(address: string, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(address)
    const chunks: Buffer[] = []
    const socket = connect({ host, port: Number(port), allowHalfOpen: true }, () => socket.end(bytes))
    const timer = setTimeout(() => socket.destroy(new Error('The service does not answer, nor end.')), limit)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', (error: Error & { code?: string }) => {
      // The service may end a connection while it is still being written to.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => {
      clearTimeout(timer)
      resolve(Buffer.concat(chunks).toString('utf8'))
    })
  })
}
