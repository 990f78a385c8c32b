/** Generates bytes of clients that do not speak HTTP, or speak it badly. */

import * as fc from 'fast-check'
import type { Route } from '../contract/walk.ts'

/** A host that no response may contain. */
export const strangeHost = 'strange.example'

const oneOf = (list: string) => fc.constantFrom(...list.split('|'))

const firstLines = oneOf(
  'GET / HTTP/0.9|GET / HTTP/1.0|GET / HTTP/1.2|GET / HTTP/2.0|PRI * HTTP/2.0|get / HTTP/1.1|GET /|GET|| |\0|' +
    'GET  / HTTP/1.1|GET / HTTP/1.1 |GET /\tHTTP/1.1|GET /a b HTTP/1.1|GET * HTTP/1.1|GET ? HTTP/1.1|' +
    `OPTIONS * HTTP/1.1|CONNECT ${strangeHost}:443 HTTP/1.1|GET /é HTTP/1.1|GET /%00 HTTP/1.1|GET //a//b HTTP/1.1`,
)

/** Absolute addresses, as proxies use them. */
const origins = oneOf(`http://${strangeHost}|https://[::1]:99|http://[|http://|http://a b|HTTP://%|http://a:99999|//a`)

const headers = oneOf(
  'Content-Length: -1|Content-Length: 1e3|Content-Length: 99999999999999999999|Content-Length: 5, 6|Host:|Host: a\r\nHost: b|' +
    'Transfer-Encoding: chunked|Transfer-Encoding: gzip, chunked|Transfer-Encoding: identity|Expect: tea|' +
    'Expect: 100-continue|: no name|No-Colon| folded|A\0: b|A: \x01\x7f|A : b|A: b\nB: c|Connection: close|' +
    `Connection: upgrade\r\nUpgrade: websocket|Accept: application/json|X-Forwarded-Host: ${strangeHost}|A: ${'x'.repeat(20_000)}`,
)

const bodies = oneOf(
  '|{}|{"a":|5\r\nhello\r\n0\r\n\r\n|zz\r\nhello\r\n|ffffffffffffffff\r\n|0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n',
)

const buildPath = ({ url }: Route) => url.replace(/:\w+|\*/g, '1')

/** Requests whose parts contradict each other, and noise. Reads are also sent with the token. */
export function hostileBytes(routes: readonly Route[], token: string): fc.Arbitrary<Buffer> {
  const readable = routes.filter(({ method }) => method === 'GET')
  const addressed = fc
    .tuple(
      fc.constantFrom('', 'http://a', `http://${strangeHost}`, `https://${strangeHost}`),
      fc.constantFrom(...readable),
    )
    .map(([origin, route]) => `GET ${origin}${buildPath(route)} HTTP/1.1\r\nAuthorization: Bearer ${token}`)
  const strange = fc
    .tuple(fc.constantFrom(...routes), origins)
    .map(([route, origin]) => `${route.method} ${origin}${buildPath(route)} HTTP/1.1`)
  const request = fc
    .record({
      first: fc.oneof(addressed, strange, firstLines),
      host: fc.constantFrom(['Host: a'], ['Host: a'], []),
      more: fc.array(headers, { maxLength: 2 }),
      length: fc.option(fc.integer({ min: 0, max: 40 }), { freq: 2 }),
      body: bodies,
    })
    .map(({ first, host, more, length, body }) => {
      const own = length === null ? [] : [`Content-Length: ${length}`, 'Content-Type: application/json']
      return Buffer.from([first, ...host, ...more, ...own, '', body].join('\r\n'), 'latin1')
    })
  const noise = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes))
  return fc.oneof({ weight: 9, arbitrary: request }, { weight: 1, arbitrary: noise })
}
