import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createService } from '#service.ts'
import { createApp, password, type TestApp, testApp } from '#test/support/app.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { addPasskey, enableTwoFactor, logInWithPasskey, signUpWithoutPassword } from '#test/support/second-factor.ts'

const invalid = {
  credential: [
    'This passkey cannot be used: it is unknown, of another site, or the attempt has expired. Please try again.',
  ],
}

describe('adding a passkey', () => {
  it('gives the browser options for a discoverable credential that recognizes the user', async () => {
    const { given } = await testApp()
    const person = await given.user()

    const { status, data } = await person.post('/auth/passkeys/options')

    assert.equal(status, 200)
    assert.deepEqual(data.rp, { id: 'app.test', name: 'Research Platform' })
    assert.deepEqual([data.user.name, data.user.displayName], [person.email, person.name])
    assert.equal(data.authenticatorSelection.residentKey, 'required')
    assert.equal(data.authenticatorSelection.userVerification, 'required')
    assert.equal(data.attestation, 'none')
    assert.equal(Buffer.from(data.challenge, 'base64url').length, 32)
    assert.equal(Buffer.from(data.user.id, 'base64url').length, 32, 'The handle is no keyed digest.')
  })

  it('stores it under its name, counts it as a way to sign in, and is mailed', async () => {
    const app = await testApp()
    const person = await app.given.verifiedUser()

    const { passkey } = await addPasskey(person, { name: 'Phone' })
    const { passkey: unnamed } = await addPasskey(person)

    assert.deepEqual(passkey, {
      id: passkey.id,
      name: 'Phone',
      synced: true,
      created_at: app.clock.now(),
      last_used_at: null,
    })
    assert.equal(unnamed.name, 'node')
    assert.deepEqual((await person.get('/auth/passkeys')).data, [passkey, unnamed])
    assert.deepEqual((await person.get('/auth/me')).data.login_methods, ['password', 'passkey'])
    const mail = (await app.listMails(person.email)).find(({ text }) => text.includes('“Phone”'))
    assert.equal(mail?.subject, 'A passkey was added at Research Platform')
    assert.equal((await person.get(`/users/${person.id}/activity?type=passkey_added`)).meta.total, 2)
  })

  it('excludes the passkeys that the user has, and gives all of them one user handle', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const { device } = await addPasskey(person)

    const { data } = await person.post('/auth/passkeys/options')

    assert.deepEqual(
      data.excludeCredentials.map(({ id }: { id: string }) => id),
      device.credentials.map(({ id }) => id),
    )
    assert.equal(data.user.id, device.credentials[0]?.userHandle)
  })

  for (const [what, deviation] of [
    ['another site', { origin: 'https://app.test.evil.example' }],
    ['another port of the site', { origin: 'http://app.test:8080' }],
    ['an unrecognized user', { verified: false }],
    ['an answer of the wrong kind', { type: 'webauthn.get' }],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { given } = await testApp()
      const person = await given.user()
      const { data } = await person.post('/auth/passkeys/options')

      const reply = await person.post('/auth/passkeys', { credential: createAuthenticator().create(data, deviation) })

      assert.deepEqual([reply.status, reply.errors], [422, invalid])
      assert.deepEqual((await person.get('/auth/passkeys')).data, [])
    })

  it('refuses a challenge of another user, of a login, used twice, or after ten minutes', async () => {
    const { anonymous, given, clock } = await testApp()
    const [ada, eve] = [await given.user(), await given.user()]
    const device = createAuthenticator()
    const add = (options: Parameters<typeof device.create>[0]) =>
      eve.post('/auth/passkeys', { credential: device.create(options) })

    const own = (await eve.post('/auth/passkeys/options')).data
    const foreign = (await ada.post('/auth/passkeys/options')).data
    const { challenge } = (await anonymous.post('/auth/passkeys/login/options')).data
    assert.deepEqual((await add(foreign)).errors, invalid)
    assert.deepEqual((await add({ ...own, challenge })).errors, invalid)
    assert.equal((await add(own)).status, 201)
    assert.deepEqual((await add(own)).errors, invalid)
    const late = (await eve.post('/auth/passkeys/options')).data
    clock.advance({ minutes: 10 })
    assert.deepEqual((await add(late)).errors, invalid)
  })

  it('adds one passkey when twenty answers to one challenge arrive at once', async () => {
    const { given } = await testApp()
    const person = await given.user()
    const device = createAuthenticator()
    const { data } = await person.post('/auth/passkeys/options')

    const replies = await runConcurrently(20, () => person.post('/auth/passkeys', { credential: device.create(data) }))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
  })

  it('registers a credential once, also for another user', async () => {
    const { given } = await testApp()
    const [ada, eve] = [await given.user(), await given.user()]
    const { device } = await addPasskey(ada)
    const { data } = await eve.post('/auth/passkeys/options')
    const [known] = device.credentials
    const credential = createAuthenticator().create(data, { id: known?.id ?? '' })
    const reply = await eve.post('/auth/passkeys', { credential })

    assert.deepEqual([reply.status, reply.errors], [422, { credential: ['This passkey is registered already.'] }])
    assert.deepEqual((await eve.get('/auth/passkeys')).data, [])
  })

  it('allows twenty of them', async () => {
    const { given } = await testApp()
    const person = await given.user()
    for (let count = 0; count < 20; count++) await addPasskey(person)

    const reply = await person.post('/auth/passkeys/options')

    assert.deepEqual([reply.status, reply.message], [422, 'You have 20 passkeys; remove one first.'])
  })

  it('is not possible where the service has no domain', async () => {
    const { given, anonymous } = await createApp({ PUBLIC_URL: 'http://192.0.2.7', FRONTEND_URL: '' })
    const person = await given.user()

    for (const reply of [
      await person.post('/auth/passkeys/options'),
      await anonymous.post('/auth/passkeys/login/options'),
    ])
      assert.deepEqual(
        [reply.status, reply.message],
        [503, 'Passkeys need a domain name; PUBLIC_URL and FRONTEND_URL of this service have none.'],
      )
  })

  for (const [what, settings, id] of [
    ['the frontend', { PUBLIC_URL: 'http://api.test', FRONTEND_URL: 'http://app.test' }, 'app.test'],
    [
      'the service that contains the frontend',
      { PUBLIC_URL: 'http://lab.test', FRONTEND_URL: 'http://app.lab.test' },
      'lab.test',
    ],
    ['this machine', { PUBLIC_URL: 'http://127.0.0.1:3000', FRONTEND_URL: '' }, 'localhost'],
  ] as const)
    it(`is bound to the domain of ${what}`, async () => {
      const { anonymous } = await createApp(settings)

      assert.equal((await anonymous.post('/auth/passkeys/login/options')).data.rpId, id)
    })
})

