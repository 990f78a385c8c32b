import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createSignInLink } from '#features/accounts/index.ts'
import { adminEmail, createApp, createUniqueEmail, password, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { findFaults, loadAxe } from '#test/support/page-faults.ts'

describe('the sign-in of the console through a provider', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp({ PASSWORD_SIGN_IN: 'false' })
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  async function openConsole(path = '/console', width = 1_200): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    await page.goto(`http://api.test${path}`)
    await page.getByRole('link', { name: 'Continue with Google' }).waitFor()
    return page
  }

  async function signInAs(page: Page, email: string) {
    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.fill('[name=email]', email)
    await page.click('main form button')
  }

  for (const width of [390, 1_200])
    it(`fits ${width} pixels, has no fault that axe finds, and asks for no password where none is used`, async () => {
      const page = await openConsole('/console', width)
      const folder = process.env.SCREENSHOTS
      if (folder) await page.screenshot({ path: join(folder, `console-sign-in-${width}.png`), fullPage: true })
      await loadAxe(page)

      const faults = await findFaults(page)

      assert.deepEqual(faults, [])
      assert.equal(await page.locator('[name=password]').count(), 0)
      await page.context().close()
    })

  it('lets an administrator in, and nobody else, whose session does not stay', async () => {
    const admin = await openConsole()
    await signInAs(admin, adminEmail)
    await admin.getByRole('heading', { name: 'Overview' }).waitFor()
    await admin.context().close()

    const stranger = await openConsole()
    await signInAs(stranger, createUniqueEmail())
    await stranger.getByRole('alert').getByText('The sign-in was refused.').waitFor()
    const cookies = await stranger.context().cookies('http://api.test/console')
    assert.deepEqual(
      cookies.filter(({ name }) => name === 'console'),
      [],
    )
    await stranger.context().close()
  })

  it('takes the password with the link of the command line', async () => {
    const page = await openConsole(`/console?link=${createSignInLink(app.service.context, adminEmail)}`)
    await page.fill('[name=email]', adminEmail)
    await page.fill('[name=password]', password)

    await page.getByRole('button', { name: 'Sign in' }).click()

    await page.getByRole('heading', { name: 'Overview' }).waitFor()
    await page.context().close()
  })
})
