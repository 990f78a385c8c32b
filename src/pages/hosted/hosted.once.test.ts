import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { collaborator, project } from '#test/support/projects.ts'
import { computeCode, computeWrongCode, enableTwoFactor } from '#test/support/second-factor.ts'
import { createVisitor } from '#test/support/visitor.ts'

/** An installation without a frontend. */
const hosted = { FRONTEND_URL: '' }

/** The path of the link in the newest mail to the user. */
async function linkIn(app: TestApp, { email }: { email: string }, part: string): Promise<string> {
  const mails = await app.listMails(email)
  const text = mails.map((mail) => mail.text).find((one) => one.includes(part)) ?? ''
  const [link = ''] = new RegExp(`http://api\\.test/app/${part}\\S*`).exec(text) ?? []
  return link.replace('http://api.test', '')
}

/** The value of a field of a form. */
const readField = (html: string, name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''

const signInAs = (browser: ReturnType<typeof createVisitor>, { email }: Person, path = '/app/sign-in') =>
  browser.send(path, { email, password })

describe('the hosted pages behind links in mails, without a frontend', () => {
  it('confirm an address only when the button is used: opening the link changes nothing', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const browser = createVisitor(app)
    const link = await linkIn(app, ada, 'verify-email')

    const looked = await browser.open(link)
    await browser.open(link)
    const before = (await ada.get('/auth/me')).data.email_verified
    const confirmed = await browser.send(link)
    const again = await browser.send(link)

    assert.match(looked.html, /<button>Confirm my address<\/button>/)
    assert.equal(before, false)
    assert.match(confirmed.html, /Your address is confirmed/)
    assert.equal((await ada.get('/auth/me')).data.email_verified, true)
    assert.equal(again.status, 200)
    assert.match(again.html, /Your address is confirmed.*Your e-mail address is already verified\./s)
  })

  it('set a new password, and report what is wrong with one', async () => {
    const app = await createApp(hosted)
    const ada = await app.given.user()
    const browser = createVisitor(app)
    const asked = await browser.send('/app/forgot-password', { email: ada.email })
    await app.settle()
    const link = await linkIn(app, ada, 'reset-password')

    const short = await browser.send(link, { password: '123', password_confirmation: '124' })
    const chosen = await browser.send(link, { password: 'a new one', password_confirmation: 'a new one' })
    const signedIn = await browser.send('/app/sign-in', { email: ada.email, password: 'a new one' })

    assert.match(asked.html, /Look into your mail/)
    assert.equal(short.status, 422)
    assert.match(short.html, /must be at least 6 characters/)
    assert.match(short.html, /<input name="password" type="password"/)
    assert.match(chosen.html, /Your password is changed/)
    assert.match(signedIn.html, /My account/)
    assert.equal((await ada.get('/auth/me')).status, 401)
  })

  it('show the state of an application after signing in, and return there', async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const [ada, stranger] = [await app.given.user(), await app.given.user()]
    const post = await createJobPost(recruiter, { title: 'Botanist <b>' })
    const id = await createApplication(ada, post.id)
    await recruiter.put(`/job-applications/${id}/status`, { status: 'shortlisted' })
    const path = `/app/job-applications/${id}`

    const browser = createVisitor(app)
    const before = await browser.open(path)
    const after = await signInAs(browser, ada, before.url)
    const other = createVisitor(app)
    await signInAs(other, stranger)
    const refused = await other.open(path)

    assert.equal(before.url, `/app/sign-in?next=${encodeURIComponent(path)}`)
    assert.equal(after.url, path)
    assert.match(after.html, /Botanist &lt;b&gt;.*Shortlisted/s)
    assert.equal(refused.status, 403)
    assert.match(refused.html, /sign in with the address to which the mail was sent/)
    assert.doesNotMatch(refused.html, /Botanist/)
  })

  it("show an interview in the applicant's time zone, and accept the answer", async () => {
    const app = await testApp(hosted)
    const recruiter = await app.given.user({ role: 'recruiter' })
    const ada = await app.given.user()
    await ada.put(`/users/${ada.id}`, { timezone: 'Africa/Nairobi' })
    const post = await createJobPost(recruiter)
    const application_id = await createApplication(ada, post.id)
    const terms = {
      application_id,
      interview_date: '2026-12-01',
      interview_time: '14:30',
      location: 'Room 5',
      notes: 'Bring <pencils>',
    }
    const { data } = await recruiter.post(`/job-posts/${post.id}/schedule-interview`, terms)
    const path = `/app/job-applications/${application_id}`
    const [browser, other] = [createVisitor(app), createVisitor(app)]
    await signInAs(browser, ada)
    await signInAs(other, recruiter)

    const page = await browser.open(path)
    const answered = await browser.send(path, { interview_id: data.interview_id, answer: 'accepted' })
    const seen = await other.open(path)

    assert.match(
      page.html,
      /1 December 2026 at 17:30 \(Africa\/Nairobi\).*Room 5.*Bring &lt;pencils&gt;.*Accept.*Decline/s,
    )
    assert.match(answered.html, /Accepted: see you there\./)
    assert.doesNotMatch(seen.html, /<button>(Accept|Decline)/)
    const [{ answer }] = (await recruiter.get(`/job-posts/${post.id}/interviews`)).data
    assert.equal(answer, 'accepted')
  })

  it("show every interview of an application, also beyond the first page of the list, in the operator's time zone", async () => {
    const app = await createApp({ ...hosted, TIMEZONE: 'Asia/Kathmandu' })
    const recruiter = await app.given.user({ role: 'recruiter' })
    const ada = await app.given.user()
    const post = await createJobPost(recruiter)
    const application_id = await createApplication(ada, post.id)
    const terms = { application_id, interview_date: '2026-12-01', interview_time: '14:30' }
    for (let count = 0; count < 101; count++) await recruiter.post(`/job-posts/${post.id}/schedule-interview`, terms)
    const browser = createVisitor(app)
    await signInAs(browser, ada)

    const { html } = await browser.open(`/app/job-applications/${application_id}`)

    assert.equal(html.match(/1 December 2026 at 20:15 \(Asia\/Kathmandu\)/g)?.length, 101)
  })

  it('show a project to which the user was added, and accept or decline', async () => {
    const app = await testApp(hosted)
    const [owner, ada] = [await app.given.user(), await app.given.user()]
    const { id } = await project(owner, { title: 'Maize' })
    const { id: collaborator_id } = await collaborator(owner, id, ada)
    const browser = createVisitor(app)
    await signInAs(browser, ada)

    const page = await browser.open(`/app/projects/${id}`)
    const accepted = await browser.send(`/app/projects/${id}`, { collaborator_id, answer: 'accept' })
    const [{ accepted_at }] = (await owner.get(`/projects/${id}/collaborators`)).data
    const declined = await browser.send(`/app/projects/${id}`, { collaborator_id, answer: 'decline' })
    const gone = await browser.open(`/app/projects/${id}`)

    assert.match(page.html, /Maize.*You were added.*Accept.*Decline and leave/s)
    assert.match(accepted.html, /You take part in this project/)
    assert.doesNotMatch(accepted.html, /<button>Accept/)
    assert.equal(accepted_at, app.clock.now())
    assert.match(declined.html, /You declined/)
    assert.equal(gone.status, 403)
    assert.deepEqual((await owner.get(`/projects/${id}/collaborators`)).data, [])
  })

  it('show the invitations to companies, and accept or decline', async () => {
    const app = await testApp(hosted)
    const [owner, ada] = [await app.given.user(), await app.given.user()]
    const companies = [await createCompany(owner, { name: 'Kew' }), await createCompany(owner, { name: 'Verdant' })]
    const invite = async ({ id }: { id: number }) =>
      (await owner.post(`/companies/${id}/members`, { user_id: ada.id, role: 'recruiter' })).data.id
    const [first, second] = [await invite(companies[0]), await invite(companies[1])]
    const browser = createVisitor(app)
    await signInAs(browser, ada)
    const answer = (company: { id: number }, member_id: number, answer: string) =>
      browser.send('/app/company-invitations', { company_id: String(company.id), member_id: String(member_id), answer })

    const page = await browser.open('/app/company-invitations')
    const accepted = await answer(companies[0], first, 'accept')
    const declined = await answer(companies[1], second, 'decline')

    assert.match(page.html, /Verdant.*Accept.*Decline.*Kew/s)
    assert.match(accepted.html, /Verdant/)
    assert.doesNotMatch(accepted.html, /Kew/)
    assert.match(declined.html, /There are none yet/)
    assert.equal((await owner.get(`/companies/${companies[0].id}/members`)).data.length, 2)
    assert.equal((await owner.get(`/companies/${companies[1].id}/members`)).data.length, 1)
  })

  it('show the unread notifications after signing in, behind the mail that says how many wait', async () => {
    const app = await createApp({ ...hosted, MAILS_PER_RECIPIENT: '1' })
    const recruiter = await app.given.verifiedUser({ role: 'recruiter' })
    const { id: post } = await createJobPost(recruiter, { title: 'Botanist <b>' })
    for (const _ of [1, 2]) await createApplication(await app.given.user(), post)
    app.clock.advance({ hours: 1 })
    const link = await linkIn(app, recruiter, 'notifications')
    const browser = createVisitor(app)

    const asked = await browser.open(link)
    assert.equal(asked.url, '/app/sign-in?next=%2Fapp%2Fnotifications')
    const page = await signInAs(browser, recruiter, asked.url)
    const foreign = await browser.send('/app/notifications', {}, { origin: 'https://evil.example' })
    const read = await browser.send('/app/notifications')

    assert.equal(page.html.match(/applied for Botanist &lt;b&gt;/g)?.length, 2)
    assert.equal(foreign.status, 403)
    assert.match(read.html, /There is nothing new/)
    assert.equal((await recruiter.get('/notifications/unread-count')).data.count, 0)
  })

  it('ask for the second factor in a second step, and lead to the page that was wanted', async () => {
    const app = await createApp(hosted)
    const ada = await app.given.user()
    const factor = await enableTwoFactor(app, ada)
    const browser = createVisitor(app)
    const asked = await browser.open('/app/notifications')

    const second = await signInAs(browser, ada, asked.url)
    const challenge = readField(second.html, 'challenge')
    const action = '/app/sign-in/code?next=%2Fapp%2Fnotifications'
    assert.ok(second.html.includes(`action="${action}"`))
    const wrong = await browser.send(action, { challenge, code: computeWrongCode(factor.secret, app.clock) })
    const foreign = await browser.send(action, { challenge, code: '1' }, { origin: 'https://evil.example' })
    const right = await browser.send(action, { challenge: readField(wrong.html, 'challenge'), code: factor.nextCode() })

    assert.match(second.html, /<h1>Enter a code<\/h1>/)
    assert.equal(browser.cookies.has('session'), true)
    assert.deepEqual([wrong.status, foreign.status, right.status], [422, 403, 200])
    assert.match(wrong.html, /This code is wrong or was used already/)
    assert.equal(right.url, '/app/notifications')
    const ended = await browser.send(action, { challenge, code: '123456' })
    assert.match(ended.html, /This sign-in has ended.*name="password"/s)
  })

  it('set up the second factor that a role needs, and turn it off', async () => {
    const app = await createApp({ ...hosted, REQUIRE_TWO_FACTOR: 'recruiter' })
    const recruiter = await app.given.user({ role: 'recruiter' })
    const browser = createVisitor(app)

    const led = await signInAs(browser, recruiter)
    assert.equal(led.url, '/app/security')
    assert.match(led.html, /The second factor is off/)
    const setup = await browser.send('/app/security', { act: 'set-up' })
    const [, secret = ''] = /<code>([A-Z2-7]{32})<\/code>/.exec(setup.html) ?? []
    assert.match(setup.html, /src="data:image\/svg\+xml,%3Csvg/)
    const wrong = await browser.send('/app/security', { act: 'enable', code: computeWrongCode(secret, app.clock) })
    assert.equal(wrong.status, 422)
    const enabled = await browser.send('/app/security', { act: 'enable', code: computeCode(secret, app.clock) })
    assert.match(enabled.html, /<pre>(([a-z2-9]{4}-){3}[a-z2-9]{4}\n){9}([a-z2-9]{4}-){3}[a-z2-9]{4}<\/pre>/)
    assert.equal((await browser.open('/app')).url, '/app')

    app.clock.advance({ seconds: 30 })
    const foreign = await browser.send('/app/security', { act: 'disable' }, { origin: 'https://evil.example' })
    assert.equal(foreign.status, 403)
    const disabled = await browser.send('/app/security', { act: 'disable', code: computeCode(secret, app.clock) })
    assert.match(disabled.html, /The second factor is off/)
  })

  it('end the session that a mail announces only when the button is used', async () => {
    const app = await createApp(hosted)
    const ada = await app.given.user()
    const [, verify] = /verify-email\?token=([\w-]+)/.exec((await app.listMails(ada.email))[0]?.text ?? '') ?? []
    await app.anonymous.post('/auth/email/verify', { token: verify })
    const login = { email: ada.email, password }
    const { data } = await app.anonymous.post('/auth/login', login, { 'user-agent': 'Mallory/1.0' })
    const link = await linkIn(app, ada, 'end-session')
    const browser = createVisitor(app)

    await browser.open(link)
    assert.equal((await app.withToken(data.token).get('/auth/me')).status, 200)
    const ended = await browser.send(link)
    const again = await browser.send(link)

    assert.match(ended.html, /The session has ended.*choose a new password/s)
    assert.equal((await app.withToken(data.token).get('/auth/me')).status, 401)
    assert.match(again.html, /The session has ended/)
  })

  it('end the session at sign-out, also for a copy of the cookie', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const browser = createVisitor(app)
    await signInAs(browser, ada)
    const copied = browser.cookies.get('session') ?? ''

    const out = await browser.send('/app/sign-out')

    assert.match(out.html, /<h1>Sign in<\/h1>/)
    assert.equal(browser.cookies.has('session'), false)
    const { status } = await app.anonymous.get('/auth/me', { authorization: `Bearer ${copied}` })
    assert.equal(status, 401)
  })
})

