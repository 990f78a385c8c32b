import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { runInTransaction } from '#context.ts'
import { sweepMails } from '#platform/outbox.ts'
import { addTask } from '#platform/tasks.ts'
import { adminEmail, createApp, password, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCertificate } from '#test/support/certificates.ts'
import { act, openConsolePage, visit } from '#test/support/console.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { findFaults, loadAxe, measureOverflow, type RuleChoice } from '#test/support/page-faults.ts'
import { createPayer } from '#test/support/payments.ts'
import { project } from '#test/support/projects.ts'

const own = { 'x-console': '1' }

describe('the session of the console', async () => {
  const app = await testApp()
  const { anonymous } = app
  const signIn = (email: string, headers: Record<string, string> = own) =>
    anonymous.post('/console/session', { email, password }, headers)
  const getCookie = (headers: Headers) => headers.get('set-cookie') ?? ''

  it('is a cookie that scripts cannot read and other sites do not send', async () => {
    const { status, headers, text } = await signIn(adminEmail)

    assert.equal(status, 200, text)
    assert.match(getCookie(headers), /^console=rps_[\w-]+; Path=\/; HttpOnly; SameSite=Strict$/)
    assert.ok(!text.includes('rps_'))
  })

  it('has the prefix of its host on https', async () => {
    const secure = await createApp({ PUBLIC_URL: 'https://api.example.org', SANDBOX: 'public' })

    const { headers } = await secure.anonymous.post('/console/session', { email: adminEmail, password }, own)

    assert.match(getCookie(headers), /^__Host-console=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  })

  it('is refused to users who are no administrators, and leaves no session', async () => {
    const person = await app.given.user()

    const { status, headers } = await signIn(person.email)

    assert.equal(status, 403)
    assert.equal(headers.get('set-cookie'), null)
    assert.equal((await person.get('/auth/sessions')).data.length, 1)
  })

  it('needs the header of the console, for the sign-in and for every request', async () => {
    const { headers } = await signIn(adminEmail)
    const cookie = getCookie(headers).split(';')[0] ?? ''
    const read = (more: Record<string, string>) => anonymous.get('/console/api/admin/waiting', { cookie, ...more })

    assert.equal((await signIn(adminEmail, {})).status, 404)
    assert.equal((await read({})).status, 404)
    assert.equal((await read({ ...own, 'sec-fetch-site': 'cross-site' })).status, 404)
    assert.equal((await anonymous.get('/console/api/admin/waiting', own)).status, 401)
    assert.equal((await read(own)).status, 200)
    assert.equal((await anonymous.get('/admin/waiting', { cookie, ...own })).status, 401)
  })

  it('ends half an hour after its last use, and twelve hours after its sign-in', async () => {
    const clocked = await createApp()
    const enter = async () => {
      const { headers } = await clocked.anonymous.post('/console/session', { email: adminEmail, password }, own)
      return { ...own, cookie: getCookie(headers).split(';')[0] ?? '' }
    }
    const keep = (headers: Record<string, string>) => clocked.anonymous.put('/console/api/admin/session', {}, headers)
    const idle = await enter()
    clocked.clock.advance({ minutes: 29 })
    assert.equal((await keep(idle)).status, 200)
    clocked.clock.advance({ minutes: 31 })
    assert.equal((await keep(idle)).status, 401)

    const busy = await enter()
    let minutes = 0
    for (; (await keep(busy)).status === 200; minutes += 20) clocked.clock.advance({ minutes: 20 })
    assert.equal(minutes, 12 * 60)
  })

  it('ends with the sign-out', async () => {
    const { headers } = await signIn(adminEmail)
    const session = { ...own, cookie: getCookie(headers).split(';')[0] ?? '' }

    const left = await anonymous.send('DELETE', '/console/session', { headers: session })

    assert.match(getCookie(left.headers), /^console=; /)
    assert.equal((await anonymous.get('/console/api/admin/waiting', session)).status, 401)
  })

  it('has a page whose policy allows no code but its own modules', async () => {
    const { headers, text } = await anonymous.get('/console/people')

    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'; script-src 'self'; connect-src 'self'/)
    assert.doesNotMatch(policy, /unsafe/)
    assert.doesNotMatch(text, /<script(?![^>]*src=)|\son\w+=|\sstyle=/)
  })

  it('loads at most 150 kB', async () => {
    const seen = new Set<string>()
    let bytes = 0
    const load = async (path: string) => {
      if (seen.has(path)) return
      seen.add(path)
      const { status, text } = await anonymous.get(path)
      assert.equal(status, 200, path)
      bytes += brotliCompressSync(text).length
      for (const [, , file = ''] of text.matchAll(
        /\b(from\s*|import\(|src=|href=)["'](\.{1,2}\/[\w/.-]+\.js|\/(?:console\/app|modules)\/[\w-]+\.js)["']/g,
      ))
        await load(new URL(file, `http://api.test${path}`).pathname)
    }

    await load('/console')

    assert.ok(seen.size > 10)
    assert.ok(bytes < 150_000, String(bytes))
  })
})

/** The views of the console, which its own code names. */
const source = await readFile(new URL('./app/main.ts', import.meta.url), 'utf8')
const sections = [...source.matchAll(/^ {4}'?(\w*)'?: \(\) => html/gm)].map(([, section]) => `/${section}`)
const paths = [...sections, '/announcements/new']
const hostile = `<img src=x onerror="window.hacked=1">"'&amp;{{7*7}} ${'W'.repeat(60)}`

describe('the console in a browser', { skip: noBrowser }, async () => {
  const app = await testApp()
  const { given } = app
  let browser: Browser
  let paid: { person: { id: number }; id: number }
  /** The pages of content, whose titles are as hostile as they may be. */
  let contents: string[]

  before(async () => {
    browser = await openBrowser()
    const author = await given.user({ name: hostile, role: 'researcher' })
    const recruiter = await given.user({ name: 'Rafael Souza', role: 'recruiter' })
    const reader = await given.user({ name: hostile })
    const { id } = await createJobPost(recruiter, { title: hostile })
    const course = await createCourse(author, { title: hostile })
    contents = [`/content/job_post-${id}`, `/content/course-${course.id}`]
    await createExam(author, { title: hostile })
    await project(author, { title: hostile })
    await reader.post('/reports', { kind: 'job_post', id, reason: hostile })
    const { person, subscribe } = await createPayer(app)
    await person.put(`/users/${person.id}`, { name: hostile })
    const { data } = await subscribe('professional')
    paid = { person, id: data.payment.id }
    await createCertificate(app, person, { title: hostile })
    await app.settle()
  })
  after(() => browser.close())

  const openConsole = (options: BrowserContextOptions = {}, { address } = app) =>
    openConsolePage(browser, address, options)

  /** Goes to a page like a link does, without loading the console again. */
  const visitWithin = async (page: Page, path: string) => {
    await page.evaluate(`history.pushState(null, '', '/console${path}'); dispatchEvent(new Event('place'))`)
    await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))')
    await page.locator('main h1').first().waitFor()
    await page.locator('main', { hasNotText: /Loading…|جارٍ التحميل…/ }).waitFor()
  }
  const listPages = () => [
    ...paths,
    `/certificates?user_id=${paid.person.id}`,
    `/people/${paid.person.id}`,
    `/files?user_id=${paid.person.id}`,
    `/payments/${paid.id}`,
    ...contents,
    '/people/999999',
    '/nothing',
  ]

  it('has more than twenty views, each of which is looked at', () => {
    assert.ok(sections.length > 19 && sections.includes('/') && sections.includes('/service'), sections.join())
  })

  const [wide, phone] = [
    { width: 1280, height: 900 },
    { width: 360, height: 740 },
  ]
  // Neither a language nor the width of a window changes a color. Each language is measured at both widths.
  for (const [what, rules, options, otherWidth] of [
    ['in English, wide, light and dark', 'all', { viewport: wide }, phone],
    ['in Arabic, on a phone', 'all but colors', { viewport: phone, locale: 'ar' }, wide],
  ] as const)
    it(`runs nothing of hostile names, has no fault that axe finds, and fits its width, on any page: ${what}`, async () => {
      const { page, context, problems } = await openConsole(options)
      const faults: string[] = []
      const refused = new Set<string>()
      page.on('response', (response) => {
        const { pathname, search } = new URL(response.url())
        if (response.status() >= 400) refused.add(`${response.status()} ${pathname}${search}`)
      })
      const examine = async (path: string, asked: RuleChoice) => {
        const found = await findFaults(page, asked)
        faults.push(...found.map(({ id, nodes }) => `${path} ${id} ${nodes[0]?.html.slice(0, 120)}`))
      }
      const measure = async (path: string) => {
        const overflow = await measureOverflow(page)
        if (overflow > 0) faults.push(`${path} is ${overflow} pixels too wide at ${page.viewportSize()?.width}`)
      }
      await loadAxe(page)

      for (const path of listPages()) {
        await visitWithin(page, path)
        assert.equal(await page.evaluate('window.hacked'), undefined, path)
        await examine(path, rules)
        await measure(path)
        if (rules === 'all') {
          await page.emulateMedia({ colorScheme: 'dark' })
          await examine(path, 'colors')
          await page.emulateMedia({ colorScheme: 'light' })
        }
        await page.setViewportSize(otherWidth)
        // Charts follow the width of their window in the next frame.
        await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
        await measure(path)
        await page.setViewportSize(options.viewport)
      }

      assert.deepEqual([...faults, ...problems], [])
      // Its pages ask for nothing that is not there, but for the person who is none.
      assert.deepEqual([...refused], ['404 /console/api/admin/users/999999'])
      await context.close()
    })

  it('grants a plan to a person who is picked by name, once, until a day', async () => {
    const { page, context } = await openConsole()
    const person = await given.user({ name: 'Zora Neale' })
    const keys: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') keys.push(request.headers()['idempotency-key'])
    })

    await visitWithin(page, '/subscriptions')
    await page.getByRole('button', { name: 'Grant a plan' }).click()
    const dialog = page.locator('dialog[open]')
    await dialog.getByLabel('Person').fill('zora')
    await dialog.getByRole('button', { name: 'Zora Neale' }).click()
    await dialog.getByLabel('Plan').fill('profess')
    await dialog.getByRole('button', { name: 'Professional' }).first().click()
    await dialog.getByLabel('Until').fill('2027-06-30')
    await dialog.locator('textarea').fill('A prize')
    await loadAxe(page)
    const faults = await findFaults(page)
    if (process.env.SCREENSHOTS !== undefined)
      await page.screenshot({ path: `${process.env.SCREENSHOTS}/console-grant.png` })
    await dialog.getByRole('button', { name: 'Grant a plan' }).click()
    await page.locator('.toast p').waitFor()

    const { data } = await person.get('/subscriptions/current')
    assert.deepEqual(faults, [])
    assert.equal(data.plan.id, 'professional')
    assert.match(data.expires_at, /^2027-06-30/)
    assert.match(keys.at(-1) ?? '', /^[\da-f]{32}$/)
    await context.close()
  })

  it('has no fault that axe finds in a dialog, the search, and the menu of a phone', async () => {
    const { page, context } = await openConsole({ viewport: { width: 390, height: 844 } })
    await loadAxe(page)
    const assertNoFault = async (state: string) => assert.deepEqual(await findFaults(page), [], state)

    await visitWithin(page, `/people/${paid.person.id}`)
    await page.getByRole('button', { name: 'Change the role' }).click()
    await page.locator('dialog[open]').waitFor()
    await assertNoFault('dialog')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Search' }).click()
    await page.locator('dialog.search input').fill('Rafael')
    await page.locator('.hits button').first().waitFor()
    await assertNoFault('search')
    // The first one empties the field.
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await page.locator('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.locator('#menu.open').waitFor()
    await assertNoFault('menu')

    await context.close()
  })

  it('suspends a person and brings them back', async () => {
    const person = await given.user({ name: 'Ada Lovelace' })
    const { page, context } = await openConsole()
    await visit(page, `/people/${person.id}`)

    await act(page, 'Suspend', 'Fraud')

    await page.getByText('suspended', { exact: true }).first().waitFor()
    assert.equal((await person.get('/auth/me')).status, 401)
    await act(page, 'End the suspension')
    await page.getByText('active', { exact: true }).first().waitFor()
    await context.close()
  })

  it('invites a person, sends the link again and revokes it', async () => {
    const { page, context } = await openConsole({ viewport: { width: 390, height: 844 } })
    await visit(page, '/invitations')
    await page.getByRole('button', { name: 'Invite a person' }).click()
    await page.locator('dialog input[name=name]').fill(hostile)
    await page.locator('dialog input[name=email]').fill('grace@example.org')
    await page.locator('dialog select[name=role]').selectOption('researcher')
    await page.locator('dialog button').first().click()
    await page.locator('.toast p').waitFor()
    assert.equal((await app.listMails('grace@example.org')).length, 1)

    await visit(page, '/invitations')
    await page.locator('tbody tr a').first().click()
    await act(page, 'Send the invitation again')
    await page.getByText('waiting').first().waitFor()
    assert.equal((await app.listMails('grace@example.org')).length, 2)
    await act(page, 'Revoke the invitation')
    await page.getByText('No invitation waits.').waitFor()
    await context.close()
  })

  it('shows what comes of each row of a file, and invites the people after that', async () => {
    const { page, context } = await openConsole()
    await visit(page, '/import')
    // As Excel saves it in Western Europe: in Windows-1252, whose letters are those of Latin-1.
    const table = `name,email,role,\r\nGrâce,hopper@example.org,Researcher,\r\n${hostile.replaceAll('"', '')},x,boss,\r\n`
    const buffer = Buffer.from(table, 'latin1')
    await page.setInputFiles('input[type=file]', { name: 'people.csv', mimeType: 'text/csv', buffer })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.getByText('The selected role is invalid.').waitFor()
    await page.getByText('Grâce').waitFor()
    assert.deepEqual(await app.listMails('hopper@example.org'), [])

    await page.getByRole('button', { name: 'Invite one person' }).click()
    await page.getByRole('progressbar').waitFor()
    await app.settle()

    await page.locator('.toast p', { hasText: 'The import is finished.' }).waitFor()
    assert.equal((await app.listMails('hopper@example.org')).length, 1)
    await context.close()
  })

  it('puts people on the roster of an exam by address, and takes one off', async () => {
    const author = await given.user({ role: 'researcher' })
    const { id } = await createExam(author, { access: 'invited' })
    const { page, context } = await openConsole({ viewport: { width: 390, height: 844 } })
    await visit(page, `/content/exam-${id}`)

    await page.locator('textarea[name=emails]').fill('first@example.org, second@example.org')
    await page.getByRole('button', { name: 'Put on the roster' }).click()
    await page.getByText('second@example.org').first().waitFor()
    assert.equal((await author.get(`/exams/${id}/roster`)).meta.total, 2)

    await page.getByRole('button', { name: 'Take off the roster' }).first().click()
    await page.locator('tbody tr').nth(1).waitFor({ state: 'detached' })
    assert.equal((await author.get(`/exams/${id}/roster`)).meta.total, 1)
    await context.close()
  })

  it('decides a report, and shows the count without a reload', async () => {
    const recruiter = await given.user({ role: 'recruiter' })
    const { id } = await createJobPost(recruiter, { title: 'A post to hide' })
    const reader = await given.user()
    const { page, context } = await openConsole()
    await visit(page, '/')
    const before = Number(await page.locator('.card strong').first().textContent())

    await reader.post('/reports', { kind: 'job_post', id, reason: 'Spam' })

    await page
      .locator('.card strong', { hasText: new RegExp(`^${before + 1}$`) })
      .first()
      .waitFor()
    await visit(page, '/reports?state=open')
    await page.getByRole('link', { name: 'A post to hide' }).click()
    await page.locator('h1', { hasText: 'A post to hide' }).waitFor()
    await page.getByText('Plants.', { exact: true }).waitFor()
    await visit(page, '/reports?state=open')
    const row = page.locator('tr', { hasText: 'A post to hide' })
    await row.getByRole('button', { name: 'Hide' }).click()
    await page.locator('dialog textarea').fill('Spam')
    await page.locator('dialog button').first().click()
    await row.waitFor({ state: 'detached' })
    assert.equal((await reader.get(`/job-posts/${id}`)).status, 404)
    await context.close()
  })

  it('refunds a part of a payment and extends a subscription', async () => {
    const { page, context } = await openConsole()
    await visit(page, `/payments/${paid.id}`)
    await page.getByRole('button', { name: 'Refund' }).click()
    await page.locator('dialog input[name=amount]').fill('1.50')
    await page.locator('dialog button').first().click()
    await page.locator('.toast p').waitFor()
    await app.settle()
    await visit(page, `/payments/${paid.id}`)
    assert.match((await page.locator('.facts').textContent()) ?? '', /1\.50/)

    await visit(page, `/subscriptions?user_id=${paid.person.id}`)
    await page.locator('tbody tr').first().press('Enter')
    await act(page, 'Extend')
    await context.close()
  })

  it('runs a schedule, adds a coupon, and writes it all to the audit log', async () => {
    const { page, context } = await openConsole()
    await visit(page, '/tasks')
    const names = await page
      .getByRole('region', { name: 'Schedules' })
      .locator('td[data-name=Schedule]')
      .allInnerTexts()
    const words = names.map((name) => name.split('\n')[0])
    assert.ok(words.length > 20 && new Set(words).size === words.length, words.join())
    await page.locator('tr', { hasText: 'sweep_mails' }).getByRole('button').click()
    await page.locator('dialog button').first().click()
    await page.locator('dialog').waitFor({ state: 'detached' })
    await visit(page, '/prices')
    await page.getByRole('button', { name: 'Add a coupon' }).click()
    await page.locator('dialog input[name=code]').fill('SPRING')
    await page.locator('dialog input[name=percent_off]').fill('10')
    await page.locator('dialog button').first().click()
    await page.getByText('SPRING').first().waitFor()

    await visit(page, '/audit')

    const log = (await page.locator('tbody').textContent()) ?? ''
    for (const action of ['addCoupon', 'runSchedule']) assert.ok(log.includes(action), action)
    await context.close()
  })

  it('sends a mail that waits, and cancels it', async () => {
    const other = await createApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'us@example.org' })
    await other.given.admin()
    await other.given.user({ email: 'waits@example.org' })
    await other.settle()
    const { page, context } = await openConsole({}, other)
    await visit(page, '/mails?state=waiting&to=waits@example.org')
    await page.locator('tbody tr').first().press('Enter')
    await page.getByText('ECONNREFUSED').first().waitFor()

    await act(page, 'Send now')
    await other.settle()

    await page.reload()
    await page.getByText('Attempts').waitFor()
    assert.match((await page.locator('.facts').textContent()) ?? '', /Attempts2/)
    await act(page, 'Do not send', 'Wrong address')
    await page.getByText('canceled', { exact: true }).first().waitFor()
    await context.close()
  })

  it('runs a task that waits', async () => {
    await runInTransaction(app.service.context, (tx) =>
      addTask(tx, sweepMails, {}, { runAt: '2099-01-01T00:00:00.000Z' }),
    )
    const { page, context } = await openConsole()
    await visit(page, '/tasks?state=waiting&kind=sweep_mails')
    await page.locator('tbody tr').first().press('Enter')
    await page.locator('h1', { hasText: 'sweep_mails' }).waitFor()

    await act(page, 'Run now')

    await page.waitForURL('**/console/tasks')
    await app.settle()
    await visit(page, '/tasks?kind=sweep_mails')
    await page.getByText('No task waits.').waitFor()
    await context.close()
  })

  it('revokes a certificate, which its public page then says', async () => {
    const person = await given.user()
    await createCertificate(app, person, { title: 'Statistics' })
    const [{ verification_code }] = (await person.get('/certificates')).data
    const { page, context } = await openConsole()
    await visit(page, '/certificates')
    await page.locator('main input[type=search]').fill(verification_code)
    await page.getByRole('button', { name: 'Find' }).click()

    await act(page, 'Revoke', 'Another person sat the exam')

    await page.getByText('revoked', { exact: true }).first().waitFor()
    assert.equal(await page.locator('main').getByRole('button', { name: 'Revoke' }).count(), 0)
    const { text } = await app.anonymous.get(`/certificates/verify/${verification_code}`, { accept: 'text/html' })
    assert.match(text, /This certificate was revoked/)
    assert.equal((await person.get('/certificates')).data[0].verified, false)
    await context.close()
  })

  it('sorts a list, and keeps the order in the address', async () => {
    for (const name of ['Zora Sorted', 'Abel Sorted', 'Mona Sorted']) await given.user({ name })
    const { page, context } = await openConsole()
    await visit(page, '/people?search=sorted')
    const listNames = () => page.locator('tbody tr td:first-child').allTextContents()
    assert.deepEqual(await listNames(), ['Mona Sorted', 'Abel Sorted', 'Zora Sorted'])

    await page.getByLabel('Order').selectOption('By name')

    await page.waitForURL('**/people?search=sorted&sort=name')
    await page.locator('tbody tr:first-child', { hasText: 'Abel' }).waitFor()
    assert.deepEqual(await listNames(), ['Abel Sorted', 'Mona Sorted', 'Zora Sorted'])
    await context.close()
  })

  it('is used by keyboard alone: search, lists, and a sign-out', async () => {
    const person = await given.user({ name: 'Zelda Quixote' })
    const { page, context } = await openConsole()
    await visit(page, '/people')
    await page.keyboard.press('/')
    await page.keyboard.type('quixote')
    await page.locator('.hits button').first().waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/console/people/${person.id}`)

    await visit(page, '/people')
    await page.locator('tbody tr').first().focus()
    await page.keyboard.press('ArrowDown')
    const second = await page.evaluate<boolean>("document.querySelectorAll('tbody tr')[1] === document.activeElement")
    assert.ok(second)
    await page.getByRole('button', { name: 'Sign out' }).press('Enter')
    await page.locator('input[name=password]').waitFor()
    await context.close()
  })

  it('says that the session has ended, and where nothing is', async () => {
    const { page, context } = await openConsole()
    await visit(page, '/people/999999')
    assert.match((await page.locator('main').textContent()) ?? '', /This is not there\./)
    await context.clearCookies()
    await page.locator('#menu a').nth(1).click()
    await page.getByText('Sign in to the console').waitFor()
    await context.close()
  })
})
