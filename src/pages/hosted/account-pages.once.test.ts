/** A person changes their profile and their settings, takes their data along and leaves, in a browser and without scripts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { createApp, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { openSite, visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const hosted = { FRONTEND_URL: '' }
const foreign = { origin: 'https://evil.example' }
const longName = 'W'.repeat(96)
/** A picture of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('the pages of an account in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp(hosted)
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  it('let a researcher describe themselves, with a picture, a CV and a publication', async () => {
    const ada = await app.given.user({ role: 'researcher', name: 'Ada Lovelace' })
    const page = await openSite(browser, ada, { viewport: { width: 390, height: 844 } })

    await page.getByRole('link', { name: 'My profile' }).click()
    await page.getByLabel('Choose a picture').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: pixel })
    await page.getByRole('button', { name: 'Save the picture' }).click()
    await page.getByText('It is saved.').waitFor()
    await page.locator('img.portrait').waitFor()
    await page.getByLabel('Skills').fill('Mosses, Logic')
    await page.locator('#about').getByRole('button', { name: 'Save' }).click()
    await page.getByText('It is saved.').waitFor()
    const cv = page.locator('#researcher')
    await cv.getByText('Add more').first().click()
    await page.locator('[name="education.0.institution"]').fill('University of London')
    await page.locator('[name="education.0.start"]').fill('1833-10')
    await cv.getByRole('button', { name: 'Save' }).click()
    await page.locator('#error-education\\.0\\.start').waitFor()
    await assertFaultless(page, 'profile-refused')
    await page.locator('[name="education.0.start"]').fill('1933-10')
    await cv.getByRole('button', { name: 'Save' }).click()
    await page.getByText('It is saved.').waitFor()
    await assertFaultless(page, 'profile')
    await page.getByRole('link', { name: 'My publications' }).click()
    await page.getByLabel('Title').fill('Notes on the Engine')
    await page.getByLabel('Year').fill('1843')
    await page.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('heading', { name: 'Notes on the Engine' }).waitFor()
    await assertFaultless(page, 'publications')
    await page.getByRole('link', { name: 'My profile' }).click()
    await page.getByRole('link', { name: 'How others see me' }).click()
    await page.getByText('University of London').waitFor()
    await page.getByText('Notes on the Engine').waitFor()
    await assertFaultless(page, 'researcher')

    assert.deepEqual((await ada.get('/auth/me')).data.skills, ['Mosses', 'Logic'])
    assert.equal((await ada.get('/researchers/me')).data.education[0].start, '1933-10')
    await page.context().close()
  })

  it('have no fault that axe finds with long names, in the dark and from right to left', async () => {
    const ada = await app.given.user({ role: 'researcher', name: longName })
    const { researcher_id } = (await ada.get('/auth/me')).data
    await ada.put('/researchers/me', {
      institution: longName,
      skills: [longName],
      employment: [{ institution: longName, title: longName }],
    })
    await ada.post(`/researchers/${researcher_id}/publications`, { title: longName })
    await ada.post('/saved-searches', { kind: 'job_posts', query: longName })
    const { entry } = await createRequest(app, ada, longName)

    for (const options of [
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const },
      { viewport: { width: 1_200, height: 900 }, locale: 'ar' },
    ]) {
      const page = await openSite(browser, ada, options)
      for (const path of [
        '/profile',
        '/profile/publications',
        '/settings',
        '/settings/delete',
        '/saved-searches',
        '/talent-pool',
        `/talent-pool/${entry.id}`,
        `/researchers/details/${researcher_id}`,
      ]) {
        await page.goto(`http://api.test/app${path}`)
        await assertFaultless(page, `account${path.replaceAll('/', '-')}-${options.viewport.width}`)
      }
      await page.context().close()
    }
  })
})

/** A recruiter asks an applicant to be kept in a talent pool. */
async function createRequest(app: TestApp, person: Person, name = 'Rafael') {
  const recruiter = await app.given.user({ role: 'recruiter', name })
  await createApplication(person, (await createJobPost(recruiter, { title: name })).id)
  const consent_until = new Date(Date.parse(app.clock.now()) + 30 * 86_400_000).toISOString()
  const { id: user_id } = (await person.get('/auth/me')).data
  const { data: entry } = await recruiter.post('/talent-pool', { user_id, consent_until })
  return { recruiter, entry }
}

