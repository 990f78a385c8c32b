import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createService } from '#service.ts'
import { createUniqueEmail, password, type TestApp, testApp } from '#test/support/app.ts'
import type { Client } from '#test/support/client.ts'
import {
  type Answer,
  beginSignIn,
  callBack,
  redirectUri,
  signIn,
  signInAtProvider,
  submitSignIn,
} from '#test/support/sign-in.ts'

const app = await testApp()
const { anonymous } = app
const production = await testApp({
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://api.example.org',
  SMTP_URL: 'smtp://127.0.0.1:1',
  APP_SECRET: 'a secret that is long enough for production',
  PAYMENT_GATEWAY: 'sandbox',
  OAUTH_REDIRECT_URIS: 'https://app.example.org/callback',
})

const listActivity = async (client: Client, id: number): Promise<string[]> =>
  (await client.get(`/users/${id}/activity`)).data.map(({ type }: { type: string }) => type)

describe('GET /auth/methods', () => {
  it('lists the providers that can be used, and says who may sign up', async () => {
    const closed = await testApp({ SIGN_UP: 'closed' })

    const { data } = await anonymous.get('/auth/methods')

    const providers = ['Google', 'LinkedIn', 'ORCID'].map((label) => ({ name: label.toLowerCase(), label }))
    assert.deepEqual(data, { sign_up: 'open', password: true, providers })
    assert.equal((await closed.anonymous.get('/auth/methods')).data.sign_up, 'closed')
    assert.deepEqual((await production.anonymous.get('/auth/methods')).data.providers, [])
  })
})

describe('GET /auth/{provider}/redirect', () => {
  for (const provider of ['google', 'linkedin'] as const)
    it(`redirects to ${provider} with state, nonce and PKCE`, async () => {
      const address = await beginSignIn(anonymous, { provider })

      const query = Object.fromEntries(address.searchParams)
      assert.equal(address.href.split('?')[0], 'http://api.test/sandbox/identity/authorize')
      assert.equal(query.client_id, 'sandbox')
      assert.equal(query.response_type, 'code')
      assert.equal(query.redirect_uri, redirectUri)
      assert.equal(query.code_challenge_method, 'S256')
      assert.match(query.scope ?? '', /openid/)
      for (const secret of ['state', 'nonce', 'code_challenge']) assert.match(query[secret] ?? '', /^[\w-]{43}$/)
    })

  it('generates every state itself, whatever the caller sends', async () => {
    const query = `action=login&redirect_uri=${encodeURIComponent(redirectUri)}&state=mine&nonce=mine`

    const first = await anonymous.get(`/auth/google/redirect?${query}`)
    const second = await anonymous.get(`/auth/google/redirect?${query}`)

    assert.doesNotMatch(first.headers.get('location') ?? '', /mine/)
    assert.notEqual(first.headers.get('location'), second.headers.get('location'))
    assert.equal(first.headers.get('cache-control'), 'no-store')
  })

  it('lists every missing parameter', async () => {
    const reply = await anonymous.get('/auth/google/redirect')

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), ['action', 'redirect_uri'])
  })

  for (const redirect_uri of ['https://evil.com/', 'http://localhost.evil.com/', 'javascript:alert(1)'])
    it(`refuses to redirect back to ${redirect_uri}`, async () => {
      const query = new URLSearchParams({ action: 'login', redirect_uri })
      const reply = await anonymous.get(`/auth/google/redirect?${query}`)

      assert.equal(reply.status, 422)
      assert.ok(reply.errors.redirect_uri)
    })

  it('refuses an unknown action and an unknown provider', async () => {
    const query = (action: string) => `action=${action}&redirect_uri=${encodeURIComponent(redirectUri)}`

    const action = await anonymous.get(`/auth/google/redirect?${query('steal')}`)
    const provider = await anonymous.get(`/auth/facebook/redirect?${query('login')}`)

    assert.equal(action.status, 422)
    assert.ok(action.errors.action)
    assert.equal(provider.status, 404)
  })
})

