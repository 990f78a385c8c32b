import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { act, openConsolePage, visit } from '#test/support/console.ts'
import { createPayer } from '#test/support/payments.ts'

const hostile = `<img src=x onerror="window.hacked=1">"'&amp;{{7*7}} ${'W'.repeat(60)}`

describe('the console, asked by an administrator', { skip: noBrowser }, async () => {
  const app = await testApp()
  const { given } = app
  let browser: Browser

  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  it('announces something to a role, after a preview', async () => {
    const person = await given.verifiedUser({ role: 'student' })
    const { page, context } = await openConsolePage(browser, app.address, { viewport: { width: 390, height: 844 } })
    await visit(page, '/announcements')
    await page.getByRole('button', { name: 'Announce something' }).click()
    await page.locator('input[name=title]').fill('Maintenance')
    await page.locator('textarea[name=message]').fill(hostile)
    await page.getByLabel('Student').check()
    await page.getByLabel('Mail', { exact: true }).check()
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.locator('pre', { hasText: '{{7*7}}' }).waitFor()
    assert.equal((await person.get('/notifications')).meta.total, 0)

    await act(page, 'Send it')

    await page.getByRole('link', { name: 'Maintenance' }).waitFor()
    app.clock.advance({ seconds: 10 })
    await app.settle()
    const [mail] = await app.listMails(person.email)
    assert.equal(mail?.subject, 'Maintenance')
    assert.equal((await person.get('/notifications')).data[0].message, hostile)
    await context.close()
  })

  it('finds an invoice, a certificate and what a request did by what one has in hand', async () => {
    const { page, context } = await openConsolePage(browser, app.address)
    const admin = await given.admin()
    const { person, subscribe } = await createPayer(app)
    const { id } = (await subscribe('professional')).data.payment
    await createCertificate(app, person, { title: 'Statistics' })
    await app.settle()
    const { invoice_number } = (await admin.get(`/admin/payments/${id}`)).data
    const [{ verification_code }] = (await admin.get(`/certificates?user_id=${person.id}`)).data
    const reply = await admin.post(`/admin/users/${person.id}/end-sessions`, {})
    const request = reply.headers.get('x-request-id') ?? ''
    for (const [text, to] of [
      [invoice_number, `**/console/payments/${id}`],
      [verification_code, `**/console/certificates?verification_code=${verification_code}`],
      [request, '**/console/audit?**'],
    ]) {
      await visit(page, '/service')
      await page.keyboard.press('/')
      await page.keyboard.type(text)
      await page.locator('.hits button').first().click()
      await page.waitForURL(to)
    }

    await page.locator('tbody tr', { hasText: 'endSessionsOfPerson' }).waitFor()
    assert.equal(await page.locator('tbody tr').count(), 1)
    await context.close()
  })

  it('ends one session, takes a file down, and retires a plan', async () => {
    const person = await given.user()
    const form = new FormData()
    form.set('type', 'document')
    form.set('file', new File(['maize'], 'notes.txt'))
    const uploaded = await person.send('POST', '/upload', { body: form })
    assert.equal(uploaded.status, 201, uploaded.text)
    const { page, context } = await openConsolePage(browser, app.address)
    await visit(page, `/files?user_id=${person.id}`)
    await act(page, 'Take it down', 'A copy of a book')
    await page.getByText('Nothing matches.').waitFor()
    assert.equal((await app.anonymous.get(new URL(uploaded.data.file.url).pathname)).status, 404)

    await visit(page, `/people/${person.id}`)
    await act(page, 'End it')
    await page.getByText('No session is open.').waitFor()
    assert.equal((await person.get('/auth/me')).status, 401)

    await visit(page, '/prices')
    await page.locator('tr', { hasText: 'enterprise_yearly' }).getByRole('button', { name: 'Retire' }).click()
    await page.locator('dialog button').first().click()
    await page.locator('tr', { hasText: 'enterprise_yearly' }).getByText('retired').waitFor()
    const plans = (await app.anonymous.get('/subscriptions/plans')).data
    assert.ok(plans.every(({ id }: { id: string }) => id !== 'enterprise_yearly'))
    await context.close()
  })

  it('leaves reads out of the audit log until they are asked for', async () => {
    const person = await given.user()
    await (await given.admin()).get(`/admin/users/${person.id}`)
    const { page, context } = await openConsolePage(browser, app.address)
    await visit(page, `/audit?user_id=${person.id}`)
    await page.getByText('Nothing matches.').waitFor()

    await page.getByLabel(/^What/).selectOption('What was read, too')

    await page.locator('tbody tr', { hasText: 'showPerson' }).first().waitFor()
    await context.close()
  })
})
