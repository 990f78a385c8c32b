/**
 * Requests to addresses that strangers name. Addresses within private networks are refused, also when a name only leads
 * there at the time of the connection; redirects are not followed; time and size are limited.
 */

import { Resolver } from 'node:dns/promises'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLocalName, isPublicAddress, normalizeHost, removeFinalDot } from '#core/host.ts'
import { request as requestInsecurely } from '#core/node-http.ts'

export interface Reading {
  /** The media types that are preferred. */
  accept: string
  /** Permits addresses of private networks, and `http:`. */
  allowPrivate: boolean
}

const readingLimitMs = 5_000
const maxBytes = 1_000_000

const userAgent = 'Research Platform'

/** Returns the text of a document. Rejects when it cannot be read. */
export async function fetchPublicText(address: string, { accept, allowPrivate }: Reading): Promise<string> {
  const url = new URL(address)
  // `did:web` knows https only; a service on this machine has none.
  if (allowPrivate && normalizeHost(url) === 'localhost') url.protocol = 'http:'
  else if (url.protocol !== 'https:') throw new Error('The address does not begin with https.')
  const options = { method: 'GET', headers: { accept, 'user-agent': userAgent } }
  return send({ url, options, allowPrivate, timeLimitMs: readingLimitMs }, async (response) => {
    if (response.statusCode !== 200) throw new Error(`The answer is ${response.statusCode}.`)
    const { text, isCut } = await collect(response, maxBytes)
    if (isCut) throw new Error('The document is too large.')
    return text
  })
}

export interface BoundedReading extends Reading {
  timeLimitMs: number
  /** The answer is cut after as many bytes. */
  maxBytes: number
  /** Ends the request. */
  signal: AbortSignal
}

/** Returns the answer of the address, which may be a redirect. Rejects when there is none in time. */
export function fetchPublicAnswer(
  address: string,
  { accept, allowPrivate, timeLimitMs, maxBytes: most, signal }: BoundedReading,
): Promise<PublicAnswer & { isCut: boolean }> {
  const options = { method: 'GET', headers: { accept, 'user-agent': userAgent } }
  return send({ url: new URL(address), options, allowPrivate, timeLimitMs, signal }, async (response) => ({
    status: response.statusCode ?? 0,
    ...(await collect(response, most)),
  }))
}

export interface Posting {
  headers: Record<string, string>
  body: string
  /** Permits addresses of private networks, and `http:`. */
  allowPrivate: boolean
  timeLimitMs: number
  /** The answer is cut after as many bytes. */
  maxBytes: number
  /** Ends the request. */
  signal: AbortSignal
}

export interface PublicAnswer {
  status: number
  text: string
}

/** Sends the body and returns the answer, which may be a redirect. Rejects when there is none in time. */
export function sendToPublicUrl(
  address: string,
  { headers, body, allowPrivate, timeLimitMs, maxBytes: most, signal }: Posting,
): Promise<PublicAnswer> {
  const url = new URL(address)
  const length = String(Buffer.byteLength(body))
  const options = { method: 'POST', headers: { 'user-agent': userAgent, ...headers, 'content-length': length } }
  return send({ url, options, body, allowPrivate, timeLimitMs, signal }, async (response) => ({
    status: response.statusCode ?? 0,
    text: (await collect(response, most)).text,
  }))
}

interface OutgoingRequest {
  url: URL
  options: RequestOptions
  body?: string
  allowPrivate: boolean
  timeLimitMs: number
  signal?: AbortSignal
}

async function send<T>(
  { url, options, body, allowPrivate, timeLimitMs, signal: ended }: OutgoingRequest,
  read: (response: IncomingMessage) => Promise<T>,
): Promise<T> {
  const { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } = await import('request-filtering-agent')
  const isInsecure = url.protocol === 'http:'
  if (isInsecure && !allowPrivate) throw new Error('The address does not begin with https.')
  if (!allowPrivate) refusePrivateHost(normalizeHost(url))
  // A certificate and the name in TLS have no final dot (RFC 6066, section 3).
  url.hostname = removeFinalDot(url.hostname)
  const filter = { allowPrivateIPAddress: allowPrivate, timeout: timeLimitMs }
  const agent = isInsecure ? new RequestFilteringHttpAgent(filter) : new RequestFilteringHttpsAgent(filter)
  const limit = AbortSignal.timeout(timeLimitMs)
  const signal = ended === undefined ? limit : AbortSignal.any([ended, limit])
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = isInsecure ? requestInsecurely : requestSecurely
      request(url, { ...options, agent, signal, ...(allowPrivate ? {} : { lookup: lookUp }) }, resolve)
        .on('error', reject)
        .end(body)
    })
    return await read(response)
  } finally {
    agent.destroy()
  }
}

/** The same as for an address that is saved. */
function refusePrivateHost(host: string): void {
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    throw new Error(`${host} is not allowed, because it is in a private network.`)
}

async function collect(response: IncomingMessage, most: number): Promise<{ text: string; isCut: boolean }> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    chunks.push(chunk)
    size += chunk.length
    // Leaving the loop closes the connection.
    if (size > most) break
  }
  return { text: Buffer.concat(chunks).subarray(0, most).toString('utf8'), isCut: size > most }
}

/** A name server of a stranger may be slow. */
export const publicResolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Returns the addresses of a host by DNS alone. Node's own lookup would occupy a thread, of which passwords and files
 * need the few that there are.
 */
async function resolveHost(host: string): Promise<string[]> {
  const answers = await Promise.allSettled([publicResolver.resolve4(host), publicResolver.resolve6(host)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  throw Object.assign(new Error(`${host} is not known.`), { code: 'ENOTFOUND' })
}

const lookUp: LookupFunction = (host, { all }, callback) => {
  const toEntry = (address: string) => ({ address, family: address.includes(':') ? 6 : 4 })
  resolveHost(host).then(
    (addresses) => {
      const refused = addresses.find((address) => !isPublicAddress(address))
      if (refused !== undefined)
        return callback(new Error(`${host} is not allowed, because ${refused} is in a private network.`), '')
      const entries = addresses.map(toEntry)
      if (all) callback(null, entries)
      else callback(null, entries[0]?.address ?? '', entries[0]?.family)
    },
    (error) => callback(error, ''),
  )
}

/** Returns whether the host is an address of a private network, or a name that leads to one now. */
export async function isInPrivateNetwork(url: URL): Promise<boolean> {
  const host = normalizeHost(url)
  if (isLocalName(host)) return true
  // A name that leads nowhere leads to no private network.
  const addresses = isIP(host) === 0 ? await resolveHost(host).catch(() => []) : [host]
  return !addresses.every(isPublicAddress)
}
