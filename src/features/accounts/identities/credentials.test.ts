import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JWTPayload } from 'jose'
import { createUniqueEmail, testApp } from '#test/support/app.ts'
import { rsaKey, startMaliciousProvider, tricks } from '#test/support/malicious-provider.ts'

const audience = 'our-client.apps.googleusercontent.com'
const google = await startMaliciousProvider()
after(() => google.stop())
const app = await testApp({ GOOGLE_ISSUER: google.issuer, GOOGLE_CLIENT_ID: audience })
const { anonymous, clock } = app

const seconds = () => Math.floor(Date.parse(clock.now()) / 1000)
const createClaims = (more: JWTPayload = {}): JWTPayload => ({
  iss: google.issuer,
  aud: audience,
  sub: createUniqueEmail(),
  iat: seconds(),
  exp: seconds() + 3_600,
  email: createUniqueEmail(),
  email_verified: true,
  name: 'Grace Hopper',
  ...more,
})
const verify = (body: object) => anonymous.post('/auth/google/verify', body)
const createUnsignedToken = (header: object, payload: JWTPayload) =>
  `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`

describe('POST /auth/google/verify', () => {
  for (const field of ['credential', 'id_token', 'token'])
    it(`creates an account for the ID token in ${field}, and finds it again`, async () => {
      const person = createClaims()

      const first = await verify({ [field]: await google.sign(person), role: 'student' })
      const second = await verify({ [field]: await google.sign(person) })

      assert.equal(first.status, 200, first.text)
      const { user } = first.data
      assert.deepEqual([user.email, user.name, user.role], [person.email, 'Grace Hopper', 'student'])
      assert.deepEqual(user.login_methods, ['google'])
      assert.equal(first.data.requires_profile_completion, true)
      assert.equal(second.data.user.id, user.id)
    })

  it('accepts the issuer in both of its spellings', async () => {
    const short = await google.sign(createClaims({ iss: google.issuer.replace('http://', '') }))

    assert.equal((await verify({ credential: short })).status, 200)
  })

  it('requires a credential', async () => {
    for (const body of [{}, { credential: '' }, { credential: '', token: '' }]) {
      const reply = await verify(body)

      assert.equal(reply.status, 422)
      assert.deepEqual(reply.errors.credential, ['The credential field is required.'])
    }
  })

  const wrong: Record<string, () => Promise<string> | string> = {
    'for another client': () => google.sign(createClaims({ aud: 'other' })),
    'for another client as well, given to that one': () =>
      google.sign(createClaims({ aud: [audience, 'other'], azp: 'other' })),
    'of another issuer': () => google.sign(createClaims({ iss: 'https://evil.com' })),
    'of an issuer that begins alike': () => google.sign(createClaims({ iss: `${google.issuer}.evil.com` })),
    'that somebody else has signed': () => google.sign(createClaims(), { key: rsaKey() }),
    'with an unknown key id': () => google.sign(createClaims(), { kid: 'unknown' }),
    'without a signature': () => createUnsignedToken({ alg: 'none', typ: 'JWT' }, createClaims()),
    'whose header says none, signed or not': async () =>
      `${createUnsignedToken({ alg: 'none' }, createClaims())}${(await google.sign(createClaims())).split('.')[2]}`,
    'signed with the public key as if it were a shared secret': async () => {
      const published = await (await fetch(`${google.issuer}/keys`)).text()
      const key = Buffer.from(JSON.stringify(JSON.parse(published).keys[0]))
      return google.sign(createClaims(), { alg: 'HS256', key })
    },
    'signed with the client id as a shared secret': () =>
      google.sign(createClaims(), { alg: 'HS256', key: Buffer.from(audience) }),
    'that was changed': async () => {
      const [header, , signature] = (await google.sign(createClaims())).split('.')
      const payload = Buffer.from(JSON.stringify(createClaims())).toString('base64url')
      return `${header}.${payload}.${signature}`
    },
    'that has expired': () => google.sign(createClaims({ iat: seconds() - 7_200, exp: seconds() - 60 })),
    'that never expires': () => {
      const { exp: _, ...forever } = createClaims()
      return google.sign(forever)
    },
    'that is not valid yet': () => google.sign(createClaims({ nbf: seconds() + 60 })),
    'from the future': () => google.sign(createClaims({ iat: seconds() + 600 })),
    'without a subject': () => google.sign(createClaims({ sub: '' })),
    'that is no token': () => 'not.a.token',
    'that is only dots': () => '..',
  }
  for (const [name, make] of Object.entries(wrong))
    it(`refuses a token ${name}`, async () => {
      const reply = await verify({ credential: await make() })

      assert.equal(reply.status, 422, reply.text)
      assert.ok(reply.errors.credential)
    })

  it('compares the nonce with the one that is sent', async () => {
    const credential = await google.sign(createClaims({ nonce: 'the one' }))

    const other = await verify({ credential, nonce: 'another' })
    const none = await verify({ credential: await google.sign(createClaims()), nonce: 'the one' })
    const right = await verify({ credential, nonce: 'the one' })

    assert.deepEqual([other.status, none.status, right.status], [422, 422, 200])
    assert.ok(other.errors.credential)
  })

  it('accepts a token with a nonce once, when it is sent twenty times at once', async () => {
    const credential = await google.sign(createClaims({ nonce: 'once' }))

    const replies = await Promise.all(Array.from({ length: 20 }, () => verify({ credential })))

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(replies.filter(({ errors }) => errors.credential).length, 19)
  })

  it('creates one account from twenty simultaneous first visits', async () => {
    const credential = await google.sign(createClaims())

    const replies = await Promise.all(Array.from({ length: 20 }, () => verify({ credential })))

    assert.equal(new Set(replies.map(({ data }) => data.user.id)).size, 1)
  })

  it('matches accounts by the same rules as the callback', async () => {
    const person = await app.given.user()

    const thief = await verify({
      credential: await google.sign(createClaims({ email: person.email, email_verified: false })),
    })
    const owner = await verify({ credential: await google.sign(createClaims({ email: person.email })) })

    assert.equal(thief.status, 422)
    assert.equal(owner.data.user.id, person.id)
    assert.deepEqual(owner.data.user.login_methods, ['google'])
  })

  it('refuses an invalid e-mail address, and shortens long names', async () => {
    const strange = await verify({ credential: await google.sign(createClaims({ email: 'a@b\0c d' })) })
    const long = await verify({ credential: await google.sign(createClaims({ name: `\ud800${'x'.repeat(999)}` })) })

    assert.equal(strange.status, 422)
    assert.ok(strange.errors.email)
    assert.equal(long.data.user.name.length, 200)
  })

  it('responds with 502 while the keys cannot be read', async () => {
    const broken = await startMaliciousProvider()
    broken.tricks.keys = tricks.fail
    const settings = { GOOGLE_ISSUER: broken.issuer, GOOGLE_CLIENT_ID: audience }
    const other = await testApp(settings)
    const credential = await broken.sign({ ...createClaims(), iss: broken.issuer })

    const failed = await other.anonymous.post('/auth/google/verify', { credential })
    broken.tricks = {}
    const later = await other.anonymous.post('/auth/google/verify', { credential })
    await broken.stop()

    assert.equal(failed.status, 502)
    assert.equal(later.status, 200)
  })
})