describe('the page of settings', () => {
  it('saves language, zone and notifications, and says what it refuses', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const browser = await visitSite(app, ada)
    const send = (fields: Record<string, string>) => browser.send('/app/settings', fields)

    const saved = await send({ act: 'region', locale: 'fr', timezone: 'Africa/Nairobi' })
    const wrong = await send({ act: 'region', locale: '', timezone: 'Moon<' })
    await send({ act: 'notifications', 'exam_reminder.in_app': 'true', 'course_update.email': 'true' })
    const unknown = await send({ act: 'constructor' })
    const forged = await browser.send('/app/settings', { act: 'region', timezone: 'UTC' }, foreign)
    const me = (await ada.get('/auth/me')).data
    const preferences = (await ada.get('/notifications/preferences')).data

    assert.match(saved.html, /role="status"/)
    assert.deepEqual([wrong.status, unknown.status, forged.status], [422, 422, 403])
    assert.match(wrong.html, /id="error-timezone"/)
    assert.deepEqual([me.locale, me.timezone], ['fr', 'Africa/Nairobi'])
    assert.deepEqual(preferences.exam_reminder, { in_app: true, email: false })
    assert.deepEqual(preferences.course_update, { in_app: false, email: true })
  })

  it('changes password and address of a person who knows the present password, and ends other sessions', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const [browser, other] = [await visitSite(app, ada), await visitSite(app, ada)]
    const send = (fields: Record<string, string>) => browser.send('/app/settings', fields)
    const next = { password: 'a new password', password_confirmation: 'a new password' }

    const listed = await browser.open('/app/settings')
    const theirs = (await eve.get('/auth/sessions')).data[0].id
    const stolen = await send({ act: 'end-session', value: String(theirs) })
    const guessed = await send({ act: 'password', current_password: 'guessed', ...next })
    const without = await send({ act: 'password', ...next })
    const unproven = await send({ act: 'email', email: 'eve.new@example.org' })
    const taken = await send({ act: 'email', email: eve.email, current_password: password })
    const asked = await send({ act: 'email', email: 'ada.new@example.org', current_password: password })
    const changed = await send({ act: 'password', current_password: password, ...next })
    const ended = await other.open('/app/settings')

    assert.match(listed.html, /This device/)
    assert.deepEqual([stolen.status, guessed.status, without.status, taken.status], [404, 422, 422, 422])
    assert.equal(unproven.status, 422)
    assert.match(unproven.html, /id="error-current_password"/)
    assert.match(unproven.html, /value="eve\.new@example\.org"/)
    assert.doesNotMatch(guessed.html, /value="guessed"/)
    assert.match(asked.html, /ada\.new@example\.org/)
    assert.equal(changed.status, 200)
    assert.match(ended.url, /^\/app\/sign-in/)
    assert.equal((await eve.get('/auth/me')).status, 200)
  })

  it('links and unlinks a provider, which no other site can begin', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const browser = await visitSite(app, ada)

    const forged = await fetch(`${app.address}/app/sign-in/link/google`, {
      headers: { cookie: `session=${browser.cookies.get('session')}`, 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    })
    const silent = await fetch(`${app.address}/app/sign-in/link/google`, {
      headers: { cookie: `session=${browser.cookies.get('session')}` },
      redirect: 'manual',
    })
    const begun = await fetch(`${app.address}/app/sign-in/link/google`, {
      headers: { cookie: `session=${browser.cookies.get('session')}`, referer: `${app.address}/app/settings` },
      redirect: 'manual',
    })
    const anonymous = await fetch(`${app.address}/app/sign-in/link/google`, {
      headers: { 'sec-fetch-site': 'same-origin' },
      redirect: 'manual',
    })
    const alone = await browser.send('/app/settings', { act: 'unlink', value: 'google' })

    assert.deepEqual([forged.status, silent.status, begun.status, anonymous.status], [403, 403, 302, 403])
    assert.ok(alone.status >= 400)
  })

  it('signs out everywhere', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const [browser, other] = [await visitSite(app, ada), await visitSite(app, ada)]

    const left = await browser.send('/app/settings', { act: 'end-all' })
    const ended = await other.open('/app/settings')

    assert.match(left.url, /^\/app\/sign-in/)
    assert.match(ended.url, /^\/app\/sign-in/)
  })

  it('gives all data along, and deletes the account for its address alone', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user({ name: 'Ada <b>' })
    const browser = await visitSite(app, ada)
    const path = '/app/settings/delete'

    const data = await browser.open('/app/settings/export')
    const forged = await browser.send(path, { email: ada.email }, foreign)
    const wrong = await browser.send(path, { email: 'eve@example.org' })
    const kept = (await ada.get('/auth/me')).status
    const deleted = await browser.send(path, { email: ada.email.toUpperCase() })
    const after = await browser.open('/app/settings')

    assert.equal(JSON.parse(data.html).data.profile.name, 'Ada <b>')
    assert.deepEqual([forged.status, wrong.status, kept, deleted.status], [403, 422, 200, 200])
    assert.equal(browser.cookies.has('session'), false)
    assert.match(after.url, /^\/app\/sign-in/)
    assert.equal((await ada.get('/auth/me')).status, 401)
  })
})

