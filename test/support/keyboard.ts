/** Walks a page by the keyboard alone. */

import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'

const maxTabs = 500

/** Presses Tab until the control that the selector finds has the focus. */
export async function tabTo(page: Page, selector: string): Promise<void> {
  for (let index = 0; index < maxTabs; index++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return
  }
  assert.fail(`Tab does not reach ${selector}.`)
}

/** The control with the focus, and how many had it until now; null at the end of the page. */
const readFocus = `(() => {
  const control = document.activeElement
  if (control === null || control === document.body) return null
  window.reached ??= new Set()
  window.reached.add(control)
  const { outlineStyle, outlineWidth } = getComputedStyle(control)
  return {
    count: window.reached.size,
    markup: control.outerHTML.slice(0, 150),
    // The parts of a date and of a time show by themselves which one has the focus, and so does what stands in a frame.
    isSeen: ['date', 'time'].includes(control.type) || control.localName === 'iframe' || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0),
  }
})()`

const countControls = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary, iframe')]
  .filter((control) => control.checkVisibility() && !control.disabled).length`

/** Asserts that Tab reaches each control of the page, shows which one has the focus, and leads out of the page at last. */
export async function assertReachable(page: Page, path: string): Promise<void> {
  const controls = await page.evaluate<number>(countControls)
  let reached = 0
  for (let index = 0; index < maxTabs; index++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate<{ count: number; markup: string; isSeen: boolean } | null>(readFocus)
    if (focus === null) break
    assert.ok(focus.isSeen, `${path}: ${focus.markup}`)
    reached = focus.count
  }
  assert.equal(reached, controls, path)
}
