import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createService } from '#service.ts'
import { createApp, password, type TestApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { addPasskey, computeCode, computeWrongCode, enableTwoFactor } from '#test/support/second-factor.ts'
import { assertUntold } from '#test/support/secrets.ts'
import { signIn } from '#test/support/sign-in.ts'

const wrongCode = { code: ['This code is wrong or was used already. Enter the current one.'] }
const ended = { challenge: ['This sign-in has ended. Please start again.'] }

const logIn = ({ anonymous }: TestApp, { email }: { email: string }) =>
  anonymous.post('/auth/login', { email, password })

/** A user with a second factor. */
async function createProtected(app: TestApp) {
  const person = await app.given.verifiedUser()
  return { person, factor: await enableTwoFactor(app, person) }
}

describe('setting up a second factor', () => {
  it('returns the secret as text, address and picture, and changes nothing until a code proves it', async () => {
    const app = await testApp()
    const person = await app.given.user()

    const { status, data } = await person.post('/auth/two-factor/setup')

    assert.equal(status, 200)
    assert.match(data.secret, /^[A-Z2-7]{32}$/)
    const url = new URL(data.otpauth_url)
    assert.equal(`${url.protocol}//${url.host}`, 'otpauth://totp')
    assert.equal(decodeURIComponent(url.pathname), `/Research Platform:${person.email}`)
    assert.equal(url.searchParams.get('secret'), data.secret)
    assert.match(data.qr_svg, /^<svg [^>]+>.*<path d="M/)
    assert.equal((await person.get('/auth/me')).data.two_factor_enabled, false)
    assert.equal(typeof (await logIn(app, person)).data.token, 'string')
  })

  it('is turned on by a code, returns ten recovery codes once, and is mailed', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)

    assert.equal(new Set(factor.recoveryCodes).size, 10)
    for (const code of factor.recoveryCodes) assert.match(code, /^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
    assert.equal((await person.get('/auth/me')).data.two_factor_enabled, true)
    assert.deepEqual((await person.get('/auth/two-factor')).data, {
      enabled: true,
      enabled_at: app.clock.now(),
      recovery_codes_left: 10,
    })
    const [mail] = await app.listMails(person.email)
    assert.equal(mail?.subject, 'Your second factor is turned on at Research Platform')
    assert.equal((await person.get(`/users/${person.id}/activity?type=two_factor_enabled`)).meta.total, 1)
  })

  it('refuses a wrong code, a recovery code, a second setup and enabling without a setup', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const enable = (code: string) => person.post('/auth/two-factor/enable', { code })

    const early = await enable('123456')
    assert.deepEqual(
      [early.status, early.message],
      [422, 'There is no second factor to turn on; ask for its setup first.'],
    )
    const { secret } = (await person.post('/auth/two-factor/setup')).data
    assert.deepEqual((await enable(computeWrongCode(secret, app.clock))).errors, wrongCode)
    assert.deepEqual((await enable('abcd-efgh-jkmn-pqrs')).errors, wrongCode)
    assert.equal((await enable(computeCode(secret, app.clock))).status, 200)

    const again = await person.post('/auth/two-factor/setup')
    assert.deepEqual([again.status, again.message], [422, 'The second factor is turned on already; turn it off first.'])
    assert.equal((await enable(computeCode(secret, app.clock, 1))).status, 422)
  })

  it('forgets the secret of an earlier setup', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const { secret: first } = (await person.post('/auth/two-factor/setup')).data
    const { secret: second } = (await person.post('/auth/two-factor/setup')).data
    const enable = (code: string) => person.post('/auth/two-factor/enable', { code })

    assert.deepEqual((await enable(computeCode(first, app.clock))).errors, wrongCode)
    assert.equal((await enable(computeCode(second, app.clock))).status, 200)
  })

  it('stores neither the secret nor the recovery codes in the clear, also not for a repeated request', async () => {
    const app = await createApp()
    const person = await app.given.user()
    const key = { 'idempotency-key': 'the same' }
    const first = await person.post('/auth/two-factor/setup', undefined, key)
    const second = await person.post('/auth/two-factor/setup', undefined, key)

    assert.notEqual(first.data.secret, second.data.secret)
    const { recovery_codes } = (
      await person.post('/auth/two-factor/enable', { code: computeCode(second.data.secret, app.clock) })
    ).data
    const stored = JSON.stringify((await person.get(`/users/${person.id}/export`)).data)
    assertUntold(stored, [second.data.secret, ...recovery_codes])
  })
})

