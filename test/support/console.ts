/** Uses the console in a browser, as an administrator does. */

import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { adminEmail, password } from './app.ts'

/**
 * Opens the console of the service at the address for an administrator who has signed in, without the form, which `site.once.test.ts` fills in.
 * `problems` are errors of scripts and of the policy.
 */
export async function openConsolePage(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options })
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (/Content.Security.Policy|Refused to/i.test(message.text())) problems.push(message.text())
  })
  const signIn = { headers: { 'x-console': '1' }, data: { email: adminEmail, password }, failOnStatusCode: true }
  await context.request.post(`${address}/console/session`, signIn)
  await page.goto(`${address}/console`)
  await page.locator('#menu').waitFor({ state: 'attached' })
  return { page, context, problems }
}

/** Opens a view by its address, and waits for what it loads. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(`${new URL(page.url()).origin}/console${path}`)
  await page.locator('main h1').first().waitFor()
  await page.locator('main', { hasNotText: /Loading…|جارٍ التحميل…/ }).waitFor()
}

/** Presses a button, gives a reason and sends the dialog. */
export async function act(page: Page, name: string, reason?: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).first().click()
  if (reason !== undefined) await page.locator('dialog textarea').fill(reason)
  await page.locator('dialog button').first().click()
  await page.locator('dialog').waitFor({ state: 'detached' })
  await page.locator('.toast p').waitFor()
}
