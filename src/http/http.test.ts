import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { Type } from 'typebox'
import { StorageUnreachable } from '#adapters/storage/storage.ts'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import { ignoreError } from '#core/ignored-errors.ts'
import { createApp, createUniqueEmail, password, testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import type { Reply, Sent } from '#test/support/client.ts'
import { follow } from '#test/support/event-stream.ts'
import { assertUntold } from '#test/support/secrets.ts'
import { responds } from './envelope.ts'
import type { Routes } from './routes.ts'

const json = { 'content-type': 'application/json' }

function assertFailure({ status, text, headers }: Reply, expected: number, message?: string) {
  assert.equal(status, expected, text)
  const body = JSON.parse(text)
  assert.equal(headers.get('content-type'), 'application/json; charset=utf-8')
  assert.deepEqual([body.code, body.error, body.status], [expected, true, 'error'])
  assert.equal(typeof body.message, 'string')
  if (message !== undefined) assert.equal(body.message, message)
  assert.equal(body.stack, undefined)
}

function assertSecured({ headers }: Reply) {
  assert.ok(headers.get('x-request-id'))
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('content-security-policy'), "default-src 'none';frame-ancestors 'none'")
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('access-control-allow-origin'), '*')
}

const createBrokenRoutes: Routes = (app) => {
  app.get('/test/broken', {
    config: { access: 'public' },
    schema: { response: responds(200, Type.Object({})) },
    handler: async () => {
      throw new Error('select secret from /etc/passwd')
    },
  })
}

describe('a request that the framework refuses', () => {
  const notFound = 'Resource Not Found'
  const paths: [string, string][] = [
    ['GET', '/nowhere'],
    ['GET', '/users/'],
    ['GET', '//users'],
    ['PATCH', '/users'],
    ['PROPFIND', '/users'],
    ['DELETE', '/auth/login'],
    ['GET', '/users/%E0%A4%A'],
    ['GET', '/users/%00'],
    ['GET', '/%zz'],
    ['GET', `/users/${'1'.repeat(600)}`],
  ]
  for (const [method, path] of paths)
    it(`responds to ${method} ${path.slice(0, 30)} with 404, in the envelope`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const reply = await person.send(method, path)

      assertFailure(reply, 404, notFound)
      assertSecured(reply)
    })

  const bodies: [string, Sent, number][] = [
    ['malformed JSON', { headers: json, body: '{"email":' }, 400],
    ['an array', { headers: json, body: '[]' }, 400],
    ['a text', { headers: json, body: '"email"' }, 400],
    ['null', { headers: json, body: 'null' }, 400],
    ['an empty body', { headers: json, body: '' }, 400],
    ['white space', { headers: json, body: ' \n' }, 400],
    ['no body', {}, 400],
    ['a poisoned prototype alone', { headers: json, body: '{"__proto__":{"email":"a@b.org"}}' }, 422],
    ['a form', { body: new URLSearchParams({ email: 'a@example.org' }) }, 415],
    ['a multipart form', { body: new FormData() }, 415],
    ['text', { headers: { 'content-type': 'text/plain' }, body: '{}' }, 415],
    ['a body without a type', { body: new Uint8Array([123, 125]) }, 415],
    ['a type that is none', { headers: { 'content-type': 'nonsense' }, body: '{}' }, 415],
    ['a byte too many', { headers: json, body: JSON.stringify({ email: 'a'.repeat(64 * 1024 - 11) }) }, 413],
  ]
  for (const [what, init, status] of bodies)
    it(`responds to ${what} with ${status}`, async () => {
      const { anonymous } = await testApp()

      const reply = await anonymous.send('POST', '/auth/login', init)

      assertFailure(reply, status)
      assertSecured(reply)
    })

  it('may have a body of 64 kB', async () => {
    const { anonymous } = await testApp()
    const body = JSON.stringify({ email: 'a'.repeat(64 * 1024 - 12) })

    const { status } = await anonymous.send('POST', '/auth/login', { headers: json, body })

    assert.equal(body.length, 64 * 1024)
    assert.equal(status, 422)
  })

  it('may have JSON with a charset or in another case', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()
    const headers = { 'content-type': 'Application/JSON; Charset=UTF-8' }

    const { status } = await anonymous.send('POST', '/auth/login', {
      headers,
      body: JSON.stringify({ email, password }),
    })

    assert.equal(status, 200)
  })

  for (const query of ['search=%E0%A4%A', 'search=%', 'search[a]=b', 'search=a&search=b', '&&=&?', '__proto__=1'])
    it(`does not cause a server error for the query ${query}`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      const { status } = await person.get(`/users?${query}`)

      assert.ok(status === 200 || status === 422)
    })

  it('is authenticated before its body is read', async () => {
    const { anonymous } = await testApp()

    const reply = await anonymous.send('PUT', '/users/1', { headers: json, body: '{' })

    assertFailure(reply, 401, 'Unauthenticated.')
  })

  it('is answered with a 500 that reveals nothing when the service fails', async () => {
    const { anonymous } = await createApp({}, { routes: [createBrokenRoutes] })

    const reply = await anonymous.get('/test/broken')

    assertFailure(reply, 500)
    assertSecured(reply)
    assert.doesNotMatch(reply.text, /select|passwd|Error/)
  })

  it('is answered on the bare connection when it is not HTTP', async () => {
    const { address } = await testApp()
    const socket = connect(Number(new URL(address).port), '127.0.0.1')

    socket.write('This is not HTTP\r\n\r\n')
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')

    assert.match(head, /^HTTP\/1.1 400 Bad Request\r\n/)
    const { code, error, status } = JSON.parse(body)
    assert.deepEqual([code, error, status], [400, true, 'error'])
  })
})

