/** Parses a response from the bytes of a connection (RFC 9112), as far as the service uses it. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib'

export interface Answer {
  status: number
  headers: Record<string, string>
  text: string
  /** Whether the connection accepts no other request. */
  isLast: boolean
}

/** Returns the response once it is complete; for an event stream, its head. */
export function answerIn(chunks: Buffer[], isHead: boolean): Answer | null {
  const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
  if (bytes === undefined) return null
  // Kept as one buffer, so that a long response is concatenated only once per chunk.
  chunks.splice(0, chunks.length, bytes)
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return null
  const { status, headers } = parseHead(bytes.toString('latin1', 0, end))
  // "100 Continue" precedes the response.
  if (status < 200) {
    chunks.splice(0, chunks.length, bytes.subarray(end + 4))
    return answerIn(chunks, isHead)
  }
  const isLast = headers.connection === 'close'
  const whole = (text: string): Answer => ({ status, headers, text, isLast })

  const decode = (bytes: Buffer) => whole(decompress(bytes, headers['content-encoding']).toString('utf8'))

  if (isHead || status === 204 || status === 304) return whole('')
  if (headers['content-type']?.startsWith('text/event-stream')) return { ...whole(''), isLast: true }
  const body = bytes.subarray(end + 4)
  if (headers['transfer-encoding'] === 'chunked') {
    const content = unchunked(body)
    return content === null ? null : decode(content)
  }
  const length = Number(headers['content-length'])
  return body.length < length ? null : decode(body.subarray(0, length))
}

function decompress(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'gzip') return gunzipSync(bytes)
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes
}

function parseHead(head: string) {
  const [first = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    headers[line.slice(0, at).toLowerCase()] = line.slice(at + 1).trim()
  }
  return { status: Number(first.slice(9, 12)), headers }
}

function unchunked(body: Buffer): Buffer | null {
  if (!body.subarray(-5).equals(lastChunk)) return null
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.toString('latin1', at, end), 16)
    if (end < 0 || Number.isNaN(size)) return null
    if (size === 0) return Buffer.concat(pieces)
    pieces.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const lastChunk = Buffer.from('0\r\n\r\n')
