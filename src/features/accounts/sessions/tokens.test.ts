import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person, password, testApp } from '#test/support/app.ts'

/** Logs the user in once more and returns the token. */
async function logInAgain({ email }: Person, agent = 'node') {
  const { anonymous } = await testApp()
  const reply = await anonymous.post('/auth/login', { email, password }, { 'user-agent': agent })
  assert.equal(reply.status, 200)
  return String(reply.data.token)
}

async function readStatus(token: string) {
  const { withToken } = await testApp()
  return (await withToken(token).get('/auth/me')).status
}

describe('access tokens', () => {
  it('are unique and consist of rps_ and 43 URL-safe characters', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const tokens = [person.token, await logInAgain(person)]

    for (const token of tokens) assert.match(token, /^rps_[\w-]{43}$/)
    assert.notEqual(tokens[0], tokens[1])
  })

  it('expire after thirty days, used or not', async () => {
    const { given, clock } = await testApp()
    const { token } = await given.user()

    clock.advance({ days: 30, milliseconds: -1 })
    const before = await readStatus(token)
    clock.advance({ milliseconds: 1 })
    const after = await readStatus(token)

    assert.equal(before, 200)
    assert.equal(after, 401)
  })

  it('are valid for the configured time', async () => {
    const { given, withToken, clock } = await testApp({ TOKEN_TTL_DAYS: '2' })
    const { token } = await given.user()

    clock.advance({ days: 2 })

    assert.equal((await withToken(token).get('/auth/me')).status, 401)
  })

  const getToken = (token: string) => token
  const headers: [string, (token: string) => string, number][] = [
    ['the scheme in lower case', (token) => `bearer ${token}`, 200],
    ['another scheme', (token) => `Basic ${token}`, 401],
    ['no scheme', getToken, 401],
    ['no token', () => 'Bearer', 401],
    ['a token that was never issued', () => `Bearer rps_${'a'.repeat(43)}`, 401],
    ['a token without its prefix', (token) => `Bearer ${token.slice(4)}`, 401],
    ['a token that goes on', (token) => `Bearer ${token}a`, 401],
    ['a token that ends early', (token) => `Bearer ${token.slice(0, -1)}`, 401],
    ['a token in other case', (token) => `Bearer ${token.toUpperCase()}`, 401],
    ['a very long token', () => `Bearer rps_${'a'.repeat(5_000)}`, 401],
  ]
  for (const [what, header, status] of headers)
    it(`responds to ${what} with ${status}`, async () => {
      const { anonymous, given } = await testApp()
      const { token } = await given.user()

      const reply = await anonymous.get('/auth/me', { authorization: header(token) })

      assert.equal(reply.status, status)
      if (status === 200) return
      assert.equal(reply.message, 'Unauthenticated.')
      assert.equal(reply.headers.get('www-authenticate'), 'Bearer')
    })

  it('do not prevent signing in once they have expired', async () => {
    const { given, withToken } = await testApp()
    const { email } = await given.user()

    const reply = await withToken(`rps_${'a'.repeat(43)}`).post('/auth/login', { email, password })

    assert.equal(reply.status, 200)
  })

  it('record their last use at most every five minutes', async () => {
    const { given, clock } = await testApp()
    const person = await given.user()
    const start = clock.now()
    const readLastUse = async () => (await person.get('/auth/sessions')).data[0].last_used_at

    clock.advance({ minutes: 4, seconds: 59 })
    const early = await readLastUse()
    clock.advance({ seconds: 2 })
    const late = await readLastUse()

    assert.equal(early, start)
    assert.equal(late, clock.now())
  })
})

const protectedRoutes = [
  ['GET', '/auth/me'],
  ['POST', '/auth/logout'],
  ['POST', '/auth/logout-all'],
  ['GET', '/auth/sessions'],
  ['DELETE', '/auth/sessions/1'],
  ['DELETE', '/auth/sessions/nonsense'],
] as const

describe('a full disk', () => {
  it('does not prevent reading, although the last use of a token cannot be recorded', async (t) => {
    const { given, clock, platform } = await createApp()
    const person = await given.user()
    clock.advance({ minutes: 6 })
    t.mock.method(platform.db, 'run', () =>
      Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })),
    )

    assert.equal((await person.get('/auth/me')).status, 200)
    assert.equal((await person.get('/notifications')).status, 200)
  })
})

