import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { adminEmail, createApp, password, type TestApp, testApp } from '#test/support/app.ts'
import { visitSite } from '#test/support/site.ts'

const hosted = { FRONTEND_URL: '' }
const secure = { ...hosted, PUBLIC_URL: 'https://api.example.org', BASE_PATH: '/platform', SANDBOX: 'public' }

const readCookies = (response: Response) => response.headers.getSetCookie()

const open = (app: TestApp, path: string, cookie = '') =>
  fetch(`${app.address}${path}`, { headers: { cookie }, redirect: 'manual' })

/** Opens the way to the provider and returns what the browser stores. */
async function begin(app: TestApp, path: string) {
  const [stored = ''] = readCookies(await open(app, path))
  const [name = '', value = ''] = stored.split(';')[0]?.split('=') ?? []
  const [body = '', signature = ''] = value.split('.')
  const journey = JSON.parse(Buffer.from(body, 'base64url').toString())
  return { stored, name, value, journey, signature: decodeURIComponent(signature) }
}

const encode = (journey: object) => Buffer.from(JSON.stringify(journey)).toString('base64url')

describe('the cookies of the pages', () => {
  it('are tied to the host on https, and name the installation of a host that has several', async () => {
    const app = await createApp(secure)

    const signedIn = await fetch(`${app.address}/platform/app/sign-in`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ email: adminEmail, password }),
      redirect: 'manual',
    })
    const [session = ''] = readCookies(signedIn)
    const settings = await open(app, '/platform/app/settings', session.split(';')[0])
    const { stored: journey } = await begin(app, '/platform/app/sign-in/with/google')
    const { stored: atConsole } = await begin(app, '/platform/console/sign-in/with/google')

    assert.match(
      session,
      /^__Host-session-platform=rps_[\w-]+; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
    )
    assert.equal(settings.status, 200)
    assert.match(journey, /^__Host-sign_in-platform=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    assert.match(
      atConsole,
      /^__Host-console_sign_in-platform=[^;]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  it('do not count on https without the prefix, which no subdomain may set', async () => {
    const app = await createApp(secure)
    const login = await fetch(`${app.address}/platform/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: adminEmail, password }),
    })
    const { data } = (await login.json()) as { data: { token: string } }
    const settings = (name: string) => open(app, '/platform/app/settings', `${name}=${data.token}`)

    const [tossed, own] = [await settings('session'), await settings('__Host-session-platform')]

    assert.deepEqual([tossed.status, own.status], [303, 200])
  })
})

describe('the cookie of a sign-in at a provider', () => {
  for (const [page, callback] of [
    ['/app', '/app/sign-in/callback'],
    ['/console', '/console/sign-in/callback'],
  ] as const)
    it(`leads to no other operation when another site has written it (${page})`, async () => {
      const app = await testApp(hosted)
      const ada = await app.given.user()
      const visitor = await visitSite(app, ada)
      const session = `session=${visitor.cookies.get('session')}`
      const { name, journey, signature, value } = await begin(app, `${page}/sign-in/with/google`)
      const hostile = encode({ ...journey, provider: '../auth/logout-all?x=' })
      const finish = (cookie: string) =>
        open(app, `${callback}?code=1&state=${journey.state}`, `${session}; ${name}=${cookie}`)

      const replies: Response[] = []
      for (const cookie of [
        hostile,
        `${hostile}.`,
        `${hostile}.${encodeURIComponent(signature)}`,
        'x',
        '%00.%00',
        '{}',
      ])
        replies.push(await finish(cookie))
      const own = await finish(value)

      for (const reply of replies) {
        const text = `${reply.status} ${reply.headers.get('location')} ${await reply.text()}`
        assert.match(text, /The sign-in was not finished|sign-in=refused/)
        assert.ok(readCookies(reply).some((one) => one.startsWith(`${name}=;`)))
      }
      // The sandbox does not know the code, so that the signed cookie was read.
      const text = `${own.headers.get('location')} ${await own.text()}`
      assert.match(text, /does not accept this code|sign-in=refused/)
      assert.equal((await open(app, '/app/settings', session)).status, 200)
      assert.equal((await ada.get('/auth/me')).status, 200)
    })

  it('of the hosted pages is none of the console', async () => {
    const app = await testApp(hosted)
    const [hostedOne, consoleOne] = [
      await begin(app, '/app/sign-in/with/google'),
      await begin(app, '/console/sign-in/with/google'),
    ]

    const swapped = await open(
      app,
      `/app/sign-in/callback?code=1&state=${consoleOne.journey.state}`,
      `${hostedOne.name}=${consoleOne.value}`,
    )

    assert.equal(swapped.status, 422)
    assert.match(await swapped.text(), /The sign-in was not finished/)
  })
})

describe('an id of a form', () => {
  it('leads to no other operation when it has dots', async () => {
    const app = await testApp(hosted)
    const visitor = await visitSite(app, await app.given.user())

    const replies = [
      await visitor.send('/app/settings', { act: 'unlink', value: '..' }),
      await visitor.send('/app/settings', { act: 'end-session', value: '.' }),
      await visitor.send('/app/settings', { act: 'remove-passkey', value: '..' }),
    ]

    assert.deepEqual(
      replies.map(({ status }) => status),
      [404, 404, 404],
    )
    assert.equal((await visitor.open('/app/settings')).url, '/app/settings')
  })
})
