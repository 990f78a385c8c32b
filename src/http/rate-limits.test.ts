import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, password, testApp } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'

describe('rate limits', () => {
  const readLimits = ({ headers }: Reply) =>
    ['ratelimit-limit', 'ratelimit-remaining'].map((name) => Number(headers.get(name)))

  it('count the requests of a person, and refuse those above the limit', async () => {
    const { given, anonymous } = await createApp({ RATE_LIMIT_API: '3', TRUST_PROXY: 'true' })
    const [person, other] = [await given.user(), await given.user()]

    const replies = await runSequentially(4, () => person.get('/auth/me'))
    const [first, , third, fourth] = replies

    assert.deepEqual(countByStatus(replies), { 200: 3, 429: 1 })
    assert.deepEqual(first && readLimits(first), [3, 2])
    assert.deepEqual(third && readLimits(third), [3, 0])
    assert.ok(fourth)
    assert.equal(fourth.message, 'Too many requests, please slow down.')
    const wait = Number(fourth.headers.get('retry-after'))
    assert.ok(wait >= 1 && wait <= 60)
    assert.equal(fourth.headers.get('ratelimit-reset'), String(wait))
    assert.equal((await other.get('/auth/me')).status, 200)
    const elsewhere = { 'x-forwarded-for': '192.0.2.9' }
    assert.equal((await anonymous.get('/health/live', elsewhere)).status, 200)
  })

  it('count all sessions and API keys of a person as one, for requests and for uploads', async () => {
    const { given, anonymous, withToken } = await createApp({ RATE_LIMIT_API: '20', RATE_LIMIT_UPLOAD: '3' })
    const person = await given.user()
    const login = async () =>
      withToken((await anonymous.post('/auth/login', { email: person.email, password })).data.token)
    const sessions = await Promise.all(Array.from({ length: 4 }, login))
    const key = await person.post('/auth/api-keys', {
      name: 'Files',
      scopes: ['files:read', 'files:write'],
      expires_at: null,
    })
    const callers = [...sessions, withToken(key.data.key)]

    const uploads = await Promise.all(callers.map((caller) => caller.post('/upload', {})))
    const reads: Reply[] = []
    for (const caller of [...callers, ...callers, ...callers]) reads.push(await caller.get('/files'))

    assert.deepEqual(countByStatus(uploads), { 415: 3, 429: 2 })
    // One request made the key, and five were uploads.
    assert.deepEqual(countByStatus(reads), { 200: 14, 429: 1 })
  })

  it('count anonymous requests, and those with unknown tokens, by IP address', async () => {
    const { anonymous, withToken } = await createApp({ RATE_LIMIT_API: '3', TRUST_PROXY: 'true' })
    const from = (address: string) => ({ 'x-forwarded-for': address })

    const replies = [
      await anonymous.get('/health/live', from('192.0.2.1')),
      await withToken(`rps_${'a'.repeat(43)}`).get('/health/live', from('192.0.2.1')),
      await withToken(`rps_${'b'.repeat(43)}`).get('/auth/me', from('192.0.2.1')),
      await withToken(`rps_${'c'.repeat(43)}`).get('/auth/me', from('192.0.2.1')),
      await anonymous.get('/health/live', from('192.0.2.2')),
    ]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 401, 429, 200],
    )
  })

  it('count /auth/* by IP address, except for GET /auth/me and the sessions', async () => {
    const { given } = await createApp({ RATE_LIMIT_AUTH: '2', TRUST_PROXY: 'true' })
    const person = await given.user()
    const headers = { 'x-forwarded-for': '192.0.2.1' }

    const uncounted = [
      ...(await runConcurrently(3, () => person.get('/auth/me', headers))),
      ...(await runConcurrently(3, () => person.get('/auth/sessions', headers))),
    ]
    const counted = await runSequentially(3, () => person.post('/auth/login', {}, headers))

    assert.deepEqual(countByStatus(uncounted), { 200: 6 })
    assert.deepEqual(countByStatus(counted), { 422: 2, 429: 1 })
    assert.ok(Number(counted[2]?.headers.get('retry-after')) >= 1)
  })

  it('count requests that arrive together once each', async () => {
    const { given } = await createApp({ RATE_LIMIT_API: '20' })
    const person = await given.user()

    const replies = await runConcurrently(60, () => person.get('/auth/me'))

    assert.deepEqual(countByStatus(replies), { 200: 20, 429: 40 })
    const remaining = replies.filter(({ status }) => status === 200).map((reply) => readLimits(reply)[1])
    assert.deepEqual(remaining.toSorted(), Array.from({ length: 20 }, (_, index) => index).toSorted())
  })

  it('begin again when a minute has passed since the first request', async (t) => {
    const { given } = await createApp({ RATE_LIMIT_API: '2' })
    const person = await given.user()
    const clock = performance.now.bind(performance)
    const first = await runSequentially(3, () => person.get('/auth/me'))
    // One mock: the end of the test would restore the first of two, and the clock of all later files would be wrong.
    let passed = 0
    t.mock.method(performance, 'now', () => clock() + passed)

    passed = 50_000
    const soon = await person.get('/auth/me')
    passed = 61_000
    const later = await runSequentially(3, () => person.get('/auth/me'))

    assert.deepEqual(countByStatus(first), { 200: 2, 429: 1 })
    assert.equal(soon.status, 429)
    assert.ok(Number(soon.headers.get('retry-after')) <= 10)
    assert.deepEqual(countByStatus(later), { 200: 2, 429: 1 })
  })

  it('are turned off by 0', async () => {
    const { anonymous } = await testApp()

    const { headers } = await anonymous.get('/health/live')

    assert.equal(headers.get('ratelimit-limit'), null)
  })
})
