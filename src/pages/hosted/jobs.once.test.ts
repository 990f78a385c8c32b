/** A person finds a job and applies, in a browser and without scripts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createApp, createUniqueEmail, password, type TestApp, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { pdf } from '#test/support/samples.ts'
import { visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const hosted = { FRONTEND_URL: '' }
const foreign = { origin: 'https://evil.example' }
const longName = 'W'.repeat(96)

describe('the pages of jobs in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp(hosted)
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  const openPage = async (path: string, options: object = {}): Promise<Page> => {
    const context = await browser.newContext({ javaScriptEnabled: true, ...options })
    const page = await context.newPage()
    await page.goto(`http://api.test${path}`)
    return page
  }

  it('lead a new person from the sign-up to an application, and back out of it', async () => {
    const recruiter = await app.given.user({ role: 'recruiter', name: 'Rafael' })
    const questions = [{ question: 'Why you?', required: true }, { question: 'When?' }]
    const { id } = await createJobPost(recruiter, {
      title: 'Palynologist',
      location: 'Lisbon',
      questions,
      deadline: null,
    })
    await createJobPost(recruiter, { title: 'Glaciologist', location: 'Oslo' })
    const page = await openPage('/app/jobs', { viewport: { width: 390, height: 844 } })

    await page.getByRole('link', { name: 'Create an account' }).click()
    await assertFaultless(page, 'sign-up')
    await page.getByLabel('Name').fill('Barbara McClintock')
    await page.getByLabel('E-mail').fill(createUniqueEmail())
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByLabel('Password again').fill(password)
    await page.getByRole('button', { name: 'Create my account' }).click()
    await page.getByText('We have sent a mail to').waitFor()
    await assertFaultless(page, 'signed-up')
    await page.getByRole('link', { name: 'Go on' }).click()
    await page.getByLabel('Place').fill('Lisbon')
    await page.getByRole('button', { name: 'Search' }).click()
    await assertFaultless(page, 'jobs')
    assert.equal(await page.getByText('Glaciologist').count(), 0)
    await page.getByRole('link', { name: 'Palynologist' }).click()
    await assertFaultless(page, 'job-post')
    assert.equal(await page.getByLabel('First name').inputValue(), 'Barbara')
    await page.getByLabel('Telephone').fill('+44 20 7946 0000')
    await page
      .getByLabel('Resume')
      .setInputFiles({ name: 'cv.pdf', mimeType: 'application/pdf', buffer: Buffer.from('text') })
    await page.getByLabel('Why you?').fill('Pollen.')
    await page.getByLabel('I agree').check()
    await page.getByRole('button', { name: 'Send the application' }).click()
    await page.getByRole('alert').waitFor()
    await assertFaultless(page, 'job-post-refused')
    assert.equal(await page.getByLabel('Why you?').inputValue(), 'Pollen.')
    assert.equal(await page.getByLabel('Resume').getAttribute('aria-invalid'), 'true')
    await page
      .getByLabel('Resume')
      .setInputFiles({ name: 'cv "1".pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
    await page.getByRole('button', { name: 'Send the application' }).click()
    await page.getByText('Your application was sent.').waitFor()

    const [applicant] = (await recruiter.get(`/job-posts/${id}/applicants`)).data
    const { data } = await recruiter.get(`/job-applications/${applicant.id}`)
    assert.equal(applicant.name, 'Barbara McClintock')
    assert.deepEqual(
      data.additional_answers.map(({ question, answer }: Record<string, string>) => [question, answer]),
      [['Why you?', 'Pollen.']],
    )
    await page.getByLabel('Your message').fill('May I bring a microscope?')
    await page.getByRole('button', { name: 'Send the message' }).click()
    await page.getByText('May I bring a microscope?').waitFor()
    await assertFaultless(page, 'application')
    const { data: messages } = await recruiter.get(`/job-applications/${applicant.id}/messages`)
    assert.equal(messages[0].body, 'May I bring a microscope?')
    await page.getByText('Withdraw my application').click()
    await page.getByRole('button', { name: 'Withdraw it now' }).click()
    await page.getByText('There are none yet.').waitFor()
    assert.deepEqual((await recruiter.get(`/job-posts/${id}/applicants`)).data, [])
    await page.context().close()
  })

  it('have no fault that axe finds with long names, in the dark and from right to left', async () => {
    const recruiter = await app.given.user({ role: 'recruiter' })
    const exam = longName
    const post = await createJobPost(recruiter, {
      title: longName,
      company: exam,
      location: longName,
      skills: [longName],
    })
    const ada = await app.given.user({ name: longName })
    const id = await createApplication(ada, post.id, { first_name: longName })
    const terms = { application_id: id, interview_date: '2099-12-01', interview_time: '14:30', location: longName }
    await recruiter.post(`/job-posts/${post.id}/schedule-interview`, terms)
    await ada.post(`/job-applications/${id}/messages`, { body: longName })

    for (const options of [
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
      { viewport: { width: 1_200, height: 900 }, locale: 'ar' },
    ]) {
      const page = await openPage('/app/sign-in', options)
      await page.fill('[name=email]', ada.email)
      await page.fill('[name=password]', password)
      await page.click('form.stacked button')
      for (const path of [
        '',
        '/jobs',
        `/job-posts/${post.id}`,
        '/applications',
        `/job-applications/${id}`,
        '/notifications',
      ]) {
        await page.goto(`http://api.test/app${path}`)
        await assertFaultless(page, `long${path.replaceAll('/', '-')}-${options.viewport.width}`)
      }
      await page.context().close()
    }
  })
})

describe('the pages of jobs', () => {
  it('show pages of a list, keep the filters, and say what is wrong with one', async () => {
    const app = await testApp(hosted)
    for (const posts of [10, 10, 1]) {
      const recruiter = await app.given.user({ role: 'recruiter' })
      for (let count = 0; count < posts; count++)
        await createJobPost(recruiter, { title: `Sower & <i>${count}</i>`, remote: true })
    }
    const browser = await visitSite(app, await app.given.user())

    const first = await browser.open('/app/jobs?search=sower&remote=true')
    const second = await browser.open('/app/jobs?search=sower&remote=true&page=2')
    const wrong = await browser.open('/app/jobs?employment_type=slavery&page=x')
    const none = await browser.open('/app/jobs?search=zoologist')

    assert.equal(first.html.match(/Sower &amp; &lt;i&gt;/g)?.length, 20)
    assert.match(
      first.html,
      /<details open>.*name="remote" value="true" checked.*href="\?search=sower&amp;remote=true&amp;page=2"/s,
    )
    assert.equal(second.html.match(/Sower &amp;/g)?.length, 1)
    assert.equal(wrong.status, 422)
    assert.match(wrong.html, /role="alert"/)
    assert.match(none.html, /No job fits/)
  })

  it('offer no form to the owner, to an applicant, and after the end', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const { id } = await createJobPost(recruiter)
    const application = await createApplication(ada, id)
    const path = `/app/job-posts/${id}`

    const owners = await (await visitSite(app, recruiter)).open(path)
    const applicants = await (await visitSite(app, ada)).open(path)
    await recruiter.put(`/job-posts/${id}`, { status: 'closed' })
    const late = await (await visitSite(app, eve)).open(path)

    assert.match(owners.html, new RegExp(`href="${path}/applicants"`))
    assert.match(applicants.html, new RegExp(`You have applied.*href="/app/job-applications/${application}"`))
    for (const { html } of [owners, applicants, late]) assert.doesNotMatch(html, /enctype/)
    assert.ok([403, 404].includes(late.status) || /takes no more applications/.test(late.html))
  })

  it('take no application without a sign-in, of another site, or with a file that is too large', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const ada = await app.given.user()
    const { id } = await createJobPost(recruiter)
    const path = `/app/job-posts/${id}`
    const send = (cookie: string, fields: Record<string, string | File>, headers: Record<string, string> = {}) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) body.append(name, value)
      return fetch(`${app.address}${path}`, {
        method: 'POST',
        body,
        redirect: 'manual',
        headers: { cookie, origin: app.address, ...headers },
      })
    }
    const browser = await visitSite(app, ada)
    const cookie = `session=${browser.cookies.get('session')}`
    const fields = { first_name: 'Ada', phone: '1', consent_data: 'true' }

    const anonymous = await send('', { ...fields, resume: new File([new Uint8Array(1_000_000)], 'cv.pdf') })
    const forged = await send(cookie, fields, foreign)
    const large = await send(cookie, { ...fields, resume: new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'cv.pdf') })
    const incomplete = await send(cookie, fields)

    assert.equal(anonymous.status, 303)
    assert.match(anonymous.headers.get('location') ?? '', /^\/app\/sign-in\?next=/)
    assert.equal(forged.status, 403)
    assert.equal(large.status, 422)
    assert.match(await large.text(), /id="error-resume">The resume may not be larger than 10 MB\./)
    assert.equal(incomplete.status, 422)
    assert.match(await incomplete.text(), /value="Ada".*id="error-last_name".*id="error-resume"/s)
    assert.deepEqual((await recruiter.get(`/job-posts/${id}/applicants`)).data, [])
  })

  it('lead from the notification of an application to the applicants, who are closed to others', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const ada = await app.given.user()
    const { id } = await createJobPost(recruiter, { title: 'Botanist <b>' })
    const application = await createApplication(ada, id)
    const [owner, other] = [await visitSite(app, recruiter), await visitSite(app, ada)]

    const notifications = await owner.open('/app/notifications')
    const applicants = await owner.open(`/app/job-posts/${id}/applicants?status=applied`)
    const message = await owner.send(`/app/job-applications/${application}`, { act: 'message', body: 'Hello <b>' })
    const empty = await owner.send(`/app/job-applications/${application}`, { act: 'message', body: '' })
    const forged = await other.send(`/app/job-applications/${application}`, { act: 'withdraw' }, foreign)
    const withdrawn = await owner.send(`/app/job-applications/${application}`, { act: 'withdraw' })

    assert.match(
      notifications.html,
      new RegExp(`href="/app/job-applications/${application}"|href="/app/job-posts/${id}/applicants"`),
    )
    assert.match(applicants.html, new RegExp(`Botanist &lt;b&gt;.*href="/app/job-applications/${application}"`, 's'))
    assert.match(message.html, /Hello &lt;b&gt;/)
    assert.doesNotMatch(message.html, /Withdraw my application/)
    assert.equal(empty.status, 422)
    assert.deepEqual([forged.status, withdrawn.status], [403, 403])
    assert.equal((await other.open(`/app/job-posts/${id}/applicants`)).status, 403)
    assert.equal((await other.open('/app/job-applications')).url, '/app/applications')
  })
})

describe('the page of the sign-up', () => {
  it('is linked where the installation is open, says what is wrong, and leads to the page that was wanted', async () => {
    const app = await testApp(hosted)
    const browser = createVisitor(app)
    const path = '/app/sign-up?next=%2Fapp%2Fjobs'
    const email = createUniqueEmail()
    const fields = { name: 'Ada', email, password, password_confirmation: password, role: 'recruiter' }

    const signIn = await browser.open('/app/jobs')
    const wrong = await browser.send(path, { ...fields, password_confirmation: 'other' })
    const admin = await browser.send(path, { ...fields, role: 'admin' })
    const forged = await browser.send(path, fields, foreign)
    const done = await browser.send(path, fields)
    const again = await browser.send(path, fields)

    assert.ok(signIn.html.includes(`href="${path}"`))
    assert.match(wrong.html, /value="Ada".*aria-invalid="true"/s)
    assert.doesNotMatch(wrong.html, new RegExp(password))
    assert.deepEqual([wrong.status, admin.status, forged.status], [422, 422, 403])
    assert.equal(done.url, '/app/signed-up?next=%2Fapp%2Fjobs')
    assert.match(done.html, new RegExp(`${email}.*href="/app/jobs">Go on`, 's'))
    assert.deepEqual([again.status, again.url], [200, '/app/jobs'])
  })

  it('says so where people are invited', async () => {
    const app = await createApp({ ...hosted, SIGN_UP: 'invited' })
    const browser = createVisitor(app)

    const signIn = await browser.open('/app/sign-in')
    const page = await browser.open('/app/sign-up')
    const sent = await browser.send('/app/sign-up', {
      name: 'Ada',
      email: createUniqueEmail(),
      password,
      password_confirmation: password,
    })

    assert.doesNotMatch(signIn.html, /sign-up/)
    assert.match(page.html, /Sign-up is by invitation\./)
    assert.doesNotMatch(page.html, /name="password"/)
    assert.equal(sent.status, 403)
  })
})
