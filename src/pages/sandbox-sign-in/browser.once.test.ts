import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createApp, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { openPasskeyVisitor, type PasskeyVisitor } from '#test/support/browser-authenticator.ts'
import { computeCode } from '#test/support/second-factor.ts'

/** Browsers offer passkeys on `localhost`, whatever its port is. */
const settings = { PUBLIC_URL: 'http://localhost:3000', FRONTEND_URL: '' }

describe('strong sign-in in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser
  const wrong: string[] = []

  before(async () => {
    app = await createApp(settings)
    // The public address of the service leads to the port on which it listens.
    browser = await openBrowser({ 'localhost:3000': app.address })
  })
  after(() => browser?.close())

  /** A visitor with a virtual authenticator, which recognizes the user. */
  async function openVisitor(width = 900): Promise<PasskeyVisitor> {
    const visitor = await openPasskeyVisitor(browser, wrong, { viewport: { width, height: 1_000 } })
    await visitor.page.goto('http://localhost:3000/sandbox/sign-in')
    return visitor
  }

  const readStatus = async (page: Page) => (await page.textContent('#status')) ?? ''
  const expectStatus = (page: Page, text: string) => page.getByText(text).waitFor()
  const screenshot = async (page: Page, name: string) => {
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  }

  async function createAccount(page: Page): Promise<string> {
    await page.click('#new-account')
    await expectStatus(page, 'You can sign in with this address')
    const [email = ''] = /visitor-\S+@example\.org/.exec(await readStatus(page)) ?? []
    assert.ok(email)
    return email
  }

  async function signIn(page: Page, email: string) {
    await page.fill('#field-email', email)
    await page.fill('#field-password', 'sandbox password')
    await page.click('#login button')
  }

  async function setUpFactor(page: Page): Promise<string> {
    await page.click('#set-up')
    await page.waitForSelector('#setup:not([hidden])')
    return (await page.textContent('#secret')) ?? ''
  }

  it('adds a passkey, signs in with it, and refuses it after its removal', async () => {
    const { page, cdp, authenticatorId } = await openVisitor()
    await screenshot(page, '1-signed-out')
    const email = await createAccount(page)
    await page.fill('#passkey-name', 'Phone <b>')
    await page.click('#add-passkey button')
    await expectStatus(page, 'The passkey is added.')
    await screenshot(page, '2-passkey')
    const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId })
    assert.deepEqual(
      credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential]),
      [['localhost', true]],
    )

    await page.click('#sign-out')
    await page.click('#passkey-login')
    await page.getByText(`Visitor, ${email}`).waitFor()
    assert.equal(await page.textContent('#methods'), 'password, passkey')
    assert.match((await page.textContent('#passkeys')) ?? '', /^Phone <b> Remove$/)

    await page.click('#passkeys button')
    await expectStatus(page, 'The passkey is removed.')
    await page.click('#sign-out')
    await page.click('#passkey-login')
    await expectStatus(page, 'This passkey cannot be used')
  })

  it('adds no passkey when the user is not recognized or the device has one already', async () => {
    const { page, cdp, authenticatorId } = await openVisitor()
    await createAccount(page)
    await page.fill('#passkey-name', 'Phone')
    await page.click('#add-passkey button')
    await expectStatus(page, 'The passkey is added.')
    await page.fill('#passkey-name', 'Phone again')
    await page.click('#add-passkey button')
    await page.waitForSelector('#status.alert')

    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.click('#sign-out')
    await page.click('#passkey-login')
    await expectStatus(page, 'The browser was told to stop.')
    assert.equal(await page.isVisible('#signed-in'), false)
  })

  it('sets up an authenticator app, asks for its code at the next login, and accepts a recovery code', async () => {
    const { page } = await openVisitor()
    const email = await createAccount(page)
    const secret = await setUpFactor(page)
    assert.ok(await page.evaluate("document.querySelector('#picture').naturalWidth > 0"), 'no QR code')
    await screenshot(page, '3-setup')
    await page.fill('#enable-code', computeCode(secret, app.clock))
    await page.click('#enable button')
    await page.waitForSelector('#codes:not([hidden])')
    await screenshot(page, '4-recovery-codes')
    const codes = ((await page.textContent('#code-list')) ?? '').split('\n')
    assert.equal(codes.length, 10)

    await page.click('#sign-out')
    await signIn(page, email)
    await page.waitForSelector('#second-step:not([hidden])')
    await screenshot(page, '5-second-step')
    await page.fill('#code-field', computeCode(secret, app.clock))
    await page.click('#second-step-form button')
    await expectStatus(page, 'This code is wrong or was used already.')
    app.clock.advance({ seconds: 30 })
    await page.fill('#code-field', computeCode(secret, app.clock))
    await page.click('#second-step-form button')
    await page.waitForSelector('#signed-in:not([hidden])')

    await page.click('#sign-out')
    await signIn(page, email)
    await page.fill('#code-field', codes[0] ?? '')
    await page.click('#second-step-form button')
    await page.locator('#codes-left', { hasText: /^9$/ }).waitFor()
  })

  it('needs no code with a passkey, and asks an old session to sign in again', async () => {
    const { page } = await openVisitor(380)
    await createAccount(page)
    const secret = await setUpFactor(page)
    await page.fill('#enable-code', computeCode(secret, app.clock))
    await page.click('#enable button')
    await page.waitForSelector('#codes:not([hidden])')
    await page.fill('#passkey-name', 'Phone')
    await page.click('#add-passkey button')
    await expectStatus(page, 'The passkey is added.')

    app.clock.advance({ minutes: 15 })
    await page.fill('#key-name', 'Careers page')
    await page.selectOption('#key-scopes', ['jobs:read', 'search:read'])
    await page.click('#add-key button')
    await expectStatus(page, 'Please sign in again to do this.')

    await page.click('#sign-out')
    await page.click('#passkey-login')
    await page.waitForSelector('#signed-in:not([hidden])')
    await page.fill('#key-name', 'Careers page')
    await page.selectOption('#key-scopes', ['jobs:read', 'search:read'])
    await page.click('#add-key button')
    await page.waitForSelector('#key:not([hidden])')
    const key = (await page.textContent('#key-text')) ?? ''
    await screenshot(page, '6-api-key-narrow')
    assert.equal((await app.withToken(key).get('/job-posts')).status, 200)
    assert.equal((await app.withToken(key).get('/projects')).status, 403)
    const width = await page.evaluate<number>('document.documentElement.scrollWidth')
    assert.ok(width <= 380, `The page is ${width} pixels wide.`)
  })

  it('signs in with ORCID, links it, and asks for the second factor there too', async () => {
    const { page } = await openVisitor()
    const visitAtOrcid = async (email: string, name: string) => {
      await page.waitForURL('**/sandbox/identity/authorize?**')
      await page.fill('[name=email]', email)
      await page.fill('[name=name]', name)
      await page.click('button')
    }
    await page.click('#orcid-login')
    await visitAtOrcid('josiah@example.org', 'Josiah Carberry')
    await page.getByText('Josiah Carberry, without an e-mail address').waitFor()
    assert.equal(await page.textContent('#methods'), 'orcid')
    await screenshot(page, '7-orcid')
    const secret = await setUpFactor(page)
    await page.fill('#enable-code', computeCode(secret, app.clock))
    await page.click('#enable button')
    await page.waitForSelector('#codes:not([hidden])')
    await page.click('#sign-out')
    await page.click('#orcid-login')
    await visitAtOrcid('josiah@example.org', 'Josiah Carberry')
    await expectStatus(page, 'Please enter a code of your authenticator app')
    app.clock.advance({ seconds: 30 })
    await page.fill('#code-field', computeCode(secret, app.clock))
    await page.click('#second-step-form button')
    await page.getByText('Josiah Carberry, without an e-mail address').waitFor()

    const { page: second } = await openVisitor()
    await createAccount(second)
    await second.click('#orcid-link')
    await second.waitForURL('**/sandbox/identity/authorize?**')
    await second.fill('[name=email]', 'mary@example.org')
    await second.click('button')
    await second.locator('#methods', { hasText: 'password, orcid' }).waitFor()
  })

  it('breaks no rule of the page', () => {
    assert.deepEqual(wrong, [])
  })
})
