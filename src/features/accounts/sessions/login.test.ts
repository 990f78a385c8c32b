import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createPasswords, type Passwords } from '#adapters/passwords.ts'
import { createApp, createUniqueEmail, password, testApp } from '#test/support/app.ts'
import { createBlocker } from '#test/support/background.ts'
import { countByStatus, runConcurrently, runSequentially } from '#test/support/concurrency.ts'

describe('POST /auth/login', () => {
  it('returns the same data as the sign-up, with another token', async () => {
    const { anonymous, given, clock } = await testApp()
    const person = await given.user()
    const me = await person.get('/auth/me')

    const { status, data } = await anonymous.post('/auth/login', { email: person.email, password })

    assert.equal(status, 200)
    assert.deepEqual(Object.keys(data).sort(), ['expires_at', 'token', 'token_type', 'two_factor_required', 'user'])
    assert.equal(data.two_factor_required, false)
    assert.notEqual(data.token, person.token)
    assert.deepEqual(data.user, me.data)
    assert.equal(Date.parse(data.expires_at) - Date.parse(clock.now()), 30 * 24 * 3_600_000)
  })

  it('requires both fields', async () => {
    const { anonymous } = await testApp()

    const { status, errors } = await anonymous.post('/auth/login', {})

    assert.equal(status, 422)
    assert.deepEqual(errors, {
      email: ['The email field is required.'],
      password: ['The password field is required.'],
    })
  })

  it('responds to an unknown e-mail and a wrong password alike', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const wrong = await anonymous.post('/auth/login', { email, password: 'something else' })
    const unknown = await anonymous.post('/auth/login', { email: createUniqueEmail(), password })

    assert.equal(wrong.status, 401)
    assert.equal(wrong.message, 'These credentials do not match our records.')
    assert.equal(wrong.headers.get('www-authenticate'), 'Bearer')
    assert.equal(unknown.text, wrong.text)
    assert.deepEqual([...unknown.headers.keys()], [...wrong.headers.keys()])
  })

  it('does the same work for an unknown e-mail as for a wrong password', async () => {
    const real = createPasswords({ memory: 8, passes: 1 })
    let hashed = 0
    const passwords: Passwords = {
      ...real,
      verify: (secret, hash, priority) => {
        hashed++
        return real.verify(secret, hash, priority, '')
      },
    }
    const { anonymous, given } = await createApp({}, { passwords })
    const { email } = await given.user()

    await anonymous.post('/auth/login', { email, password: 'wrong password' })
    await anonymous.post('/auth/login', { email: createUniqueEmail(), password: 'wrong password' })

    assert.equal(hashed, 2)
  })

  it('verifies an unknown e-mail against the hash of an account, which accepts no password', async () => {
    const real = createPasswords({ memory: 8, passes: 1 })
    const verified: (string | null)[] = []
    const passwords: Passwords = {
      ...real,
      verify: async (secret, hash, priority) => {
        verified.push(hash)
        return real.verify(secret, hash, priority, '')
      },
    }
    const { anonymous, given } = await createApp({}, { passwords })
    await given.user()
    const email = createUniqueEmail()

    const replies = await runSequentially(11, () => anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(countByStatus(replies), { 401: 10, 429: 1 })
    assert.equal(new Set(verified).size, 1)
    assert.ok(verified[0]?.startsWith('$argon2id$'))
  })

  it('locks an e-mail for an IP address after ten failures, until the window of ten minutes ends', async () => {
    const { anonymous, given, clock } = await testApp({ TRUST_PROXY: 'true' })
    const [{ email }, other] = [await given.user(), await given.user()]
    const login = (who: string, secret: string, from = '192.0.2.1') =>
      anonymous.post('/auth/login', { email: who, password: secret }, { 'x-forwarded-for': from })

    const failures = await runSequentially(10, () => login(email, 'wrong password'))
    clock.advance({ minutes: 4 })
    const right = await login(email, password)
    const elsewhere = await login(email, password, '192.0.2.2')
    const another = await login(other.email, password)
    clock.advance({ minutes: 5, seconds: 59 })
    const justBefore = await login(email, password)
    clock.advance({ seconds: 1 })
    const after = await login(email, password)

    assert.deepEqual(countByStatus(failures), { 401: 10 })
    assert.equal(right.status, 429)
    assert.equal(right.headers.get('retry-after'), '360')
    assert.equal(elsewhere.status, 200)
    assert.equal(another.status, 200)
    assert.equal(justBefore.status, 429)
    assert.equal(justBefore.headers.get('retry-after'), '1')
    assert.equal(after.status, 200)
  })

  it('counts all addresses of an IPv6 network as one', async () => {
    const { anonymous, given } = await testApp({ TRUST_PROXY: 'true' })
    const { email } = await given.user()
    const login = (secret: string, from: string) =>
      anonymous.post('/auth/login', { email, password: secret }, { 'x-forwarded-for': from })

    const guesses = await runSequentially(30, (n) => login(`guess ${n}`, `2001:db8:0:1::${n.toString(16)}`))
    const elsewhere = await login(password, '2001:db8:0:2::1')

    assert.deepEqual(countByStatus(guesses), { 401: 10, 429: 20 })
    assert.equal(elsewhere.status, 200)
  })

  it('locks an account after 100 failures from all networks, except for networks it was used from', async () => {
    const { anonymous, given, clock } = await testApp({ TRUST_PROXY: 'true', RATE_LIMIT_AUTH: '0' })
    const { email } = await given.user()
    const login = (secret: string, from: string) =>
      anonymous.post('/auth/login', { email, password: secret }, { 'x-forwarded-for': from })
    await login(password, '198.51.100.1')

    const guesses = await runSequentially(120, (n) => login(`guess ${n}`, `192.0.2.${n}`))
    const right = await login(password, '203.0.113.1')
    const owner = await login(password, '198.51.100.1')
    clock.advance({ hours: 1 })
    const later = await login(password, '203.0.113.1')

    assert.deepEqual(countByStatus(guesses), { 401: 100, 429: 20 })
    assert.deepEqual([right.status, owner.status, later.status], [429, 200, 200])
    assert.equal(right.headers.get('retry-after'), '3600')
  })

  it('locks an e-mail without an account in the same way', async () => {
    const { anonymous } = await testApp()
    const body = { email: createUniqueEmail(), password }

    const replies = await runSequentially(11, () => anonymous.post('/auth/login', body))

    assert.deepEqual(countByStatus(replies), { 401: 10, 429: 1 })
  })

  it('counts guesses that are made at once', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const replies = await runConcurrently(30, (n) => anonymous.post('/auth/login', { email, password: `guess ${n}` }))

    assert.deepEqual(countByStatus(replies), { 401: 10, 429: 20 })
    assert.equal((await anonymous.post('/auth/login', { email, password })).status, 429)
  })

  it('does not count successful logins', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const replies = await runSequentially(12, () => anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(countByStatus(replies), { 200: 12 })
  })

  it('does not count simultaneous successful logins as failures', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const replies = await runConcurrently(20, () => anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(countByStatus(replies), { 200: 20 })
  })

  it('does not accept a password that is replaced while it is checked, and does not restore it', async () => {
    const quick = createPasswords({ memory: 8, passes: 1 })
    const { act: judge, begun, release } = createBlocker()
    let isHeld = false
    const passwords: Passwords = {
      ...quick,
      async verify(secret, hash, priority) {
        if (isHeld) await judge()
        return quick.verify(secret, hash, priority, '')
      },
      isOutdated: () => isHeld,
    }
    const { anonymous, given } = await createApp({}, { passwords })
    const [person, admin] = [await given.user(), await given.admin()]
    isHeld = true

    const signingIn = anonymous.post('/auth/login', { email: person.email, password })
    await begun
    await admin.put(`/users/${person.id}`, { password: 'another horse' })
    release()
    const { status } = await signingIn
    isHeld = false

    assert.equal(status, 401)
    const again = await anonymous.post('/auth/login', { email: person.email, password: 'another horse' })
    assert.equal(again.status, 200)
  })

  it('hashes the password again, once, when the parameters are stronger than before', async () => {
    const weak = createPasswords({ memory: 8, passes: 1 })
    const strong = createPasswords({ memory: 16, passes: 2 })
    let today = weak
    let hashes = 0
    const passwords: Passwords = {
      hash: (secret, priority) => {
        hashes++
        return today.hash(secret, priority, '')
      },
      verify: (...given) => today.verify(...given),
      isOutdated: (hash) => today.isOutdated(hash),
    }
    const { anonymous, given } = await createApp({}, { passwords })
    const { email } = await given.user()
    today = strong
    hashes = 0

    const replies = await runSequentially(3, () => anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(countByStatus(replies), { 200: 3 })
    assert.equal(hashes, 1)
  })
})
