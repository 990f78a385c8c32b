import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createForm } from '#test/support/forms.ts'
import { png } from '#test/support/samples.ts'

it('the page of a researcher shows the picture, on a phone too', { skip: noBrowser }, async (t) => {
  const app = await createApp()
  const person = await app.given.user({ role: 'researcher' })
  const avatar = createForm({ avatar: new File([new Uint8Array(await png(96, 96))], 'me.png', { type: 'image/png' }) })
  const { status, text } = await person.send('POST', `/users/${person.id}/upload-avatar`, { body: avatar })
  assert.equal(status, 200, text)
  const { data } = await person.put('/researchers/me', { public_page: true, bio: 'Maize '.repeat(200) })
  const browser = await openBrowser({ 'api.test': app.address })
  t.after(() => browser.close())
  const page = await browser.newPage({ viewport: { width: 360, height: 700 } })
  const wrong: string[] = []
  page.on('console', (message) => /Content Security|Refused/.test(message.text()) && wrong.push(message.text()))

  await page.goto(`http://api.test/people/${data.id}`)

  const [width, scrolls] = await Promise.all([
    page.evaluate('document.querySelector("img[width]").naturalWidth'),
    page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth'),
  ])
  assert.ok(Number(width) > 0)
  assert.deepEqual([scrolls, wrong], [false, []])
})