describe('attacks on the hosted pages', () => {
  it('cannot read the session with scripts or other sites, and never redirect to another site', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const form = new URLSearchParams({ email: ada.email, password })

    const response = await fetch(`${app.address}/app/sign-in?next=//evil.example/app`, {
      method: 'POST',
      body: form,
      headers: { origin: app.address },
      redirect: 'manual',
    })

    const cookie = response.headers.get('set-cookie') ?? ''
    assert.match(cookie, /HttpOnly/)
    assert.match(cookie, /SameSite=Lax/)
    assert.match(cookie, /Path=\/app/)
    assert.equal(response.headers.get('location'), '/app')
  })

  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'not an address' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site', origin: 'null' },
  ])
    it(`fail with a form that was sent with ${JSON.stringify(headers)}`, async () => {
      const app = await testApp(hosted)
      const [owner, ada] = [await app.given.user(), await app.given.user()]
      const { id } = await project(owner)
      const { id: collaborator_id } = await collaborator(owner, id, ada)
      const browser = createVisitor(app)
      await signInAs(browser, ada)

      const { status, html } = await browser.send(`/app/projects/${id}`, { collaborator_id }, headers)

      assert.equal(status, 403)
      assert.match(html, /sent from another site/)
      assert.equal((await owner.get(`/projects/${id}/collaborators`)).data.length, 1)
    })

  it('are limited in guessing passwords, like the API', async () => {
    const app = await createApp({ ...hosted, RATE_LIMIT_LOGIN_FAILURES: '3' })
    const ada = await app.given.user()
    const browser = createVisitor(app)

    const tries: number[] = []
    for (let count = 0; count < 5; count++)
      tries.push((await browser.send('/app/sign-in', { email: ada.email, password: 'wrong' })).status)

    assert.deepEqual(tries, [401, 401, 401, 429, 429])
    assert.equal((await signInAs(browser, ada)).status, 429)
  })

  it('find no pages where a frontend is configured', async () => {
    const { anonymous } = await testApp()

    for (const path of ['/app', '/app/sign-in', '/app/verify-email'])
      assert.equal((await anonymous.get(path)).status, 404)
  })
})

describe('an error in a browser', () => {
  for (const [path, title] of [
    ['/nowhere', 'There is nothing here'],
    ['/auth/me', 'Sign in first'],
  ] as const)
    it(`is a page at ${path}, and the envelope for programs`, async () => {
      const app = await testApp(hosted)

      const page = await createVisitor(app).open(path)
      const json = await app.anonymous.get(path)
      const any = await app.anonymous.get(path, { accept: '*/*' })

      assert.match(page.html, new RegExp(`<h1>${title}</h1>`))
      assert.equal(page.status, json.status)
      assert.match(json.text, /"status":"error"/)
      assert.match(any.text, /"status":"error"/)
    })
})
