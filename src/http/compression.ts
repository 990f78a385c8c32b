/** Compresses text responses when the client accepts it and it saves bytes. */

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { App } from './routes.ts'

/** Smaller responses fit into one or two packets anyway. */
const leastBytes = 1_024
const text = /^(application\/json|text\/|image\/svg\+xml)/
/**
 * Responses that contain a token are not compressed: an attacker who can add chosen text beside a secret could learn
 * the secret from the length (BREACH, 2013).
 */
const secrets = /\/auth\/|\/notifications\/stream-ticket$/

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
// Quality 4 is much faster than the default of 11, and the result is nearly as small.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

/** zlib works in libuv's thread pool, off the event loop. */
export function registerCompression(app: App): void {
  app.addHook('onSend', (request, reply, payload: unknown, done) => {
    if (typeof payload !== 'string' || payload.length < leastBytes || !isCompressible(request, reply))
      return done(null, payload)
    reply.header('vary', [reply.getHeader('vary') ?? [], 'Accept-Encoding'].flat().join(', '))
    const encoding = request.headers['accept-encoding'] === undefined ? undefined : chooseEncoding(request)
    if (encoding === undefined) return done(null, payload)
    compress(reply, payload, encoding).then((compressed) => done(null, compressed), done)
  })
}

async function compress(reply: FastifyReply, payload: string, encoding: 'br' | 'gzip'): Promise<Buffer> {
  const compressed = encoding === 'br' ? await brotli(payload, brotliOptions) : await zip(payload)
  // Compression changes the bytes but not the meaning, so the ETag becomes weak.
  const etag = reply.getHeader('etag')
  if (typeof etag === 'string' && !etag.startsWith('W/')) reply.header('etag', `W/${etag}`)
  reply.header('content-encoding', encoding).header('content-length', compressed.byteLength)
  return compressed
}

/** When the client prefers none, brotli is chosen, because it compresses better. */
function chooseEncoding({ raw }: FastifyRequest): 'br' | 'gzip' | undefined {
  const negotiator: EncodingNegotiator = new Negotiator(raw)
  const chosen = negotiator.encoding(['br', 'gzip'], { preferred: ['br', 'gzip'] })
  return chosen === 'br' || chosen === 'gzip' ? chosen : undefined
}

/** Since negotiator 1.0; its types do not know it yet. */
interface EncodingNegotiator {
  encoding(available: string[], options?: { preferred: string[] }): string | undefined
}

function isCompressible({ method, url }: FastifyRequest, reply: FastifyReply): boolean {
  if (method === 'HEAD' || reply.statusCode === 204 || reply.statusCode === 304) return false
  if (secrets.test(url.split('?')[0] ?? '') || reply.hasHeader('content-encoding')) return false
  return text.test(String(reply.getHeader('content-type') ?? ''))
}