describe('POST /auth/{provider}/start', () => {
  const start = (client: Client, action: string, redirect_uri = redirectUri) =>
    client.post('/auth/google/start', { action, redirect_uri })

  it('returns the address to open, and the state that will come back', async () => {
    const { data } = await start(anonymous, 'login')

    const answer = await submitSignIn(app, new URL(data.url))

    assert.equal(answer.state, data.state)
    assert.equal((await callBack(anonymous, answer)).status, 200)
  })

  it('lets only the account that started a link complete it', async () => {
    const person = await app.given.user()
    const other = await app.given.user()
    const begun = await start(person, 'link')
    const answer = await submitSignIn(app, new URL(begun.data.url))

    const stolen = await callBack(other, answer, { action: 'link' })
    const own = await callBack(person, answer, { action: 'link' })

    assert.equal(stolen.status, 422)
    assert.ok(stolen.errors.state)
    assert.deepEqual(own.data.user.login_methods.sort(), ['google', 'password'])
  })

  it('refuses anonymous links and foreign addresses', async () => {
    const nobody = await start(anonymous, 'link')
    const foreign = await start(anonymous, 'login', 'https://evil.com/')

    assert.equal(nobody.status, 403)
    assert.equal(foreign.status, 422)
    assert.ok(foreign.errors.redirect_uri)
  })
})

describe('POST /auth/{provider}/callback', () => {
  it('creates an account, and finds it again', async () => {
    const email = createUniqueEmail()

    const first = await signIn(app, { email: email.toUpperCase(), name: 'Grace Hopper', role: 'student' })
    const second = await signIn(app, { email, action: 'signup', role: 'recruiter' })

    assert.equal(first.status, 200, first.text)
    assert.match(first.data.token, /^rps_/)
    assert.equal(first.data.requires_profile_completion, true)
    const { user } = first.data
    assert.deepEqual([user.name, user.email, user.role], ['Grace Hopper', email, 'student'])
    assert.deepEqual([user.profile_complete, user.email_verified], [false, true])
    assert.deepEqual(user.login_methods, ['google'])
    assert.deepEqual([second.data.user.id, second.data.user.role], [user.id, 'student'])
    const client = app.withToken(second.data.token)
    assert.deepEqual(await listActivity(client, user.id), ['login', 'signup'])
  })

  it('requires no profile completion once there is a bio', async () => {
    const email = createUniqueEmail()
    const { data } = await signIn(app, { email })
    await app.withToken(data.token).put(`/users/${data.user.id}`, { bio: 'I write compilers.' })

    const again = await signIn(app, { email })

    assert.equal(again.data.requires_profile_completion, false)
    assert.equal(again.data.user.profile_complete, true)
  })

  it('creates a profile for a new researcher, and never grants the administrator role', async () => {
    const researcher = await signIn(app, { role: 'researcher' })
    const admin = await signIn(app, { role: 'admin' })

    assert.ok(researcher.data.user.researcher_id > 0)
    assert.equal(admin.status, 422)
    assert.ok(admin.errors.role)
  })

  it('lists every missing parameter', async () => {
    const reply = await anonymous.post('/auth/google/callback', {})

    assert.equal(reply.status, 422)
    assert.deepEqual(Object.keys(reply.errors).sort(), ['action', 'code', 'redirect_uri', 'state'])
  })

  it('accepts a response once, when it is sent twenty times at once', async () => {
    const answer = await signInAtProvider(app)

    const replies = await Promise.all(Array.from({ length: 20 }, () => callBack(app.anonymous, answer)))

    const lost = replies.filter(({ status }) => status === 422)
    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(lost.length, 19)
    assert.ok(lost.every(({ errors }) => errors.state))
  })

  it('creates one account from twenty simultaneous first visits', async () => {
    const email = createUniqueEmail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => signInAtProvider(app, { email })))

    const replies = await Promise.all(answers.map((answer) => callBack(app.anonymous, answer)))

    assert.deepEqual(
      replies.map(({ status }) => status),
      replies.map(() => 200),
    )
    assert.equal(new Set(replies.map(({ data }) => data.user.id)).size, 1)
    const [reply] = replies
    const types = await listActivity(app.withToken(reply?.data.token), reply?.data.user.id)
    assert.deepEqual([types.filter((type) => type === 'signup').length, types.length], [1, 20])
  })

  it('refuses a state that is invented, expired or meant for another action', async () => {
    const old = await signInAtProvider(app)
    app.clock.advance({ minutes: 10 })
    const other = await signInAtProvider(app)

    const refused = await Promise.all([
      callBack(app.anonymous, old),
      callBack(app.anonymous, { ...other, state: 'a'.repeat(43) }),
      callBack(app.anonymous, other, { provider: 'linkedin' }),
      callBack(app.anonymous, other, { action: 'signup' }),
      callBack(app.anonymous, other, { redirect_uri: 'http://localhost:5174/callback' }),
    ])

    for (const { status, errors, text } of refused) {
      assert.equal(status, 422, text)
      assert.ok(errors.state, text)
    }
    assert.equal((await callBack(app.anonymous, other)).status, 200)
  })

  it('refuses a code of another sign-in, and invalidates the state', async () => {
    const mine = await signInAtProvider(app)
    const stolen = await signInAtProvider(app)

    const refused = await callBack(app.anonymous, { ...mine, code: stolen.code })
    const again = await callBack(app.anonymous, mine)

    assert.equal(refused.status, 422)
    assert.ok(refused.errors.code)
    assert.equal(again.status, 422)
    assert.ok(again.errors.state)
  })

  it('refuses a response that names another issuer, and does not require one', async () => {
    const { iss: _, ...anonymousAnswer } = await signInAtProvider(app)

    const foreign = await callBack(app.anonymous, {
      ...(await signInAtProvider(app)),
      iss: 'https://evil.com',
    })
    const unnamed = await callBack(app.anonymous, anonymousAnswer)

    assert.equal(foreign.status, 422)
    assert.ok(foreign.errors.code)
    assert.equal(unnamed.status, 200)
  })
})

