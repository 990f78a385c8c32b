/** A person enrolls, learns and gets a certificate, in a browser and without scripts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { createApp, type TestApp, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { addCard, completeCourse, createCourse, createEnrollment, createLessons } from '#test/support/courses.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { project as createProject } from '#test/support/projects.ts'
import { openSite, visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const hosted = { FRONTEND_URL: '' }
const foreign = { origin: 'https://evil.example' }
const longName = 'W'.repeat(96)

describe('the pages of courses in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp(hosted)
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  it('lead from the list through the lessons to a certificate that is shared', async () => {
    const agnes = await app.given.user({ role: 'researcher', name: 'Agnes Arber' })
    const ada = await app.given.user({ name: 'Ada Lovelace' })
    await createCourse(agnes, {
      title: 'Mosses of the north',
      sequential: true,
      certificate_enabled: true,
      lessons: [{ title: 'Spores', content: 'A **spore** is small.' }, { title: 'Leaves' }],
    })
    await createCourse(agnes, { title: 'Lichens' })
    const page = await openSite(browser, ada, { viewport: { width: 390, height: 844 } })

    await page.getByRole('link', { name: 'Courses', exact: true }).first().click()
    await page.getByLabel('Words of the title or text').fill('mosses')
    await page.getByRole('button', { name: 'Search' }).click()
    await assertFaultless(page, 'courses')
    assert.equal(await page.getByText('Lichens').count(), 0)
    await page.getByRole('link', { name: 'Mosses of the north' }).click()
    await assertFaultless(page, 'course')
    await page.getByRole('button', { name: 'Enroll' }).click()
    await page.getByRole('heading', { name: 'My progress' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Leaves' }).count(), 0)
    await page.getByRole('link', { name: 'Spores' }).click()
    await page.locator('strong', { hasText: 'spore' }).waitFor()
    await page.getByRole('button', { name: 'Mark as done' }).click()
    await page.getByText('You have done this lesson.').waitFor()
    await assertFaultless(page, 'lesson')
    await page.getByRole('link', { name: 'Leaves' }).click()
    await page.getByRole('button', { name: 'Mark as done' }).click()
    await page.getByRole('link', { name: 'Mosses of the north' }).click()
    await assertFaultless(page, 'course-done')
    await page.getByRole('button', { name: 'Finish the course' }).click()
    await page.getByText('The course is finished.').waitFor()
    await assertFaultless(page, 'course-finished')
    await page.getByRole('link', { name: 'Show the certificate' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download as PDF' }).click(),
    ])
    assert.match(file.suggestedFilename(), /\.pdf$/)
    await page.getByLabel('What the link is for').fill('Application at Kew')
    await page.getByRole('button', { name: 'Create a link' }).click()
    await page.getByRole('heading', { name: 'Application at Kew' }).waitFor()
    await assertFaultless(page, 'certificate')

    const [{ id }] = (await ada.get('/certificates')).data
    const [{ url, shows }] = (await ada.get(`/certificates/${id}/shares`)).data
    assert.deepEqual(shows, ['name'])
    await page.goto(url)
    await page.getByText('Ada Lovelace').first().waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'Withdraw the link' }).click()
    await page.getByText('Application at Kew').waitFor({ state: 'detached' })
    assert.deepEqual((await ada.get(`/certificates/${id}/shares`)).data, [])
    await page.context().close()
  })

  it('have no fault that axe finds with long names, in the dark and from right to left', async () => {
    const agnes = await app.given.user({ role: 'researcher', name: longName })
    const lessons = [
      { title: longName, description: longName, content: `# ${longName}\n\n| a | b |\n|---|---|\n| c | d |` },
    ]
    const course = await createCourse(agnes, {
      title: longName,
      category: longName,
      certificate_enabled: true,
      lessons,
    })
    const next = await createCourse(agnes, { title: longName, lessons: createLessons(2) })
    const ada = await app.given.user({ name: longName })
    await completeCourse(ada, course)
    await createEnrollment(ada, next.id)
    const [{ id }] = (await ada.get('/certificates')).data
    await ada.post(`/certificates/${id}/share`, { purpose: longName })
    const project = await createProject(ada, { title: longName, field: longName })

    for (const options of [
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
      { viewport: { width: 1_200, height: 900 }, locale: 'ar' },
    ]) {
      const page = await openSite(browser, ada, options)
      for (const path of [
        '',
        '/courses',
        '/courses/enrolled',
        `/courses/${course.id}`,
        `/courses/${course.id}/lessons/${course.lessons[0].id}`,
        '/certificates',
        `/certificates/${id}`,
        '/projects',
        `/projects/${project.id}`,
      ]) {
        await page.goto(`http://api.test/app${path}`)
        await assertFaultless(page, `learning${path.replaceAll('/', '-')}-${options.viewport.width}`)
      }
      await page.goto(`http://api.test/app/courses/${course.id}/lessons/${course.lessons[0].id}`)
      const rows = await page
        .locator('.prose tr')
        .evaluateAll((elements) =>
          elements.map((row) => new Set([...row.children].map((cell) => cell.getBoundingClientRect().top)).size),
        )
      assert.deepEqual(rows, [1, 1])
      await page.context().close()
    }
  })
})

describe('the pages of courses', () => {
  it('show the lessons to learners alone, and take no report of another site', async () => {
    const app = await testApp(hosted)
    const agnes = await app.given.user({ role: 'researcher' })
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const secret = 'Sphagnum <i>'
    const course = await createCourse(agnes, {
      sequential: true,
      lessons: [{ title: 'A <b>', content: secret }, { title: 'B' }],
    })
    await createEnrollment(ada, course.id)
    const path = `/app/courses/${course.id}`
    const [first, second] = course.lessons.map(({ id }: { id: number }) => `${path}/lessons/${id}`)
    const [learner, stranger] = [await visitSite(app, ada), await visitSite(app, eve)]

    const outline = await stranger.open(path)
    const closed = await stranger.open(first)
    const opened = await learner.open(first)
    const locked = await learner.open(second)
    const forged = await learner.send(first, { act: 'done' }, foreign)
    const early = await learner.send(second, { act: 'done' })
    const unknown = await learner.send(first, { act: 'nothing' })
    const anonymous = await createVisitor(app).open(first)

    assert.match(outline.html, /A &lt;b&gt;/)
    assert.doesNotMatch(outline.html, /\/lessons\//)
    assert.equal(closed.status, 403)
    assert.doesNotMatch(closed.html, /Sphagnum/)
    assert.match(opened.html, /Sphagnum &lt;i&gt;/)
    assert.match(locked.html, /This lesson is locked/)
    assert.doesNotMatch(locked.html, /Mark as done/)
    assert.deepEqual([forged.status, early.status, unknown.status], [403, 422, 422])
    assert.match(anonymous.url, /^\/app\/sign-in\?next=/)
    assert.equal((await ada.get(`/courses/${course.id}/progress`)).data.lessons_completed, 0)
  })

  it('complete a lesson by what completes it', async () => {
    const app = await testApp(hosted)
    const agnes = await app.given.user({ role: 'researcher' })
    const ada = await app.given.user()
    const lessons = ['opened', 'watched', 'marked'].map((rule) => ({ title: rule, completion: { rule } }))
    const course = await createCourse(agnes, { lessons })
    await createEnrollment(ada, course.id)
    const learner = await visitSite(app, ada)
    const [opened, watched, marked] = course.lessons.map(
      ({ id }: { id: number }) => `/app/courses/${course.id}/lessons/${id}`,
    )

    const pages = [
      await learner.open(opened),
      await learner.send(watched, { act: 'watched' }),
      await learner.send(marked, { act: 'done' }),
      await learner.send(marked, { act: 'undo' }),
    ]

    assert.deepEqual(
      pages.map(({ html }) => html.includes('You have done this lesson.')),
      [true, true, true, false],
    )
    assert.equal((await ada.get(`/courses/${course.id}/progress`)).data.lessons_completed, 2)
  })

  it('sell a course with its taxes, and say why a payment failed', async () => {
    const app = await testApp(hosted)
    const agnes = await app.given.user({ role: 'researcher' })
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const course = await createCourse(agnes, { price: 20, lessons: createLessons(1) })
    const path = `/app/courses/${course.id}`
    const [good, bad] = [await addCard(ada), await addCard(ada, '4000000000000002')]
    const [buyer, poor] = [await visitSite(app, ada), await visitSite(app, eve)]

    const without = await poor.open(path)
    const offered = await buyer.open(path)
    const refused = await buyer.send(path, { act: 'enroll', payment_method_id: String(bad) })
    const foreigns = await poor.send(path, { act: 'enroll', payment_method_id: String(good) })
    const bought = await buyer.send(path, { act: 'enroll', payment_method_id: String(good) })
    const again = await buyer.send(path, { act: 'enroll', payment_method_id: String(good) })

    assert.match(without.html, /you have no payment method/)
    assert.match(offered.html, /You pay .*20\.00.*, taxes included/)
    assert.match(refused.html, /role="alert"/)
    assert.match(foreigns.html, /role="alert"/)
    assert.match(bought.html, /My progress/)
    assert.ok(again.status >= 400)
    assert.equal((await ada.get('/billing/history')).meta.total, 1)
    assert.equal((await eve.get(`/courses/${course.id}`)).data.enrolled, false)
  })

  it('show a certificate and its document to its holder alone, and the notification leads to it', async () => {
    const app = await testApp(hosted)
    const agnes = await app.given.user({ role: 'researcher' })
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const course = await createCourse(agnes, { certificate_enabled: true, lessons: createLessons(1) })
    await completeCourse(ada, course)
    const [{ id }] = (await ada.get('/certificates')).data
    const path = `/app/certificates/${id}`
    const [holder, stranger] = [await visitSite(app, ada), await visitSite(app, eve)]

    const notifications = await holder.open('/app/notifications')
    const past = await holder.send(path, { act: 'share', purpose: 'Kept <b>', expires_at: '2020-01-01' })
    const nonsense = await holder.send(path, { act: 'share', expires_at: 'soon' })
    const forged = await holder.send(path, { act: 'share' }, foreign)
    const others = await Promise.all([
      stranger.open(path),
      stranger.open(`${path}/pdf`),
      stranger.send(path, { act: 'share' }),
      stranger.send(path, { act: 'withdraw', share_id: '1' }),
    ])

    assert.ok(notifications.html.includes(`href="${path}"`))
    assert.match(past.html, /value="Kept &lt;b&gt;".*id="error-expires_at"/s)
    assert.deepEqual([past.status, nonsense.status, forged.status], [422, 422, 403])
    assert.deepEqual(
      others.map(({ status }) => status),
      [404, 404, 404, 404],
    )
    assert.deepEqual((await ada.get(`/certificates/${id}/shares`)).data, [])
  })

  it('list the projects of the visitor, and none that is private to others', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user({ role: 'researcher' }), await app.given.user({ role: 'researcher' })]
    await createProject(ada, { title: 'Open <b>', visibility: 'private' })
    await createProject(eve, { title: 'Closed', visibility: 'private' })
    const browser = await visitSite(app, ada)

    const mine = await browser.open('/app/projects?mine=true')
    const wrong = await browser.open('/app/projects?status=lost')

    assert.match(mine.html, /Open &lt;b&gt;/)
    assert.doesNotMatch(mine.html, /Closed/)
    assert.equal(wrong.status, 422)
  })
})
