import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { expandOperations } from '#http/description/references.ts'
import type { Person } from '../support/app.ts'
import { selectSample } from '../support/breadth.ts'
import type { Reply } from '../support/client.ts'
import {
  createBody,
  createSample,
  listTypes,
  listWrongTexts,
  listWrongTypes,
  type Schema,
  toJsonRequest,
} from './samples.ts'
import { buildPath, listRoles, type Role, type Route, roles, selectPart, somebody, walk } from './walk.ts'

interface Operation {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: object[]
  'x-scope'?: string
  requestBody?: { required?: boolean }
  responses: Record<string, Answer>
}

interface Answer {
  description?: string
  content?: Record<string, { schema?: { $ref?: string } }>
}

const { app, routes } = await walk()
interface Description {
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'responses' | 'parameters', Record<string, unknown>>
}

const { text: description } = await app.anonymous.get('/openapi.json')
const document: Description = expandOperations(JSON.parse(description))
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

describe('the API description', () => {
  it('contains every route except pages and scripts, and nothing else', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
    )
    const expected = routes.filter((route) => route.described || !route.raw).map(({ name }) => name)

    assert.ok(expected.length > 10)
    assert.deepEqual(described.sort(), expected.sort())
  })

  it('gives every operation a unique id', () => {
    const ids = operations.map(({ operationId }) => operationId ?? '')

    assert.deepEqual(
      ids.filter((id, index) => !/^[a-z][A-Za-z]+$/.test(id) || ids.indexOf(id) !== index),
      [],
    )
  })

  it('has no broken references and no unused components', () => {
    const named = [...description.matchAll(/"#\/components\/(\w+\/[^"]+)"/g)].map(([, name = '']) => name)
    const kinds = ['schemas', 'responses', 'parameters'] as const
    const { components } = document

    assert.deepEqual(
      [...new Set(named)].sort(),
      kinds.flatMap((kind) => Object.keys(components[kind]).map((name) => `${kind}/${name}`)).sort(),
    )
  })
})

describe('an invalid token', () => {
  for (const authorization of ['Bearer', 'Bearer rps_', 'Bearer a b', 'Basic cm9vdDpyb290', ''])
    it(`may be ${authorization || 'an empty header'}`, async () => {
      assertUnauthenticated(await app.anonymous.get('/auth/me', { authorization }))
    })
})

/** Adds a check of a route; its name is in the failure. */
type Add = (name: string, check: () => Promise<void> | void) => void

for (const route of selectPart(routes))
  it(route.name, async () => {
    const checks: [string, () => Promise<void> | void][] = []
    const add: Add = (name, check) => checks.push([name, check])
    if (route.described || !route.raw) checkDescription(route, add)
    checkAuthentication(route, add)
    checkRoles(route, add)
    checkBodyTypes(route, add)
    checkQueryTypes(route, add)
    checkIds(route, add)
    checkErrorTypes(route, add)
    if (!route.raw) checkHead(route, add)

    for (const [name, check] of checks)
      await Promise.try(check).catch((error: Error) => {
        throw new Error(`${route.name} ${name}: ${error.message}`, { cause: error })
      })
  })

function checkDescription(route: Route, add: Add) {
  add('describes its purpose, its permissions and its responses', () => {
    const operation = findOperation(route)
    assert.ok(operation)
    const { summary = '', tags = [], security, responses } = operation
    const errors = Object.entries(responses).filter(([status]) => Number(status) >= 400)

    assert.match(summary, /^[A-Z].*[^.]$/)
    assert.ok(tags.length === 1 && document.tags.some(({ name }) => name === tags[0]))
    assert.deepEqual(security, toSecurity(route))
    assert.equal(operation['x-scope'], route.scope ?? undefined)
    assert.ok(Object.keys(responses).some((status) => Number(status) < 400))
    assert.deepEqual(listDeclared(route).difference(new Set(Object.keys(responses))), new Set())
    for (const [status, { description: meaning, content }] of errors) {
      assert.ok(meaning, status)
      assert.equal(content?.['application/json']?.schema?.$ref, '#/components/schemas/Error', status)
    }
  })
}

const findOperation = ({ url, method }: Route) => document.paths[url.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]

function toSecurity({ access, scope }: Route): object[] {
  if (access === 'public' && !scope) return []
  return access === 'public' || access === 'optional' ? [{}, { bearer: [] }] : [{ bearer: [] }]
}

/** What a route must declare. */
function listDeclared({ raw, access, body, query, parameters }: Route): Set<string> {
  const statuses = raw ? [] : ['429', '500', '503']
  if (access !== 'public') statuses.push('401', '403')
  if (Object.keys(parameters).length > 0) statuses.push('404')
  if (body) statuses.push('400', '413', '415')
  if (body || query) statuses.push('422')
  return new Set(statuses)
}