describe('matching by e-mail', () => {
  it('signs in to the account that has verified the address', async () => {
    const first = await signIn(app, { provider: 'linkedin' })
    const { id, email } = first.data.user

    const second = await signIn(app, { provider: 'google', email })

    assert.equal(second.data.user.id, id)
    assert.deepEqual(second.data.user.login_methods.sort(), ['google', 'linkedin'])
    const types = await listActivity(app.withToken(first.data.token), id)
    assert.deepEqual(types, ['login', 'identity_linked', 'signup'])
  })

  it('removes the password, the tokens and the identities of an account that never verified the address', async () => {
    const squatter = await app.given.user()
    const linking = { provider: 'linkedin', action: 'link' } as const
    assert.equal((await signIn(app, linking, squatter)).status, 200)
    await squatter.put(`/users/${squatter.id}`, { email: createUniqueEmail(), current_password: password })
    await app.anonymous.post('/auth/forgot-password', { email: squatter.email })

    const owner = await signIn(app, { email: squatter.email })

    assert.equal(owner.data.user.id, squatter.id)
    assert.deepEqual(owner.data.user.login_methods, ['google'])
    assert.deepEqual([owner.data.user.email_verified, owner.data.user.pending_email], [true, null])
    assert.equal((await squatter.get('/auth/me')).status, 401)
    const login = await app.anonymous.post('/auth/login', { email: squatter.email, password })
    assert.equal(login.status, 401)
    const texts = (await app.listMails(squatter.email)).map(({ text }) => text).join('\n')
    const token = new URL(/http\S+reset-password\S+/.exec(texts)?.[0] ?? '').searchParams.get('token')
    const reset = { token, email: squatter.email, password, password_confirmation: password }
    assert.equal((await app.anonymous.post('/auth/reset-password', reset)).status, 422)
  })

  it('leaves no identity behind when the owner of the address resets the password', async () => {
    const email = createUniqueEmail()
    const squatter = await signIn(app, { email, email_verified: false })
    await anonymous.post('/auth/forgot-password', { email })
    const mails = await app.listMails(email)
    const link = /http\S+reset-password\S+/.exec(mails.map(({ text }) => text).join('\n'))?.[0] ?? ''

    const token = new URL(link).searchParams.get('token')
    const reset = { token, email, password, password_confirmation: password }
    assert.equal((await anonymous.post('/auth/reset-password', reset)).status, 200)
    const login = await anonymous.post('/auth/login', { email, password })

    assert.equal(login.data.user.id, squatter.data.user.id)
    assert.deepEqual(login.data.user.login_methods, ['password'])
  })

  it('keeps the password where the address was verified', async () => {
    const person = await app.given.user()
    const [mail] = await app.listMails(person.email)
    const token = /verify-email\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    await app.anonymous.post('/auth/email/verify', { token })

    const reply = await signIn(app, { email: person.email })

    assert.deepEqual(reply.data.user.login_methods.sort(), ['google', 'password'])
    assert.equal((await person.get('/auth/me')).status, 200)
  })

  it('does not trust an address that the provider has not verified', async () => {
    const person = await app.given.user()

    const thief = await signIn(app, { email: person.email, email_verified: false })
    const stranger = await signIn(app, { email_verified: false })

    assert.equal(thief.status, 422)
    assert.ok(thief.errors.email)
    assert.equal(stranger.status, 200)
    assert.equal(stranger.data.user.email_verified, false)
    assert.equal((await app.listMails(stranger.data.user.email)).length, 1)
  })
})

