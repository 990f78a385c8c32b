import assert from 'node:assert/strict'
import { it } from 'node:test'
import { MovableClock } from '#core/time.ts'
import { createApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'

it('the sandbox advances the clock by a button', { skip: noBrowser }, async (t) => {
  const app = await createApp({}, { clock: new MovableClock() })
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage()
  const wrong: string[] = []
  page.on('console', (message) => message.type() === 'error' && wrong.push(message.text()))
  const begun = Date.now()
  await page.goto(`${app.address}/sandbox`)
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'A day' }).click()])
  const body = await page.textContent('body')
  const days = [begun, Date.now()].map((time) => new Date(time + 86_400_000).toISOString().slice(0, 10))
  assert.ok(
    days.some((day) => body?.includes(day)),
    `${body} has none of ${days}`,
  )
  assert.deepEqual(wrong, [])
})
