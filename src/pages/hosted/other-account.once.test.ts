/** A form that is sent after another person has signed in, in a second tab of the same browser. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { walk } from '#test/contract/walk.ts'
import { createUniqueEmail, type Person, password, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { openSite, siteAddress, visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const hosted = { FRONTEND_URL: '' }

type Visitor = ReturnType<typeof createVisitor>
type Fields = [name: string, value: string][]

const decodeHtml = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The markup of the first form of a page that has the part. */
const findForm = (html: string, part: string) =>
  [...html.matchAll(/<form\b[^>]*\smethod="post".*?<\/form>/gs)]
    .map(([form]) => form)
    .find((form) => form.includes(part)) ?? assert.fail(`no form has ${part}`)

/** The hidden fields of a form, without its key. */
const readHidden = (form: string): Fields =>
  [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].flatMap(([, name = '', value = '']) =>
    name === 'form_key' ? [] : [[decodeHtml(name), decodeHtml(value)]],
  )

function createBody(fields: Fields, files: Record<string, File> = {}): FormData {
  const body = new FormData()
  for (const [name, value] of fields) body.append(name, value)
  for (const [name, file] of Object.entries(files)) body.append(name, file)
  return body
}

/** Signs in with the cookies of the browser, as in a second tab. */
const signIn = (browser: Visitor, { email }: Person) => browser.send('/app/sign-in', { email, password })

/** The form that goes on, which no longer names the first account. */
const findQuestion = (html: string) => findForm(html, 'Go on as')

const assertAsked = (
  { status, html }: { status: number; html: string },
  { name, email }: { name: string; email: string },
) => {
  assert.equal(status, 409)
  assert.ok(html.includes('Another account is signed in'))
  assert.ok(html.includes(`<bdi>${name}</bdi> (<bdi>${email}</bdi>)`))
  assert.match(html, /action="\/app\/sign-out"/)
}

