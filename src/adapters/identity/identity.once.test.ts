/** Signs in through a real OpenID provider, and through one that misbehaves in every way. */

import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { JWTPayload } from 'jose'
import { systemClock } from '#core/time.ts'
import { testApp } from '#test/support/app.ts'
import type { Client } from '#test/support/client.ts'
import {
  type CrookedProvider,
  type Endpoint,
  rsaKey,
  startMaliciousProvider,
  type Trick,
  tricks,
} from '#test/support/malicious-provider.ts'
import { openIdProvider } from '#test/support/openid-provider.ts'
import { type Answer, beginSignIn, callBack, createAddress, parseRedirect, redirectUri } from '#test/support/sign-in.ts'
import { createIdentityProviders } from './providers.ts'

const google = { id: 'google-client', secret: 'the secret at google' }
const linkedin = { id: 'linkedin-client', secret: 'the secret at linkedin' }
const registered = ({ id, secret }: typeof google) => ({
  client_id: id,
  client_secret: secret,
  redirect_uris: [redirectUri],
})
const settings = (googleIssuer: string, linkedinIssuer: string) => ({
  GOOGLE_ISSUER: googleIssuer,
  GOOGLE_CLIENT_ID: google.id,
  GOOGLE_CLIENT_SECRET: google.secret,
  LINKEDIN_ISSUER: linkedinIssuer,
  LINKEDIN_CLIENT_ID: linkedin.id,
  LINKEDIN_CLIENT_SECRET: linkedin.secret,
})

const atGoogle = await openIdProvider([registered(google)])
const atLinkedin = await openIdProvider([registered(linkedin)])
after(() => atGoogle.stop())
after(() => atLinkedin.stop())
// These providers read the system's clock.
const app = await testApp(settings(atGoogle.issuer, atLinkedin.issuer), { clock: systemClock })
const providers = { google: atGoogle, linkedin: atLinkedin }
const straying = await crookedApp()
const likeLinkedin = await crookedApp({ code_challenge_methods_supported: undefined })

async function answerAt(
  provider: 'google' | 'linkedin',
  email = createAddress(),
  change: (page: URL) => void = () => undefined,
) {
  const page = await beginSignIn(app.anonymous, { provider })
  change(page)
  const account = { email, email_verified: true, name: 'Grace Hopper' }
  return parseRedirect(await providers[provider].signIn(page, `subject of ${email}`, account))
}

describe('a real OpenID provider', () => {
  for (const provider of ['google', 'linkedin'] as const) {
    it(`signs in through ${provider} repeatedly`, async () => {
      const email = createAddress()

      const first = await callBack(app.anonymous, await answerAt(provider, email), { provider })
      const second = await callBack(app.anonymous, await answerAt(provider, email), { provider })

      assert.equal(first.status, 200, first.text)
      const { user } = first.data
      assert.deepEqual([user.email, user.name, user.email_verified], [email, 'Grace Hopper', true])
      assert.deepEqual(user.login_methods, [provider])
      assert.equal(second.data.user.id, user.id)
    })

    it(`accepts a code of ${provider} once, also with another state`, async () => {
      const used = await answerAt(provider)
      await callBack(app.anonymous, used, { provider })

      const replayed = await callBack(app.anonymous, used, { provider })
      const { state } = await answerAt(provider)
      const injected = await callBack(app.anonymous, { ...used, state }, { provider })

      assert.deepEqual([replayed.status, injected.status], [422, 422])
      assert.ok(replayed.errors.state)
      assert.ok(injected.errors.code)
    })

    it(`refuses a code of ${provider} that was requested without our PKCE challenge`, async () => {
      const challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

      const answer = await answerAt(provider, createAddress(), (page) =>
        page.searchParams.set('code_challenge', challenge),
      )
      const reply = await callBack(app.anonymous, answer, { provider })

      assert.equal(reply.status, 422)
      assert.ok(reply.errors.code)
    })

    it(`refuses an ID token of ${provider} with another nonce`, async () => {
      const answer = await answerAt(provider, createAddress(), (page) => page.searchParams.set('nonce', 'other'))

      const reply = await callBack(app.anonymous, answer, { provider })

      assert.equal(reply.status, 422)
      assert.ok(reply.errors.code)
    })
  }

  it('is not asked to redeem a code of another provider', async () => {
    const { code, iss } = await answerAt('linkedin')
    const mine: Answer = await answerAt('google')

    const named = await callBack(app.anonymous, { code, iss, state: mine.state })
    const again = await answerAt('google')
    const unnamed = await callBack(app.anonymous, { code, state: again.state })

    assert.deepEqual([named.status, unnamed.status], [422, 422])
    assert.ok(named.errors.code)
    assert.ok(unnamed.errors.code)
  })

  it('returns a state that only the same provider may complete', async () => {
    const answer = await answerAt('google')

    const reply = await callBack(app.anonymous, answer, { provider: 'linkedin' })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.state)
  })
})

