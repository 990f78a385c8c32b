/** The public pages in a browser: without a fault, wide and on a phone, also with long names, in the dark and from right to left. */

import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { createApp, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCompany } from '#test/support/companies.ts'
import { createCourse } from '#test/support/courses.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { assertReachable } from '#test/support/keyboard.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { siteAddress } from '#test/support/site.ts'

const longName = `Dendrochronology ${'of trees that nobody has named yet '.repeat(3)}${'x'.repeat(60)}`

describe('the public pages', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser
  let paths: string[]

  before(async () => {
    app = await createApp({ FRONTEND_URL: '' })
    browser = await openBrowser({ 'api.test': app.address })
    const recruiter = await app.given.user({ role: 'recruiter' })
    const author = await app.given.user({ role: 'researcher', name: 'Wangari Njoroge' })
    const terms = { salary_min: 42_000, salary_max: 55_000, currency: 'USD', deadline: '2099-12-01T00:00:00.000Z' }
    for (const title of ['Dendrologist', longName])
      await createJobPost(recruiter, { title, company: title, location: 'Nairobi', ...terms })
    const course = await createCourse(author, { title: longName, skills: ['botany'] })
    await createCompany(recruiter, { name: longName, industry: 'Forestry', country: 'KE' })
    await author.put('/researchers/me', { public_page: true, headline: longName, institution: longName })
    paths = [
      '/',
      '/developers',
      '/jobs',
      '/courses',
      `/courses/${course.id}`,
      '/companies',
      '/people',
      '/plans',
      '/none',
    ]
  })
  after(() => browser?.close())

  // A language changes no color.
  for (const [name, rules, options] of [
    ['wide', 'all', { viewport: { width: 1_280, height: 900 }, locale: 'en-GB' }],
    ['phone', 'all', { viewport: { width: 390, height: 844 }, locale: 'en-GB', colorScheme: 'dark' }],
    ['arabic', 'all but colors', { viewport: { width: 390, height: 844 }, locale: 'ar' }],
  ] as const)
    it(`have no fault that axe finds, and each control is reached by the keyboard: ${name}`, async () => {
      const context = await browser.newContext({ ...options, bypassCSP: true })
      const page = await context.newPage()
      for (const path of paths) {
        await page.goto(`${siteAddress}${path}`)
        await assertFaultless(page, `public-${name}${path.replaceAll('/', '-')}`, rules)
        if (name === 'phone') await assertReachable(page, path)
      }
      await context.close()
    })
})