describe('a form that was made for another account', () => {
  it('asks before it renames the account, and keeps what was typed', async () => {
    const app = await testApp(hosted)
    const [ada, bob] = [await app.given.user({ name: 'Ada' }), await app.given.user({ name: 'Bob' })]
    const browser = await visitSite(app, ada)
    const form = findForm((await browser.open('/app/profile')).html, 'value="about"')
    await signIn(browser, bob)

    const typed: Fields = [...readHidden(form), ['name', 'Ada "<b>" Lovelace']]
    const asked = await browser.sendForm('/app/profile', createBody(typed))
    const names = [(await ada.get('/auth/me')).data.name, (await bob.get('/auth/me')).data.name]
    const kept = readHidden(findQuestion(asked.html))
    await browser.sendForm('/app/profile', createBody(kept))

    assertAsked(asked, { name: 'Bob', email: bob.email })
    assert.deepEqual(names, ['Ada', 'Bob'])
    assert.deepEqual(kept, [
      ['for_account', String(bob.id)],
      ['act', 'about'],
      ['name', 'Ada "<b>" Lovelace'],
    ])
    assert.match(findQuestion(asked.html), /enctype="multipart\/form-data"/)
    assert.doesNotMatch(asked.html, /Files, passwords and codes/)
    assert.equal((await bob.get('/auth/me')).data.name, 'Ada "<b>" Lovelace')
    assert.equal((await ada.get('/auth/me')).data.name, 'Ada')
  })

  it('asks on the settings, keeps every value of a field and no secret, and is sent when its own account is back', async () => {
    const app = await testApp(hosted)
    const [ada, bob] = [await app.given.user(), await app.given.user({ name: 'Bob' })]
    const browser = await visitSite(app, ada)
    const form = findForm((await browser.open('/app/settings')).html, 'value="email"')
    await signIn(browser, bob)
    const email = createUniqueEmail()
    const typed: Fields = [
      ...readHidden(form),
      ['email', email],
      ['current_password', password],
      ['x', '1'],
      ['x', '2'],
    ]

    const asked = await browser.send('/app/settings', typed)
    const pending = [(await ada.get('/auth/me')).data.pending_email, (await bob.get('/auth/me')).data.pending_email]
    await signIn(browser, ada)
    const reloaded = await browser.send('/app/settings', typed)

    assertAsked(asked, { name: 'Bob', email: bob.email })
    assert.deepEqual(readHidden(findQuestion(asked.html)).slice(1), [
      ['act', 'email'],
      ['email', email],
      ['x', '1'],
      ['x', '2'],
    ])
    assert.ok(!asked.html.includes(password))
    assert.match(asked.html, /Files, passwords and codes are not kept/)
    assert.deepEqual(pending, [null, null])
    assert.equal(reloaded.status, 200)
    assert.equal((await ada.get('/auth/me')).data.pending_email, email)
  })

  it('asks before it sends a message about an application that the other account may not even see', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const [ada, bob] = [await app.given.user(), await app.given.user({ name: 'Bob' })]
    const { id } = await createJobPost(recruiter)
    const application = await createApplication(ada, id)
    const path = `/app/job-applications/${application}`
    const browser = await visitSite(app, ada)
    const form = findForm((await browser.open(path)).html, 'name="body"')
    await signIn(browser, bob)
    const typed: Fields = [...readHidden(form), ['body', 'May I bring a microscope?']]
    const file = new File([new Uint8Array(2_000_000)], 'plan.pdf')

    const asked = await browser.sendForm(path, createBody(typed, { file: new File([], '') }))
    const withFile = await browser.sendForm(path, createBody(typed, { file }))
    const gone = await browser.sendForm(path, createBody(readHidden(findQuestion(asked.html))))
    const before = (await recruiter.get(`/job-applications/${application}/messages`)).data
    await signIn(browser, ada)
    const sent = await browser.sendForm(path, createBody(typed))

    assertAsked(asked, { name: 'Bob', email: bob.email })
    assert.ok(readHidden(findQuestion(asked.html)).some(([, value]) => value === 'May I bring a microscope?'))
    assert.doesNotMatch(asked.html, /Files, passwords and codes/)
    assertAsked(withFile, { name: 'Bob', email: bob.email })
    assert.match(withFile.html, /Files, passwords and codes are not kept/)
    assert.ok([403, 404].includes(gone.status))
    assert.deepEqual(before, [])
    assert.match(sent.html, /May I bring a microscope\?/)
    assert.equal((await recruiter.get(`/job-applications/${application}/messages`)).data.length, 1)
  })

  it('asks before it applies for a job, and goes on without the file', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const [ada, bob] = [await app.given.user(), await app.given.user({ name: 'Bob' })]
    const { id } = await createJobPost(recruiter)
    const path = `/app/job-posts/${id}`
    const browser = await visitSite(app, ada)
    const form = findForm((await browser.open(path)).html, 'name="first_name"')
    await signIn(browser, bob)
    const typed: Fields = [
      ...readHidden(form),
      ['first_name', 'Ada'],
      ['last_name', 'Lovelace'],
      ['email', ada.email],
      ['phone', '+44 20 7946 0000'],
      ['consent_data', 'true'],
    ]

    const asked = await browser.sendForm(path, createBody(typed, { resume: createResume() }))
    const before = (await recruiter.get(`/job-posts/${id}/applicants`)).data
    const kept = readHidden(findQuestion(asked.html))
    const incomplete = await browser.sendForm(path, createBody(kept))
    const applied = await browser.sendForm(path, createBody(kept, { resume: createResume() }))
    const applicants = (await recruiter.get(`/job-posts/${id}/applicants`)).data

    assertAsked(asked, { name: 'Bob', email: bob.email })
    assert.match(asked.html, /Files, passwords and codes are not kept/)
    assert.deepEqual(before, [])
    assert.equal(incomplete.status, 422)
    assert.match(incomplete.html, /value="Lovelace".*id="error-resume"/s)
    assert.equal(applied.status, 200)
    assert.deepEqual(
      applicants.map(({ name, email }: { name: string; email: string }) => [name, email]),
      [['Ada Lovelace', ada.email]],
    )
  })

  it('leads to the sign-in when nobody is signed in, and is taken as before without the field', async () => {
    const app = await testApp(hosted)
    const [ada, bob] = [await app.given.user({ name: 'Ada' }), await app.given.user()]
    const browser = await visitSite(app, ada)
    const form = findForm((await browser.open('/app/profile')).html, 'value="about"')
    await browser.send('/app/sign-out')

    const anonymous = await browser.sendForm('/app/profile', createBody([...readHidden(form), ['name', 'Eve']]))
    const anonymousSettings = await browser.send('/app/settings', [
      ['for_account', String(ada.id)],
      ['act', 'end-all'],
    ])
    await signIn(browser, bob)
    await browser.sendForm(
      '/app/profile',
      createBody([
        ['act', 'about'],
        ['name', 'Bobby'],
      ]),
    )

    assert.deepEqual([anonymous.status, anonymousSettings.status], [401, 401])
    for (const { html } of [anonymous, anonymousSettings]) assert.match(html, /action="\/app\/sign-in\?next=/)
    assert.equal((await ada.get('/auth/me')).data.name, 'Ada')
    assert.equal((await bob.get('/auth/me')).data.name, 'Bobby')
  })

  it('signs in and out without a question', async () => {
    const app = await testApp(hosted)
    const [ada, bob] = [await app.given.user({ name: 'Ada' }), await app.given.user({ name: 'Bob' })]
    const anonymousPage = await createVisitor(app).open('/app/sign-in')
    const browser = await visitSite(app, ada)
    const signInForm = findForm((await browser.open('/app/sign-in')).html, 'name="password"')
    const signOutForm = findForm((await browser.open('/app')).html, 'Sign out')
    await signIn(browser, bob)

    const signedIn = await browser.send('/app/sign-in', [
      ...readHidden(signInForm),
      ['email', ada.email],
      ['password', password],
    ])
    await signIn(browser, bob)
    const signedOut = await browser.send('/app/sign-out', readHidden(signOutForm))

    assert.doesNotMatch(anonymousPage.html, /for_account/)
    assert.deepEqual([signedIn.status, signedIn.url], [200, '/app'])
    assert.equal(signedOut.url, '/app/sign-in')
    assert.equal(browser.cookies.has('session'), false)
  })
})

