import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { describe, it } from 'node:test'
import { decodeJwt, importJWK, jwtVerify } from 'jose'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { parseRedirect, redirectUri, submitSignIn } from '#test/support/sign-in.ts'

const app = await testApp()
const { anonymous } = app
const base = '/sandbox/identity'
const issuer = 'http://api.test/sandbox/identity'

const verifier = randomBytes(32).toString('base64url')
const challenge = createHash('sha256').update(verifier).digest('base64url')

/** A request for the sign-in page; undefined omits a parameter. */
function createRequest(change: Record<string, string | undefined> = {}): URL {
  const url = new URL(`${issuer}/authorize`)
  const all = {
    client_id: 'sandbox',
    response_type: 'code',
    scope: 'openid email profile',
    redirect_uri: redirectUri,
    state: 'the state',
    nonce: 'the nonce',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...change,
  }
  for (const [name, value] of Object.entries(all)) if (value !== undefined) url.searchParams.set(name, value)
  return url
}
const open = (url: URL) => anonymous.get(`${url.pathname}${url.search}`)

async function exchange(code: string, change: Record<string, string> = {}) {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: 'sandbox',
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
    ...change,
  })
  const reply = await anonymous.send('POST', `${base}/token`, { body })
  return { status: reply.status, headers: reply.headers, body: JSON.parse(reply.text) }
}

describe('the sandbox identity provider', () => {
  it('serves a discovery document', async () => {
    const reply = await anonymous.get(`${base}/.well-known/openid-configuration`)

    const document = JSON.parse(reply.text)
    assert.equal(document.issuer, issuer)
    assert.deepEqual(document.code_challenge_methods_supported, ['S256'])
    for (const endpoint of ['authorization', 'token', 'userinfo'])
      assert.ok(document[`${endpoint}_endpoint`].startsWith(`${issuer}/`))
  })

  it('gives a signed ID token and userinfo to a client with the code and the verifier', async () => {
    const { code, state, iss } = await submitSignIn(app, createRequest(), { email: 'ADA@example.org ', name: 'Ada' })

    const tokens = await exchange(code)

    assert.deepEqual([state, iss], ['the state', issuer])
    assert.equal(tokens.status, 200)
    assert.equal(tokens.headers.get('cache-control'), 'no-store')
    const { keys } = JSON.parse((await anonymous.get(`${base}/jwks`)).text)
    const { payload } = await jwtVerify(tokens.body.id_token, await importJWK(keys[0], 'RS256'), {
      issuer,
      audience: 'sandbox',
      currentDate: new Date(app.clock.now()),
    })
    assert.deepEqual([payload.email, payload.name, payload.nonce], ['ada@example.org', 'Ada', 'the nonce'])
    const headers = { authorization: `Bearer ${tokens.body.access_token}` }
    const person = JSON.parse((await anonymous.get(`${base}/userinfo`, headers)).text)
    assert.deepEqual(person, {
      sub: payload.sub,
      email: 'ada@example.org',
      email_verified: true,
      name: 'Ada',
    })
  })

  it('replaces Google Identity Services', async () => {
    const { body } = await exchange((await submitSignIn(app, createRequest(), { email: 'gis@example.org' })).code)

    const reply = await anonymous.post('/auth/google/verify', {
      credential: body.id_token,
      nonce: 'the nonce',
    })

    assert.equal(reply.status, 200, reply.text)
    assert.equal(reply.data.user.email, 'gis@example.org')
  })

  it('publishes no private part of its key', async () => {
    const { keys } = JSON.parse((await anonymous.get(`${base}/jwks`)).text)

    assert.deepEqual(Object.keys(keys[0]).sort(), ['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  it("uses the form's value for whether the address is verified", async () => {
    const { code } = await submitSignIn(app, createRequest(), {
      email_verified: false,
      name: '',
      email: 'b@example.org',
    })

    const { body } = await exchange(code)

    const { email_verified, name } = decodeJwt(body.id_token)
    assert.deepEqual([email_verified, name], [false, 'b'])
  })

  it('accepts a code once, of ten simultaneous requests', async () => {
    const { code } = await submitSignIn(app, createRequest())

    const replies = await Promise.all(Array.from({ length: 10 }, () => exchange(code)))

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(replies.filter(({ body }) => body.error === 'invalid_grant').length, 9)
  })

  for (const [name, change, error] of [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 'invalid_grant'],
    ['another redirect_uri', { redirect_uri: 'http://localhost:1/' }, 'invalid_grant'],
    ['another client', { client_id: 'other' }, 'invalid_client'],
    ['another grant', { grant_type: 'password' }, 'unsupported_grant_type'],
  ] as const)
    it(`refuses a code with ${name}`, async () => {
      const { code } = await submitSignIn(app, createRequest())

      const { status, body } = await exchange(code, change)

      assert.ok(status === 400 || status === 401)
      assert.equal(body.error, error)
    })

  it('refuses a code after five minutes', async () => {
    const { code } = await submitSignIn(app, createRequest())
    app.clock.advance({ minutes: 5 })

    assert.equal((await exchange(code)).body.error, 'invalid_grant')
  })

  it('accepts no ID token as an access token', async () => {
    const { body } = await exchange((await submitSignIn(app, createRequest())).code)

    for (const token of [body.id_token, 'nonsense', '']) {
      const reply = await anonymous.get(`${base}/userinfo`, { authorization: `Bearer ${token}` })
      assert.equal(reply.status, 401)
    }
  })

  for (const [name, change] of [
    ['client', { client_id: 'other' }],
    ['redirect_uri', { redirect_uri: 'https://evil.com/' }],
    ['redirect_uri at all', { redirect_uri: undefined }],
  ] as const)
    it(`redirects nowhere without a valid ${name}`, async () => {
      const reply = await open(createRequest(change))

      assert.equal(reply.status, 400)
      assert.equal(reply.headers.get('location'), null)
      assert.match(reply.headers.get('content-type') ?? '', /html/)
    })

  for (const [change, error] of [
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ scope: 'email' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ code_challenge_method: undefined }, 'invalid_request'],
    [{ prompt: 'none' }, 'login_required'],
  ] as const)
    it(`returns ${error} to the client for ${JSON.stringify(change)}`, async () => {
      const reply = await open(createRequest(change))

      const location = new URL(reply.headers.get('location') ?? '')
      assert.equal(location.searchParams.get('error'), error)
      assert.equal(location.searchParams.get('state'), 'the state')
      assert.ok(location.href.startsWith(redirectUri))
    })

  it('shows a form of three fields, with a policy that allows the redirect', async () => {
    const reply = await open(createRequest({ login_hint: '"><script>alert(1)</script>' }))

    const names = [...reply.text.matchAll(/ name="(\w+)"/g)].map(([, name]) => name)
    assert.deepEqual(
      names.filter((name) => name !== 'viewport'),
      ['email', 'name', 'email_verified'],
    )
    assert.match(reply.headers.get('content-security-policy') ?? '', /form-action 'self' http:\/\/localhost:5173;/)
    assert.doesNotMatch(reply.text, /<script/)
    const action = / action="([^"]+)"/.exec(reply.text)?.[1] ?? ''
    const body = new URLSearchParams({ email: 'ada@example.org', name: 'Ada', email_verified: 'true' })
    const sent = await anonymous.send('POST', action, { body })
    assert.match(sent.headers.get('location') ?? '', /^http:\/\/localhost:5173\/callback\?code=/)
  })

  it('asks again after an invalid address', async () => {
    const url = createRequest()
    const body = new URLSearchParams({ email: 'nobody', name: 'Ada' })

    const reply = await anonymous.send('POST', `${url.pathname}${url.search}`, { body })

    assert.equal(reply.status, 422)
    assert.match(reply.text, /role="alert"/)
    assert.match(reply.text, /value="Ada"/)
  })
})

