/** Signs in through providers that keep to the standard in different ways: a certified OpenID provider, and one that signs what the test wants. */

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JWTPayload } from 'jose'
import { systemClock } from '#core/time.ts'
import { createApp, createUniqueEmail, testApp } from '#test/support/app.ts'
import { rsaKey, startMaliciousProvider } from '#test/support/malicious-provider.ts'
import { openIdProvider } from '#test/support/openid-provider.ts'
import { beginSignIn, callBack, parseRedirect, redirectUri } from '#test/support/sign-in.ts'

const client = { client_id: 'platform', client_secret: 'a/secret: with+signs & spaces', redirect_uris: [redirectUri] }
const providers = {
  basic: await openIdProvider([client], { tokenAuthMethod: 'client_secret_basic' }),
  post: await openIdProvider([client], { tokenAuthMethod: 'client_secret_post' }),
  signed: await openIdProvider([client], { tokenAuthMethod: 'client_secret_basic', signsUserinfo: true }),
}
const crooked = await startMaliciousProvider()
after(async () => {
  for (const provider of [...Object.values(providers), crooked]) await provider.stop()
})

const describeProvider = (name: string, issuer: string) => ({
  [`OIDC_${name}_ISSUER`]: issuer,
  [`OIDC_${name}_CLIENT_ID`]: client.client_id,
  [`OIDC_${name}_CLIENT_SECRET`]: client.client_secret,
})
const settings = {
  OIDC_PROVIDERS: 'basic,post,signed,forced,wrong,crooked,crookedpost',
  ...describeProvider('BASIC', providers.basic.issuer),
  ...describeProvider('POST', providers.post.issuer),
  ...describeProvider('SIGNED', providers.signed.issuer),
  ...describeProvider('FORCED', providers.post.issuer),
  OIDC_FORCED_TOKEN_AUTH_METHOD: 'client_secret_post',
  ...describeProvider('WRONG', providers.basic.issuer),
  OIDC_WRONG_TOKEN_AUTH_METHOD: 'client_secret_post',
  ...describeProvider('CROOKED', crooked.issuer),
  ...describeProvider('CROOKEDPOST', crooked.issuer),
  OIDC_CROOKEDPOST_TOKEN_AUTH_METHOD: 'client_secret_post',
}
const app = await testApp(settings, { clock: systemClock })

async function signIn(provider: string, issuer: keyof typeof providers) {
  const page = await beginSignIn(app.anonymous, { provider })
  const email = createUniqueEmail()
  const account = { email, email_verified: true, name: 'Grace Hopper' }
  const answer = parseRedirect(await providers[issuer].signIn(page, `subject of ${email}`, account))
  return { email, reply: await callBack(app.anonymous, answer, { provider }) }
}

describe('the secret of a provider', () => {
  for (const [provider, issuer] of [
    ['basic', 'basic'],
    ['post', 'post'],
    ['forced', 'post'],
  ] as const)
    it(`is sent as a provider takes it that takes one way only (${provider})`, async () => {
      const { email, reply } = await signIn(provider, issuer)

      assert.equal(reply.status, 200, reply.text)
      assert.equal(reply.data.user.email, email)
    })

  it('is sent as the setting says, also where the provider does not take it', async () => {
    const { reply } = await signIn('wrong', 'basic')

    assert.equal(reply.status, 502)
  })

  for (const [provider, secret] of [
    ['crooked', null],
    ['crookedpost', client.client_secret],
  ] as const)
    it(`is in the body for a provider that says nothing only where the setting says so (${provider})`, async () => {
      const reply = await signInAtCrooked(provider)

      assert.equal(reply.status, 200, reply.text)
      assert.equal(crooked.form.get('client_secret'), secret)
    })

  it('is refused in a way that does not exist, at the start', async () => {
    await assert.rejects(
      createApp({ ...settings, OIDC_BASIC_TOKEN_AUTH_METHOD: 'none' }),
      /OIDC_BASIC_TOKEN_AUTH_METHOD must be client_secret_basic or client_secret_post, not "none"/,
    )
  })
})

const nowSeconds = () => Math.floor(Date.now() / 1000)

async function signInAtCrooked(provider: string) {
  const page = await beginSignIn(app.anonymous, { provider })
  const now = nowSeconds()
  crooked.claims = {
    iss: crooked.issuer,
    aud: client.client_id,
    sub: 'crooked subject',
    iat: now,
    exp: now + 300,
    nonce: page.searchParams.get('nonce'),
    email: 'crooked@example.org',
    email_verified: true,
  }
  const answer = { code: 'any', state: page.searchParams.get('state') ?? '' }
  return callBack(app.anonymous, answer, { provider })
}

/** Userinfo of the crooked provider, as a JWT. */
async function answerUserinfo(claims: JWTPayload, signing: Parameters<typeof crooked.sign>[1] = {}) {
  const jwt = await crooked.sign({ sub: 'crooked subject', ...claims }, signing)
  crooked.tricks = {
    userinfo: (response) => response.writeHead(200, { 'content-type': 'application/jwt' }).end(jwt),
  }
}

describe('userinfo that is a signed JWT', () => {
  const own = { iss: crooked.issuer, aud: client.client_id, email: 'jwt@example.org', email_verified: true }

  it('is read from a provider that announces it', async () => {
    const { email, reply } = await signIn('signed', 'signed')

    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual([reply.data.user.email, reply.data.user.name], [email, 'Grace Hopper'])
  })

  it('is read from a provider that does not announce it', async () => {
    await answerUserinfo({ ...own, name: 'Signed Name' })

    const { status, text, data } = await signInAtCrooked('crooked')

    assert.equal(status, 200, text)
    assert.equal(data.user.login_methods.includes('crooked'), true)
    crooked.tricks = {}
  })

  for (const [what, claims, signing] of [
    ['is signed with a foreign key', own, { key: rsaKey() }],
    ['is signed with the secret', own, { key: new TextEncoder().encode(client.client_secret), alg: 'HS256' }],
    ['is for another client', { ...own, aud: 'another' }, {}],
    ['is of another issuer', { ...own, iss: 'https://other.example' }, {}],
    ['is of another person', { ...own, sub: 'another subject' }, {}],
    ['has expired', { ...own, exp: nowSeconds() - 3_600 }, {}],
  ] as const)
    it(`is an error of the provider when it ${what}`, async () => {
      await answerUserinfo(claims, signing)

      const { status } = await signInAtCrooked('crooked')

      assert.equal(status, 502)
      crooked.tricks = {}
    })
})
