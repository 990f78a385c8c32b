/**
 * The site as a whole: what five people come for is done in a browser, without the API, in few clicks; each page is reached and used by
 * the keyboard alone, and is small and quick.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { adminEmail, createApp, type Person, password, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { createCompany } from '#test/support/companies.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { addPhone } from '#test/support/payments.ts'
import { project as createProject } from '#test/support/projects.ts'
import { pdf } from '#test/support/samples.ts'
import { createVisitor } from '#test/support/visitor.ts'

const site = 'http://api.test'
/** The most bytes of a page, before it is compressed. */
const mostBytes = 60_000
/** The most processor time of a page, which the load of a machine does not change. */
const mostMs = 100

describe('the site', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp({ FRONTEND_URL: '' })
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  const openAs = async ({ email }: Person): Promise<Page> => {
    const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto(`${site}/app/sign-in`)
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.click('form.stacked button')
    await page.getByRole('heading', { name: 'My account' }).waitFor()
    return page
  }

  /** Counts clicks, and states them with the seconds of the walk. */
  function createHand(test: TestContext, page: Page) {
    const start = performance.now()
    let clicks = 0
    return {
      click: async (target: Locator) => {
        clicks += 1
        await target.click()
      },
      /** The first link or button of a name. */
      press: async (role: 'link' | 'button', name: string) => {
        clicks += 1
        await page.getByRole(role, { name }).first().click()
      },
      finish: async (most: number) => {
        test.diagnostic(`${clicks} clicks, ${Math.round((performance.now() - start) / 100) / 10} s`)
        assert.ok(clicks <= most, `${clicks} clicks`)
        await page.context().close()
      },
    }
  }

  describe('lets five people do what they come for', () => {
    it('finds a job and applies in four clicks', async (test) => {
      const recruiter = await app.given.user({ role: 'recruiter' })
      await createJobPost(recruiter, { title: 'Bryologist', location: 'Lisbon', deadline: null })
      const page = await openAs(await app.given.user({ name: 'Barbara McClintock' }))
      const hand = createHand(test, page)

      await hand.press('link', 'Jobs')
      await page.getByLabel('Words of the title or text').fill('bryologist')
      await page.keyboard.press('Enter')
      await hand.press('link', 'Bryologist')
      await page.getByLabel('Telephone').fill('+351 21 000 0000')
      await page
        .getByLabel('Resume')
        .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
      await hand.click(page.getByLabel('I agree that my data is processed for this application.'))
      await hand.press('button', 'Send the application')
      await page.getByText('Withdraw my application').waitFor()

      await hand.finish(4)
    })

    it('buys a plan by phone in four clicks', async (test) => {
      const person = await app.given.user()
      const page = await openAs(person)
      const hand = createHand(test, page)

      await hand.press('link', 'Plans')
      await hand.press('link', 'Choose Professional')
      await page.getByLabel('Number of the phone').fill('+254712345678')
      await hand.press('button', 'Use this phone')
      await hand.press('button', 'Pay 29.00 USD')
      await page.getByText('The payment was received.').waitFor()

      await hand.finish(4)
    })

    it('takes an exam in six clicks, with one for its answer', async (test) => {
      const author = await app.given.user({ role: 'researcher' })
      const question = { type: 'single_choice', question: 'Which?', options: ['Moss', 'Fern'], correct_answer: 'Moss' }
      await createExam(author, { title: 'Plants without flowers', questions: [question] })
      const page = await openAs(await app.given.user())
      const hand = createHand(test, page)

      await hand.press('link', 'Exams')
      await hand.press('link', 'Plants without flowers')
      await hand.press('button', 'Start an attempt')
      await hand.click(page.getByRole('radio', { name: 'Moss' }))
      await page.getByText('All answers are saved.').waitFor()
      await hand.press('button', 'Submit…')
      await hand.press('button', 'Submit now')
      await page.getByRole('heading', { name: 'Result' }).waitFor()

      await hand.finish(6)
    })

    it('enrolls in a course and finishes it in seven clicks, with two for its lesson', async (test) => {
      const author = await app.given.user({ role: 'researcher' })
      await createCourse(author, {
        title: 'Peat',
        certificate_enabled: true,
        lessons: [{ title: 'Bogs', content: 'Wet.' }],
      })
      const page = await openAs(await app.given.user())
      const hand = createHand(test, page)

      await hand.press('link', 'Courses')
      await hand.press('link', 'Peat')
      await hand.press('button', 'Enroll')
      await hand.press('link', 'Bogs')
      await hand.press('button', 'Mark as done')
      await hand.press('link', 'Peat')
      await hand.press('button', 'Finish the course')
      await page.getByRole('heading', { name: 'My certificates' }).waitFor()

      await hand.finish(7)
    })

    it('invites twenty people at the console in four clicks', async (test) => {
      const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, locale: 'en-GB' })
      const page = await context.newPage()
      await page.goto(`${site}/console`)
      await page.locator('input[name=email]').fill(adminEmail)
      await page.locator('input[name=password]').fill(password)
      await page.locator('button.main').click()
      const rows = Array.from({ length: 20 }, (_, index) => `Person ${index},walk-${index}@example.org,learner`)
      const buffer = Buffer.from(`name,email,role\n${rows.join('\n')}\n`)
      const hand = createHand(test, page)

      await hand.press('link', 'People')
      await hand.press('link', 'Import people')
      await page.setInputFiles('input[type=file]', { name: 'people.csv', mimeType: 'text/csv', buffer })
      await hand.press('button', 'Check the file')
      await hand.press('button', 'Invite 20 people')
      await page.getByRole('progressbar').waitFor()
      await app.settle()
      await page.locator('.toast p', { hasText: 'The import is finished.' }).waitFor()

      assert.equal((await app.listMails('walk-19@example.org')).length, 1)
      await hand.finish(4)
    })
  })

  /** A person with something on each page. */
  async function createRichPerson(): Promise<Person> {
    const person = await app.given.verifiedUser({ role: 'researcher' })
    const author = await app.given.verifiedUser({ role: 'researcher' })
    const recruiter = await app.given.verifiedUser({ role: 'recruiter' })
    await createApplication(person, (await createJobPost(recruiter, { title: 'Post' })).id)
    await createEnrollment(person, (await createCourse(author, { lessons: [{ title: 'Lesson' }] })).id)
    await startAttempt(person, (await createExam(author)).id)
    await createExam(person)
    await createCertificate(app, person)
    await createProject(person)
    await createCompany(person)
    const payment_method_id = await addPhone(person, '+254712345678')
    await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
    await person.post('/saved-searches', { kind: 'job_posts', query: 'moss' })
    await app.settle()
    return person
  }

  it('is walked by the keyboard alone: each control is reached once, is seen, and the next page opens with Enter', async () => {
    const page = await openAs(await createRichPerson())
    const home = `${site}/app`
    const paths: string[] = await page.evaluate(
      "[...document.querySelectorAll('main nav.menu a')].map((link) => link.getAttribute('href'))",
    )

    assert.ok(paths.length > 12, paths.join())
    for (const path of ['/app', ...paths]) {
      await page.goto(home)
      if (path !== '/app') {
        await tabTo(page, path)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${site}${path}`)
      }
      await assertReachable(page, path)
    }
    await page.context().close()
  })

  it('has pages of at most 60 kB and 100 ms of processor time', async (test) => {
    const person = await createRichPerson()
    const visitor = createVisitor(app)
    await visitor.send('/app/sign-in', { email: person.email, password })
    const known = new Set(['/app'])

    for (const path of known) {
      const { html, status } = await visitor.open(path)
      assert.equal(status, 200, path)
      assert.ok(Buffer.byteLength(html) <= mostBytes, `${path}: ${Buffer.byteLength(html)} bytes`)
      const time = await measure(() => visitor.open(path))
      assert.ok(time <= mostMs, `${path}: ${time} ms`)
      for (const [, next = ''] of html.matchAll(/href="(\/app[^"#?]*)"/g)) if (isPage(next)) known.add(next)
    }

    test.diagnostic(`${known.size} pages`)
    assert.ok(known.size > 35, [...known].join())
  })
})

/** Documents, and the way to a provider, are no pages. */
const isPage = (path: string) => !/\/(pdf|download|export)$|^\/app\/sign-in\//.test(path)

/** Returns the least processor time of five requests, in milliseconds. */
async function measure(request: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let index = 0; index < 5; index++) {
    const start = process.cpuUsage()
    await request()
    const { user, system } = process.cpuUsage(start)
    times.push((user + system) / 1_000)
  }
  return Math.min(...times)
}

const mostTabs = 500

/** Presses Tab until the link to the path has the focus. */
async function tabTo(page: Page, path: string): Promise<void> {
  for (let index = 0; index < mostTabs; index++) {
    await page.keyboard.press('Tab')
    const isThere = await page.evaluate(
      `document.activeElement.matches('main nav.menu a') && document.activeElement.getAttribute('href') === ${JSON.stringify(path)}`,
    )
    if (isThere) return
  }
  assert.fail(`Tab does not reach ${path}.`)
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
    isSeen: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
  }
})()`

const countControls = `[...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, textarea, summary')]
  .filter((control) => control.checkVisibility() && !control.disabled).length`

/** Asserts that Tab reaches each control of the page, shows which one has the focus, and leads out of the page at last. */
async function assertReachable(page: Page, path: string): Promise<void> {
  const controls = await page.evaluate<number>(countControls)
  let reached = 0
  for (let index = 0; index < mostTabs; index++) {
    await page.keyboard.press('Tab')
    const focus = await page.evaluate<{ count: number; markup: string; isSeen: boolean } | null>(readFocus)
    if (focus === null) break
    assert.ok(focus.isSeen, `${path}: ${focus.markup}`)
    reached = focus.count
  }
  assert.equal(reached, controls, path)
}