describe('a login with a second factor', () => {
  it('answers a challenge without a token, and a session for the code', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)

    const first = await logIn(app, person)
    const { two_factor_required, challenge, methods, expires_at } = first.data
    const second = await app.anonymous.post('/auth/two-factor', { challenge, code: factor.nextCode() })

    assert.equal(first.status, 200)
    assert.equal(first.message, 'Please enter a code of your authenticator app, or a recovery code.')
    assert.deepEqual(Object.keys(first.data).sort(), ['challenge', 'expires_at', 'methods', 'two_factor_required'])
    assert.equal(two_factor_required, true)
    assert.deepEqual(methods, ['totp', 'recovery_code'])
    assert.equal(Date.parse(expires_at) > Date.parse(app.clock.now()), true)
    assert.equal(second.status, 200)
    assert.equal(second.data.user.id, person.id)
    assert.equal((await app.withToken(second.data.token).get('/auth/me')).status, 200)
    const [entry] = (await person.get(`/users/${person.id}/activity?type=login`)).data
    assert.deepEqual(entry.metadata, { second_factor: 'totp' })
  })

  it('is asked for after a provider too, and names the provider in the activity', async () => {
    const app = await testApp()
    const email = `${Math.random().toString(36).slice(2)}@example.org`
    const { data } = await signIn(app, { email })
    const person = app.withToken(data.token)
    const factor = await enableTwoFactor(app, person)

    const begun = await signIn(app, { email })
    const finished = await app.anonymous.post('/auth/two-factor', {
      challenge: begun.data.challenge,
      code: factor.nextCode(),
    })

    assert.equal(begun.data.token, undefined)
    assert.equal(begun.data.two_factor_required, true)
    assert.match(begun.message, /^Please enter a code/)
    assert.equal(finished.status, 200)
    const [entry] = (await person.get(`/users/${data.user.id}/activity?type=login`)).data
    assert.deepEqual(entry.metadata, { provider: 'google', second_factor: 'totp' })
  })

  it('accepts a code of the step before and after, and none further away', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    app.clock.advance({ minutes: 10 })

    for (const [steps, status] of [
      [-2, 422],
      [2, 422],
      [-1, 200],
      [1, 200],
    ] as const) {
      const { challenge } = (await logIn(app, person)).data
      const code = computeCode(factor.secret, app.clock, steps)
      const reply = await app.anonymous.post('/auth/two-factor', { challenge, code })
      assert.equal(reply.status, status, `${steps} steps`)
    }
  })

  it('accepts a code with spaces, and a recovery code once, in any spelling', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const finish = async (code: string) => {
      const { challenge } = (await logIn(app, person)).data
      return app.anonymous.post('/auth/two-factor', { challenge, code })
    }

    const spaced = factor.nextCode().replace(/^(...)/, '$1 ')
    assert.equal((await finish(spaced)).status, 200)
    const [recovery = ''] = factor.recoveryCodes
    assert.equal((await finish(recovery.toUpperCase().replaceAll('-', ' '))).status, 200)
    assert.deepEqual((await finish(recovery)).errors, wrongCode)
    assert.equal((await person.get('/auth/two-factor')).data.recovery_codes_left, 9)
  })

  it('refuses a code that was used, also by another login', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const [one, other] = [(await logIn(app, person)).data, (await logIn(app, person)).data]
    const code = factor.nextCode()

    assert.equal((await app.anonymous.post('/auth/two-factor', { challenge: one.challenge, code })).status, 200)
    const reused = await app.anonymous.post('/auth/two-factor', { challenge: other.challenge, code })
    assert.deepEqual([reused.status, reused.errors], [422, wrongCode])
  })

  it('ends after five wrong codes, and warns the owner, whose password is known', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const { challenge } = (await logIn(app, person)).data
    const wrong = computeWrongCode(factor.secret, app.clock)
    const finish = (code: string) => app.anonymous.post('/auth/two-factor', { challenge, code })

    for (let count = 0; count < 5; count++) assert.deepEqual((await finish(wrong)).errors, wrongCode)
    const late = await finish(factor.nextCode())

    assert.deepEqual([late.status, late.errors], [422, ended])
    const [mail] = await app.listMails(person.email)
    assert.equal(mail?.subject, 'Wrong codes for your second factor at Research Platform')
  })

  it('limits wrong codes over many logins', async () => {
    const app = await createApp({ RATE_LIMIT_LOGIN_FAILURES: '7' })
    const { person, factor } = await createProtected(app)
    const statuses: number[] = []
    for (let count = 0; count < 9; count++) {
      const { challenge } = (await logIn(app, person)).data
      const code = computeWrongCode(factor.secret, app.clock)
      statuses.push((await app.anonymous.post('/auth/two-factor', { challenge, code })).status)
    }
    assert.deepEqual(statuses, [422, 422, 422, 422, 422, 422, 422, 429, 429])

    app.clock.advance({ minutes: 10 })
    const { challenge } = (await logIn(app, person)).data
    assert.equal((await app.anonymous.post('/auth/two-factor', { challenge, code: factor.nextCode() })).status, 200)
  })

  it('ends with a changed password and with the end of all sessions', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const finish = (challenge: string) => app.anonymous.post('/auth/two-factor', { challenge, code: factor.nextCode() })

    const { challenge } = (await logIn(app, person)).data
    const change = { password: 'another horse', current_password: password }
    assert.equal((await person.put(`/users/${person.id}`, change)).status, 200)
    assert.deepEqual((await finish(challenge)).errors, ended)

    const next = await app.anonymous.post('/auth/login', { email: person.email, password: 'another horse' })
    assert.equal((await person.post('/auth/logout-all')).status, 200)
    assert.deepEqual((await finish(next.data.challenge)).errors, ended)
  })

  it('ends after ten minutes', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const late = (await logIn(app, person)).data
    app.clock.advance({ minutes: 10 })
    const reply = await app.anonymous.post('/auth/two-factor', { challenge: late.challenge, code: factor.nextCode() })
    assert.deepEqual([reply.status, reply.errors], [422, ended])

    for (const challenge of ['unknown', ''])
      assert.equal((await app.anonymous.post('/auth/two-factor', { challenge, code: '123456' })).status, 422)
  })

  it('goes on after a restart and at another instance, because the challenge is in the database', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const { challenge } = (await logIn(app, person)).data
    const other = await createService(app.platform.config, { clock: app.clock, logger: pino({ level: 'silent' }) })

    try {
      const code = factor.nextCode()
      const reply = await other.server.inject({ method: 'POST', url: '/auth/two-factor', payload: { challenge, code } })
      assert.equal(reply.statusCode, 200, reply.body)
    } finally {
      await other.stop()
    }
  })
})

