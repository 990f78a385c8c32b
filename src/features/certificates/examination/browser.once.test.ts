import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { getPath } from '#test/support/forms.ts'
import { findFaults, loadAxe, measureOverflow } from '#test/support/page-faults.ts'

const hostile = '<img src=x onerror="window.hacked = 1">"\'&'.repeat(4)

describe('the page that checks files', { skip: noBrowser }, async () => {
  const app = await testApp()
  const admin = await app.given.admin()
  let browser: Browser

  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  async function createFile() {
    const person = await app.given.verifiedUser({ name: 'Ada Lovelace' })
    const { id, certificate_url } = await createCertificate(app, person, { title: hostile })
    const { data: share } = await person.post(`/certificates/${id}/share`, { purpose: hostile })
    const response = await fetch(`${app.address}/certificates/${id}/download`, {
      headers: { authorization: `Bearer ${person.token}` },
    })
    const file = {
      name: 'certificate.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from(await response.arrayBuffer()),
    }
    return { person, id, file, page: getPath(certificate_url), shared: getPath(share.url) }
  }

  async function openPage(options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ locale: 'en-GB', ...options })
    return { page: await context.newPage(), context }
  }

  async function check(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
    await page.goto(`${app.address}/certificates/verify`)
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('form[method=post] button').click()
    await page.waitForLoadState()
  }

  async function listFaults(page: Page): Promise<string[]> {
    await loadAxe(page)
    const found = await findFaults(page)
    const overflow = await measureOverflow(page)
    const hacked = await page.evaluate<boolean>('window.hacked === 1')
    return [
      ...found.map(({ id, nodes }) => `${id} ${nodes[0]?.html.slice(0, 120)}`),
      ...(overflow > 0 ? [`${overflow} pixels too wide`] : []),
      ...(hacked ? ['ran a script'] : []),
    ]
  }

  for (const [what, options] of [
    ['light', {}],
    ['dark', { colorScheme: 'dark' }],
    ['Arabic', { locale: 'ar' }],
    ['a phone', { viewport: { width: 360, height: 740 } }],
  ] as const)
    it(`says what is proven, and has no fault that axe finds: ${what}`, async () => {
      const { file, page: address, shared } = await createFile()
      const { page, context } = await openPage(options)
      const faults: string[] = []
      const visit = async (path: string) => {
        await page.goto(`${app.address}${path}`)
        faults.push(...(await listFaults(page)))
      }

      await check(page, file)

      assert.equal(await page.locator('h1.verdict.good').count(), 1)
      assert.equal(await page.locator('.findings li').count(), 5)
      faults.push(...(await listFaults(page)))
      await check(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') })
      assert.equal(await page.getByRole('alert').count(), 1)
      faults.push(...(await listFaults(page)))
      for (const path of [address, shared, '/certificates/verify']) await visit(path)
      assert.deepEqual(faults, [])
      await context.close()
    })

  it('refuses a revoked one', async () => {
    const { file, id } = await createFile()
    await admin.post(`/certificates/${id}/revoke`, { reason: 'Another person sat the exam' })
    const { page, context } = await openPage()

    await check(page, file)

    assert.match(await page.locator('h1').innerText(), /This credential was revoked/)
    assert.equal(await page.getByText('Its issuer has revoked it.').count(), 1)
    await context.close()
  })
})
