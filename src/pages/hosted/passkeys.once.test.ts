/** A person adds a passkey to their account, signs in with it and removes it, in a browser and by hand. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { createApp, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { createAuthenticator } from '#test/support/authenticator.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { openPasskeyVisitor } from '#test/support/browser-authenticator.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { computeCode } from '#test/support/second-factor.ts'
import { createVisitor } from '#test/support/visitor.ts'

/** Browsers offer passkeys on `localhost`, whatever its port is. */
const origin = 'http://localhost:3000'
const settings = { PUBLIC_URL: origin, FRONTEND_URL: '' }

describe('passkeys on the hosted pages in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser
  const wrong: string[] = []

  before(async () => {
    app = await createApp(settings)
    browser = await openBrowser({ 'localhost:3000': app.address })
  })
  after(() => browser?.close())

  /** Opens the page of settings as the person, with a virtual authenticator that recognizes the user. */
  async function openSettings({ email }: Person, options: BrowserContextOptions = {}) {
    const visitor = await openPasskeyVisitor(browser, wrong, options)
    const { page } = visitor
    await page.goto(`${origin}/app/sign-in?next=/app/settings`)
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.locator('form').first().getByRole('button').click()
    await page.waitForURL('**/app/settings')
    return visitor
  }

  it('adds a passkey, signs in with it where it was asked to, and refuses it after its removal', async () => {
    const { page } = await openSettings(await app.given.user())

    await page.getByRole('textbox', { name: 'Name' }).fill('Phone <b>')
    await page.getByRole('button', { name: 'Add a passkey' }).press('Enter')
    await page.getByText('It is saved.').waitFor()
    const added = await page.locator('#passkeys li').innerText()
    await assertFaultless(page, 'passkeys')
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.waitForURL('**/app/sign-in')
    await assertFaultless(page, 'passkey-sign-in')
    await page.goto(`${origin}/app/sign-in?next=/app/settings`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/app/settings')
    const used = await page.locator('#passkeys li').innerText()
    await page.locator('#passkeys li').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('It is saved.').waitFor()
    const left = await page.locator('#passkeys li').count()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('This passkey cannot be used').waitFor()

    assert.match(added, /^Phone <b>\s+Added .+ · Not used yet/)
    assert.match(used, /Last used/)
    assert.equal(left, 0)
    await page.context().close()
  })

  it('says when the person stops it, and when the device has a passkey already', async () => {
    const ada = await app.given.user()
    const { page, cdp, authenticatorId } = await openSettings(ada)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('It is saved.').waitFor()

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('This device has a passkey of the account already.').waitFor()
    await assertFaultless(page, 'passkey-taken')
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText('The passkey was not used.').waitFor()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/app')

    assert.equal((await ada.get('/auth/passkeys')).data.length, 1)
    await page.context().close()
  })

  it('asks for a new sign-in after 15 minutes, and takes a passkey instead of a code', async () => {
    const ada = await app.given.user()
    const { page } = await openSettings(ada, { viewport: { width: 390, height: 844 }, colorScheme: 'dark' })
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('It is saved.').waitFor()
    const { secret } = (await ada.post('/auth/two-factor/setup')).data
    await ada.post('/auth/two-factor/enable', { code: computeCode(secret, app.clock) })
    app.clock.advance({ minutes: 16 })

    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByText('Please sign in again to do this.').waitFor()
    await assertFaultless(page, 'passkey-step-up')
    await page.locator('#passkeys').getByRole('link', { name: 'Sign in' }).click()
    await page.fill('[name=email]', ada.email)
    await page.fill('[name=password]', password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByLabel('Six digits').fill('000000')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole('alert').first().waitFor()
    await assertFaultless(page, 'passkey-second-step')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/app/settings')

    await page.context().close()
  })

  it('has no fault that axe finds from right to left', async () => {
    const ada = await app.given.user()
    const { page } = await openSettings(ada, { locale: 'ar', viewport: { width: 1_200, height: 900 } })

    await page.locator('#add-passkey input[name=name]').fill('W'.repeat(96))
    await page.locator('#add-passkey button').click()
    await page.getByRole('status').waitFor()
    await assertFaultless(page, 'passkeys-arabic')

    await page.context().close()
  })

  it('needs no script for the password, and says that a passkey needs one', async () => {
    const { email } = await app.given.user()
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()

    await page.goto(`${origin}/app/sign-in`)
    const content = await page.content()
    const isShown = await page.getByRole('button', { name: 'Sign in with a passkey' }).isVisible()
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL('**/app')

    assert.match(content, /<noscript>.*A passkey needs JavaScript\./s)
    assert.equal(isShown, false)
    await context.close()
  })

  it('breaks no rule of the pages', () => {
    assert.deepEqual(wrong, [])
  })
})

const foreign = { origin: 'https://evil.example' }
const own = { 'x-requested-with': 'page' }

// biome-ignore lint/suspicious/noExplicitAny: the options of the API, which the authenticator reads
const readData = async (reply: Response) => ((await reply.json()) as any).data

const fetchLoginOptions = async (app: TestApp) =>
  readData(await fetch(`${app.address}/auth/passkeys/login/options`, { method: 'POST' }))

async function openAs(app: TestApp, { email }: Person) {
  const browser = createVisitor(app)
  await browser.send('/app/sign-in', { email, password })
  const fetchOptions = async (headers: Record<string, string> = own) => {
    const cookie = `session=${browser.cookies.get('session')}`
    const address = `${app.address}/app/api/auth/passkeys/options`
    return fetch(address, { method: 'POST', headers: { cookie, ...headers } })
  }
  const begin = async () => readData(await fetchOptions())
  const add = (credential: object, headers = {}) =>
    browser.send('/app/settings', { act: 'add-passkey', name: '', credential: JSON.stringify(credential) }, headers)
  return { ...browser, fetchOptions, begin, add }
}

describe('passkeys on the hosted pages', () => {
  it('adds a passkey once for a challenge, to the account that asked for it, within ten minutes', async () => {
    const app = await testApp(settings)
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const [browser, thief] = [await openAs(app, ada), await openAs(app, eve)]
    const device = createAuthenticator(origin)

    const credential = device.create(await browser.begin())
    const stolen = await thief.add(credential)
    const used = await browser.add(credential)
    const challenge = await browser.begin()
    const first = device.create(challenge)
    const forged = await browser.add(first, foreign)
    const added = await browser.add(first)
    const again = await browser.add(device.create(challenge))
    const old = device.create(await browser.begin())
    app.clock.advance({ minutes: 11 })
    const late = await browser.add(old)
    const unreadable = await browser.send('/app/settings', { act: 'add-passkey', credential: '{"id":' })

    assert.deepEqual(
      [stolen, used, forged, added, again, late, unreadable].map(({ status }) => status),
      [422, 422, 403, 200, 422, 422, 422],
    )
    assert.match(late.html, /This passkey cannot be used/)
    assert.match(unreadable.html, /The form is incomplete\./)
    assert.equal((await ada.get('/auth/passkeys')).data.length, 1)
    assert.equal((await eve.get('/auth/passkeys')).data.length, 0)
  })

  it('gives the options for a passkey to no other site, and to no visitor who is not signed in', async () => {
    const app = await testApp(settings)
    const browser = await openAs(app, await app.given.user())

    const bare = await browser.fetchOptions({})
    const foreignSite = await browser.fetchOptions({ ...own, 'sec-fetch-site': 'cross-site' })
    browser.cookies.delete('session')
    const anonymous = await browser.fetchOptions()

    assert.deepEqual([bare.status, foreignSite.status, anonymous.status], [404, 404, 401])
  })

  it('signs in once for a challenge and leads to no other site', async () => {
    const app = await testApp(settings)
    const ada = await app.given.user()
    const browser = await openAs(app, ada)
    const device = createAuthenticator(origin)
    await browser.add(device.create(await browser.begin()))
    const visitor = createVisitor(app)
    const sign = async (origin?: string) => {
      const options = await fetchLoginOptions(app)
      return { credential: JSON.stringify(device.get(options, origin === undefined ? {} : { origin })) }
    }
    const path = '/app/sign-in/passkey'

    const fields = await sign()
    const forged = await visitor.send(path, fields, foreign)
    const signedIn = await visitor.send(`${path}?next=//evil.example`, fields)
    const again = await createVisitor(app).send(path, fields)
    const elsewhere = await createVisitor(app).send(path, await sign('https://evil.example'))
    const old = await sign()
    app.clock.advance({ minutes: 11 })
    const late = await createVisitor(app).send(path, old)
    const empty = await createVisitor(app).send(path)

    assert.deepEqual(
      [forged, signedIn, again, elsewhere, late, empty].map(({ status }) => status),
      [403, 200, 422, 422, 422, 422],
    )
    assert.equal(signedIn.url, '/app')
    assert.match(again.html, /This passkey cannot be used/)
    assert.match(empty.html, /The form is incomplete\./)
  })

  it('tells a suspended person the reason and gives them no session', async () => {
    const app = await testApp(settings)
    const [ada, admin] = [await app.given.user(), await app.given.admin()]
    const browser = await openAs(app, ada)
    const device = createAuthenticator(origin)
    await browser.add(device.create(await browser.begin()))
    const { id } = (await ada.get('/auth/me')).data
    await admin.post(`/admin/users/${id}/suspend`, { reason: 'Spam' })
    const credential = JSON.stringify(device.get(await fetchLoginOptions(app)))
    const visitor = createVisitor(app)

    const refused = await visitor.send('/app/sign-in/passkey', { credential })

    assert.equal(refused.status, 403)
    assert.match(refused.html, /suspended/)
    assert.equal(visitor.cookies.has('session'), false)
  })

  it('removes only passkeys of the visitor, and not the last way to sign in', async () => {
    const app = await testApp(settings)
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const [browser, thief] = [await openAs(app, ada), await openAs(app, eve)]
    const device = createAuthenticator(origin)
    await browser.add(device.create(await browser.begin()))
    const [{ id }] = (await ada.get('/auth/passkeys')).data

    const stolen = await thief.send('/app/settings', { act: 'remove-passkey', value: String(id) })
    app.clock.advance({ minutes: 16 })
    const late = await browser.send('/app/settings', { act: 'remove-passkey', value: String(id) })

    assert.deepEqual([stolen.status, late.status], [404, 403])
    assert.match(late.html, /href="\/app\/sign-in\?next=\/app\/settings"/)
    assert.equal((await ada.get('/auth/passkeys')).data.length, 1)
  })

  it('runs scripts of this service alone, on the pages with passkeys alone', async () => {
    const app = await testApp(settings)
    const { headers } = await fetch(`${app.address}/app/sign-in`)
    const other = await fetch(`${app.address}/app/forgot-password`)
    const module = await fetch(`${app.address}/modules/passkey-forms.js`)
    const none = await fetch(`${app.address}/modules/tsconfig.json`)

    assert.match(headers.get('content-security-policy') ?? '', /; script-src 'self'; connect-src 'self'$/)
    assert.doesNotMatch(other.headers.get('content-security-policy') ?? '', /script-src/)
    assert.match(module.headers.get('content-type') ?? '', /^text\/javascript/)
    assert.doesNotMatch(await module.text(), /interface|\.ts'/)
    assert.equal(none.status, 404)
  })
})