/** A service whose providers are both crooked; it lives as long as the test. */
async function crookedApp(metadata: object = {}) {
  const crooked = await startMaliciousProvider(metadata)
  const service = await testApp(settings(crooked.issuer, crooked.issuer), { clock: systemClock })
  after(() => crooked.stop())
  return { crooked, client: service.anonymous }
}

const now = () => Math.floor(Date.now() / 1000)
const createClaims = (crooked: CrookedProvider, aud: string, more: JWTPayload): JWTPayload => ({
  iss: crooked.issuer,
  aud,
  sub: createAddress(),
  iat: now(),
  exp: now() + 600,
  email: createAddress(),
  email_verified: true,
  ...more,
})

const begin = (client: Client) =>
  client.get(`/auth/google/redirect?${new URLSearchParams({ action: 'login', redirect_uri: redirectUri })}`)

/** Signs in at the crooked provider, whose ID token says what is given. */
async function attempt({ crooked, client }: typeof straying, provider: 'google' | 'linkedin', more: JWTPayload) {
  const page = await beginSignIn(client, { provider })
  const state = page.searchParams.get('state') ?? ''
  const nonce = page.searchParams.get('nonce') ?? ''
  crooked.claims = createClaims(crooked, provider === 'google' ? google.id : linkedin.id, { nonce, ...more })
  return callBack(client, { code: 'a code', state }, { provider })
}

describe('the differences of ORCID', () => {
  const orcid = { id: 'orcid-client', secret: 'the secret at orcid' }
  const orcidSettings = (issuer: string) => ({
    ORCID_ISSUER: issuer,
    ORCID_CLIENT_ID: orcid.id,
    ORCID_CLIENT_SECRET: orcid.secret,
  })

  it('signs in with the iD as the subject, asks for openid only, and gets no address', async () => {
    const atOrcid = await openIdProvider([registered(orcid)])
    after(() => atOrcid.stop())
    const { anonymous } = await testApp(orcidSettings(atOrcid.issuer), { clock: systemClock })
    const page = await beginSignIn(anonymous, { provider: 'orcid' })
    const account = { email: createAddress(), email_verified: true, name: 'Josiah Carberry' }

    const answer = parseRedirect(await atOrcid.signIn(page, '0000-0002-1825-0097', account))
    const reply = await callBack(anonymous, answer, { provider: 'orcid', role: 'researcher' })

    assert.equal(page.searchParams.get('scope'), 'openid')
    assert.equal(reply.status, 200, reply.text)
    const { user } = reply.data
    assert.deepEqual([user.email, user.login_methods], ['', ['orcid']])
    const details = await anonymous.get(`/researchers/details/${user.researcher_id}`, {
      authorization: `Bearer ${reply.data.token}`,
    })
    assert.deepEqual([details.data.orcid, details.data.orcid_verified], ['0000-0002-1825-0097', true])
  })

  for (const subject of ['josiah', '0000-0002-1825-009', 'https://orcid.org/0000-0002-1825-0097'])
    it(`refuses ${subject}, which is no iD`, async (test) => {
      const crooked = await startMaliciousProvider()
      test.after(() => crooked.stop())
      const { anonymous } = await testApp(orcidSettings(crooked.issuer), { clock: systemClock })
      const page = await beginSignIn(anonymous, { provider: 'orcid' })
      const state = page.searchParams.get('state') ?? ''
      const nonce = page.searchParams.get('nonce') ?? ''
      crooked.claims = createClaims(crooked, orcid.id, { nonce, sub: subject })

      const reply = await callBack(anonymous, { code: 'a code', state }, { provider: 'orcid' })

      assert.deepEqual([reply.status, reply.message.split(' ')[0]], [502, 'ORCID'])
    })
})

describe('the differences of LinkedIn', () => {
  it('accepts an ID token without a nonce, and sends no verifier if the provider does not support PKCE', async () => {
    const reply = await attempt(likeLinkedin, 'linkedin', { nonce: undefined })

    assert.equal(reply.status, 200, reply.text)
    assert.equal(likeLinkedin.crooked.form.has('code_verifier'), false)
    assert.equal(likeLinkedin.crooked.form.get('client_secret'), linkedin.secret)
    assert.equal(likeLinkedin.crooked.form.get('redirect_uri'), redirectUri)
  })

  it('refuses a nonce of another sign-in', async () => {
    assert.equal((await attempt(likeLinkedin, 'linkedin', { nonce: 'other' })).status, 422)
  })

  it('does not apply to Google', async () => {
    const reply = await attempt(likeLinkedin, 'google', { nonce: undefined })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.code)
    assert.ok(likeLinkedin.crooked.form.has('code_verifier'))
  })
})

