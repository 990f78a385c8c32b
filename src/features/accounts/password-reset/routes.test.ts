import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection, Parameters, Statement } from '#database/database.ts'
import { createUniqueEmail, extractToken, linkIn, password, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'

const changed = 'an even better horse'
const unusable = { token: ['This password reset token is invalid or has expired. Ask for a new one.'] }

/** Requests a link and returns the body that completes the reset. */
async function resetFor(email: string, settings: Record<string, string> = {}) {
  const { anonymous, listMails: mailsTo } = await testApp(settings)
  const { status } = await anonymous.post('/auth/forgot-password', { email })
  assert.equal(status, 200)
  const token = extractToken((await mailsTo(email))[0])
  return { token, email, password: changed, password_confirmation: changed }
}

async function canLogIn(email: string, secret: string) {
  const { anonymous } = await testApp()
  return (await anonymous.post('/auth/login', { email, password: secret })).status === 200
}

describe('POST /auth/forgot-password', () => {
  it('mails a link with the token and the address', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const email = `o'hara+${createUniqueEmail()}`
    await given.user({ email })

    const { status, data } = await anonymous.post('/auth/forgot-password', { email: email.toUpperCase() })

    assert.equal(status, 200)
    assert.equal(data, undefined)
    const link = linkIn((await mailsTo(email))[0])
    assert.equal(link.origin + link.pathname, 'http://app.test/reset-password')
    assert.deepEqual([...link.searchParams.keys()], ['token', 'email'])
    assert.match(link.searchParams.get('token') ?? '', /^[\w-]{43}$/)
    assert.equal(link.searchParams.get('email'), email)
  })

  it('refuses an address without an account', async () => {
    const { anonymous, listMails: mailsTo } = await testApp()
    const email = createUniqueEmail()

    const reply = await anonymous.post('/auth/forgot-password', { email })

    assert.deepEqual([reply.status, reply.message], [422, 'The given data was invalid.'])
    assert.deepEqual(reply.errors, { email: ['We cannot find a user with that e-mail address.'] })
    assert.deepEqual(await mailsTo(email), [])
  })

  for (const [body, sentence] of [
    [{}, 'The email field is required.'],
    [{ email: 'nobody' }, 'The email must be a valid e-mail address.'],
    [{ email: 5 }, 'The email must be a text.'],
  ] as const)
    it(`responds to ${JSON.stringify(body)} with "${sentence}"`, async () => {
      const { anonymous } = await testApp()

      const reply = await anonymous.post('/auth/forgot-password', body)

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors, { email: [sentence] })
    })

  it('sends one mail per address in 60 seconds', async () => {
    const { anonymous, given, clock, listMails: mailsTo } = await testApp()
    const [{ email }, other] = [await given.user(), await given.user()]
    const ask = (who: string) => anonymous.post('/auth/forgot-password', { email: who })

    const first = await ask(email)
    clock.advance({ seconds: 59 })
    const soon = await ask(email)
    const another = await ask(other.email)
    clock.advance({ seconds: 1 })
    const later = await ask(email)

    assert.deepEqual([first.status, soon.status, another.status, later.status], [200, 422, 200, 200])
    assert.equal(soon.message, 'Please wait before retrying.')
    assert.equal((await mailsTo(email)).length, 3)
  })

  it('sends one mail when twenty are requested at once', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const { email } = await given.user()

    const replies = await runConcurrently(20, () => anonymous.post('/auth/forgot-password', { email }))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    assert.equal((await mailsTo(email)).length, 2)
  })

  it('refuses more than the limit from one address until the minute is over', async () => {
    const { anonymous, given, clock } = await testApp({ RATE_LIMIT_PASSWORD: '3', TRUST_PROXY: 'true' })
    const people = [await given.user(), await given.user(), await given.user()]
    const ask = (email: string, from = '192.0.2.1') =>
      anonymous.post('/auth/forgot-password', { email }, { 'x-forwarded-for': from })
    const reset = { token: 'a', email: createUniqueEmail(), password: changed, password_confirmation: changed }

    const allowed = [await ask(people[0]?.email ?? ''), await ask(people[1]?.email ?? '')]
    const third = await anonymous.post('/auth/reset-password', reset, { 'x-forwarded-for': '192.0.2.1' })
    clock.advance({ seconds: 20 })
    const fourth = await ask(people[2]?.email ?? '')
    const elsewhere = await ask(people[2]?.email ?? '', '192.0.2.2')
    clock.advance({ seconds: 40 })
    const later = await ask(people[0]?.email ?? '')

    assert.deepEqual(countByStatus(allowed), { 200: 2 })
    assert.equal(third.status, 422)
    assert.equal(fourth.status, 429)
    assert.equal(fourth.headers.get('retry-after'), '40')
    assert.equal(elsewhere.status, 200)
    assert.equal(later.status, 200)
  })
})