describe('a request without a valid token', () => {
  for (const [method, path] of protectedRoutes)
    it(`is answered with 401 by ${method} ${path}`, async () => {
      const { anonymous } = await testApp()

      const { status, message, headers } = await anonymous.send(method, path)

      assert.equal(status, 401)
      assert.equal(message, 'Unauthenticated.')
      assert.equal(headers.get('www-authenticate'), 'Bearer')
    })
})

describe('POST /auth/logout', () => {
  it('revokes the token of the request and no other', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const other = await logInAgain(person)

    const { status, data } = await person.post('/auth/logout')

    assert.equal(status, 200)
    assert.equal(data, undefined)
    assert.equal(await readStatus(person.token), 401)
    assert.equal(await readStatus(other), 200)
  })
})

describe('POST /auth/logout-all', () => {
  it('revokes all tokens of the caller and no others', async () => {
    const { given } = await testApp()
    const [person, stranger] = [await given.user(), await given.user()]
    const other = await logInAgain(person)

    const { status } = await person.post('/auth/logout-all')

    assert.equal(status, 200)
    assert.equal(await readStatus(person.token), 401)
    assert.equal(await readStatus(other), 401)
    assert.equal(await readStatus(stranger.token), 200)
  })
})

describe('GET /auth/sessions', () => {
  it('lists the sessions of the caller, newest first', async () => {
    const { given, clock } = await testApp()
    const person = await given.user()
    await given.user()
    clock.advance({ minutes: 1 })
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
    await logInAgain(person, agent)

    const { data, meta } = await person.get('/auth/sessions')

    assert.equal(meta.total, 2)
    const [{ id, ...newest }, oldest] = data
    assert.ok(id > oldest.id)
    assert.deepEqual(newest, {
      device: 'Firefox on Linux',
      ip_address: '127.0.0.1',
      user_agent: agent,
      last_used_at: clock.now(),
      created_at: clock.now(),
      current: false,
    })
    assert.equal(oldest.current, true)
  })

  it('is paginated', async () => {
    const { given } = await testApp()
    const person = await given.user()
    await logInAgain(person)
    await logInAgain(person)

    const pages = [await person.get('/auth/sessions?limit=2'), await person.get('/auth/sessions?limit=2&page=2')]

    assert.deepEqual(
      pages.map(({ data }) => data.length),
      [2, 1],
    )
    const ids = pages.flatMap(({ data }) => data.map((session: { id: number }) => session.id))
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => b - a),
    )
    assert.equal(pages[0]?.meta.last_page, 2)
  })

  it('excludes expired sessions', async () => {
    const { given, clock, withToken } = await testApp()
    const person = await given.user()
    clock.advance({ days: 20 })
    const token = await logInAgain(person)
    clock.advance({ days: 10 })

    const { data, meta } = await withToken(token).get('/auth/sessions')

    assert.equal(meta.total, 1)
    assert.equal(data[0].current, true)
  })
})

describe('DELETE /auth/sessions/{id}', () => {
  it('ends that session at once, and only once', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const token = await logInAgain(person)
    const [{ id }] = (await person.get('/auth/sessions')).data

    const first = await person.delete(`/auth/sessions/${id}`)
    const second = await person.delete(`/auth/sessions/${id}`)

    assert.equal(first.status, 200)
    assert.equal(second.status, 404)
    assert.equal(await readStatus(token), 401)
    assert.equal(await readStatus(person.token), 200)
  })

  it('does not find or end the session of another user', async () => {
    const { given } = await testApp()
    const [person, stranger] = [await given.user(), await given.user()]
    const [{ id }] = (await person.get('/auth/sessions')).data

    const { status, message } = await stranger.delete(`/auth/sessions/${id}`)

    assert.equal(status, 404)
    assert.equal(message, 'Resource Not Found')
    assert.equal(await readStatus(person.token), 200)
  })

  for (const id of ['0', '-1', '1.5', 'me', '99999999999999999999', '999999999'])
    it(`responds to the id ${id} with 404`, async () => {
      const { given } = await testApp()
      const person = await given.user()

      assert.equal((await person.delete(`/auth/sessions/${id}`)).status, 404)
    })
})