describe('an ID token of the token endpoint', () => {
  it('is accepted when it is correct', async () => {
    assert.equal((await attempt(straying, 'google', {})).status, 200)
  })

  const wrong: Record<string, JWTPayload> = {
    'of another issuer': { iss: 'https://evil.com' },
    'for another client': { aud: 'somebody else' },
    'for another client as well, made for that one': { aud: [google.id, 'other'], azp: 'other' },
    'that has expired': { exp: now() - 600 },
    'that is not valid yet': { nbf: now() + 600 },
    'without a subject': { sub: '' },
  }
  for (const [name, claims] of Object.entries(wrong))
    it(`is refused ${name}`, async () => {
      const reply = await attempt(straying, 'google', claims)

      assert.equal(reply.status, 502, reply.text)
    })

  it('is refused when it is signed by another key', async () => {
    straying.crooked.signing = { key: rsaKey() }
    const forged = await attempt(straying, 'google', {})
    straying.crooked.signing = { key: new TextEncoder().encode(google.secret.repeat(3)), alg: 'HS256' }
    const shared = await attempt(straying, 'google', {})
    straying.crooked.signing = {}

    assert.deepEqual([forged.status, shared.status], [502, 502])
  })

  it('identifies the user, and userinfo must not name another user', async () => {
    straying.crooked.userinfo = { sub: 'somebody else' }
    const other = await attempt(straying, 'google', {})
    straying.crooked.userinfo = {}

    assert.equal(other.status, 502)
  })

  it('does not make an address of userinfo count as verified', async () => {
    const email = createAddress()
    straying.crooked.userinfo = { email }
    const reply = await attempt(straying, 'google', {})
    straying.crooked.userinfo = {}

    assert.deepEqual([reply.data.user.email, reply.data.user.email_verified], [email, false])
  })

  it('must contain an address for a new user', async () => {
    const reply = await attempt(straying, 'google', { email: undefined })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.email)
  })
})

describe('a failing provider', () => {
  const request = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), redirectUri }
  const endpoints = ['discovery', 'token', 'userinfo', 'keys'] as const
  const { hang, sendTrickle: trickle, ...quick } = tricks

  for (const [name, trick] of Object.entries(quick))
    for (const endpoint of endpoints)
      it(`fails one request when its ${endpoint} endpoint responds with ${name}`, () =>
        costsOneRequest(endpoint, trick))

  it('fails one request after five seconds when it never responds', async () => {
    const ways = endpoints.flatMap((endpoint) => [hang, trickle].map((trick) => ({ endpoint, trick })))

    await Promise.all(ways.map(({ endpoint, trick }) => costsOneRequest(endpoint, trick)))
  })

  async function costsOneRequest(endpoint: Endpoint, trick: Trick) {
    const crooked = await startMaliciousProvider()
    const logged: object[] = []
    const provider = createIdentityProviders({
      settings: {
        google: { issuer: crooked.issuer, clientId: google.id, clientSecret: null },
        linkedin: null,
        orcid: null,
      },
      sandboxIssuer: null,
      ownOrigin: () => null,
      insecure: true,
      clock: systemClock,
      log: { warn: (fields) => logged.push(fields) },
    }).get('google')
    assert.ok(provider !== null)
    crooked.claims = createClaims(crooked, google.id, { nonce: request.nonce })

    crooked.tricks[endpoint] = trick
    const visit = provider.redeem({ code: 'a code', iss: undefined }, request)
    await assert.rejects(visit, { name: 'Problem', status: 502, message: /^Google / })
    crooked.tricks = {}
    const next = await provider.redeem({ code: 'a code', iss: undefined }, request)
    await crooked.stop()

    assert.equal(next?.subject, crooked.claims.sub)
    assert.equal(logged.length, 1)
    assert.doesNotMatch(JSON.stringify(logged), /eyJ/)
  }

  it('causes a 502 response in the envelope, at each step', async () => {
    const { crooked, client } = await crookedApp()

    crooked.tricks.discovery = tricks.fail
    const discovering = await begin(client)
    crooked.tricks = { token: tricks.garbage }
    const redeeming = await attempt({ crooked, client }, 'google', {})
    crooked.tricks = { userinfo: tricks.hangUp }
    const asking = await attempt({ crooked, client }, 'linkedin', {})

    assert.deepEqual([discovering.status, redeeming.status, asking.status], [502, 502, 502])
    assert.match(discovering.message, /^Google /)
    assert.match(asking.message, /^LinkedIn /)
  })

  it('refuses a code with the error of the standard', async () => {
    const refuse = (error: string, status: number) => {
      straying.crooked.tricks.token = (response) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return attempt(straying, 'google', {})
    }

    const code = await refuse('invalid_grant', 400)
    const ours = await refuse('invalid_client', 401)
    const theirs = await refuse('server_error', 500)
    straying.crooked.tricks = {}

    assert.equal(code.status, 422)
    assert.ok(code.errors.code)
    assert.deepEqual([ours.status, theirs.status], [502, 502])
  })

  it('is asked for its discovery document and its keys once', async () => {
    const { crooked, client } = await crookedApp()

    await Promise.all(Array.from({ length: 10 }, () => beginSignIn(client)))
    for (let n = 0; n < 3; n++) await attempt({ crooked, client }, 'google', {})

    assert.deepEqual([crooked.asked.discovery, crooked.asked.keys], [1, 1])
  })

  it('must not redirect the browser to anything but a web address', async () => {
    const { client } = await crookedApp({ authorization_endpoint: 'javascript:alert(1)' })

    const reply = await begin(client)

    assert.equal(reply.status, 502)
  })
})
