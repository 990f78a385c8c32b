/** The author of an exam or a course says who may take it, in a browser and without scripts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { createApp, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'
import { listAddresses } from './rosters.ts'

const hosted = { FRONTEND_URL: '' }
const longName = 'W'.repeat(96)

/** Creates an exam and a course of an author. */
async function createObjects(author: Person, title = 'Reefs') {
  const exam = await author.post('/exams', { title, duration_minutes: 30, passing_score: 50, access: 'invited' })
  const course = await author.post('/courses', { title, description: 'About reefs', access: 'invited' })
  assert.deepEqual([exam.status, course.status], [201, 201], exam.text + course.text)
  return [`/app/exams/${exam.data.id}/roster`, `/app/courses/${course.data.id}/roster`] as const
}

describe('addresses that are pasted', () => {
  it('are found between names, commas and lines, each once', () => {
    const text = 'Ada <Ada@example.org>, bob@example.org;\n"C" (c@example.org)\tada@example.org nothing'
    assert.deepEqual(listAddresses(text), ['ada@example.org', 'bob@example.org', 'c@example.org'])
  })
})

describe('the pages of rosters', () => {
  it('add, list and remove people of an exam and of a course, for their author alone', async () => {
    const app = await createApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const bob = await app.given.user({ name: 'Bob Noyce' })
    const [asAuthor, asBob] = await Promise.all([visitSite(app, author), visitSite(app, bob)])

    for (const path of await createObjects(author)) {
      const empty = await asAuthor.open(path)
      assert.match(empty.html, /There is no person on the roster\./)
      const text = `Bob <${bob.email}>, someone@example.org; someone@example.org`
      const added = await asAuthor.send(path, { action: 'add', emails: text })
      assert.equal(added.status, 200)
      assert.match(added.html, /The roster is saved\./)
      assert.equal(added.html.match(/name="entry_id"/g)?.length, 2)
      const wrong = await asAuthor.send(path, { action: 'add', emails: 'a@b' })
      assert.equal(wrong.status, 422)
      assert.match(wrong.html, /role="alert"[\s\S]*>a@b</)
      const nothing = await asAuthor.send(path, { action: 'add', emails: 'Bob' })
      assert.equal(nothing.status, 422)
      const foreign = await asAuthor.send(path, { action: 'add', emails: text }, { origin: 'https://evil.example' })
      assert.equal(foreign.status, 403)
      const [, id = ''] = /name="entry_id" value="(\d+)"/.exec(added.html) ?? []
      for (const attempt of [
        await asBob.send(path, { action: 'add', emails: 'x@example.org' }),
        await asBob.send(path, { action: 'remove', entry_id: id }),
      ])
        assert.ok([403, 404].includes(attempt.status), String(attempt.status))
      const removed = await asAuthor.send(path, { action: 'remove', entry_id: id })
      assert.equal(removed.html.match(/name="entry_id"/g)?.length, 1)
      assert.equal((await createVisitor(app).open(path)).url.split('?')[0], '/app/sign-in')
    }
  })

  it('are divided into pages', async () => {
    const app = await createApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const [path] = await createObjects(author)
    const asAuthor = await visitSite(app, author)
    const emails = Array.from({ length: 25 }, (_, n) => `p${n}@example.org`).join('\n')

    const first = await asAuthor.send(path, { action: 'add', emails })
    const second = await asAuthor.open(`${path}?page=2`)

    assert.match(first.html, /rel="next" href="\?page=2"/)
    assert.match(second.html, /p24@example\.org/)
    assert.equal(second.html.match(/name="entry_id"/g)?.length, 5)
  })
})

describe('the pages of rosters in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await testApp(hosted)
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  it('have no fault that axe finds on a phone with long names, in the dark and from right to left', async () => {
    const author = await app.given.user({ role: 'researcher', name: longName })
    const paths = await createObjects(author, longName)
    for (const options of [{ locale: 'en' }, { locale: 'ar', colorScheme: 'dark' }] as const) {
      const context = await browser.newContext({ ...options, viewport: { width: 390, height: 844 } })
      const page = await context.newPage()
      await page.goto('http://api.test/app/sign-in')
      await page.fill('[name=email]', author.email)
      await page.fill('[name=password]', password)
      await page.click('form.stacked button')
      for (const path of paths) {
        await page.goto(`http://api.test${path}`)
        await page.fill('[name=emails]', `${'a'.repeat(60)}@example.org\nbob@example.org\na@b`)
        await page.click('form.stacked button')
        await assertFaultless(page, `roster-refused-${options.locale}`)
        await page.fill('[name=emails]', `${'a'.repeat(60)}@example.org\nbob@example.org`)
        await page.click('form.stacked button')
        await page.locator('[name=entry_id]').first().waitFor({ state: 'attached' })
        await assertFaultless(page, `roster-${options.locale}`)
      }
      await context.close()
    }
  })
})