describe('the state of a sign-in', () => {
  const browser = { 'x-forwarded-for': '198.51.100.7', 'user-agent': 'Firefox' }
  const body = (answer: Answer, action: string) => ({ ...answer, action, redirect_uri: redirectUri })

  /** The answer of the provider to the browser that began with the headers. */
  async function begin(app: TestApp) {
    const query = new URLSearchParams({ action: 'login', redirect_uri: redirectUri })
    const reply = await app.anonymous.get(`/auth/google/redirect?${query}`, browser)
    return submitSignIn(app, new URL(reply.headers.get('location') ?? ''))
  }

  for (const [what, headers] of [
    ['another network', { ...browser, 'x-forwarded-for': '198.51.101.7' }],
    ['another browser', { ...browser, 'user-agent': 'Chrome' }],
  ] as const)
    it(`is refused from ${what}, and not used up`, async () => {
      const app = await testApp({ TRUST_PROXY: 'true' })
      const answer = await begin(app)

      const stolen = await app.anonymous.post('/auth/google/callback', body(answer, 'login'), headers)
      const own = await app.anonymous.post('/auth/google/callback', body(answer, 'login'), browser)

      assert.equal(stolen.status, 422)
      assert.deepEqual(Object.keys(stolen.errors), ['state'])
      assert.equal(own.status, 200)
    })

  it('is accepted from another address of the same network', async () => {
    const app = await testApp({ TRUST_PROXY: 'true' })
    const answer = await begin(app)
    const near = { ...browser, 'x-forwarded-for': '198.51.100.200' }

    assert.equal((await app.anonymous.post('/auth/google/callback', body(answer, 'login'), near)).status, 200)
  })

  it('that an account began is accepted from anywhere, with its token', async () => {
    const app = await testApp({ TRUST_PROXY: 'true' })
    const person = await app.given.user()
    const begun = await person.post('/auth/google/start', { action: 'link', redirect_uri: redirectUri }, browser)
    const answer = await submitSignIn(app, new URL(begun.data.url))

    assert.equal((await person.post('/auth/google/callback', body(answer, 'link'))).status, 200)
  })
})

