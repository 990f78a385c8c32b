/**
 * Every page of the site, also one that is added later: the routes that are registered are the list of pages. Each is reached by a link from the
 * first page or by a mail, is small and quick, has no fault that axe finds, and is walked by the keyboard alone.
 */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { addDaysInTimezone } from '#core/time-zone.ts'
import { walk } from '#test/contract/walk.ts'
import type { Person } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { createCompany } from '#test/support/companies.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertReachable } from '#test/support/keyboard.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { addPhone } from '#test/support/payments.ts'
import { measureProcessor } from '#test/support/processor-time.ts'
import { milestone as createMilestone, project as createProject } from '#test/support/projects.ts'
import { siteAddress, visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const { app, routes } = await walk({}, { FRONTEND_URL: '' })

/** Documents, modules, the API of scripts and the ways to a provider and back are no pages. */
const isPage = (url: string) =>
  /^\/app(\/|$)/.test(url) &&
  !/\/(pdf|download|export|resume|resume\/view)$|^\/app\/(api|modules)\/|^\/app\/sign-in\/(with|link)\/|^\/app\/sign-in\/callback$/.test(
    url,
  )

/** Only a gateway that is not the sandbox begins it: `card-page.once.test.ts`. */
const elsewhere = ['/app/payment-methods/setups/:id']

const pages = routes
  .filter(({ method, url }) => method === 'GET' && isPage(url) && !elsewhere.includes(url))
  .map(({ url }) => url)

/** The page of a path: the one with the fewest parameters. */
function findPage(path: string): string | undefined {
  const fits = (page: string) => new RegExp(`^${page.replace(/:\w+/g, '[^/]+')}$`).test(path)
  const count = (page: string) => page.split(':').length
  return pages.filter(fits).toSorted((one, other) => count(one) - count(other))[0]
}

/** Pages to which only mails lead. Without a true token they say what is wrong with the link. */
const mailed = ['verify-email', 'reject-email', 'reset-password', 'welcome', 'end-session'].map(
  (name) => `/app/${name}?token=none`,
)

const longName = 'W'.repeat(96)
const essay = { type: 'essay', question: longName, points: 2 }

/** Creates people who have something on each page, with names as long as they may be. */
async function createWorld() {
  const ada = await app.given.verifiedUser({ role: 'researcher', name: longName })
  const rafael = await app.given.verifiedUser({ role: 'recruiter', name: longName })
  const post = await createJobPost(rafael, { title: longName, description: longName, company: longName })
  await createApplication(ada, post.id)
  const author = await app.given.verifiedUser({ role: 'researcher', name: longName })
  const course = await createCourse(author, { title: longName, lessons: [{ title: longName }] })
  await createEnrollment(ada, course.id)
  await startAttempt(ada, (await createExam(author, { title: longName })).id)
  await createCertificate(app, ada, { title: longName })
  const { id } = await createProject(ada, { title: longName, description: longName })
  await createMilestone(ada, id, { title: longName })
  await createCompany(ada, { name: longName })
  const own = await createExam(ada, { title: longName, questions: [essay] })
  const attempt = await startAttempt(author, own.id)
  await author.post(`/exam-attempts/${attempt.id}/submit`, { answers: { [attempt.questions[0].id]: longName } })
  await createCourse(ada, { title: longName })
  const payment_method_id = await addPhone(ada, '+254712345678')
  const bought = await ada.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
  await ada.post('/saved-searches', { kind: 'job_posts', query: longName })
  await rafael.post('/talent-pool', { user_id: ada.id, consent_until: addDaysInTimezone(app.clock.now(), 30, 'UTC') })
  await app.settle()
  return { ada, rafael, paid: `/app/pay/${bought.data.payment.id}`, graded: `/app/exams/${own.id}/grading` }
}

interface VisitedPage {
  path: string
  person: Person | undefined
}

/** The most bytes of a page, before it is compressed. */
const maxBytes = 60_000
/** The most processor time of a page. */
const maxMs = 100

/** Follows the links of a person from the starts on, and adds the first path of each page. */
async function follow(found: Map<string, VisitedPage>, person: Person | undefined, starts: readonly string[]) {
  const visitor = person === undefined ? createVisitor(app) : await visitSite(app, person)
  const known = new Set(starts)
  for (const path of known) {
    const page = findPage(path.split('?')[0] ?? '')
    assert.ok(page, `${path} is no page`)
    const { html, status, url } = await visitor.open(path)
    assert.ok(status === 200 || mailed.includes(path), `${path}: ${status}`)
    // A page of people who are signed in leads others to the sign-in.
    const isShown = person !== undefined || path.startsWith('/app/sign-in') || !url.startsWith('/app/sign-in')
    if (isShown && !found.has(page)) {
      found.set(page, { path, person })
      assert.ok(Buffer.byteLength(html) <= maxBytes, `${path}: ${Buffer.byteLength(html)} bytes`)
      const time = await measureProcessor(() => visitor.open(path), { limitMs: maxMs, allThreads: true })
      assert.ok(time <= maxMs, `${path}: ${time} ms`)
    }
    for (const [, next = ''] of html.matchAll(/href="(\/app[^"#?]*)[^"]*"/g)) if (isPage(next)) known.add(next)
  }
}

const narrow: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  colorScheme: 'dark',
  locale: 'ar',
}
const wide: BrowserContextOptions = { viewport: { width: 1_280, height: 900 }, locale: 'en-GB' }

async function openTab(browser: Browser, person: Person | undefined, options: BrowserContextOptions): Promise<Page> {
  const context = await browser.newContext(options)
  if (person !== undefined)
    await context.addCookies([{ name: 'session', value: person.token, url: `${siteAddress}/app`, httpOnly: true }])
  return context.newPage()
}

describe('every page of the site', { skip: noBrowser }, () => {
  let browser: Browser
  const found = new Map<string, VisitedPage>()

  before(async () => {
    browser = await openBrowser({ 'api.test': app.address })
    const { ada, rafael, paid, graded } = await createWorld()
    await follow(found, undefined, ['/app/sign-in', ...mailed])
    const grader = await visitSite(app, ada)
    const claimed = await grader.send(graded, { action: 'claim' })
    // The API gives notifications the path of its own list, which leads to the page.
    await follow(found, ada, ['/app', '/app/signed-up', '/app/job-applications', paid, claimed.url.split('?')[0] ?? ''])
    await follow(found, rafael, ['/app'])
  })
  after(() => browser?.close())

  it('is reached by links or a mail, and has at most 60 kB and 100 ms of processor time', (test) => {
    const unreached = pages.filter((page) => !found.has(page))
    test.diagnostic(`${found.size} pages`)
    assert.deepEqual(unreached, [])
  })

  const tabs = new Map<string, Promise<Page>>()

  /** Opens the page as the person who found it, in the tab of that person with these options: a tab of its own would cost five times as much. */
  const open = async (page: string, options: BrowserContextOptions) => {
    const { path, person } = found.get(page) ?? assert.fail(`${page} is not reached`)
    const key = JSON.stringify([person?.id, options])
    const tab = tabs.get(key) ?? openTab(browser, person, options)
    tabs.set(key, tab)
    const shown = await tab
    await shown.goto(`${siteAddress}${path}`)
    return shown
  }

  for (const page of pages) {
    const name = page.replaceAll(/\W+/g, '-')

    it(`${page} has no fault that axe finds, in the dark and from right to left`, async () => {
      await assertFaultless(await open(page, narrow), `every${name}-arabic`)
    })

    it(`${page} is wide enough for its tables, and is walked by the keyboard alone`, async () => {
      const shown = await open(page, wide)
      await assertFaultless(shown, `every${name}-wide`)
      // The room is an element of its own, with a test of its own.
      if (page !== '/app/exam-attempts/:id') await assertReachable(shown, page)
    })
  }
})
