/** What both bare servers send by hand: the headers and the envelope of the service. */

import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'

const headers = [
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'cross-origin'],
  ['Origin-Agent-Cluster', '?1'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-DNS-Prefetch-Control', 'off'],
  ['X-Download-Options', 'noopen'],
  ['X-Frame-Options', 'SAMEORIGIN'],
  ['X-Permitted-Cross-Domain-Policies', 'none'],
  ['X-XSS-Protection', '0'],
  ['Access-Control-Allow-Origin', '*'],
  [
    'Access-Control-Expose-Headers',
    'X-Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Content-Disposition, ETag, Location',
  ],
  ['Cache-Control', 'no-store'],
  ['Content-Type', 'application/json; charset=utf-8'],
].flat()

/** Sends the envelope. */
export function answer(response: ServerResponse, { code = 200, message = 'OK', ...more }) {
  const ok = code < 400
  const body = JSON.stringify({ code, error: !ok, status: ok ? 'success' : 'error', message, ...more })
  const length = ['Content-Length', Buffer.byteLength(body), 'X-Request-Id', randomUUID()]
  response.writeHead(code, [...headers, ...length]).end(body)
}

/** A page that was asked for, and the function that describes it. */
export function parsePage(url: string, origin: string) {
  const address = new URL(url, origin)
  const page = Number(address.searchParams.get('page') ?? 1)
  const limit = Number(address.searchParams.get('limit') ?? 20)
  const first = (page - 1) * limit
  const link = (number: number) => {
    address.searchParams.set('page', String(number))
    return address.href
  }
  return {
    limit,
    first,
    describe(rows: number, total: number) {
      const last = Math.max(1, Math.ceil(total / limit))
      return {
        current_page: page,
        per_page: limit,
        total,
        last_page: last,
        from: rows > 0 ? first + 1 : 0,
        to: rows > 0 ? first + rows : 0,
        path: `${address.origin}${address.pathname}`,
        first_page_url: link(1),
        last_page_url: link(last),
        next_page_url: page < last ? link(page + 1) : null,
        prev_page_url: page > 1 ? link(page - 1) : null,
      }
    },
  }
}
