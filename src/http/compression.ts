/** Compresses answers that are text, where the caller takes it and it pays. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { App } from './routes.ts'

/** Smaller answers fit a packet or two as they are. */
const leastBytes = 1_024
const text = /^(application\/json|text\/|image\/svg\+xml)/
/**
 * Answers with a token in them are not compressed: an attacker who can make the browser of a user send chosen words beside a
 * secret could read the secret from the lengths (BREACH, 2013).
 */
const secrets = /\/auth\/|\/notifications\/stream-ticket$/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Quality 4 is much faster than brotli's default, 11, and the result is nearly as small.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** Off the event loop: zlib works in the threads of Node. */
export function compressAnswers(app: App): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    if (typeof payload !== 'string' || payload.length < leastBytes || !isCompressible(request, reply))
      return payload
    reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', '))
    const accepted = request.headers['accept-encoding']
    if (accepted === undefined) return payload
    const encoding = chooseEncoding(request)
    if (encoding === undefined) return payload
    const compressed = encoding === 'br' ? await brotli(payload, brotliOptions) : await zip(payload)
    // It has the same meaning and other bytes, so a strong tag is no longer true.
    const etag = reply.getHeader('etag')
    if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
    reply.header('content-encoding', encoding).header('content-length', compressed.byteLength)
    return compressed
  })
}

/** Of what the caller likes equally well, brotli is smaller. */
function chooseEncoding({ raw }: FastifyRequest): 'br' | 'gzip' | undefined {
  const negotiator: Preferring = new Negotiator(raw)
  const chosen = negotiator.encoding(['br', 'gzip'], { preferred: ['br', 'gzip'] })
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined
}

/** Since negotiator 1.0, which its types do not know yet. */
interface Preferring {
  encoding(available: string[], options?: { preferred: string[] }): string | undefined
}

function isCompressible({ method, url }: FastifyRequest, reply: FastifyReply): boolean {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return false
  if (secrets.test(url.split('?')[0] ?? '') || reply.hasHeader('content-encoding')) return false
  return text.test(String(reply.getHeader('content-type') ?? ''))
}