describe('twenty logins at once', () => {
  it('win once with one challenge and one code', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const { challenge } = (await logIn(app, person)).data
    const code = factor.nextCode()

    const replies = await runConcurrently(20, () => app.anonymous.post('/auth/two-factor', { challenge, code }))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    assert.equal((await person.get('/auth/sessions')).meta.total, 2)
  })

  for (const kind of ['code of the app', 'recovery code'] as const)
    it(`win once with one ${kind} and twenty challenges`, async () => {
      const app = await createApp({ RATE_LIMIT_LOGIN_FAILURES: '0' })
      const { person, factor } = await createProtected(app)
      const challenges: string[] = []
      for (let count = 0; count < 20; count++) challenges.push((await logIn(app, person)).data.challenge)
      const [recovery = ''] = factor.recoveryCodes
      const code = kind === 'recovery code' ? recovery : factor.nextCode()

      const replies = await runConcurrently(20, (index) =>
        app.anonymous.post('/auth/two-factor', { challenge: challenges[index], code }),
      )

      assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
    })
})

describe('turning the second factor off', () => {
  it('needs a code, is mailed, and makes the next login a single step', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    const disable = (code: string) => person.post('/auth/two-factor/disable', { code })

    assert.deepEqual((await disable(computeWrongCode(factor.secret, app.clock))).errors, wrongCode)
    assert.equal((await disable(factor.nextCode())).status, 200)

    assert.equal(typeof (await logIn(app, person)).data.token, 'string')
    const [mail] = await app.listMails(person.email)
    assert.equal(mail?.subject, 'Your second factor is turned off at Research Platform')
    const again = await disable('123456')
    assert.deepEqual([again.status, again.message], [422, 'The second factor is not turned on.'])
  })

  it('is possible with a recovery code', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)
    assert.equal((await person.post('/auth/two-factor/disable', { code: factor.recoveryCodes[3] })).status, 200)
  })

  it('is done by an administrator for a user who has lost everything, who is told by mail', async () => {
    const app = await testApp()
    const { person } = await createProtected(app)
    const admin = await app.given.admin()

    const path = `/users/${person.id}/two-factor`
    assert.equal((await person.delete(path)).status, 403)
    assert.equal((await admin.delete(path)).status, 200)

    assert.equal(typeof (await logIn(app, person)).data.token, 'string')
    const [mail] = await app.listMails(person.email)
    assert.match(mail?.text ?? '', /An administrator removed it\./)
    const [entry] = (await person.get(`/users/${person.id}/activity?type=two_factor_disabled`)).data
    assert.deepEqual(entry.metadata, { by_administrator: true })
    const [act] = (await admin.get(`/users/${admin.id}/activity?type=two_factor_disabled`)).data
    assert.deepEqual(act.metadata, { user_id: person.id })
    assert.equal((await admin.delete(path)).status, 422)
    const own = await admin.delete(`/users/${admin.id}/two-factor`)
    assert.deepEqual([own.status, own.message], [422, 'Turn your own second factor off with a code.'])
    assert.equal((await admin.delete('/users/999999/two-factor')).status, 404)
  })

  it('is not done by a reset of the password', async () => {
    const app = await testApp()
    const { person } = await createProtected(app)
    await app.anonymous.post('/auth/forgot-password', { email: person.email })
    const mail = (await app.listMails(person.email)).find(({ subject }) => subject.startsWith('Reset'))
    const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const reset = { token, email: person.email, password: 'another horse', password_confirmation: 'another horse' }
    assert.equal((await app.anonymous.post('/auth/reset-password', reset)).status, 200)

    const { data } = await app.anonymous.post('/auth/login', { email: person.email, password: 'another horse' })

    assert.equal(data.token, undefined)
    assert.equal(data.two_factor_required, true)
  })
})

