import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { findFaults, loadAxe } from '#test/support/page-faults.ts'

describe('the API reference', { skip: noBrowser }, () => {
  for (const [name, options] of [
    ['wide and light', { viewport: { width: 1_280, height: 900 }, colorScheme: 'light' }],
    ['on a phone and dark', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }],
  ] as const)
    it(`has no fault that axe finds, ${name}, at its beginning and at an operation`, async (t) => {
      const { address } = await testApp()
      const browser = await openBrowser()
      t.after(() => browser.close())

      const page = await browser.newPage(options)
      await page.goto(`${address}/docs/`)
      await loadAxe(page)
      for (const [place, heading] of [
        ['', 'Authentication and accounts'],
        ['#tag/file-uploads/POST/upload/chunk/complete', 'Assemble the chunks of a file'],
      ] as const) {
        // The viewer loads once, and goes to an operation as a link leads to it.
        if (place !== '') await page.evaluate(`location.assign(${JSON.stringify(place)})`)
        await page.getByRole('heading', { name: heading }).first().waitFor()
        // The viewer adds its parts one after the other; the script follows it.
        await page.locator('.endpoints[tabindex="0"]').first().waitFor()
        const faults = (await findFaults(page)).map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
        assert.deepEqual(faults, [], place)
      }
    })
})