describe('in a browser', { skip: noBrowser }, () => {
  it('redirects through the form back to the frontend, where the user is signed in', async () => {
    const frontend = createServer((_, response) => response.end('the frontend')).listen(0, '127.0.0.1')
    await once(frontend, 'listening')
    const address = frontend.address()
    assert.ok(typeof address === 'object' && address !== null)
    const redirect_uri = `http://127.0.0.1:${address.port}/callback`
    // The public address of the service is a name that only this browser resolves.
    const browser = await openBrowser({ 'api.test': app.address })
    try {
      const page = await browser.newPage()
      const query = new URLSearchParams({ action: 'login', redirect_uri })
      await page.goto(`${app.address}/auth/google/redirect?${query}`)
      await page.fill('[name=email]', 'ada.l@example.org')
      await page.fill('[name=name]', 'Ada Lovelace')
      await page.click('button')
      await page.waitForURL(`${redirect_uri}?**`)

      const answer = { ...parseRedirect(page.url()), action: 'login', redirect_uri }
      const userAgent = await page.evaluate(() => navigator.userAgent)
      const reply = await anonymous.post('/auth/google/callback', answer, { 'user-agent': userAgent })

      assert.equal(reply.status, 200, reply.text)
      assert.match(reply.data.token, /^rps_/)
      assert.equal(reply.data.user.email, 'ada.l@example.org')
      // The same in a popup, which keeps its opener.
      const opener = await browser.newPage()
      await opener.goto(redirect_uri)
      const opened = opener.waitForEvent('popup')
      await opener.evaluate(`open('${app.address}/auth/google/redirect?${query}')`)
      const popup = await opened
      await popup.fill('[name=email]', 'ada.l@example.org')
      await popup.click('button')
      await popup.waitForURL(`${redirect_uri}?**`)
      assert.equal(await popup.evaluate('opener !== null'), true)
    } finally {
      await browser.close()
      frontend.close()
    }
  })
})
