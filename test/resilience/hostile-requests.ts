/** Requests to the routes of the service, from well-meant to malformed. */

import * as fc from 'fast-check'
import type { Schema } from '../contract/samples.ts'
import type { Route } from '../contract/walk.ts'
import { anyJson, fieldValue, hostileText, objectOf } from './hostile-values.ts'

export const senders = ['anonymous', 'user', 'admin'] as const
export type Sender = (typeof senders)[number]

/** In a path `{me}` stands for the id of the sender, which nobody knows beforehand. */
export interface HostileRequest {
  sender: Sender
  method: string
  path: string
  headers: Record<string, string>
  body: string | undefined
}

const often = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>, weight = 9) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: rare })

// What may stand in an address and in a header without encoding; the rest is no HTTP and no route's business.
const plain = (text: string) => text.replace(/[^\x21-\x7e]/g, '')
const latin = (text: string) => text.replace(/[^\x21-\x7e\x80-\xff]/g, '')

const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
const badEncoding = fc.constantFrom(...'% %zz %f %C0%80 %ED%A0%80 %FF%FE %00 %2e%2e%2f %25'.split(' '))

const parameter = fc.oneof(
  { weight: 5, arbitrary: fc.constant('{me}') },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 40 }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '-1', '9007199254740993', '1.5', '1e3', '01', '+1', `${'9'.repeat(400)}`),
  },
  { weight: 1, arbitrary: hostileText.map((text) => encoded(text).slice(0, 3_000)) },
  { weight: 1, arbitrary: badEncoding },
)

const queryText = (value: unknown) =>
  encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 3_000)

function queryOf(schema: Schema = {}): fc.Arbitrary<string> {
  const declared = Object.entries(schema.properties ?? {}).map(([name, property]) =>
    fc.tuple(fc.constant(name), fieldValue(property)).map(([key, value]) => `${key}=${queryText(value)}`),
  )
  const strange = fc.oneof(
    fc.tuple(hostileText, hostileText).map(([key, value]) => `${queryText(key)}=${queryText(value)}`),
    badEncoding,
    fc.constantFrom(...'&& = a[b]=c page page=1&page=2 __proto__[x]=1 limit=1;page=2 ? #'.split(' ')),
  )
  return often(
    fc.subarray(declared).chain(joined),
    fc.array(strange, { minLength: 1, maxLength: 3 }).map(ampersands),
  )
}

const ampersands = (parts: readonly string[]) => parts.join('&')
const joined = (parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map(ampersands)

const headerNames = `accept accept-encoding authorization content-encoding cookie forwarded host idempotency-key if-match
  if-modified-since if-none-match last-event-id origin range referer te upgrade user-agent x-forwarded-for x-forwarded-host
  x-http-method-override x-request-id __proto__ access-control-request-method`
const headerValues = '*/* bytes=9-1 Bearer gzip h2c key-1 key-2 rps_ 1.2.3.4'.split(' ')

const headers = fc.dictionary(
  fc.constantFrom(...headerNames.split(/\s+/)),
  fc.oneof(
    fc.constantFrom(...headerValues, `Bearer rps_${'a'.repeat(43)}`, 'x'.repeat(3_000)),
    hostileText.map((text) => latin(text).slice(0, 3_000)),
  ),
  { maxKeys: 2, noNullPrototype: true },
)

const brokenJson = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    '{"a":',
    '"',
    'nul',
    '{"a":1}}',
    "{'a':1}",
    '{"a":01}',
    '\ufeff{}',
    '{"a":"\n"}',
  ),
  fc.constantFrom('['.repeat(100_000), '{"a":'.repeat(20_000), `[${'0,'.repeat(50_000)}0]`),
  fc.constantFrom('{"__proto__":{"role":"admin"}}', '{"constructor":{"prototype":{"role":"admin"}}}'),
  hostileText,
  anyJson.map((value) => JSON.stringify(value)),
)

const bodyOf = (schema: Schema | undefined): fc.Arbitrary<string | undefined> =>
  schema === undefined
    ? often<string | undefined>(fc.constant(undefined), brokenJson)
    : often<string | undefined>(
        objectOf(schema).map((value) => JSON.stringify(value)),
        fc.oneof(brokenJson, fc.constant(undefined)),
      )

const strangeTypes = `application/json;charset=utf-16 application/json;; APPLICATION/JSON text/plain multipart/form-data
  multipart/form-data;boundary=x application/x-www-form-urlencoded */* x`
const contentType = often(
  fc.constant('application/json'),
  fc.constantFrom('', ...strangeTypes.split(/\s+/)),
  14,
)

const methods = fc.constantFrom(...'GET HEAD POST PUT PATCH DELETE OPTIONS TRACE PROPFIND QUERY'.split(' '))

const pathOf = ({ url }: Route, values: readonly string[]) => {
  let next = 0
  return url.replace(/:\w+/g, () => values[next++] ?? '1')
}

function requestTo(route: Route): fc.Arbitrary<HostileRequest> {
  const parameters = fc.tuple(...route.parameters.map(() => parameter))
  return fc
    .record({
      sender: fc.constantFrom(...senders),
      method: often(fc.constant(route.method), methods, 25),
      path: fc
        .tuple(parameters, queryOf(route.query))
        .map(([values, query]) => `${pathOf(route, values)}${query && '?'}${query}`),
      headers: often(fc.constant({}), headers, 3),
      type: contentType,
      body: bodyOf(route.body),
    })
    .map(({ type, headers: more, ...request }) => ({
      ...request,
      headers: request.body === undefined ? more : { 'content-type': type, ...more },
    }))
}

const nowhere: fc.Arbitrary<HostileRequest> = fc.record({
  sender: fc.constantFrom(...senders),
  method: methods,
  path: fc
    .oneof(hostileText.map(encoded), hostileText.map(plain), badEncoding)
    .map((path) => `/${path.slice(0, 5_000)}`),
  headers,
  body: fc.constant(undefined),
})

/** A request to any of the routes, now and then to a page, and to nothing. */
export function requestsTo(routes: readonly Route[]): fc.Arbitrary<HostileRequest> {
  const to = (some: readonly Route[]) => fc.oneof(...some.map(requestTo))
  // The script of the reference weighs megabytes and reads nothing of a request.
  const pages = routes.filter(({ raw, url }) => raw && !url.endsWith('.js'))
  return fc.oneof(
    { weight: 17, arbitrary: to(routes.filter(({ raw }) => !raw)) },
    { weight: 2, arbitrary: to(pages) },
    { weight: 1, arbitrary: nowhere },
  )
}