describe('response headers', () => {
  it('protect every response', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()

    for (const reply of [await anonymous.get('/health/live'), await person.get('/auth/me')]) assertSecured(reply)
  })

  it('forbid caching of responses that only the caller may see', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const newcomer = { name: 'Ada', email: createUniqueEmail(), password }

    const replies = [
      await person.get('/auth/me'),
      await person.get('/users/0'),
      await anonymous.post('/auth/login', { email: person.email, password }),
      await anonymous.post('/auth/signup', newcomer),
    ]

    for (const { headers } of replies) assert.equal(headers.get('cache-control'), 'no-store')
  })

  it('repeat the caller’s request id, or contain a new one when it is invalid', async () => {
    const { anonymous } = await testApp()
    const readRequestId = async (id: string, path = '/health/live') =>
      (await anonymous.get(path, { 'x-request-id': id })).headers.get('x-request-id')

    const given = await readRequestId('trace-1:a.b_c')
    const onError = await readRequestId('trace-2', '/nowhere')
    const refused = [await readRequestId('a b'), await readRequestId('a'.repeat(101)), await readRequestId('<script>')]

    assert.equal(given, 'trace-1:a.b_c')
    assert.equal(onError, 'trace-2')
    for (const id of refused) assert.match(id ?? '', /^[\da-f-]{36}$/)
    assert.equal(new Set(refused).size, 3)
  })

  const sendPreflight = (origin: string) => ({
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type,idempotency-key',
    },
  })

  it('allow every origin by default, without credentials', async () => {
    const { anonymous } = await testApp()

    const { status, headers } = await anonymous.send('OPTIONS', '/users/1', sendPreflight('https://any.example'))

    assert.equal(status, 204)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.match(headers.get('access-control-allow-methods') ?? '', /\bPUT\b.*\bDELETE\b/)
    const allowed = headers.get('access-control-allow-headers')?.toLowerCase().split(', ') ?? []
    for (const name of ['authorization', 'content-type', 'idempotency-key']) assert.ok(allowed.includes(name))
    assert.equal(headers.get('access-control-max-age'), '86400')
  })

  it('allow only the configured origins', async () => {
    const { anonymous } = await testApp({ CORS_ORIGINS: 'https://app.example, https://admin.example' })
    const readAllowedOrigin = async (origin: string) => {
      const { headers } = await anonymous.send('OPTIONS', '/users/1', sendPreflight(origin))
      return headers.get('access-control-allow-origin')
    }

    assert.equal(await readAllowedOrigin('https://admin.example'), 'https://admin.example')
    assert.equal(await readAllowedOrigin('https://evil.example'), null)
  })
})