describe('each form of a page for a person who is signed in', () => {
  it('says for whom it was made, and its secrets are not on the page that asks', async () => {
    const { app, routes } = await walk({}, hosted)
    const ada = await app.given.verifiedUser({ role: 'researcher' })
    const browser = await visitSite(app, ada)
    const post = await createJobPost(await app.given.user({ role: 'recruiter' }))
    const application = await createApplication(ada, post.id)
    const simple = routes.filter(({ method, url }) => method === 'GET' && /^\/app(\/[a-z-]+)*$/.test(url))
    const further = [`/app/job-posts/${post.id}`, `/app/job-applications/${application}`]
    let forms = 0
    const secrets = new Set(['card_number', 'cvv', 'code', 'credential'])

    for (const path of [...simple.map(({ url }) => url), ...further]) {
      const { html } = await browser.open(path)
      for (const [, name = ''] of html.matchAll(/<input name="([^"]*)" type="password"/g)) secrets.add(name)
      for (const [form] of html.matchAll(/<form\b[^>]*="post".*?<\/form>/gs)) {
        forms += 1
        assert.deepEqual(
          readHidden(form).filter(([name]) => name === 'for_account'),
          [['for_account', String(ada.id)]],
          path,
        )
      }
    }

    await signIn(browser, await app.given.user())
    const typed: Fields = [...secrets].map((name) => [name, `secret ${name}`])
    const asked = await browser.send('/app/settings', [['for_account', String(ada.id)], ['kept', 'text'], ...typed])

    assert.equal(asked.status, 409)
    assert.deepEqual(
      readHidden(findQuestion(asked.html)).map(([name]) => name),
      ['for_account', 'kept'],
    )
    assert.doesNotMatch(asked.html, /secret /)
    assert.ok(secrets.size > 5, [...secrets].join(' '))
    assert.ok(simple.length > 20, `${simple.length} pages`)
    assert.ok(forms > simple.length, `${forms} forms`)
  })
})

describe('the page that asks, in a browser', { skip: noBrowser }, () => {
  let browser: Browser
  const site = testApp(hosted)

  before(async () => {
    browser = await openBrowser({ 'api.test': (await site).address })
  })
  after(() => browser?.close())

  it('has no fault that axe finds, and sends the form where it belongs when the first account is back', async () => {
    const app = await site
    const [ada, bob] = [await app.given.user({ name: 'Ada' }), await app.given.user({ name: 'W'.repeat(96) })]
    const first = await openSite(browser, ada)
    await first.goto(`${siteAddress}/app/profile`)
    await first.fill('[name=name]', 'Ada Lovelace')
    const second = await first.context().newPage()
    const signInAs = async ({ email }: Person) => {
      await second.goto(`${siteAddress}/app/sign-in`)
      await second.fill('[name=email]', email)
      await second.fill('[name=password]', password)
      await second.click('form.stacked button')
      await second.getByRole('heading').first().waitFor()
    }

    await signInAs(bob)
    await first.locator('#about button').click()
    await first.getByRole('heading', { name: 'Another account is signed in' }).waitFor()
    await assertFaultless(first, 'other-account')
    const before = (await ada.get('/auth/me')).data.name
    await signInAs(ada)
    await first.reload()
    await first.getByText('It is saved.').waitFor()

    assert.equal(before, 'Ada')
    assert.equal((await ada.get('/auth/me')).data.name, 'Ada Lovelace')
    assert.equal((await bob.get('/auth/me')).data.name, bob.name)
    await first.context().close()
  })
})