describe('password resets with QUIET_PASSWORD_RESET', () => {
  const quiet = { QUIET_PASSWORD_RESET: 'true' }

  it('respond to every valid request alike', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp(quiet)
    const { email } = await given.user()

    const known = await anonymous.post('/auth/forgot-password', { email })
    const again = await anonymous.post('/auth/forgot-password', { email })
    const unknown = await anonymous.post('/auth/forgot-password', { email: createUniqueEmail() })
    const illFormed = await anonymous.post('/auth/forgot-password', { email: 'nobody' })

    assert.equal(known.status, 200)
    assert.equal(again.text, known.text)
    assert.equal(unknown.text, known.text)
    assert.equal(illFormed.status, 422)
    assert.equal((await mailsTo(email)).length, 2)
  })

  it('do the same work with and without an account, so that the duration tells nothing', async (t) => {
    const { anonymous, given, platform, settle } = await testApp(quiet)
    const { email } = await given.user()
    const { all, transaction } = platform.db
    const countWork = async (asked: string) => {
      await settle()
      const done: string[] = []
      const mocks = [
        t.mock.method(platform.db, 'all', (statement: Statement, parameters: Parameters) => {
          done.push(statement.sql)
          return all(statement, parameters)
        }),
        t.mock.method(platform.db, 'transaction', (work: (connection: Connection) => Promise<unknown>) => {
          done.push('a transaction')
          return transaction(work)
        }),
      ]
      await anonymous.post('/auth/forgot-password', { email: asked })
      for (const { mock } of mocks) mock.restore()
      // Background work may have begun after this.
      return done.slice(0, done.indexOf('a transaction') + 1)
    }

    const [known, unknown] = [await countWork(email), await countWork(createUniqueEmail())]

    assert.equal(known.length, 2)
    assert.deepEqual(unknown, known)
  })

  it('do not reveal in the second step either whether an account exists', async () => {
    const { anonymous, given } = await testApp(quiet)
    const { email } = await given.user()
    const reset = { token: 'wrong', password: changed, password_confirmation: changed }

    const known = await anonymous.post('/auth/reset-password', { ...reset, email })
    const unknown = await anonymous.post('/auth/reset-password', { ...reset, email: createUniqueEmail() })

    assert.equal(known.status, 422)
    assert.deepEqual(known.errors, unusable)
    assert.equal(unknown.text, known.text)
  })

  it('complete a reset', async () => {
    const { anonymous, given } = await testApp(quiet)
    const { email } = await given.user()
    const reset = await resetFor(email, quiet)

    assert.equal((await anonymous.post('/auth/reset-password', reset)).status, 200)
    assert.equal((await anonymous.post('/auth/login', { email, password: changed })).status, 200)
  })
})