describe('GET /health/ready', () => {
  it('names the parts', async () => {
    const { anonymous } = await testApp()
    assert.deepEqual((await anonymous.get('/health/ready')).data, {
      status: 'ok',
      parts: { database: 'ok', storage: 'ok' },
    })
  })

  it('asks the storage once, however often strangers ask', async () => {
    let asked = 0
    const storage = {
      ...createStorage({ dataDir: '', s3: null }),
      async list() {
        asked++
        throw new StorageUnreachable()
      },
    }
    const { anonymous } = await testApp({}, { storage })

    const answers = await Promise.all(Array.from({ length: 50 }, () => anonymous.get('/health/ready')))

    for (const { status, data } of answers)
      assert.deepEqual([status, data], [200, { status: 'degraded', parts: { database: 'ok', storage: 'unreachable' } }])
    assert.equal(asked, 1)
  })

  it('answers in time while the storage hangs', { timeout: 10_000 }, async () => {
    const never = new Promise<never>(() => undefined)
    const storage = { ...createStorage({ dataDir: '', s3: null }), list: () => never }
    const { anonymous } = await testApp({}, { storage })

    const { status, data } = await anonymous.get('/health/ready')

    assert.deepEqual([status, data.status, data.parts.storage], [200, 'degraded', 'unreachable'])
  })
})

describe('GET /metrics', () => {
  it('counts every response in a bucket, by the pattern of its route', async () => {
    const { anonymous, given } = await createApp()
    const person = await given.user()
    for (const id of [person.id, 12_345]) await person.get(`/users/${id}`)

    const { text } = await anonymous.get('/metrics')

    const readSeries = (of: string) =>
      text.split('\n').filter((line) => line.startsWith(`http_request_duration_seconds_${of}`))
    const readLabels = (status: number) => `{method="GET",route="/users/:id",status="${status}"`
    assert.ok(readSeries('count').includes(`http_request_duration_seconds_count${readLabels(200)}} 1`), text)
    assert.ok(readSeries('count').includes(`http_request_duration_seconds_count${readLabels(404)}} 1`), text)
    const buckets = readSeries('bucket').filter((line) => line.includes(readLabels(200)))
    const counted = buckets.map((line) => Number(line.split(' ')[1]))
    assert.equal(buckets.length, 12)
    assert.equal(counted.at(-1), 1)
    assert.deepEqual(counted, counted.toSorted())
    assertUntold(text, ['12345'])
  })

  it('counts streams while they are open, and does not count them as slow responses', async () => {
    const { address, given, anonymous, service } = await createApp()
    const { token } = await given.user()
    const readMeasured = async () => (await anonymous.get('/metrics')).text
    assert.match(await readMeasured(), /^http_open_event_streams 0$/m)

    const stream = await follow(address, '/notifications/stream', { authorization: `Bearer ${token}` })
    assert.match(await readMeasured(), /^http_open_event_streams 1$/m)
    await anonymous.get('/notifications/stream')
    await stream.close()
    await waitUntil(() => service.server.openStreams.size === 0)

    const text = await readMeasured()
    assert.match(text, /^http_open_event_streams 0$/m)
    assert.match(
      text,
      /^http_request_duration_seconds_count\{method="GET",route="\/notifications\/stream",status="401"/m,
    )
    assert.doesNotMatch(text, /route="\/notifications\/stream",status="200"/)
  })

  it('counts the processor time of the process since its start', async () => {
    const { anonymous } = await createApp()
    const readSeconds = async () => {
      const { text } = await anonymous.get('/metrics')
      const read = (name: string) =>
        Number(new RegExp(`^process_cpu_${name}seconds_total (\\S+)$`, 'm').exec(text)?.[1])
      return { user: read('user_'), system: read('system_'), both: read('') }
    }
    for (const _ of ['first', 'again']) {
      const before = process.cpuUsage()

      const { user, system, both } = await readSeconds()

      const after = process.cpuUsage()
      assert.ok(user >= before.user / 1e6 - 0.01 && user <= after.user / 1e6 + 0.01, String(user))
      assert.ok(system >= before.system / 1e6 - 0.01 && system <= after.system / 1e6 + 0.01, String(system))
      assert.ok(Math.abs(both - user - system) < 0.001)
    }
  })

  it('includes process metrics while the database is unavailable', async (t) => {
    const { anonymous, platform } = await createApp()
    assert.match((await anonymous.get('/metrics')).text, /^background_tasks\{state="dead"\} 0$/m)

    t.mock.method(platform.db, 'allInBackground', () => Promise.reject(new Error('It is away.')))
    const { status, text } = await anonymous.get('/metrics')

    assert.equal(status, 200)
    assert.match(text, /^process_resident_memory_bytes /m)
    assert.doesNotMatch(text, /^background_tasks/m)
    const again = await anonymous.get('/metrics')
    assert.match(again.text, /^errors_ignored_total\{where="metrics"\} [1-9]\d*$/m)
  })
})

describe('GET /metrics of the instance', () => {
  it('has the write-ahead log of SQLite, and nothing of it on PostgreSQL', async () => {
    const { anonymous, platform } = await createApp()

    const { text } = await anonymous.get('/metrics')

    const { log } = platform.db
    assert.equal(log === null, process.env.TEST_DATABASE === 'postgres')
    if (log === null) return assert.doesNotMatch(text, /sqlite_/)
    const [, bytes] = /^sqlite_log_bytes (\d+)$/m.exec(text) ?? []
    assert.ok(Number(bytes) > 0, text)
    assert.match(text, /^sqlite_log_failed_copies 0$/m)
    assert.doesNotMatch(text, /^sqlite_log_last_copy_timestamp_seconds/m)
  })

  it('counts errors after which the service goes on, which are logged', async () => {
    const lines: string[] = []
    const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const { anonymous } = await createApp({}, { logger })

    const where = `a test of ${randomUUID()}`
    const failed = [1, 2].map((number) =>
      Promise.reject(new Error(`reason ${number}`)).catch(ignoreError(where, number)),
    )

    assert.deepEqual(await Promise.all(failed), [1, 2])
    assert.ok((await anonymous.get('/metrics')).text.includes(`errors_ignored_total{where="${where}"} 2`))
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)).map((entry) => [entry.msg, entry.where, entry.err.message]),
      [1, 2].map((number) => ['error ignored', where, `reason ${number}`]),
    )
  })
})