describe('the page of a profile', () => {
  const sendForm = async (app: TestApp, session: string | undefined, fields: Record<string, string>, headers = {}) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    const cookie = `session=${session}`
    const init = {
      method: 'POST',
      body,
      headers: { cookie, origin: app.address, ...headers },
      redirect: 'manual',
    } as const
    const reply = await fetch(`${app.address}/app/profile`, init)
    return { status: reply.status, html: await reply.text() }
  }

  it('keeps what is not in the form, removes empty rows, and shows what it refuses', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user({ role: 'researcher' })
    const browser = await visitSite(app, ada)
    const send = (fields: Record<string, string>, headers = {}) =>
      sendForm(app, browser.cookies.get('session'), fields, headers)
    await ada.put('/researchers/me', {
      h_index: 7,
      education: [{ institution: 'A' }, { institution: 'B', degree: 'MSc', end: '2001' }],
    })
    const common = { act: 'researcher', availability: 'busy', visibility: 'private', years_experience: '3' }

    const empty = await send({ act: 'about', name: '' })
    const forged = await send({ act: 'about', name: 'Eve' }, foreign)
    const none = await send({ act: 'picture' })
    const wrong = await send({ ...common, 'education.0.institution': 'Kept <b>', 'education.0.start': 'soon' })
    const removed = await send({ ...common, 'education.1.institution': 'B', 'education.1.degree': 'MSc' })
    const researcher = (await ada.get('/researchers/me')).data

    assert.deepEqual([empty.status, forged.status, none.status, wrong.status], [422, 403, 422, 422])
    assert.match(empty.html, /id="error-name"/)
    assert.match(none.html, /id="error-avatar"/)
    assert.match(wrong.html, /value="Kept &lt;b&gt;"/)
    assert.equal(removed.status, 303)
    assert.deepEqual(
      researcher.education.map(({ institution, degree }: Record<string, string>) => [institution, degree]),
      [['B', 'MSc']],
    )
    assert.deepEqual([researcher.h_index, researcher.availability, researcher.years_experience], [7, 'busy', 3])
  })

  it('says what is missing to become a researcher', async () => {
    const app = await testApp(hosted)
    const browser = await visitSite(app, await app.given.user())

    const profile = await browser.open('/app/profile')
    const publications = await browser.open('/app/profile/publications')
    const refused = await sendForm(app, browser.cookies.get('session'), { act: 'upgrade' })
    const anonymous = await createVisitor(app).open('/app/profile')

    assert.match(profile.html, /Become a researcher/)
    assert.match(publications.html, /Become a researcher to list your publications/)
    assert.ok(refused.status >= 400)
    assert.match(anonymous.url, /^\/app\/sign-in\?next=/)
  })

  it('lists a researcher’s publications, which others cannot delete', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user({ role: 'researcher' }), await app.given.user({ role: 'researcher' })]
    const { researcher_id } = (await ada.get('/auth/me')).data
    const list = `/researchers/${researcher_id}/publications`
    const { id } = (await ada.post(list, { title: 'Mosses <b>' })).data
    const [own, other] = [await visitSite(app, ada), await visitSite(app, eve)]

    const shown = await other.open(`/app/researchers/details/${researcher_id}`)
    const stolen = await other.send('/app/profile/publications', { act: 'delete', id: String(id) })
    const wrong = await own.send('/app/profile/publications', { title: 'Kept <b>', doi: 'none' })
    const forged = await own.send('/app/profile/publications', { act: 'delete', id: String(id) }, foreign)
    const deleted = await own.send('/app/profile/publications', { act: 'delete', id: String(id) })

    assert.match(shown.html, /Mosses &lt;b&gt;/)
    assert.deepEqual([stolen.status, wrong.status, forged.status, deleted.status], [404, 422, 403, 200])
    assert.match(wrong.html, /value="Kept &lt;b&gt;".*id="error-doi"/s)
    assert.equal((await ada.get(list)).meta.total, 0)
  })
})