describe('signing in with a passkey', () => {
  it('needs no name, no password and no second factor', async () => {
    const app = await testApp()
    const person = await app.given.user()
    await enableTwoFactor(app, person)
    const { device, passkey } = await addPasskey(person)

    const { status, data } = await logInWithPasskey(app.anonymous, device)

    assert.equal(status, 200)
    assert.equal(data.user.id, person.id)
    assert.equal((await app.withToken(data.token).get('/auth/me')).status, 200)
    assert.equal((await person.get('/auth/passkeys')).data[0].last_used_at, app.clock.now())
    const [entry] = (await person.get(`/users/${person.id}/activity?type=login`)).data
    assert.deepEqual(entry.metadata, { passkey_id: passkey.id })
  })

  it('works from each of several devices', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const devices = [await addPasskey(person), await addPasskey(person), await addPasskey(person)]

    for (const { device } of devices) assert.equal((await logInWithPasskey(anonymous, device)).data.user.id, person.id)
  })

  it('goes on at another instance and after a restart, because the challenge is in the database', async () => {
    const { anonymous, given, platform, clock } = await testApp()
    const person = await given.user()
    const { device } = await addPasskey(person)
    const credential = device.get((await anonymous.post('/auth/passkeys/login/options')).data)
    const other = await createService(platform.config, { clock, logger: pino({ level: 'silent' }) })
    try {
      const login = { method: 'POST', url: '/auth/passkeys/login', payload: { credential } } as const
      const reply = await other.server.inject(login)
      assert.equal(reply.statusCode, 200, reply.body)
      assert.equal(reply.json().data.user.id, person.id)
    } finally {
      await other.stop()
    }
  })

  it('answers one of twenty requests with one challenge', async () => {
    const { anonymous, given } = await testApp()
    const { device } = await addPasskey(await given.user())
    const { data } = await anonymous.post('/auth/passkeys/login/options')
    const credential = device.get(data)

    const replies = await runConcurrently(20, () => anonymous.post('/auth/passkeys/login', { credential }))

    assert.deepEqual(countByStatus(replies), { 200: 1, 422: 19 })
  })

  for (const [what, deviation] of [
    ['from another site', { origin: 'https://evil.example' }],
    ['without recognizing the user', { verified: false }],
    ['with another user handle', { userHandle: 'AAAA' }],
    ['of the wrong kind', { type: 'webauthn.create' }],
    ['with a counter that went back, as a copied key has', { counter: 1 }],
  ] as const)
    it(`refuses an answer ${what}`, async () => {
      const { anonymous, given } = await testApp()
      const { device } = await addPasskey(await given.user())
      for (let count = 0; count < 2; count++) assert.equal((await logInWithPasskey(anonymous, device)).status, 200)
      const { data } = await anonymous.post('/auth/passkeys/login/options')

      const reply = await anonymous.post('/auth/passkeys/login', { credential: device.get(data, deviation) })

      assert.deepEqual([reply.status, reply.errors], [422, invalid])
    })

  it('refuses any changed byte of what was signed', async () => {
    const { anonymous, given } = await testApp()
    const { device } = await addPasskey(await given.user())
    for (const part of ['authenticatorData', 'signature', 'clientDataJSON'] as const) {
      const { data } = await anonymous.post('/auth/passkeys/login/options')
      const credential = device.get(data)
      const bytes = Buffer.from(credential.response[part], 'base64url')
      // A byte in the middle of the signature; the challenge of the client data stays as it is.
      const place = part === 'clientDataJSON' ? bytes.indexOf('crossOrigin') : Math.floor(bytes.length / 2)
      bytes.writeUInt8(bytes.readUInt8(place) ^ 1, place)
      const changed = { ...credential, response: { ...credential.response, [part]: bytes.toString('base64url') } }

      const reply = await anonymous.post('/auth/passkeys/login', { credential: changed })

      assert.deepEqual([reply.status, reply.errors], [422, invalid], part)
    }
  })

  it('refuses an unknown passkey, an unreadable answer and a challenge that was not given', async () => {
    const { anonymous, given } = await testApp()
    const person = await given.user()
    const { device, passkey } = await addPasskey(person)
    const begin = async () => (await anonymous.post('/auth/passkeys/login/options')).data

    const invented = device.get({ ...(await begin()), challenge: 'AAAA' })
    const unreadable = device.get(await begin())
    unreadable.response.clientDataJSON = 'AAAA'
    for (const credential of [invented, unreadable])
      assert.deepEqual((await anonymous.post('/auth/passkeys/login', { credential })).errors, invalid)
    assert.equal((await person.delete(`/auth/passkeys/${passkey.id}`)).status, 200)
    assert.deepEqual((await logInWithPasskey(anonymous, device)).errors, invalid)
  })
})

