/** A form that is sent when its session has ended. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, password, testApp } from '#test/support/app.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { visitSite } from '#test/support/site.ts'
import type { createVisitor } from '#test/support/visitor.ts'

const app = await testApp({ FRONTEND_URL: '' })
const letter = `Dear all, <b>"ä"</b> ${'Ich möchte gern bei Ihnen arbeiten. '.repeat(400)}`

type Visitor = ReturnType<typeof createVisitor>

const decodeHtml = (text: string) =>
  text.replace(
    /&(lt|gt|quot|#39|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"', '#39': "'" })[name] ?? '&',
  )

const findForms = (html: string): string[] =>
  [...html.matchAll(/<form\b[^>]*\smethod="post".*?<\/form>/gs)].map(([form]) => form)

const findForm = (html: string, part: string) =>
  findForms(html).find((form) => form.includes(part)) ?? assert.fail(`no form has ${part}`)

/** The hidden fields of the form. */
const readHidden = (form: string): [string, string][] =>
  [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
    name,
    decodeHtml(value),
  ])

const toForm = (fields: readonly (readonly [string, string])[]) => {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  return body
}

/** Ends the session of the browser as its lifetime would. */
const endSession = (browser: Visitor) => browser.cookies.delete('session')

/** Signs in on the page that answered the form. */
const signInAgain = (browser: Visitor, html: string, { email }: Pick<Person, 'email'>) => {
  const form = findForm(html, 'name="password"')
  const [, action = ''] = /action="([^"]*)"/.exec(form) ?? []
  return browser.send(decodeHtml(action), [...readHidden(form), ['email', email], ['password', password]])
}

/** A person with a long biography in the form of the profile, whose session ends before it is sent. */
async function sendTooLate() {
  const ada = await app.given.user({ name: 'Ada' })
  const browser = await visitSite(app, ada)
  const form = findForm((await browser.open('/app/profile')).html, 'value="about"')
  endSession(browser)
  const typed = [
    ...readHidden(form),
    ['name', 'Ada'],
    ['bio', letter.slice(0, 4_900)],
    ['password', 'secret words'],
  ] as const
  const answer = await browser.sendForm('/app/profile', toForm(typed as never), {
    referer: `${app.address}/app/profile`,
  })
  return { ada, browser, answer }
}

describe('a form that is sent when its session has ended', () => {
  it('is filled in again on its page after the sign-in, and was not sent', async () => {
    const { ada, browser, answer } = await sendTooLate()

    const again = await signInAgain(browser, answer.html, ada)
    const form = findForm(again.html, 'value="about"')

    assert.equal(answer.status, 401)
    assert.doesNotMatch(answer.html, /arbeiten|secret words/)
    assert.equal(again.status, 200)
    assert.ok(decodeHtml(form).includes(letter.slice(0, 4_900).trimEnd()), 'the text is in the form')
    assert.match(form, /id="kept-form"/)
    assert.match(form, /action="\/app\/profile#about"/)
    assert.doesNotMatch(again.html, /secret words/)
    assert.equal((await ada.get('/auth/me')).data.bio, '')
    const sent = await browser.sendForm(
      '/app/profile',
      toForm([...readHidden(form), ['name', 'Ada'], ['bio', 'Mosses']]),
    )
    assert.equal(sent.status, 200)
    assert.equal((await ada.get('/auth/me')).data.bio, 'Mosses')
  })

  it('is kept while the password is wrong, and shown to no other account', async () => {
    const { ada, browser, answer } = await sendTooLate()
    const bob = await app.given.user({ name: 'Bob' })

    const wrong = await signInAgain(browser, answer.html.replaceAll(password, ''), { email: `x${ada.email}` })
    const other = await signInAgain(browser, wrong.html, bob)
    const later = await browser.open('/app')

    assert.match(wrong.html, /name="kept_form"/)
    assert.equal(other.url, '/app/profile')
    assert.match(other.html, /value="Bob"/)
    for (const { html } of [other, later]) assert.doesNotMatch(html, /arbeiten|kept.form/)
  })

  it('is gone after an hour', async () => {
    const { ada, browser, answer } = await sendTooLate()

    app.clock.advance({ minutes: 61 })
    const again = await signInAgain(browser, answer.html, ada)

    assert.equal(again.url, '/app/profile')
    assert.doesNotMatch(again.html, /arbeiten/)
  })

  it('keeps the message of an application that has a file, and says that the file is not kept', async () => {
    const recruiter = await app.given.user({ role: 'recruiter' })
    const ada = await app.given.user()
    const path = `/app/job-applications/${await createApplication(ada, (await createJobPost(recruiter)).id)}`
    const browser = await visitSite(app, ada)
    const form = findForm((await browser.open(path)).html, 'name="body"')
    endSession(browser)
    const body = toForm([...readHidden(form), ['body', letter.slice(0, 5_000)]])
    body.append('file', new File([new Uint8Array(3_000_000)], 'plan.pdf'))

    const answer = await browser.sendForm(path, body)
    const again = await signInAgain(browser, answer.html, ada)

    assert.equal(answer.status, 401)
    assert.match(answer.html, /Files, passwords and codes are not kept/)
    assert.ok(decodeHtml(again.html).includes(letter.slice(0, 4_900)))
  })
})
