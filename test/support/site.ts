/** Uses the site as a person does, in a browser or in one without scripts. */

import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { type Person, password, type TestApp } from './app.ts'
import { createVisitor } from './visitor.ts'

/** The address of the site for a browser of `openBrowser({ 'api.test': app.address })`. */
export const siteAddress = 'http://api.test'

/** Opens the site in a browser with the session of a person; `hosted/passkeys.once.test.ts` fills in the form of the sign-in. */
export async function openSite(
  browser: Browser,
  { token }: Pick<Person, 'token'>,
  options: BrowserContextOptions = { viewport: { width: 1_280, height: 900 }, locale: 'en-GB' },
): Promise<Page> {
  const context = await browser.newContext(options)
  await context.addCookies([{ name: 'session', value: token, url: `${siteAddress}/app`, httpOnly: true }])
  const page = await context.newPage()
  await page.goto(`${siteAddress}/app`)
  return page
}

/** Opens the site in a browser without scripts and signs in. */
export async function visitSite(app: TestApp, { email }: Pick<Person, 'email'>) {
  const visitor = createVisitor(app)
  await visitor.send('/app/sign-in', { email, password })
  return visitor
}
