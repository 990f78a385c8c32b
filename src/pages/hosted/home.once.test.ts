/** The first page says what waits, and no page of the site ends without a way on. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const hosted = { FRONTEND_URL: '' }

describe('the first page', () => {
  it('names what waits for a person, each with its page, and nothing of others', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const author = await app.given.user({ role: 'researcher' })
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const course = await createCourse(author, { title: 'Mosses <b>', lessons: [{ title: 'One' }] })
    await createEnrollment(ada, course.id)
    const attempt = await startAttempt(ada, (await createExam(author, { title: 'Ferns <b>' })).id)
    const company = await createCompany(recruiter, { name: 'Kew <b>' })
    await recruiter.post(`/companies/${company.id}/members`, { user_id: ada.id, role: 'recruiter' })
    const post = await createJobPost(recruiter, { title: 'Botanist <b>' })
    const application_id = await createApplication(ada, post.id)
    const terms = { application_id, interview_date: '2026-12-01', interview_time: '14:30' }
    await recruiter.post(`/job-posts/${post.id}/schedule-interview`, terms)

    const { html } = await (await visitSite(app, ada)).open('/app')
    const other = await (await visitSite(app, eve)).open('/app')

    for (const [path, title] of [
      [`/app/courses/${course.id}`, 'Mosses'],
      [`/app/exam-attempts/${attempt.id}`, 'Ferns'],
      ['/app/company-invitations', 'Kew'],
      [`/app/job-applications/${application_id}`, 'Botanist'],
    ] as const)
      assert.ok(html.includes(`<a href="${path}"><bdi>${title} &lt;b&gt;</bdi></a>`), path)
    assert.match(html, /What waits for me/)
    assert.doesNotMatch(other.html, /What waits for me|Mosses|Ferns|Kew|Botanist/)
  })
})

describe('the page of notifications', () => {
  it('keeps what was read, marks one as read, and touches no notification of others', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const stranger = await app.given.user({ role: 'recruiter' })
    for (const owner of [recruiter, recruiter, stranger])
      await createApplication(await app.given.user(), (await createJobPost(owner, { title: 'Botanist <b>' })).id)
    const [first] = (await recruiter.get('/notifications')).data
    const [theirs] = (await stranger.get('/notifications')).data
    const browser = await visitSite(app, recruiter)
    const count = ({ html }: { html: string }) => html.match(/applied for Botanist &lt;b&gt;/g)?.length ?? 0
    const path = '/app/notifications'

    const stolen = await browser.send(path, { id: String(theirs.id) })
    const wrong = await browser.send(path, { id: '../1' })
    const forged = await browser.send(path, { id: String(first.id) }, { origin: 'https://evil.example' })
    const before = await browser.open(path)
    const one = await browser.send(path, { id: String(first.id) })
    const all = await browser.open(`${path}?show=all`)
    const beyond = await browser.open(`${path}?show=all&page=9`)

    assert.deepEqual([stolen.status, wrong.status, forged.status], [404, 404, 403])
    assert.deepEqual([count(before), count(one), count(all), count(beyond)], [2, 1, 2, 0])
    assert.equal(all.html.match(/name="id"/g)?.length, 1)
    assert.equal((await stranger.get('/notifications/unread-count')).data.count, 1)
  })
})

describe('the list of exams', () => {
  it('has those of later and those that were taken, and takes another state for none', async () => {
    const app = await testApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const ada = await app.given.user()
    const { id } = await createExam(author, { title: 'Sedges <b>', max_attempts: 1 })
    await createExam(author, { title: 'Lichens', available_from: '2099-01-01T00:00:00Z' })
    const attempt = await startAttempt(ada, id)
    await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers: {} })
    const browser = await visitSite(app, ada)
    const open = async (query: string) => (await browser.open(`/app/exams${query}`)).html

    assert.doesNotMatch(await open(''), /Sedges|Lichens/)
    assert.match(await open('?status=completed'), /aria-current="page">Finished.*Sedges &lt;b&gt;/s)
    assert.match(await open('?status=upcoming'), /Lichens/)
    assert.equal(await open('?status=%3Cb%3E'), await open(''))
  })
})

describe('pages that end something', () => {
  it('lead on', async () => {
    const app = await testApp(hosted)
    const visitor = createVisitor(app)
    const person = await app.given.user()
    const browser = await visitSite(app, person)

    const links = async (path: string) => (await browser.open(path)).html.split('<main')[1] ?? ''
    assert.match(await links('/app/applications'), /class="button quiet" href="\/app\/jobs"/)
    assert.match(await links('/app/courses/enrolled'), /class="button quiet" href="\/app\/courses"/)
    assert.match(await links('/app/projects/999999'), /href="\/app"/)
    assert.match(await links('/app/welcome?token=none'), /href="\/app\/sign-in"/)
    const asked = await visitor.send('/app/forgot-password', { email: person.email })
    assert.match(asked.html.split('<main')[1] ?? '', /href="\/app\/sign-in"/)
  })

  it('are those of the site under /app, and those of the API elsewhere', async () => {
    const visitor = createVisitor(await testApp(hosted))

    const [site, api] = [await visitor.open('/app/nowhere'), await visitor.open('/nowhere')]

    assert.deepEqual([site.status, api.status], [404, 404])
    assert.doesNotMatch(site.html, /href="\/docs"/)
    assert.match(api.html, /href="\/docs"/)
  })
})
