import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownApp, password, testApp, tokenIn, uniqueEmail } from '../../../../test/support/app.ts'
import { atOnce, tally } from '../../../../test/support/at-once.ts'
import { createPasswords, type Passwords } from '../../../adapters/passwords.ts'

const newcomer = (more: object = {}) => ({ name: 'Ada Lovelace', email: uniqueEmail(), password, ...more })

describe('POST /auth/signup', () => {
  it('creates a learner who is signed in and gets one mail to verify the address', async () => {
    const { anonymous, withToken, clock, mailsTo } = await testApp()
    const given = newcomer({ password_confirmation: password })

    const { status, data } = await anonymous.post('/auth/signup', given)

    assert.equal(status, 201)
    assert.equal(data.token_type, 'Bearer')
    assert.equal(data.user.role, 'learner')
    assert.equal(data.user.email_verified, false)
    assert.equal(data.user.researcher_id, null)
    assert.deepEqual(data.user.login_methods, ['password'])
    assert.equal(data.user.created_at, clock.now())
    assert.deepEqual((await withToken(data.token).get('/auth/me')).data, data.user)
    const mails = await mailsTo(given.email)
    assert.equal(mails.length, 1)
    assert.match(tokenIn(mails[0]), /^[\w-]{43}$/)
  })

  it('trims and lower-cases what identifies a person, but never the password', async () => {
    const { anonymous } = await testApp()
    const email = uniqueEmail()
    const given = { name: '  Ada \t', email: ` ${email.toUpperCase()} `, password: ' spaced ' }

    const { data } = await anonymous.post('/auth/signup', given)
    const trimmed = await anonymous.post('/auth/login', { email, password: 'spaced' })
    const verbatim = await anonymous.post('/auth/login', { email: given.email, password: ' spaced ' })

    assert.equal(data.user.name, 'Ada')
    assert.equal(data.user.email, email)
    assert.equal(trimmed.status, 401)
    assert.equal(verbatim.status, 200)
  })

  it('gives a researcher an unverified profile', async () => {
    const { given } = await testApp()

    const person = await given.user({ role: 'researcher' })

    const { data } = await person.get(`/users/${person.id}/export`)
    assert.equal(data.profile.researcher_id, data.researcher.id)
    assert.equal(data.researcher.verified, false)
  })

  for (const role of ['student', 'learner', 'recruiter'])
    it(`accepts the role ${role}, which has no researcher profile`, async () => {
      const { anonymous } = await testApp()

      const { status, data } = await anonymous.post('/auth/signup', newcomer({ role }))

      assert.equal(status, 201)
      assert.equal(data.user.role, role)
      assert.equal(data.user.researcher_id, null)
    })

  it('reports the errors of all fields at once', async () => {
    const { anonymous } = await testApp()

    const reply = await anonymous.post('/auth/signup', {
      name: ' ',
      email: 'nobody',
      password: 'short',
      role: 'king',
    })

    assert.equal(reply.status, 422)
    assert.equal(reply.message, 'The given data was invalid.')
    assert.deepEqual(reply.errors, {
      name: ['The name field is required.'],
      email: ['The email must be a valid e-mail address.'],
      password: ['The password must be at least 6 characters.'],
      role: ['The selected role is invalid.'],
    })
  })

  it('reports a differing confirmation together with the errors of other fields', async () => {
    const { anonymous } = await testApp()
    const wrong = newcomer({ email: 'nobody', password_confirmation: 'different' })

    const { status, errors } = await anonymous.post('/auth/signup', wrong)

    assert.equal(status, 422)
    assert.deepEqual(errors, {
      email: ['The email must be a valid e-mail address.'],
      password_confirmation: ['The password confirmation does not match.'],
    })
  })

  const long = (length: number) => '😀'.repeat(length)
  const refused: [string, object, Record<string, string[]>][] = [
    ['the role admin', { role: 'admin' }, { role: ['The selected role is invalid.'] }],
    [
      'a name of 201 characters',
      { name: long(201) },
      { name: ['The name may not be longer than 200 characters.'] },
    ],
    [
      'a password of 201 characters',
      { password: long(201) },
      { password: ['The password may not be longer than 200 characters.'] },
    ],
    ['NUL in a name', { name: 'A\0da' }, { name: ['The name contains characters that cannot be stored.'] }],
    [
      'half a surrogate pair in a name',
      { name: 'Ada \ud800' },
      { name: ['The name contains characters that cannot be stored.'] },
    ],
    [
      'NUL in a password',
      { password: 'secret\0secret' },
      { password: ['The password contains characters that cannot be stored.'] },
    ],
    ['a number for a name', { name: 5 }, { name: ['The name must be a text.'] }],
    ['null for a password', { password: null }, { password: ['The password must be a text.'] }],
  ]
  for (const [what, more, expected] of refused)
    it(`refuses ${what} and creates nobody`, async () => {
      const { anonymous, mailsTo } = await testApp()
      const given = newcomer(more)

      const { status, errors } = await anonymous.post('/auth/signup', given)

      assert.equal(status, 422)
      assert.deepEqual(errors, expected)
      assert.deepEqual(await mailsTo(given.email), [])
      assert.equal((await anonymous.post('/auth/login', { email: given.email, password })).status, 401)
    })

  it('accepts names and passwords of 200 characters', async () => {
    const { anonymous } = await testApp()
    const given = newcomer({ name: long(200), password: long(200) })

    const { status, data } = await anonymous.post('/auth/signup', given)

    assert.equal(status, 201)
    assert.equal(data.user.name, long(200))
    assert.equal((await anonymous.post('/auth/login', given)).status, 200)
  })

  it('holds passwords against the configured shortest length', async () => {
    const { anonymous } = await testApp({ PASSWORD_MIN_LENGTH: '10' })

    const { status, errors } = await anonymous.post('/auth/signup', newcomer({ password: 'ninechars' }))

    assert.equal(status, 422)
    assert.deepEqual(errors, { password: ['The password must be at least 10 characters.'] })
  })

  it('refuses an address that is taken, however it is written', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const { status, errors } = await anonymous.post('/auth/signup', newcomer({ email: email.toUpperCase() }))

    assert.equal(status, 422)
    assert.deepEqual(errors, { email: ['The email has already been taken.'] })
  })

  it('creates one account of twenty sign-ups with one address at once', async () => {
    const { anonymous, given, mailsTo } = await testApp()
    const one = newcomer({ role: 'researcher' })
    const admin = await given.admin()

    const replies = await atOnce(20, () => anonymous.post('/auth/signup', one))

    assert.deepEqual(tally(replies), { 201: 1, 422: 19 })
    for (const { status, errors } of replies)
      if (status === 422) assert.deepEqual(errors, { email: ['The email has already been taken.'] })
    assert.equal((await mailsTo(one.email)).length, 1)
    const found = await admin.get(`/users?search=${encodeURIComponent(one.email)}`)
    assert.equal(found.meta.total, 1)
  })
})

