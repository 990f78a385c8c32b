/** Conditional and range requests, RFC 9110, sections 13 and 14. */

import type { IncomingHttpHeaders } from 'node:http'

export interface ConditionalRequest {
  headers: IncomingHttpHeaders
  /** Strong, with its quotes. */
  etag: string
  modified: Date
}

/** Whether the caller has it already. */
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

/** The one range asked for; null for the whole, which is also the answer to several ranges and to nonsense. */
export function parseRange(asked: ConditionalRequest, size: number): ByteRange | 'unsatisfiable' | null {
  const [, from = '', to = ''] =
    /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(asked.headers.range?.trim() ?? '') ?? []
  if ((from === '' && to === '') || !isRangeCurrent(asked)) return null
  if (from === '')
    return Number(to) === 0 ? 'unsatisfiable' : { start: Math.max(0, size - Number(to)), end: size - 1 }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

/** A range of another version is worth nothing. */
function isRangeCurrent({ headers, etag, modified }: ConditionalRequest): boolean {
  const known = headers['if-range']
  if (typeof known !== 'string') return true
  return known.includes('"') ? known.trim() === etag : toSeconds(modified) * 1000 === Date.parse(known)
}
