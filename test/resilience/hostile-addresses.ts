/** Generates paths, queries and headers, from valid ones to malformed ones. */

import { listTypes, type Schema } from '../contract/samples.ts'
import type { Route } from '../contract/walk.ts'
import { createFieldValue, createWrongValue, hostileText } from './hostile-values.ts'
import { isStandIn } from './known-values.ts'
import { type Make, oneOf, weighted } from './random.ts'

// Characters that are allowed in an address or header without encoding.
export const plain = (text: string) => text.replace(/[^\x21-\x7e]/g, '')
const latin = (text: string) => text.replace(/[^\x21-\x7e\x80-\xff]/g, '')

export const encoded = (text: string) => encodeURIComponent(text.toWellFormed())
export const badEncoding = oneOf('% %zz %f %C0%80 %ED%A0%80 %FF%FE %00 %2e%2e%2f %25'.split(' '))

const parameter = weighted(
  [8, (chance) => String(chance.between(1, 40))],
  [1, oneOf(['0', '-1', '9007199254740993', '1.5', '1e3', '01', '+1', '9'.repeat(400)])],
  [1, (chance) => encoded(hostileText(chance)).slice(0, 3_000)],
  [1, badEncoding],
)

/** An id, or a value of the schema for other parameters. */
function createParameter(schema: Schema): Make<string> {
  if (listTypes(schema).includes('integer')) return parameter
  const right = createFieldValue(schema)
  return weighted([5, (chance) => queryText(right(chance))], [4, oneOf(['google', 'sandbox', 'free'])], [1, parameter])
}

/** The path of a route with any parameters. */
export function pathTo({ url, parameters }: Route): Make<string> {
  const makes = Object.values(parameters).map(createParameter)
  return (chance) => {
    const values = makes.map((make) => make(chance))
    return url.replace(/:\w+|\*/g, () => values.shift() ?? '1')
  }
}

const queryText = (value: unknown): string =>
  isStandIn(value) ? value : encoded(typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 3_000)

const strange = weighted(
  [1, (chance) => `${queryText(hostileText(chance))}=${queryText(hostileText(chance))}`],
  [1, badEncoding],
  [1, oneOf('&& = a[b]=c page page=1&page=2 __proto__[x]=1 limit=1;page=2 ? #'.split(' '))],
)

/** All required parameters and some optional ones; in a fifth of the cases one is wrong. */
export function createQuery({ properties = {}, required = [] }: Schema = {}): Make<string> {
  const fields = Object.entries(properties).map(([name, property]) => ({
    name,
    right: createFieldValue(property, name),
    wrong: createWrongValue(property),
    isNeeded: required.includes(name),
  }))
  return (chance) => {
    const chosen = fields.filter(({ isNeeded }) => isNeeded || chance.below(Math.max(fields.length, 5)) < 2)
    const right = chosen.map((field) => `${field.name}=${queryText(field.right(chance))}`)
    if (!chance.oneIn(5)) return right.join('&')
    const field = fields.length === 0 || chance.oneIn(4) ? null : chance.of(fields)
    const wrong = field === null ? strange(chance) : `${field.name}=${queryText(field.wrong(chance))}`
    return [...right, wrong].join('&')
  }
}

const headerNames =
  `accept accept-encoding authorization content-encoding cookie forwarded host idempotency-key if-match
  if-modified-since if-none-match last-event-id origin range referer te upgrade user-agent x-forwarded-for x-forwarded-host
  x-http-method-override x-request-id __proto__ access-control-request-method`.split(/\s+/)
const headerValues = '*/* bytes=9-1 Bearer gzip h2c key-1 key-2 rps_ 1.2.3.4'.split(' ')

const headerValue = weighted(
  [1, oneOf([...headerValues, `Bearer rps_${'a'.repeat(43)}`, 'x'.repeat(3_000)])],
  [1, (chance) => latin(hostileText(chance)).slice(0, 3_000)],
)

export const headers: Make<Record<string, string>> = (chance) =>
  Object.fromEntries(chance.some(2, () => [chance.of(headerNames), headerValue(chance)]))
