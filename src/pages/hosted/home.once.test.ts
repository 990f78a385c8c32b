/** The first page says what waits, and no page of the site ends without a way on. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'
import { allQuestions, createExam, startAttempt, takeExam } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { collaborator, milestone, project } from '#test/support/projects.ts'
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
    const { id } = await createExam(author, { title: 'Sedges <b>', questions: allQuestions })
    await createExam(author, { title: 'Lichens', available_from: '2099-01-01T00:00:00Z' })
    await takeExam(ada, id, 'right')
    const browser = await visitSite(app, ada)
    const open = async (query: string) => (await browser.open(`/app/exams${query}`)).html.split('<main')[1] ?? ''

    assert.doesNotMatch(await open(''), /Sedges|Lichens/)
    assert.match(await open('?status=completed'), /aria-current="page">Finished.*Sedges &lt;b&gt;/s)
    assert.match(await open('?status=upcoming'), /Lichens/)
    assert.equal(await open('?status=%3Cb%3E'), await open(''))
  })
})

describe('the page of a project', () => {
  it('shows its milestones and the people who take part, to those who may see it', async () => {
    const app = await testApp(hosted)
    const owner = await app.given.user()
    const [ada, bob, eve] = [
      await app.given.user({ name: 'Ada <i>' }),
      await app.given.user({ name: 'Bob' }),
      await app.given.user(),
    ]
    const { id } = await project(owner, { title: 'Maize <b>', visibility: 'private' })
    const membership = await collaborator(owner, id, ada)
    await ada.post(`/projects/${id}/collaborators/${membership.id}/accept`)
    await collaborator(owner, id, bob)
    await milestone(owner, id, { title: 'Sow <b>', status: 'in_review' })

    const shown = await (await visitSite(app, ada)).open(`/app/projects/${id}`)
    const refused = await (await visitSite(app, eve)).open(`/app/projects/${id}`)

    assert.match(shown.html, /<h1><bdi>Maize &lt;b&gt;<\/bdi><\/h1>/)
    assert.match(shown.html, /Sow &lt;b&gt;<\/bdi> <span class="tag">In review<.*1 April 2027/s)
    assert.match(shown.html, /<bdi>Ada &lt;i&gt;<\/bdi>/)
    assert.doesNotMatch(shown.html, /<bdi>Bob/)
    assert.equal(refused.status, 403)
    assert.doesNotMatch(refused.html, /Sow|Maize/)
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

  it('are those of the site under /app, and the public lists elsewhere', async () => {
    const visitor = createVisitor(await testApp(hosted))

    const [site, elsewhere] = [await visitor.open('/app/nowhere'), await visitor.open('/nowhere')]

    assert.deepEqual([site.status, elsewhere.status], [404, 404])
    assert.doesNotMatch(site.html, /href="\/jobs"/)
    assert.match(elsewhere.html, /href="\/jobs"/)
  })
})