describe('POST /auth/login', () => {
  it('answers what the sign-up answered, with another token', async () => {
    const { anonymous, given, clock } = await testApp()
    const person = await given.user()
    const me = await person.get('/auth/me')

    const { status, data } = await anonymous.post('/auth/login', { email: person.email, password })

    assert.equal(status, 200)
    assert.deepEqual(Object.keys(data).sort(), ['expires_at', 'token', 'token_type', 'user'])
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

  it('answers an unknown e-mail and a wrong password alike', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const wrong = await anonymous.post('/auth/login', { email, password: 'something else' })
    const unknown = await anonymous.post('/auth/login', { email: uniqueEmail(), password })

    assert.equal(wrong.status, 401)
    assert.equal(wrong.message, 'These credentials do not match our records.')
    assert.equal(wrong.headers.get('www-authenticate'), 'Bearer')
    assert.equal(unknown.text, wrong.text)
    assert.deepEqual([...unknown.headers.keys()], [...wrong.headers.keys()])
  })

  it('takes as long for an unknown e-mail as for a wrong password', async () => {
    // Hashes dear enough to stand out from everything else that a login does.
    const { anonymous, given } = await ownApp(
      {},
      { passwords: createPasswords({ memory: 16_384, passes: 4 }) },
    )
    const { email } = await given.user()
    const duration = async (body: object) => {
      const start = performance.now()
      assert.equal((await anonymous.post('/auth/login', body)).status, 401)
      return performance.now() - start
    }

    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 6; round++) {
      known.push(await duration({ email, password: 'wrong password' }))
      unknown.push(await duration({ email: uniqueEmail(), password: 'wrong password' }))
    }

    // The quickest of each is the one that nothing else disturbed.
    const ratio = Math.min(...unknown) / Math.min(...known)
    assert.ok(ratio > 0.6 && ratio < 1.6, `an unknown e-mail takes ${ratio} times as long`)
  })

  it('locks an e-mail out for an address after ten failures, until the window of ten minutes ends', async () => {
    const { anonymous, given, clock } = await testApp({ TRUST_PROXY: 'true' })
    const [{ email }, other] = [await given.user(), await given.user()]
    const login = (who: string, secret: string, from = '192.0.2.1') =>
      anonymous.post('/auth/login', { email: who, password: secret }, { 'x-forwarded-for': from })

    const failures = []
    for (let count = 0; count < 10; count++) failures.push(await login(email, 'wrong password'))
    clock.advance({ minutes: 4 })
    const right = await login(email, password)
    const elsewhere = await login(email, password, '192.0.2.2')
    const another = await login(other.email, password)
    clock.advance({ minutes: 5, seconds: 59 })
    const justBefore = await login(email, password)
    clock.advance({ seconds: 1 })
    const after = await login(email, password)

    assert.deepEqual(tally(failures), { 401: 10 })
    assert.equal(right.status, 429)
    assert.equal(right.headers.get('retry-after'), '360')
    assert.equal(elsewhere.status, 200)
    assert.equal(another.status, 200)
    assert.equal(justBefore.status, 429)
    assert.equal(justBefore.headers.get('retry-after'), '1')
    assert.equal(after.status, 200)
  })

  it('locks out an e-mail that nobody has just the same', async () => {
    const { anonymous } = await testApp()
    const body = { email: uniqueEmail(), password }

    const replies = []
    for (let count = 0; count < 11; count++) replies.push(await anonymous.post('/auth/login', body))

    assert.deepEqual(tally(replies), { 401: 10, 429: 1 })
  })

  it('counts guesses that are made at once', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const replies = await atOnce(30, (n) => anonymous.post('/auth/login', { email, password: `guess ${n}` }))

    assert.deepEqual(tally(replies), { 401: 10, 429: 20 })
    assert.equal((await anonymous.post('/auth/login', { email, password })).status, 429)
  })

  it('does not count logins that succeed', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const replies = []
    for (let count = 0; count < 12; count++)
      replies.push(await anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(tally(replies), { 200: 12 })
  })

  it('does not take logins that succeed at once for failures', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()

    const replies = await atOnce(20, () => anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(tally(replies), { 200: 20 })
  })

  it('hashes again, once, when the parameters have become stronger', async () => {
    const weak = createPasswords({ memory: 8, passes: 1 })
    const strong = createPasswords({ memory: 16, passes: 2 })
    let today = weak
    let hashes = 0
    const passwords: Passwords = {
      hash: (secret) => {
        hashes++
        return today.hash(secret)
      },
      verify: (secret, hash) => today.verify(secret, hash),
      isOutdated: (hash) => today.isOutdated(hash),
    }
    const { anonymous, given } = await ownApp({}, { passwords })
    const { email } = await given.user()
    today = strong
    hashes = 0

    const replies = []
    for (let count = 0; count < 3; count++)
      replies.push(await anonymous.post('/auth/login', { email, password }))

    assert.deepEqual(tally(replies), { 200: 3 })
    assert.equal(hashes, 1)
  })
})