describe('/docs', () => {
  it('is served for any host name', async () => {
    const { anonymous } = await testApp()

    for (const host of ['example.org', '[31m', 'a b', '']) {
      const { status, text } = await anonymous.get('/docs/', { host })
      assert.equal(status, 200, text.slice(0, 200))
      assert.match(text, /openapi\.json/)
    }
    const moved = await anonymous.get('/docs', { host: '[31m' })
    assert.deepEqual([moved.status, moved.headers.get('location')], [302, '/docs/'])
  })
})

describe('BASE_PATH', () => {
  it('applies to all routes', async () => {
    const { address } = await testApp({ BASE_PATH: '/api/v1' })
    const readStatus = async (path: string) => (await fetch(`${address}${path}`)).status
    const paths = ['/', '/health/live', '/health/ready', '/metrics', '/docs', '/openapi.json', '/sandbox']

    for (const path of paths)
      assert.deepEqual([await readStatus(`/api/v1${path}`), await readStatus(path)], [200, 404], path)
  })

  it('is part of every address in responses', async () => {
    const { anonymous } = await testApp({ BASE_PATH: '/api/v1' })
    const newcomer = { name: 'Ada', email: createUniqueEmail(), password }
    const { token } = (await anonymous.post('/api/v1/auth/signup', newcomer)).data

    const list = await anonymous.get('/api/v1/users?limit=1', { authorization: `Bearer ${token}` })
    const description = await anonymous.get('/api/v1/openapi.json')

    assert.equal(list.meta.path, 'http://api.test/api/v1/users')
    assert.equal(list.meta.next_page_url, 'http://api.test/api/v1/users?limit=1&page=2')
    const { servers, paths } = JSON.parse(description.text)
    assert.deepEqual(servers, [{ url: 'http://api.test/api/v1' }])
    assert.ok('/users' in paths)
  })
})