describe('the passkeys of a user', () => {
  it('are renamed and removed by their owner only, and the removal is mailed', async () => {
    const app = await testApp()
    const [ada, eve] = [await app.given.verifiedUser(), await app.given.user()]
    const { passkey } = await addPasskey(ada, { name: 'Phone' })
    const path = `/auth/passkeys/${passkey.id}`

    assert.equal((await eve.put(path, { name: 'Mine' })).status, 404)
    assert.equal((await eve.delete(path)).status, 404)
    assert.equal((await ada.put(path, { name: 'Laptop' })).data.name, 'Laptop')
    assert.equal((await ada.put(path, { name: '' })).status, 422)
    assert.equal((await ada.delete(path)).status, 200)

    assert.deepEqual((await ada.get('/auth/passkeys')).data, [])
    assert.deepEqual((await ada.get('/auth/me')).data.login_methods, ['password'])
    const [mail] = await app.listMails(ada.email)
    assert.match(mail?.text ?? '', /with the passkey “Laptop” is no longer possible/)
  })

  it('keep one way to sign in when all are removed at once', async () => {
    const app = await testApp()
    const person = await signUpWithoutPassword(app)
    const ids: number[] = []
    for (let count = 0; count < 5; count++) ids.push((await addPasskey(person)).passkey.id)
    assert.equal((await person.post('/auth/google/unlink')).status, 200)

    const replies = await runConcurrently(5, (index) => person.delete(`/auth/passkeys/${ids[index]}`))

    assert.deepEqual(countByStatus(replies), { 200: 4, 422: 1 })
    const refused = replies.find(({ status }) => status === 422)
    assert.match(refused?.message ?? '', /This is the only way to sign in/)
  })

  it('end with a reset of the password, so that none of an intruder survives it', async () => {
    const app: TestApp = await testApp()
    const person = await app.given.verifiedUser()
    const { device } = await addPasskey(person)
    await app.anonymous.post('/auth/forgot-password', { email: person.email })
    const mail = (await app.listMails(person.email)).find(({ subject }) => subject.startsWith('Reset'))
    const [, token] = /token=([\w-]+)/.exec(mail?.text ?? '') ?? []
    const reset = { token, email: person.email, password, password_confirmation: password }
    assert.equal((await app.anonymous.post('/auth/reset-password', reset)).status, 200)

    assert.deepEqual((await logInWithPasskey(app.anonymous, device)).errors, invalid)
  })
})
