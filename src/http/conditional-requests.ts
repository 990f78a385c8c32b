/** Conditional and range requests, RFC 9110, sections 13 and 14. */

import type { IncomingHttpHeaders } from 'node:http'

export interface ConditionalRequest {
  headers: IncomingHttpHeaders
  /** A strong ETag with its quotes. */
  etag: string
  modified: Date
}

/** Returns whether the client has the current version. */
export function isUnchanged({ headers, etag, modified }: ConditionalRequest): boolean {
  const known = headers['if-none-match']
  if (known !== undefined)
    return known.trim() === '*' || known.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return toSeconds(modified) * 1000 <= since
}

const toSeconds = (moment: Date) => Math.floor(moment.getTime() / 1000)

interface ByteRange {
  start: number
  end: number
}

/**
 * Returns the requested range. Null means the whole file, also for several ranges and for an invalid range, which RFC
 * 9110 (14.2) says to ignore; range-parser answers such a range as unsatisfiable.
 */
export function parseRange(asked: ConditionalRequest, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(asked.headers.range?.trim() ?? '') ?? []
  if ((from === '' && to === '') || !isRangeCurrent(asked)) return null
  if (from === '') return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

/** A range of another version must not be combined with this one (If-Range). */
function isRangeCurrent({ headers, etag, modified }: ConditionalRequest): boolean {
  const known = headers['if-range']
  if (typeof known !== 'string') return true
  return known.includes('"') ? known.trim() === etag : toSeconds(modified) * 1000 === Date.parse(known)
}
