/** What pages print: the record alone in dark letters, without forms and ways through the site. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { createApp, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { getPath } from '#test/support/forms.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { addCard, getBillingHistory } from '#test/support/payments.ts'
import { siteAddress, visitSite } from '#test/support/site.ts'

describe('paper', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp({ FRONTEND_URL: '' })
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  /** Prints a page of a browser that prefers dark colors. */
  async function print(path: string, cookies: ReadonlyMap<string, string> = new Map()) {
    const context = await browser.newContext({ locale: 'en-GB', colorScheme: 'dark' })
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: siteAddress })))
    const page = await context.newPage()
    await page.goto(`${siteAddress}${path}`)
    const document = (await page.pdf({ format: 'A4' })).toString('latin1')
    await page.emulateMedia({ media: 'print' })
    const text = await page.locator('body').innerText()
    const ink = await page.evaluate<string>('getComputedStyle(document.body).color')
    await context.close()
    return { text, ink, sheets: document.match(/\/Type \/Page\b/g)?.length }
  }

  it('has a certificate on one sheet, without the forms that check others', async () => {
    const person = await app.given.verifiedUser({ name: 'Ada Lovelace' })
    const { certificate_url } = await createCertificate(app, person, { title: 'Mosses' })
    const [{ verification_code }] = (await person.get('/certificates')).data

    const { text, ...sheet } = await print(getPath(certificate_url))

    assert.deepEqual(sheet, { ink: 'rgb(27, 34, 48)', sheets: 1 })
    for (const part of ['This certificate is valid', 'Ada Lovelace', 'Mosses', verification_code])
      assert.ok(text.includes(part), part)
    assert.doesNotMatch(text, /Check|Open Badges|SVG|Skip to the content/)
  })

  it('has an invoice without its download', async () => {
    const payer = await app.given.user()
    const card = await addCard(payer)
    await payer.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: card })
    const [{ invoice_url }] = await getBillingHistory(payer)

    const { text, ...sheet } = await print(getPath(invoice_url))

    assert.deepEqual(sheet, { ink: 'rgb(27, 34, 48)', sheets: 1 })
    assert.match(text, /29\.00/)
    assert.doesNotMatch(text, /Download/)
  })

  it('has an application with what was sent, without the forms of those who decide', async () => {
    const recruiter = await app.given.user({ role: 'recruiter' })
    const post = await createJobPost(recruiter, { title: 'Dendrologist' })
    const id = await createApplication(await app.given.user(), post.id, { cover_letter: 'I count rings.' })
    const { cookies } = await visitSite(app, recruiter)

    const { text } = await print(`/app/job-applications/${id}`, cookies)

    assert.match(text, /Dendrologist.*I count rings\./s)
    assert.doesNotMatch(text, /Decision|Add the note|Invite to choose a time|Sign out|My account/)
  })
})
