/** Finds faults of a page in a browser: those of axe, a page that is wider than its window, and too many bytes. */

import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** The most bytes of the document of a page. */
const maxBytes = 60_000

/** A rule of axe, and the elements that break it. */
export interface PageFault {
  id: string
  nodes: { html: string }[]
}

/** The rules that are asked. Colors take most of the time, and differ by the color scheme alone. */
const ruleOptions = {
  all: {},
  colors: { runOnly: ['color-contrast'] },
  'all but colors': { rules: { 'color-contrast': { enabled: false } } },
} as const

export type RuleChoice = keyof typeof ruleOptions

let axeSource: Promise<string> | undefined

/** Loads axe into the page; it stays there until the page is left. */
export async function loadAxe(page: Page): Promise<void> {
  axeSource ??= readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  await page.evaluate(await axeSource)
}

/** Returns the faults that axe finds. */
export const findFaults = (page: Page, rules: RuleChoice = 'all'): Promise<PageFault[]> =>
  page.evaluate(
    `axe.run(${JSON.stringify({ resultTypes: ['violations'], ...ruleOptions[rules] })}).then(({ violations }) => violations)`,
  )

/** Returns by how many pixels the page is wider than its window. */
export const measureOverflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Asserts that the page has no fault of these rules. `SCREENSHOTS` names a folder for its picture. */
export async function assertFaultless(page: Page, name: string, rules: RuleChoice = 'all'): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  await loadAxe(page)
  const faults = (await findFaults(page, rules)).map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  assert.deepEqual(faults, [], name)
  assert.equal(await measureOverflow(page), 0, name)
  assert.ok((await page.content()).length < maxBytes, name)
}