/** docs/AUTHORIZATION.md shows who is allowed; this checks that access is checked before anything else. */
function checkAuthentication(route: Route, add: Add) {
  if (route.access === 'public') return
  add('responds with 401 to an invalid token, before anything else', async () => {
    const headers = { authorization: `Bearer rps_${'x'.repeat(43)}` }

    assertUnauthenticated(await app.anonymous.send(route.method, buildPath(route), { headers }))
  })
}

function assertUnauthenticated({ status, message, headers, text }: Reply) {
  assert.equal(status, 401, text)
  assert.equal(message, 'Unauthenticated.')
  assert.equal(headers.get('www-authenticate'), 'Bearer')
}

/** The matrix asks each role; here one of those that are refused shows that the role is checked first. */
function checkRoles(route: Route, add: Add) {
  for (const role of roles.filter((each) => !listRoles(route).includes(each)).slice(0, 1))
    add(`responds to a ${role} with 403, before anything else`, async () => {
      const person = await getRegularUser(role)

      const reply = await person.send(route.method, buildPath(route))

      assert.equal(reply.status, 403, reply.text)
      assert.equal(reply.message, 'Unauthorized')
    })
}

function checkBodyTypes(route: Route, add: Add) {
  const { body } = route
  if (body === undefined) return
  const type = body.form ? 'multipart/form-data' : 'application/json'
  const wrongValues = body.form
    ? selectSample(listWrongTexts(body), 3).map(asForm)
    : selectSample(
        listWrongTypes(body).filter(({ field, value }) => !isAbsent(route, field, value)),
        3,
      ).map(asJson)
  // A form may consist of texts only, and every text is of the right type.
  if (!body.form || wrongValues.length > 0)
    add('responds with 422 on the field to every value of a wrong type', async () => {
      const client = await getAllowedUser(route)
      assert.notEqual(wrongValues.length, 0)

      for (const { field, sent } of wrongValues)
        assertRefused(await client.send(route.method, buildPath(route), sent), field)
    })
  if (!body.form && route.described)
    add('needs a body if its description says so, and only then', async () => {
      const client = await getAllowedUser(route)

      const { status, message } = await client.send(route.method, buildPath(route))

      const isRefused = status === 400 && message === 'The request body is empty; send a JSON object.'
      assert.equal(isRefused, findOperation(route)?.requestBody?.required)
    })
  add(`responds with 400 to an unreadable body, and with 415 to a body that is not ${type}`, async () => {
    const client = await getAllowedUser(route)
    const broken = body.form ? ['--', 'x', '--x\r\n\r\n'] : ['{', '[]', '"text"', '7', '{"a":1}}']

    for (const text of selectSample(broken, 3)) {
      const headers = { 'content-type': body.form ? `${type}; boundary=x` : type }
      const reply = await client.send(route.method, buildPath(route), { headers, body: text })
      assert.equal(reply.status, 400, `${text}: ${reply.text}`)
    }
    // Mail programs may send the click as a multipart form (RFC 8058).
    const isOneClick = route.url.includes('/unsubscribe/')
    const multipart = isOneClick ? [] : ['multipart/form-data; boundary=x']
    for (const other of ['text/plain', ...(body.form ? ['application/json'] : multipart)]) {
      const wrong = { headers: { 'content-type': other }, body: '{}' }
      assert.equal((await client.send(route.method, buildPath(route), wrong)).status, 415, other)
    }
  })
}

/** What is null in a JSON Resume is absent, because other programs write it. */
const isAbsent = ({ name }: Route, field: string, value: unknown) =>
  name === 'POST /users/:id/resume/import' && field.startsWith('resume.') && hasNull(value)

const hasNull = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).some(hasNull))

function asJson({ field, value }: { field: string; value: unknown }) {
  return { field, sent: toJsonRequest(value) }
}

function asForm({ field, values }: { field: string; values: string[] }) {
  const body = new FormData()
  for (const value of values) body.append(field, value)
  return { field, sent: { body } }
}

function checkQueryTypes(route: Route, add: Add) {
  const { query } = route
  if (query === undefined) return
  add('responds with 422 on the parameter to every value of a wrong type', async () => {
    const client = await getAllowedUser(route)

    for (const { field, values } of selectSample(listWrongTexts(query), 3)) {
      const search = new URLSearchParams(values.map((value) => [field, value]))
      const reply = await client.send(route.method, `${buildPath(route)}?${search}`)

      assertRefused(reply, field)
    }
  })
}