describe('linking', () => {
  it('adds the identity to the account of the token, and never signs in to another account', async () => {
    const person = await app.given.user()
    const other = await app.given.user()
    const request = { action: 'link', email: other.email } as const

    const linked = await signIn(app, request, person)
    const again = await signIn(app, request, person)
    const taken = await signIn(app, request, other)
    const login = await signIn(app, { email: other.email })

    assert.equal(linked.data.user.id, person.id)
    assert.deepEqual(linked.data.user.login_methods.sort(), ['google', 'password'])
    assert.equal(linked.data.user.email_verified, false)
    assert.equal(again.status, 200)
    assert.equal(taken.status, 422)
    assert.equal(login.data.user.id, person.id)
    assert.deepEqual(await listActivity(person, person.id), ['login', 'identity_linked', 'signup'])
    assert.deepEqual((await other.get('/auth/me')).data.login_methods, ['password'])
  })

  it('is begun by a signed-in user only, at each provider', async () => {
    const start = { action: 'link', redirect_uri: redirectUri }
    const person = await app.given.user()
    const { data } = await person.post('/auth/api-keys', {
      name: 'Key',
      scopes: ['notifications:write'],
      expires_at: null,
    })
    const clients = [
      [app.anonymous, 403, 403],
      [app.withToken(`rps_${'x'.repeat(43)}`), 403, 401],
      [app.withToken(data.key), 403, 403],
      [person, 302, 200],
    ] as const
    for (const provider of ['google', 'linkedin', 'orcid'])
      for (const [client, redirected, started] of clients) {
        const redirect = await client.get(`/auth/${provider}/redirect?${new URLSearchParams(start)}`)
        const begun = await client.post(`/auth/${provider}/start`, start)

        assert.deepEqual([redirect.status, begun.status], [redirected, started], redirect.text)
        if (redirected === 403) assert.equal(redirect.headers.get('location'), null)
      }
  })

  it('requires a valid token', async () => {
    const answer = await signInAtProvider(app, { action: 'link' }, await app.given.user())

    const without = await callBack(app.anonymous, answer, { action: 'link' })
    const wrong = await callBack(app.withToken(`rps_${'x'.repeat(43)}`), answer, { action: 'link' })
    const smuggled = await callBack(app.anonymous, answer, { action: 'login' })

    assert.deepEqual([without.status, wrong.status, smuggled.status], [401, 401, 422])
  })

  it('can be completed only by the account whose token started it', async () => {
    const attacker = await app.given.user()
    const victim = await app.given.user()
    const answer = await signInAtProvider(app, { action: 'link' }, attacker)

    const reply = await callBack(victim, answer, { action: 'link' })

    assert.equal(reply.status, 422)
    assert.ok(reply.errors.state)
    assert.deepEqual((await victim.get('/auth/me')).data.login_methods, ['password'])
  })

  it('allows one identity per provider, and verifies the address when it is the same', async () => {
    const person = await app.given.user()

    const own = await signIn(app, { action: 'link', email: person.email }, person)
    const second = await signIn(app, { action: 'link' }, person)

    assert.equal(own.data.user.email_verified, true)
    assert.deepEqual(own.data.user.login_methods.sort(), ['google', 'password'])
    assert.equal(second.status, 422)
    assert.ok(second.errors.provider)
  })

  it('assigns an identity to one account when twenty link it at once', async () => {
    const email = createUniqueEmail()
    const attempts = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const person = await app.given.user()
        return { person, answer: await signInAtProvider(app, { action: 'link', email }, person) }
      }),
    )

    const replies = await Promise.all(
      attempts.map(({ person, answer }) => callBack(person, answer, { action: 'link' })),
    )

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(replies.filter(({ status }) => status === 422).length, 19)
  })
})