describe('recovery codes', () => {
  it('are replaced with a code, and the former ones no longer work', async () => {
    const app = await testApp()
    const { person, factor } = await createProtected(app)

    const { status, data } = await person.post('/auth/two-factor/recovery-codes', { code: factor.nextCode() })

    assert.equal(status, 200)
    assert.equal(data.recovery_codes.length, 10)
    const finish = async (code: string | undefined) => {
      const { challenge } = (await logIn(app, person)).data
      return app.anonymous.post('/auth/two-factor', { challenge, code })
    }
    assert.equal((await finish(factor.recoveryCodes[0])).status, 422)
    assert.equal((await finish(data.recovery_codes[0])).status, 200)
    const [mail] = await app.listMails(person.email)
    assert.equal(mail?.subject, 'You have new recovery codes at Research Platform')
  })

  it('are not named as a method when none is left, and a passkey is when there is one', async () => {
    const app = await createApp()
    const { person, factor } = await createProtected(app)
    for (const code of factor.recoveryCodes) {
      const { challenge } = (await logIn(app, person)).data
      assert.equal((await app.anonymous.post('/auth/two-factor', { challenge, code })).status, 200)
    }
    await addPasskey(person)

    assert.deepEqual((await logIn(app, person)).data.methods, ['totp', 'passkey'])
  })
})
