/**
 * The site as a whole: what five people come for is done in a browser, without the API, in few clicks; each page is reached and used by
 * the keyboard alone.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { adminEmail, createApp, type Person, password, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { assertReachable, tabTo } from '#test/support/keyboard.ts'
import { pdf } from '#test/support/samples.ts'
import { openSite, siteAddress } from '#test/support/site.ts'

describe('the site', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp({ FRONTEND_URL: '' })
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  const openAs = async (person: Person): Promise<Page> => {
    const page = await openSite(browser, person)
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
      await page.getByRole('link', { name: 'Show the certificate' }).waitFor()

      await hand.finish(7)
    })

    it('invites twenty people at the console in four clicks', async (test) => {
      const context = await browser.newContext({ viewport: { width: 1_280, height: 900 }, locale: 'en-GB' })
      const page = await context.newPage()
      await page.goto(`${siteAddress}/console`)
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

  it('is walked by the keyboard alone: each control is reached once, is seen, and the next page opens with Enter', async () => {
    const page = await openAs(await app.given.user())
    const home = `${siteAddress}/app`
    const paths: string[] = await page.evaluate(
      "[...document.querySelectorAll('main nav.menu a')].map((link) => link.getAttribute('href'))",
    )

    assert.ok(paths.length > 12, paths.join())
    for (const path of ['/app', ...paths]) {
      await page.goto(home)
      if (path !== '/app') {
        await tabTo(page, `main nav.menu a[href="${path}"]`)
        await page.keyboard.press('Enter')
        await page.waitForURL(`${siteAddress}${path}`)
      }
      await assertReachable(page, path)
    }
    await page.context().close()
  })
})
