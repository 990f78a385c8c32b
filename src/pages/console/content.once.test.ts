import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { act, openConsolePage, visit } from '#test/support/console.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { findFaults, loadAxe, measureOverflow } from '#test/support/page-faults.ts'

const phone = { width: 390, height: 844 }
const longText = `Plants. ${'They grow in the house and in the field. '.repeat(20)}End.`

describe('content in the console', { skip: noBrowser }, async () => {
  const app = await testApp()
  const { given } = app
  let browser: Browser
  let post: { id: number }
  let course: { id: number }
  let exam: { id: number }
  let company: { id: number }

  before(async () => {
    browser = await openBrowser()
    const recruiter = await given.user({ name: 'Rafael Souza', role: 'recruiter' })
    const author = await given.user({ name: 'Mei Tanaka', role: 'researcher' })
    company = (await recruiter.post('/companies', { name: 'Green Fields', website: 'https://green.example.org' })).data
    course = await createCourse(author, { title: 'Soil', level: 'beginner' })
    exam = await createExam(author, { title: 'Soil exam' })
    post = await createJobPost(recruiter, {
      title: 'Head of the greenhouse',
      description: longText,
      employment_type: 'full_time',
      experience_level: 'entry',
      skills: ['R', 'Botany'],
      salary_min: 42_000,
      salary_max: 55_000,
      currency: 'USD',
      deadline: '2030-12-19T23:59:00.000Z',
      company_id: company.id,
    })
  })
  after(() => browser.close())

  /** Returns the names and values that a page shows. */
  const readFacts = async (page: Page): Promise<Record<string, string>> => {
    const pairs = await page
      .locator('.facts > div')
      .evaluateAll((elements) =>
        elements.map((element) => [element.firstElementChild?.textContent, element.lastElementChild?.textContent]),
      )
    return Object.fromEntries(pairs)
  }

  const takePicture = async (page: Page, name: string) => {
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/console-${name}.png`, fullPage: true })
  }

  /** What the API writes and people do not: words with underscores, times as text, and truth values. */
  const raw = /\b[a-z]+_[a-z]+\b|\d{4}-\d\d-\d\dT|\b(true|false|null)\b/

  it('has names and words for all that a job post has, and folds its long text', async () => {
    const { page, context } = await openConsolePage(browser, app.address, { viewport: phone })
    await visit(page, `/content/job_post-${post.id}`)
    await loadAxe(page)

    const facts = await readFacts(page)
    const text = await page.locator('main').innerText()

    assert.equal(facts['Employment type'], 'Full time')
    assert.equal(facts['Experience level'], 'Entry level')
    assert.equal(facts.Skills, 'R, Botany')
    assert.equal(facts['Salary per year']?.replace(/[\u2066\u2069]/g, ''), '42,000 – 55,000 USD')
    assert.match(facts.Deadline ?? '', /^(19|20) Dec 2030/)
    assert.equal(facts.Remote, 'no')
    assert.doesNotMatch(text, raw)
    assert.equal(await page.getByText('End.', { exact: false }).isVisible(), false)
    await page.getByText('Show all').click()
    await page.locator('p.text', { hasText: 'End.' }).waitFor()
    assert.deepEqual([await findFaults(page), await measureOverflow(page)], [[], 0])
    await takePicture(page, 'job-post')
    await context.close()
  })

  it('writes a course, an exam and a company without a raw value, in the language of the reader', async () => {
    const { page, context } = await openConsolePage(browser, app.address, { viewport: phone, locale: 'ar' })
    for (const place of [`course-${course.id}`, `exam-${exam.id}`, `company-${company.id}`, `job_post-${post.id}`]) {
      await visit(page, `/content/${place}`)
      await loadAxe(page)
      const text = (await page.locator('main').innerText()).replaceAll(/https?:\S+|UTC|\b[A-Z]{3}\b/g, '')
      const names = Object.keys(await readFacts(page)).filter((name) => /[a-z]{3}/.test(name))
      assert.doesNotMatch(text, raw, place)
      assert.deepEqual(names, [], place)
      assert.deepEqual([await findFaults(page), await measureOverflow(page)], [[], 0], place)
      await takePicture(page, `${place.split('-')[0]}-ar`)
    }
    await context.close()
  })

  it('shows again on its report what the report has hidden', async () => {
    const reader = await given.user({ name: 'Ada' })
    await reader.post('/reports', { kind: 'company', id: company.id, reason: 'It does not exist.' })
    const { page, context } = await openConsolePage(browser, app.address, { viewport: phone })
    await visit(page, '/reports?state=open')
    await act(page, 'Hide', 'It does not exist.')
    assert.equal((await reader.get(`/companies/${company.id}`, { accept: 'application/json' })).status, 404)

    await page.getByRole('link', { name: 'Green Fields' }).waitFor({ state: 'detached' })
    await visit(page, `/content/company-${company.id}`)
    await page.getByRole('button', { name: 'Show again' }).waitFor()
    assert.equal((await readFacts(page)).Website, 'https://green.example.org')

    await visit(page, `/companies/${company.id}`)
    await page.getByRole('button', { name: 'Show again' }).waitFor()

    await visit(page, '/reports?state=hidden')
    await takePicture(page, 'reports')
    await act(page, 'Show again')

    assert.equal((await reader.get(`/companies/${company.id}`, { accept: 'application/json' })).status, 200)
    await context.close()
  })

  it('keeps the name of a value and the value on one line of a phone', async () => {
    const { page, context } = await openConsolePage(browser, app.address, { viewport: phone })
    await visit(page, '/reports')

    await page.locator('td[data-name=From] > a').first().waitFor()
    const display = await page.evaluate("getComputedStyle(document.querySelector('td[data-name=From] > a')).display")

    assert.equal(display, 'inline')
    await context.close()
  })
})