describe('POST /auth/reset-password', () => {
  it('replaces the password, signs out everywhere and verifies the address', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const other = await anonymous.post('/auth/login', { email: person.email, password })

    const { status, data } = await anonymous.post('/auth/reset-password', await resetFor(person.email))

    assert.equal(status, 200)
    assert.equal(data, undefined)
    assert.equal((await person.get('/auth/me')).status, 401)
    const authorization = `Bearer ${other.data.token}`
    assert.equal((await anonymous.get('/auth/me', { authorization })).status, 401)
    assert.equal(await canLogIn(person.email, password), false)
    const login = await anonymous.post('/auth/login', { email: person.email, password: changed })
    assert.equal(login.status, 200)
    assert.equal(login.data.user.email_verified, true)
  })

  it('accepts a token once', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()
    const reset = await resetFor(email)

    const first = await anonymous.post('/auth/reset-password', reset)
    const second = await anonymous.post('/auth/reset-password', {
      ...reset,
      password,
      password_confirmation: password,
    })

    assert.equal(first.status, 200)
    assert.equal(second.status, 422)
    assert.deepEqual(second.errors, unusable)
    assert.equal(await canLogIn(email, changed), true)
  })

  it('accepts a token once when it is sent twenty times at once', async () => {
    const { anonymous, given } = await testApp()
    const { email } = await given.user()
    const reset = await resetFor(email)

    const replies = await runConcurrently(20, (n) =>
      anonymous.post('/auth/reset-password', {
        ...reset,
        password: `secret ${n}`,
        password_confirmation: `secret ${n}`,
      }),
    )

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    const winner = replies.findIndex(({ status }) => status === 200)
    assert.equal(await canLogIn(email, `secret ${winner}`), true)
    assert.equal(await canLogIn(email, `secret ${(winner + 1) % 20}`), false)
  })

  it('invalidates the other links of the user', async () => {
    const { anonymous, given, clock } = await testApp()
    const { email } = await given.user()
    const older = await resetFor(email)
    clock.advance({ minutes: 1 })
    const newer = await resetFor(email)

    const used = await anonymous.post('/auth/reset-password', older)
    const other = await anonymous.post('/auth/reset-password', newer)

    assert.equal(used.status, 200)
    assert.equal(other.status, 422)
  })

  it('refuses a token after 60 minutes', async () => {
    const { anonymous, given, clock } = await testApp()
    const [early, late] = [await given.user(), await given.user()]
    const [inTime, tooLate] = [await resetFor(early.email), await resetFor(late.email)]

    clock.advance({ minutes: 60, milliseconds: -1 })
    const first = await anonymous.post('/auth/reset-password', inTime)
    clock.advance({ milliseconds: 1 })
    const second = await anonymous.post('/auth/reset-password', tooLate)

    assert.equal(first.status, 200)
    assert.equal(second.status, 422)
    assert.deepEqual(second.errors, unusable)
    assert.equal(await canLogIn(late.email, password), true)
    assert.equal((await late.get('/auth/me')).status, 200)
  })

  it('refuses the token of another user', async () => {
    const { anonymous, given } = await testApp()
    const [person, stranger] = [await given.user(), await given.user()]
    const reset = await resetFor(person.email)

    const { status, errors } = await anonymous.post('/auth/reset-password', {
      ...reset,
      email: stranger.email,
    })

    assert.equal(status, 422)
    assert.deepEqual(errors, unusable)
    assert.equal(await canLogIn(stranger.email, password), true)
  })

  it('does not accept an e-mail verification token', async () => {
    const { anonymous, given, listMails: mailsTo } = await testApp()
    const { email } = await given.user()
    const token = extractToken((await mailsTo(email))[0])
    const reset = { token, email, password: changed, password_confirmation: changed }

    assert.equal((await anonymous.post('/auth/reset-password', reset)).status, 422)
  })

  const differs = { password_confirmation: ['The password confirmation does not match.'] }
  const refused: [string, object, Record<string, string[]>][] = [
    [
      'a short password',
      { password: 'short', password_confirmation: 'short' },
      { password: ['The password must be at least 6 characters.'] },
    ],
    ['a differing confirmation', { password_confirmation: 'something else' }, differs],
    [
      'no confirmation',
      { password_confirmation: undefined },
      { password_confirmation: ['The password confirmation field is required.'] },
    ],
    [
      'an unknown e-mail',
      { email: 'nobody@example.org' },
      { email: ['We cannot find a user with that e-mail address.'] },
    ],
    ['a wrong token', { token: 'wrong' }, unusable],
    [
      'a differing confirmation of a short password',
      { password: 'short' },
      { password: ['The password must be at least 6 characters.'], ...differs },
    ],
  ]
  for (const [what, more, expected] of refused)
    it(`refuses ${what} without invalidating the token`, async () => {
      const { anonymous, given } = await testApp()
      const reset = await resetFor((await given.user()).email)

      const failed = await anonymous.post('/auth/reset-password', { ...reset, ...more })
      const repeated = await anonymous.post('/auth/reset-password', reset)

      assert.equal(failed.status, 422)
      assert.deepEqual(failed.errors, expected)
      assert.equal(repeated.status, 200)
    })

  it('requires every field', async () => {
    const { anonymous } = await testApp()

    const { status, errors } = await anonymous.post('/auth/reset-password', {})

    assert.equal(status, 422)
    assert.deepEqual(Object.keys(errors), ['token', 'email', 'password', 'password_confirmation'])
  })

  it('keeps the lock after failed logins until its window ends', async () => {
    const { anonymous, given, clock } = await testApp()
    const { email } = await given.user()
    const login = () => anonymous.post('/auth/login', { email, password: changed })
    for (let count = 0; count < 10; count++) await login()

    await anonymous.post('/auth/reset-password', await resetFor(email))
    const locked = await login()
    clock.advance({ minutes: 10 })
    const open = await login()

    assert.equal(locked.status, 429)
    assert.equal(open.status, 200)
  })
})
