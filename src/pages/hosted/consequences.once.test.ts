/** Pages say before an act what it needs and what goes with it, and after it what has happened. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDay } from '#language/formats.ts'
import { english } from '#language/wording.ts'
import { testApp } from '#test/support/app.ts'
import { addCard, completeCourse, createCourse, createLessons } from '#test/support/courses.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { visitSite } from '#test/support/site.ts'

const app = await testApp({ FRONTEND_URL: '' })
const { given, clock } = app
const author = await given.user({ role: 'researcher' })

const later = (days: number) => new Date(Date.parse(clock.now()) + days * 86_400_000).toISOString()

describe('the page of a course', () => {
  it('names the courses that come before, and takes no money until they are finished', async () => {
    const first = await createCourse(author, { title: 'Mosses <b>', lessons: createLessons(1) })
    const { id } = await createCourse(author, { title: 'Ferns', price: 20, prerequisites: [first.id] })
    const learner = await given.user()
    await addCard(learner)
    const site = await visitSite(app, learner)
    const path = `/app/courses/${id}`

    const before = await site.open(path)
    await completeCourse(learner, first)
    const after = await site.open(path)

    assert.match(before.html, new RegExp(`href="/app/courses/${first.id}"><bdi>Mosses &lt;b&gt;</bdi></a></li>`))
    assert.match(before.html, /You can enroll when you have finished these courses\./)
    assert.doesNotMatch(before.html, /Pay and enroll/)
    assert.match(after.html, /Mosses &lt;b&gt;<\/bdi><\/a> <span class="tag">Finished<\/span>.*Pay and enroll/s)
  })

  it('offers the groups that are open with their days, and says at any time in which one a learner is, and why', async () => {
    const { id, cohorts } = await createCourse(author, {
      title: 'Lichens',
      lessons: [{ title: 'Bark', content: 'Rough.', available_after_days: 2 }],
      cohorts: [
        { title: 'Past', starts_at: later(-20), ends_at: later(-10) },
        { title: 'Spring', starts_at: later(10) },
        { title: 'Summer', starts_at: later(90) },
      ],
    })
    const summer = cohorts.find(({ title }: { title: string }) => title === 'Summer')
    const site = await visitSite(app, await given.user())

    const offered = await site.open(`/app/courses/${id}`)
    const enrolled = await site.send(`/app/courses/${id}`, { act: 'enroll', cohort_id: String(summer.id) })
    const another = await site.open(`/app/courses/${id}`)

    const options = [...offered.html.matchAll(/<option value="(\d*)"[^>]*>(\w+), begins on /g)].map(
      ([, , title]) => title,
    )
    assert.deepEqual(options, ['Spring', 'Summer'])
    assert.doesNotMatch(offered.html, /<option value="">/)
    assert.doesNotMatch(offered.html, /id="group"/)
    assert.match(enrolled.html, /role="status">You are enrolled\. Your group and your lessons are below\./)
    assert.doesNotMatch(another.html, /You are enrolled/)
    const day = (days: number) => formatDay(later(days), english)
    for (const { html } of [enrolled, another]) {
      const [, group = ''] = /id="group">(.*?)<\/section>/s.exec(html) ?? []
      assert.ok(group.includes('<dd><bdi>Summer</bdi></dd>'), group)
      assert.ok(group.includes(`<dt>Begins on</dt><dd>${day(90)}</dd>`), group)
      assert.ok(group.includes(`<dt>Next lesson opens on</dt><dd>${day(92)}</dd>`), group)
      assert.match(group, /that you chose, or else the first with a free place/)
    }
  })
})

describe('the end of an account', () => {
  it('says before which plan is paid until when and which applications go, and offers the data', async () => {
    const leaver = await given.user()
    const card = await addCard(leaver)
    const bought = await leaver.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: card })
    assert.equal(bought.status, 201, bought.text)
    const post = await createJobPost(await given.user({ role: 'recruiter' }))
    await createApplication(leaver, post.id)
    const path = '/app/settings/delete'

    const [{ html }, other] = await Promise.all([
      (await visitSite(app, leaver)).open(path),
      (await visitSite(app, await given.user())).open(path),
    ])

    assert.match(html, /Your plan Professional is paid until \d+ \w+ \d{4}\. It ends with the account\./)
    assert.match(html, /1 open application is withdrawn\./)
    for (const page of [html, other.html]) assert.match(page, /href="\/app\/settings\/export"/)
    assert.doesNotMatch(other.html, /What goes with the account/)
  })
})
