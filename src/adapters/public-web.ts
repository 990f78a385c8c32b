/**
 * Reads documents from addresses that strangers name. Addresses within private networks are refused, also when a name
 * only leads there at the time of the connection; redirects are not followed; time and size are limited.
 */

import { get as getInsecurely, type IncomingMessage } from 'node:http'
import { get } from 'node:https'

export interface Reading {
  /** The media types that are preferred. */
  accept: string
  /** Permits addresses of private networks, and `http:` for `localhost`. */
  allowPrivate: boolean
}

const timeLimitMs = 5_000
const mostBytes = 1_000_000

/** Returns the text of a document. Rejects when it cannot be read. */
export async function readPublicText(address: string, { accept, allowPrivate }: Reading): Promise<string> {
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  const url = new URL(address)
  const isInsecure = allowPrivate && url.hostname === 'localhost'
  if (isInsecure) url.protocol = 'http:'
  else if (url.protocol !== 'https:') throw new Error('The address does not begin with https.')
  const filter = { allowPrivateIPAddress: allowPrivate, timeout: timeLimitMs }
  const agent = isInsecure ? new RequestFilteringHttpAgent(filter) : new RequestFilteringHttpsAgent(filter)
  const signal = AbortSignal.timeout(timeLimitMs)
  const options = { agent, signal, headers: { accept, 'user-agent': 'Research Platform' } }
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const send = isInsecure ? getInsecurely : get
      send(url, options, resolve).on('error', reject)
    })
    if (response.statusCode !== 200) throw new Error(`The answer is ${response.statusCode}.`)
    return await collect(response)
  } finally {
    agent.destroy()
  }
}

async function collect(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += chunk.length
    if (size > mostBytes) throw new Error('The document is too large.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
