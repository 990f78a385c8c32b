/** The design pages show every component that the styles know, without a fault, in each language, scheme and width. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { findFaults, loadAxe, type RuleChoice } from '#test/support/page-faults.ts'

const paths = ['/sandbox/design', '/sandbox/design/console']

/** The classes that the styles of a page name, without those of the library of charts. */
const listStyledClasses = (styles: string) =>
  new Set(
    [...styles.replaceAll(/\{[^{}]*\}/g, '{}').matchAll(/\.([a-z][a-z0-9-]*)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name !== 'uplot' && !name.startsWith('u-')),
  )

const listShownClasses = (page: string) =>
  new Set([...page.matchAll(/class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

describe('the design pages', async () => {
  const app = await testApp()

  for (const path of paths)
    it(`${path} shows every component of its styles`, async () => {
      const { status, text } = await app.anonymous.get(path, { accept: 'text/html' })

      const [, styles = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
      const [styled, shown] = [listStyledClasses(styles), listShownClasses(text)]
      assert.equal(status, 200)
      assert.ok(styled.size > 20, String(styled.size))
      assert.deepEqual(
        [...styled].filter((name) => !shown.has(name)),
        [],
      )
    })

  it('have the same colors, which no other style states again', async () => {
    const [site = '', console = ''] = await Promise.all(
      paths.map(async (path) => (await app.anonymous.get(path, { accept: 'text/html' })).text),
    )
    const readColors = (text: string) => [...text.matchAll(/--[\w-]+: #[0-9a-f]+/g)].map(([color]) => color)

    assert.ok(readColors(site).length > 20)
    assert.deepEqual(readColors(console), readColors(site))
  })

  it('take unknown languages and schemes for none', async () => {
    const { status, text } = await app.anonymous.get('/sandbox/design?language=%3Cscript%3E&scheme=pink', {
      accept: 'text/html',
    })

    assert.equal(status, 200)
    assert.match(text, /<html lang="en" dir="ltr">/)
    assert.doesNotMatch(text, /<script|pink/)
  })

  describe('in a browser', { skip: noBrowser }, () => {
    let browser: Browser
    before(async () => {
      browser = await openBrowser()
    })
    after(() => browser?.close())

    /** Examines a page with axe, and how wide it is on two screens. */
    async function examine(address: string, rules: RuleChoice) {
      // The policy of the page forbids the script of the examination.
      const context = await browser.newContext({ bypassCSP: true, viewport: { width: 1280, height: 800 } })
      const page = await context.newPage()
      await page.goto(address)
      await loadAxe(page)
      const faults = (await findFaults(page, rules)).map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
      const ground = await page.evaluate('getComputedStyle(document.body).backgroundColor')
      const measure = async (width: number) => {
        await page.setViewportSize({ width, height: 800 })
        return page.evaluate('document.documentElement.scrollWidth')
      }
      const widths = [await measure(1280), await measure(390)]
      await context.close()
      return { faults, ground, widths }
    }

    // A scheme changes nothing but colors, which are the same in each language.
    for (const path of paths)
      for (const [language, scheme, rules] of [
        ['en', 'light', 'all'],
        ['en', 'dark', 'colors'],
        ['ar', 'light', 'all but colors'],
      ] as const)
        it(`${path} has no fault of accessibility and no overflow: ${language}, ${scheme}`, async () => {
          assert.deepEqual(await examine(`${app.address}${path}?language=${language}&scheme=${scheme}`, rules), {
            faults: [],
            ground: scheme === 'dark' ? 'rgb(17, 20, 26)' : 'rgb(246, 247, 249)',
            widths: [1280, 390],
          })
        })
  })
})
