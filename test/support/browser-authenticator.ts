/** A browser whose device has passkeys. */

import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'

export interface PasskeyVisitor {
  page: Page
  cdp: CDPSession
  authenticatorId: string
}

/**
 * Opens a page with a virtual authenticator, which recognizes the user. Errors of the page are added to `errors`, but for
 * answers that refuse.
 */
export async function openPasskeyVisitor(
  browser: Browser,
  errors: string[],
  options: BrowserContextOptions = {},
): Promise<PasskeyVisitor> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('status of 4')) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(String(error)))
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { page, cdp, authenticatorId }
}