describe('POST /auth/{provider}/unlink', () => {
  it('removes the connection', async () => {
    const person = await app.given.user()
    await signIn(app, { action: 'link' }, person)

    const reply = await person.post('/auth/google/unlink')

    assert.equal(reply.status, 200, reply.text)
    assert.deepEqual((await person.get('/auth/me')).data.login_methods, ['password'])
    assert.deepEqual(await listActivity(person, person.id), ['identity_unlinked', 'identity_linked', 'signup'])
  })

  it('refuses other users, identities that are not linked, and the last way to sign in', async () => {
    const { data } = await signIn(app)
    const client = app.withToken(data.token)

    assert.equal((await app.anonymous.post('/auth/google/unlink')).status, 401)
    assert.equal((await client.post('/auth/linkedin/unlink')).status, 404)
    assert.equal((await client.post('/auth/facebook/unlink')).status, 404)
    const last = await client.post('/auth/google/unlink')
    assert.equal(last.status, 422)
    assert.notEqual(last.message, '')
    assert.deepEqual((await client.get('/auth/me')).data.login_methods, ['google'])
  })

  it('keeps one way to sign in when the last two are removed at once', async () => {
    const { data } = await signIn(app)
    await signIn(app, { provider: 'linkedin', email: data.user.email })
    const client = app.withToken(data.token)

    const replies = await Promise.all([client.post('/auth/google/unlink'), client.post('/auth/linkedin/unlink')])

    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
    assert.equal((await client.get('/auth/me')).data.login_methods.length, 1)
  })

  it('removes an identity once when ten requests try', async () => {
    const person = await app.given.user()
    await signIn(app, { action: 'link' }, person)

    const replies = await Promise.all(Array.from({ length: 10 }, () => person.post('/auth/google/unlink')))

    assert.equal(replies.filter(({ status }) => status === 200).length, 1)
    assert.equal(replies.filter(({ status }) => status === 404).length, 9)
  })
})

describe('a sign-in that was started', () => {
  it('can be completed by any instance', async () => {
    const { clock, platform } = app
    const second = await createService(platform.config, { clock, logger: pino({ level: 'silent' }) })
    const address = await second.server.listen({ host: '127.0.0.1', port: 0 })
    const answer = await signInAtProvider(app)

    const response = await fetch(`${address}/auth/google/callback`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...answer, action: 'login', redirect_uri: redirectUri }),
    })
    await second.stop()

    assert.equal(response.status, 200)
  })

  it('lets a deleted user sign in again as a new user', async () => {
    const { data } = await signIn(app)
    await app.withToken(data.token).delete(`/users/${data.user.id}`)

    const again = await signIn(app, { email: data.user.email })

    assert.equal(again.status, 200)
    assert.notEqual(again.data.user.id, data.user.id)
  })

  it('stores no secret, and is deleted when it is never completed', async () => {
    const page = await beginSignIn(app.anonymous)
    app.clock.advance({ hours: 2 })
    await app.settle()

    const answer = await submitSignIn(app, page)

    assert.equal((await callBack(app.anonymous, answer)).status, 422)
  })
})

describe('without credentials in production', () => {
  const redirect_uri = 'https://app.example.org/callback'

  it('responds with 503, and has no sandbox', async () => {
    const { anonymous } = production
    const query = new URLSearchParams({ action: 'login', redirect_uri })

    const begun = await anonymous.get(`/auth/google/redirect?${query}`)
    const local = await anonymous.get('/auth/google/redirect?action=login&redirect_uri=http://localhost:5173/')
    const completed = await callBack(anonymous, { code: 'c', state: 's' }, { redirect_uri })
    const verified = await anonymous.post('/auth/google/verify', { credential: 'x' })

    assert.deepEqual([begun.status, completed.status, verified.status], [503, 503, 503])
    assert.equal(local.status, 422)
    for (const path of ['/.well-known/openid-configuration', '/jwks', '/authorize', '/userinfo'])
      assert.equal((await anonymous.get(`/sandbox/identity${path}`)).status, 404)
    assert.equal((await anonymous.get('/sandbox/registries/crossref/works/10.5555%2F12345678')).status, 404)
  })
})
