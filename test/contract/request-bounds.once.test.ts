/** The size, the number and the shape of what a request brings are known: every part of the API description has its maximum. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Reply } from '../support/client.ts'
import { type Route, walk } from './walk.ts'

interface Schema {
  type?: string | string[]
  format?: string
  const?: unknown
  enum?: unknown[]
  fileLimit?: object
  maxLength?: number
  maxItems?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  patternProperties?: Record<string, Schema>
  anyOf?: Schema[]
}

const { app, routes } = await walk()
const document = JSON.parse((await app.anonymous.get('/openapi.json')).text) as {
  paths: Record<
    string,
    Record<string, { requestBody?: { content: Record<string, object> }; 'x-max-body-bytes'?: number }>
  >
}

/** Read by their service, which limits them: of any type, or of several. */
const limitedByService = [/ \/exam-attempts\/:id\/(answers|submit) answers/, / \/job-applications additional_answers/]

const isUnboundedText = ({ type, fileLimit, enum: words, const: constant, maxLength }: Schema) =>
  [type].flat().includes('string') && !fileLimit && !words && constant === undefined && maxLength === undefined
const isUnboundedList = ({ type, maxItems }: Schema) => [type].flat().includes('array') && maxItems === undefined
const isUnboundedMap = ({ patternProperties, maxProperties }: Schema) =>
  patternProperties && maxProperties === undefined

/** Yields the parts of the schema that have no maximum. */
function* listUnbounded(schema: Schema, path: string): Generator<string> {
  if (isUnboundedText(schema)) yield path
  if (isUnboundedList(schema)) yield `${path}[]`
  if (isUnboundedMap(schema)) yield `${path}{}`
  if (schema.items) yield* listUnbounded(schema.items, `${path}[]`)
  for (const value of Object.values(schema.patternProperties ?? {})) yield* listUnbounded(value, `${path}{}`)
  for (const [name, property] of Object.entries(schema.properties ?? {}))
    yield* listUnbounded(property, path === '' ? name : `${path}.${name}`)
  for (const one of schema.anyOf ?? []) yield* listUnbounded(one, path)
}

describe('what a request brings', () => {
  it('has a maximum, each text, list and map of each body and query', () => {
    const unbounded = routes
      .filter(({ described, raw }) => described || !raw)
      .flatMap(({ name, body = {}, query = {} }) =>
        [...listUnbounded(body as Schema, ''), ...listUnbounded(query as Schema, '')].map((path) => `${name} ${path}`),
      )
      .filter((name) => !limitedByService.some((pattern) => pattern.test(name)))

    assert.deepEqual(unbounded, [])
  })

  it('is described with the size that a body of JSON may have', () => {
    const sizes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([, { requestBody }]) => requestBody !== undefined && 'application/json' in requestBody.content)
        .map(([method, operation]) => [`${method} ${path}`, operation['x-max-body-bytes']] as const),
    )

    assert.ok(sizes.length > 100)
    assert.deepEqual(
      sizes.filter(([, size]) => size === undefined),
      [],
    )
    assert.equal(Object.fromEntries(sizes)['post /auth/login'], 65_536)
    assert.equal(Object.fromEntries(sizes)['put /exam-attempts/{id}/answers'], 1_048_576)
  })

  it('is refused beyond that size, which is the least for what a visitor may send', async () => {
    const visitors = routes.filter(
      ({ access, method, body, described, raw }) =>
        access === 'public' && described && !raw && method === 'POST' && body !== undefined && body.form !== true,
    )
    const body = { email: 'a@example.org', password: 'x', more: 'x'.repeat(65_536) }

    assert.ok(visitors.some(({ url }) => url === '/auth/google/verify'))
    for (const { name, url } of visitors) {
      const { status } = await app.anonymous.post(url.replace(/:\w+/g, '1'), body)
      assert.equal(status, 413, name)
    }
  })
})

describe('the name of another person', () => {
  const operations = routes.filter(
    ({ described, raw, access, query }) =>
      described && !(raw && access === 'public') && query?.properties?.user_id === undefined,
  )
  const fill = ({ url, parameters }: Route) =>
    url.replace(/:(\w+)|\*/g, (_, name = '') => (parameters[name]?.type === 'string' ? 'x' : '1'))
  const isAccepted = ({ status, errors }: Reply) => status < 400 && errors?.user_id === undefined

  it('is refused in the query of every operation that does not declare it', async () => {
    const admin = await app.given.admin()
    const accepted: string[] = []

    for (const route of operations)
      if (isAccepted(await admin.send(route.method, `${fill(route)}?user_id=1`))) accepted.push(route.name)

    assert.ok(operations.length > 200)
    assert.deepEqual(accepted, [])
  })

  it('is refused in the body of every operation that declares no body', async () => {
    const admin = await app.given.admin()
    const sent = { headers: { 'content-type': 'application/json' }, body: '{"user_id":1}' }
    const accepted: string[] = []

    for (const route of operations.filter(({ method, body, raw }) => method !== 'GET' && body === undefined && !raw))
      if (isAccepted(await admin.send(route.method, fill(route), sent))) accepted.push(route.name)

    assert.deepEqual(accepted, [])
  })
})