function assertRefused({ status, message, errors, text }: Reply, field: string) {
  assert.equal(status, 422, `${field}: ${text}`)
  assert.equal(message, 'The given data was invalid.')
  assert.ok(errors[field], `${field} is not complained about: ${text}`)
}

const impossibleIds = ['abc', '0', '-1', '1.5', '9007199254740993', '1e3', '0x1', ' ', '%', '\0']
/** The schemas of which all of these were asked. One of them shows that a parameter with such a schema is checked by it. */
const askedSchemas = new Set<string>()

function listImpossibleIds(schema: Schema): readonly string[] {
  const text = JSON.stringify(schema)
  const values = askedSchemas.has(text) ? impossibleIds.slice(0, 2) : impossibleIds
  askedSchemas.add(text)
  return values
}

function checkIds(route: Route, add: Add) {
  const ids = Object.entries(route.parameters).filter(([, schema]) => listTypes(schema).includes('integer'))
  for (const [parameter, schema] of ids)
    add(`responds with 404 when ${parameter} is no positive integer`, async () => {
      const client = await getAllowedUser(route)

      for (const value of listImpossibleIds(schema)) {
        const path = buildPath(route, { [parameter]: value }) + toQuery(route)
        const reply = await client.send(route.method, path, withBody(route))

        assert.equal(reply.status, 404, `${value}: ${reply.text}`)
        assert.equal(reply.message, 'Resource Not Found')
      }
    })
}

function checkErrorTypes(route: Route, add: Add) {
  if (route.method !== 'GET' || !route.described) return
  add('responds with errors of the types that its description names', async () => {
    const { token } = await getAllowedUser(route)
    const { responses = {} } = findOperation(route) ?? {}
    const path = buildPath(route, unknownIds(route)) + toQuery(route)
    for (const [accept, understood] of listUnderstood(responses[200]))
      for (const headers of [{ accept }, { accept, authorization: `Bearer ${token}` }]) {
        const { status, type } = await readType(`${app.address}${path}`, headers)
        if (status < 400) continue
        const { content = {} } = responses[status] ?? {}
        assert.ok(type in content && understood.includes(type), `${status} to ${accept} is ${type}`)
      }
  })
}

/** What programs and browsers accept, and the types of errors that each understands. Who accepts anything gets JSON, unless it asks for a page. */
const listUnderstood = ({ content = {} }: Answer = {}): [accept: string, understood: string[]][] => [
  ['application/json', ['application/json']],
  ['*/*', 'text/html' in content ? ['application/json', 'text/html'] : ['application/json']],
  ['text/html', ['application/json', 'text/html']],
]

/** Ids and words that nothing has. */
const unknownIds = ({ parameters }: Route) =>
  Object.fromEntries(
    Object.entries(parameters).flatMap(([name, schema]) =>
      listTypes(schema).includes('integer') ? [[name, '987654321']] : [],
    ),
  )

/** Reads no more than the head of the answer, because some are streams. */
async function readType(url: string, headers: Record<string, string>) {
  const { status, headers: answered, body } = await fetch(url, { headers, redirect: 'manual' })
  await body?.cancel()
  return { status, type: answered.get('content-type')?.split(';')[0] ?? '' }
}

function checkHead(route: Route, add: Add) {
  // A read of the audit log adds a row to it.
  if (route.method !== 'GET' || route.url === '/admin/audit') return
  add('responds to HEAD like to GET, without the body', async () => {
    const client = await getAllowedUser(route)
    // What the state of the service tells of the followers is the same only when they have read all.
    await app.settle()
    const get = await client.get(buildPath(route))

    const head = await client.send('HEAD', buildPath(route))

    assert.equal(head.status, get.status)
    assert.equal(head.headers.get('content-length'), get.headers.get('content-length'))
    assert.equal(head.text, '')
  })
}

const regulars = new Map<Role, Promise<Person>>()

/** A user of the role, shared by requests that are refused. */
function getRegularUser(role: Role): Promise<Person> {
  const known = regulars.get(role) ?? somebody(app, role)
  regulars.set(role, known)
  return known
}

/** A user who is allowed to call the route. */
const getAllowedUser = (route: Route) => getRegularUser(listRoles(route)[0] ?? 'admin')

/** The parameters that the query must have. */
function toQuery({ query }: { query: Schema | undefined }): string {
  const values = Object.entries(createSample({ ...query, type: 'object' }) as Record<string, unknown>)
  return values.length === 0 ? '' : `?${new URLSearchParams(values.map(([name, value]) => [name, String(value)]))}`
}

const withBody = ({ body }: { body: Schema | undefined }) => (body === undefined ? {} : createBody(body))