describe('the pages of saved searches', () => {
  it('save the search of a list of jobs, change how often mails come, and show what it found', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const [browser, other] = [await visitSite(app, ada), await visitSite(app, eve)]
    const list = '/app/saved-searches'

    const jobs = await browser.open('/app/jobs?search=moss&remote=true&min_salary=100')
    const all = await browser.open('/app/jobs')
    const saved = await browser.send(list, {
      act: 'create',
      query: 'moss',
      'filters.remote': 'true',
      'filters.min_salary': '100',
      'filters.skill': '',
    })
    const [{ id, filters }] = (await ada.get('/saved-searches')).data
    const refused = await Promise.all([
      other.open(`${list}/${id}`),
      other.send(list, { act: 'delete', id: String(id) }),
      other.send(list, { act: 'change', id: String(id), frequency: 'never' }),
      browser.send(list, { act: 'change', id: String(id), frequency: 'hourly' }),
      browser.send(list, { act: 'delete', id: String(id) }, foreign),
    ])
    await browser.send(list, { act: 'change', id: String(id), frequency: 'weekly' })
    const matches = await browser.open(`${list}/${id}`)
    const weekly = (await ada.get('/saved-searches')).data[0].frequency
    await browser.send(list, { act: 'delete', id: String(id) })

    assert.match(
      jobs.html,
      /name="query" value="moss".*name="filters\.min_salary" value="100".*Tell me about new jobs like these/s,
    )
    assert.doesNotMatch(all.html, /Tell me about new jobs like these/)
    assert.match(saved.html, /moss/)
    assert.deepEqual(filters, { remote: true, min_salary: 100 })
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403, 422, 403],
    )
    assert.match(matches.html, /It has found nothing new yet/)
    assert.equal(weekly, 'weekly')
    assert.equal((await ada.get('/saved-searches')).meta.total, 0)
  })
})

describe('the pages of talent pools', () => {
  it('let the person who is asked agree and withdraw, and the recruiter see it', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user({ name: 'Ada <b>' }), await app.given.user()]
    const { recruiter, entry } = await createRequest(app, ada)
    const path = `/app/talent-pool/${entry.id}`
    const [person, keeper, stranger] = [
      await visitSite(app, ada),
      await visitSite(app, recruiter),
      await visitSite(app, eve),
    ]

    const asked = await person.open(path)
    const refused = await Promise.all([
      stranger.open(path),
      stranger.send(path, { answer: 'consented' }),
      keeper.send(path, { answer: 'consented' }),
      person.send(path, { answer: 'perhaps' }),
      person.send(path, { answer: 'consented' }, foreign),
    ])
    const agreed = await person.send(path, { answer: 'consented' })
    const kept = await keeper.open('/app/talent-pool')
    const withdrawn = await person.send(path, { answer: 'declined' })
    const empty = await keeper.open('/app/talent-pool')

    assert.match(asked.html, /Rafael asks to keep you/)
    for (const { status } of refused) assert.ok([403, 404, 422].includes(status), `${status}`)
    assert.match(agreed.html, /You have agreed/)
    assert.match(kept.html, /Ada &lt;b&gt;.*Agreed/s)
    assert.match(withdrawn.html, /You are not in this talent pool/)
    assert.doesNotMatch(empty.html, /Ada &lt;b&gt;/)
  })

  it('let those who keep a person ask for longer, and the person agree, with both days', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user({ name: 'Ada <b>' })
    const { recruiter, entry } = await createRequest(app, ada)
    const path = `/app/talent-pool/${entry.id}`
    const [person, keeper] = [await visitSite(app, ada), await visitSite(app, recruiter)]
    const early = await keeper.open(path)
    await person.send(path, { answer: 'consented' })
    const day = new Date(Date.parse(app.clock.now()) + 400 * 86_400_000).toISOString().slice(0, 10)

    const refused = [
      await keeper.send(path, { consent_until: '2001-01-01' }),
      await keeper.send(path, { consent_until: 'soon' }),
      await person.send(path, { consent_until: day }),
      await keeper.send(path, { consent_until: day }, foreign),
    ]
    const asked = await keeper.send(path, { consent_until: day })
    const request = await person.open(path)
    const requested_until = /name="requested_until" value="([^"]+)"/.exec(request.html)?.[1] ?? ''
    const other = await person.send(path, { answer: 'extended', requested_until: `${day}T13:00:00.000Z` })
    const agreed = await person.send(path, { answer: 'extended', requested_until })

    assert.doesNotMatch(early.html, /Ask for longer/)
    assert.deepEqual(
      refused.map(({ status }) => status),
      [422, 422, 403, 403],
    )
    assert.match(refused[0]?.html ?? '', /id="error-consent_until">The new end comes after the present one/)
    assert.match(refused[0]?.html ?? '', /value="2001-01-01"/)
    assert.match(asked.html, /The person is asked to stay until .*, and has not answered yet/)
    assert.doesNotMatch(asked.html, /Ask for longer/)
    assert.match(request.html, /Rafael asks to keep you in a personal talent pool until .*, instead of /)
    assert.equal(other.status, 422)
    assert.doesNotMatch(agreed.html, /Agree to the later day/)
    const { data } = await ada.get(`/talent-pool/${entry.id}`)
    assert.deepEqual([data.consent_until, data.requested_until], [`${day}T12:00:00.000Z`, null])
  })
})
