import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { createApp, type Person, password, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createExam, startAttempt } from '#test/support/exams.ts'
import { createForm } from '#test/support/forms.ts'
import { findFaults, loadAxe, measureOverflow } from '#test/support/page-faults.ts'
import { createVisitor } from '#test/support/visitor.ts'

/** An installation without a frontend. */
const hosted = { FRONTEND_URL: '' }
const hostile = `<img src=x onerror="window.hacked=1">[run](javascript:window.hacked=1) ${'W'.repeat(60)}`

const table = '| Planet | Mass |\n|:--|--:|\n| Mars \\| Ares | **0.1** |\n| <b>Jupiter</b> | 318 | more |'
const shownTable = [
  ['Planet', 'Mass'],
  ['Mars | Ares', '0.1'],
  ['<b>Jupiter</b>', '318'],
]
/** The texts of the cells of the first table in the room. */
const readTable = (page: Page) =>
  page.evaluate<string[][]>(`{
    const table = document.querySelector('exam-room').shadowRoot.querySelector('table')
    Array.from(table?.rows ?? [], (row) => Array.from(row.cells, (cell) => cell.textContent))
  }`)

/** One question of each type, in this order. */
const questions = [
  {
    type: 'single_choice',
    question: `Which is **large**? ${hostile}\n${table}`,
    explanation: table,
    options: ['Mars', 'Jupiter'],
    correct_answer: 'Jupiter',
  },
  { type: 'multiple_choice', question: 'Which are prime?', options: ['2', '4', '5'], correct_answer: ['2', '5'] },
  { type: 'true_false', question: 'Ice floats.', correct_answer: true },
  { type: 'short_answer', question: 'Who wrote the first program?', correct_answer: ['Ada Lovelace'] },
  { type: 'numeric', question: 'Half of seven?', correct_answer: 3.5 },
  {
    type: 'ordering',
    question: 'From small to large',
    options: ['Ant', 'Cat', 'Whale'],
    correct_answer: ['Ant', 'Cat', 'Whale'],
  },
  {
    type: 'matching',
    question: 'Which capital?',
    pairs: [
      { left: 'Kenya', right: 'Nairobi' },
      { left: 'Ghana', right: 'Accra' },
    ],
  },
  { type: 'cloze', question: 'Water is {{1:H2O}} and salt is {{2:NaCl}}.' },
  { type: 'essay', question: 'Why?', max_words: 5 },
  { type: 'file_upload', question: 'Your data' },
]

/** Pastes twelve characters into the field of the question, as the browser does. */
const pasteName = `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', 'Ada Lovelace')
  const field = document.querySelector('exam-room').shadowRoot.querySelector('fieldset input')
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, composed: true }))
}`

const examOfAll = {
  title: 'All of it',
  questions,
  shuffle: false,
  duration_minutes: 60,
  review: { when: 'after_submit', shows: ['own_answers', 'marks', 'right_answers', 'explanations'] },
}

async function uploadDocument(person: Person): Promise<number> {
  const body = createForm({ type: 'document', file: new File(['a,b\n1,2\n'], 'data.csv') })
  return (await person.send('POST', '/upload', { body })).data.file.id
}

/** Answers to all questions, some of them wrong. */
const createAnswers = (asked: readonly { id: number; type: string }[], file: number): Record<string, unknown> =>
  Object.fromEntries(
    asked.map(({ id, type }) => [
      String(id),
      {
        single_choice: 'Jupiter',
        multiple_choice: ['2'],
        true_false: false,
        short_answer: 'Babbage',
        numeric: 3.5,
        ordering: ['Cat', 'Ant', 'Whale'],
        matching: { Kenya: 'Nairobi', Ghana: 'Nairobi' },
        cloze: { 1: 'H2O', 2: 'water' },
        essay: 'Because',
        file_upload: [file],
      }[type],
    ]),
  )

describe('the exam room in a browser', { skip: noBrowser }, async () => {
  const app = await testApp(hosted)
  let browser: Browser
  let author: Person

  before(async () => {
    browser = await openBrowser()
    author = await app.given.user({ role: 'researcher' })
  })
  after(() => browser.close())

  /** Opens a page of the person, who is signed in. */
  async function openAs(person: Person, path: string, options: BrowserContextOptions = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB', ...options })
    await context.addCookies([{ name: 'session', value: person.token, url: `${app.address}/app`, httpOnly: true }])
    const problems: string[] = []
    const open = async (): Promise<Page> => {
      const page = await context.newPage()
      page.on('pageerror', ({ message }) => problems.push(message))
      page.on('console', (message) => {
        if (/Content.Security.Policy|Refused to/i.test(message.text())) problems.push(message.text())
      })
      await page.goto(`${app.address}${path}`)
      return page
    }
    return { context, problems, open }
  }

  async function begin(exam: object = examOfAll, options: BrowserContextOptions = {}) {
    const person = await app.given.user()
    const { id } = await createExam(author, exam)
    const attempt = await startAttempt(person, id)
    const room = await openAs(person, `/app/exam-attempts/${attempt.id}`, options)
    const readAnswers = async () => Object.values((await person.get(`/exam-attempts/${attempt.id}`)).data.answers)
    return { ...room, person, attempt, readAnswers }
  }

  const goTo = (page: Page, number: number) =>
    page.getByRole('button', { name: new RegExp(`^Question ${number}:`) }).click()
  const waitForSaved = (page: Page) => page.getByText('All answers are saved.').waitFor()
  const readTime = async (page: Page) =>
    (await page.getByRole('timer').locator('bdi').innerText())
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0)

  /** Answers all questions of `examOfAll` rightly, but the essay. */
  async function answerAll(page: Page): Promise<void> {
    await goTo(page, 1)
    await page.getByRole('radio', { name: 'Jupiter' }).check()
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByRole('checkbox', { name: '2' }).check()
    await page.getByRole('checkbox', { name: '5' }).check()
    await goTo(page, 3)
    await page.getByRole('radio', { name: 'True' }).check()
    await goTo(page, 4)
    await page.getByRole('textbox').fill('ada lovelace')
    await goTo(page, 5)
    await page.getByRole('textbox').fill('3,5')
    await goTo(page, 6)
    await page
      .getByRole('button', { name: /^Move (up|down): Cat/ })
      .first()
      .waitFor()
    for (const [index, name] of ['Ant', 'Cat'].entries())
      while (
        (
          await page
            .getByRole('listitem')
            .filter({ has: page.locator('.moves') })
            .nth(index)
            .innerText()
        ).split('\n')[0] !== name
      )
        await page.getByRole('button', { name: `Move up: ${name}` }).click()
    const confirm = page.getByRole('button', { name: 'The order is right as it is' })
    if (await confirm.isVisible()) await confirm.click()
    await goTo(page, 7)
    await page.getByLabel('Kenya').selectOption('Nairobi')
    await page.getByLabel('Ghana').selectOption('Accra')
    await goTo(page, 8)
    await page.getByLabel('Blank 1 of 2').fill('H2O')
    await page.getByLabel('Blank 2 of 2').fill('nacl')
  }

  it('takes an attempt of all types of questions from the first answer to the review', async () => {
    const { open, context, problems, person, attempt } = await begin()
    const page = await open()
    await page.locator('exam-room table').waitFor()
    const asked = await readTable(page)

    await answerAll(page)
    await page.getByRole('button', { name: 'Submit…' }).click()
    const missing = await page.getByRole('dialog').getByRole('listitem').allInnerTexts()
    await page.getByRole('dialog').getByRole('button', { name: 'Question 9' }).click()
    await page.getByRole('textbox').fill('one two three four five six')
    await page.getByText('Words: 6 of at most 5').waitFor()
    await page.getByRole('textbox').fill('Because')
    await goTo(page, 10)
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'data.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
    await page.getByText('data.csv').waitFor()
    await waitForSaved(page)
    await page.getByRole('button', { name: 'Submit…' }).click()
    await page.getByRole('button', { name: 'Submit now' }).click()

    await page.getByRole('heading', { name: 'Result' }).waitFor()
    await page.getByText('still to be graded by people').waitFor()
    await page.getByRole('heading', { name: 'Review' }).waitFor()
    const review = await page.getByRole('article').allInnerTexts()
    const { data } = await person.get(`/exam-attempts/${attempt.id}`)
    assert.deepEqual(missing, ['Question 9', 'Question 10'])
    assert.equal(data.status, 'submitted')
    assert.equal(data.result.correct_answers, 8)
    assert.equal(review.length, 10)
    assert.match(review[0] ?? '', /Right[\s\S]*Jupiter/)
    assert.deepEqual([asked, await readTable(page)], [shownTable, shownTable])
    assert.equal(await page.locator('exam-room table').count(), 2)
    assert.equal(await page.evaluate('window.hacked'), undefined)
    assert.deepEqual(problems, [])
    await context.close()
  })

  it('stores answers on the device while the connection is cut, and sends them when it is back', async () => {
    const { open, context, readAnswers } = await begin()
    const page = await open()
    await waitForSaved(page)

    await context.setOffline(true)
    await page.getByText('The connection is interrupted.').first().waitFor()
    await page.getByRole('radio', { name: 'Mars' }).check()
    await page.getByText('Stored on this device').waitFor()
    const before = await readAnswers()
    await context.setOffline(false)
    await waitForSaved(page)

    assert.deepEqual(before, [])
    assert.deepEqual(await readAnswers(), ['Mars'])
    assert.equal(await page.getByText('The connection is interrupted.').isVisible(), false)
    await context.close()
  })

  it('is handed in with gaps after one warning that lists them', async () => {
    const { open, context, problems, person, attempt } = await begin()
    const page = await open()
    await page.getByRole('radio', { name: 'Jupiter' }).check()
    await waitForSaved(page)

    await page.getByRole('button', { name: 'Submit…' }).click()
    const gaps = await page.getByRole('dialog').getByRole('listitem').count()
    await page.getByText('Without one they count as wrong.').waitFor()
    await page.getByRole('button', { name: 'Submit with these gaps' }).click()
    await page.getByRole('heading', { name: 'Result' }).waitFor()

    const { data } = await person.get(`/exam-attempts/${attempt.id}`)
    assert.deepEqual([gaps, data.status, data.result.questions_answered], [9, 'submitted', 1])
    assert.deepEqual(problems, [])
    await context.close()
  })

  it('has every answer after its tab was killed without a connection', async () => {
    const { open, context, readAnswers } = await begin()
    const page = await open()
    await waitForSaved(page)
    await context.setOffline(true)
    await page.getByRole('radio', { name: 'Jupiter' }).check()
    await goTo(page, 4)
    await page.getByRole('textbox').fill('Ada')
    await page.getByText('Stored on this device').waitFor()

    await page.close({ runBeforeUnload: false })
    await context.setOffline(false)
    const next = await open()
    await waitForSaved(next)
    await goTo(next, 4)

    assert.deepEqual(await readAnswers(), ['Jupiter', 'Ada'])
    assert.equal(await next.getByRole('textbox').inputValue(), 'Ada')
    await context.close()
  })

  it('shows the time of the service although the clock of the device is wrong and jumps, and follows an extension', async () => {
    const { open, context, attempt } = await begin()
    await context.addInitScript(
      'const real = Date.now; window.wrongMs = 3 * 3600000; Date.now = () => real() + window.wrongMs',
    )
    const page = await open()
    await waitForSaved(page)

    const first = await readTime(page)
    await page.evaluate('window.wrongMs = -7200000')
    const jumped = await readTime(page)
    await author.post(`/exams/${attempt.exam_id}/extend`, { minutes: 7, reason: 'A fire alarm' })
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByText('The end of the exam has moved.').waitFor({ state: 'attached' })
    await page
      .getByRole('timer')
      .getByText(/^1:0[67]:/)
      .waitFor()
    const extended = await readTime(page)

    for (const [seconds, expected] of [
      [first, 3_600],
      [jumped, 3_600],
      [extended, 4_020],
    ] as const)
      assert.ok(Math.abs(seconds - expected) < 60, `${seconds} instead of ${expected}`)
    await context.close()
  })

  it('submits when the connection is back, and not when the candidate has gone back', async () => {
    const { open, context, person, attempt } = await begin({ questions: questions.slice(0, 1) })
    const page = await open()
    await page.getByRole('radio', { name: 'Jupiter' }).check()
    await waitForSaved(page)

    await context.setOffline(true)
    await page.getByRole('button', { name: 'Submit…' }).click()
    await page.getByRole('button', { name: 'Submit now' }).click()
    await page.getByText('The exam is submitted when it is back.').waitFor()
    await page.getByRole('button', { name: 'Go back' }).click()
    await page.getByRole('radio', { name: 'Mars' }).check()
    await context.setOffline(false)
    await waitForSaved(page)
    const open1 = (await person.get(`/exam-attempts/${attempt.id}`)).data.status
    await page.getByRole('button', { name: 'Submit…' }).click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Submit now' }).click()
    await page.getByText('The exam is submitted when it is back.').waitFor()
    await context.setOffline(false)
    await page.getByText('Not passed').waitFor()

    assert.equal(open1, 'in_progress')
    await context.close()
  })

  it('is taken with the keyboard alone', async () => {
    const { open, context, readAnswers } = await begin({ questions: questions.slice(0, 1) })
    const page = await open()
    await waitForSaved(page)
    const press = async (until: string) => {
      for (let count = 0; count < 30; count++) {
        await page.keyboard.press('Tab')
        const focused = await page.evaluate<string>(
          "(() => { const { activeElement: e } = document.querySelector('exam-room').shadowRoot; return e ? e.type + ' ' + e.textContent : '' })()",
        )
        if (focused.startsWith(until)) return
      }
      assert.fail(`The focus never reaches ${until}`)
    }

    await press('radio')
    await page.keyboard.press('ArrowDown')
    await waitForSaved(page)
    await page.getByRole('button', { name: 'Submit…' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Result' }).waitFor()
    const focused = await page.evaluate<string>(
      "document.querySelector('exam-room').shadowRoot.activeElement.textContent",
    )

    assert.equal((await readAnswers()).length, 1)
    assert.equal(focused, 'Result')
    await context.close()
  })

  it('asks for a new sign-in when the session has ended, and sends the answers afterwards', async () => {
    const { open, context, person, readAnswers } = await begin()
    const page = await open()
    await waitForSaved(page)
    await context.clearCookies()

    await page.getByRole('radio', { name: 'Mars' }).check()
    await page.getByText('Your session has ended.').first().waitFor()
    const link = await page.getByRole('link', { name: 'Sign in' }).last().getAttribute('href')
    await context.addCookies([{ name: 'session', value: person.token, url: `${app.address}/app`, httpOnly: true }])
    await waitForSaved(page)

    assert.equal(link, '/app/sign-in')
    assert.deepEqual(await readAnswers(), ['Mars'])
    await context.close()
  })

  it('closes when the time is over, goes on after an extension, and shows the result at the end', async () => {
    const { open, context, attempt, readAnswers } = await begin()
    const page = await open()
    await waitForSaved(page)
    app.clock.advance({ minutes: 59, seconds: 58 })

    await page.getByRole('radio', { name: 'Mars' }).check()
    await page.getByText('The time is over.').waitFor()
    const isLocked = await page.getByRole('radio', { name: 'Mars' }).isDisabled()
    await author.post(`/exams/${attempt.exam_id}/extend`, { minutes: 5, reason: 'A fire alarm' })
    await page.getByText('The time is over.').waitFor({ state: 'detached' })
    await page.getByRole('radio', { name: 'Jupiter' }).check()
    await waitForSaved(page)
    app.clock.advance({ minutes: 10 })
    await page.evaluate("dispatchEvent(new Event('online'))")
    await page.getByText('Not passed').waitFor()

    assert.ok(isLocked)
    assert.deepEqual(await readAnswers(), ['Jupiter'])
    await context.close()
  })

  it('tells the author what happens on the page, once, and goes on with the answers while that cannot be sent', async () => {
    const { open, context, problems, attempt, readAnswers } = await begin()
    const path = `/exam-attempts/${attempt.id}/events`
    const listEvents = async () =>
      (await author.get(path)).data.map(({ type, detail }: { type: string; detail: string }) => [type, detail])
    const page = await open()
    await waitForSaved(page)
    await page.getByText('The author of the exam sees when you leave this page').waitFor()
    // The first request arrives, and its answer does not.
    let isCut = true
    await page.route('**/events', async (route) => {
      if (!isCut) return route.continue()
      await route.fetch()
      await route.abort()
    })

    const sent = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'))
    await page.evaluate("for (const type of ['blur', 'blur', 'focus']) dispatchEvent(new Event(type))")
    await sent
    isCut = false
    await page.getByRole('radio', { name: 'Mars' }).check()
    await waitForSaved(page)
    await goTo(page, 4)
    await page.getByRole('textbox').waitFor()
    await page.evaluate(pasteName)
    await page.evaluate("document.dispatchEvent(new Event('fullscreenchange'))")
    await page.evaluate("dispatchEvent(new Event('online'))")
    // The attempt was started elsewhere.
    const all = [
      ['device_changed', ''],
      ['focus_lost', ''],
      ['focus_gained', ''],
      ['pasted', '12 characters'],
      ['fullscreen_left', ''],
    ]
    await page.waitForResponse(
      (reply) => reply.url().endsWith('/events') && (reply.request().postData() ?? '').includes('fullscreen_left'),
    )

    assert.deepEqual(await listEvents(), all)
    assert.deepEqual(await readAnswers(), ['Mars'])
    assert.deepEqual(problems, [])
    await context.close()
  })

  it('says which answers came too late to count', async () => {
    const { open, context, readAnswers } = await begin()
    const page = await open()
    await waitForSaved(page)
    await context.setOffline(true)
    await page.getByRole('radio', { name: 'Mars' }).check()
    await page.getByText('Stored on this device').waitFor()
    app.clock.advance({ minutes: 90 })

    await context.setOffline(false)
    await page.getByText('do not count. Questions: 1').waitFor()

    assert.deepEqual(await readAnswers(), [])
    await context.close()
  })

  it('sends the last answers of a tab that was killed before the end, when it is opened within the grace', async () => {
    const { open, context, readAnswers } = await begin()
    const page = await open()
    app.clock.advance({ minutes: 59 })
    await page.getByRole('radio', { name: 'Mars' }).check()
    await waitForSaved(page)
    await context.setOffline(true)
    await page.getByRole('radio', { name: 'Jupiter' }).check()
    await page.getByText('Stored on this device').waitFor()
    await page.close({ runBeforeUnload: false })
    app.clock.advance({ minutes: 2 })

    await context.setOffline(false)
    const next = await open()
    await next.getByText('If there is a result, it appears here.').waitFor()

    assert.deepEqual(await readAnswers(), ['Jupiter'])
    await context.close()
  })

  // Neither a language nor the width of a window changes a color.
  for (const [what, rules, options] of [
    ['wide', 'all', {}],
    ['dark', 'colors', { colorScheme: 'dark' }],
    ['Arabic', 'all but colors', { locale: 'ar' }],
    ['a phone', 'all but colors', { viewport: { width: 390, height: 800 } }],
  ] as const)
    it(`has no fault that axe finds, and fits its width, on each question and after it: ${what}`, async () => {
      const { open, context, person, attempt } = await begin(examOfAll, options)
      const page = await open()
      await page.locator('.numbers button').first().waitFor()
      const faults: string[] = []
      const check = async (where: string) => {
        const found = await findFaults(page, rules)
        faults.push(...found.map(({ id, nodes }) => `${where} ${id} ${nodes[0]?.html.slice(0, 160)}`))
        const overflow = await measureOverflow(page)
        if (overflow > 0) faults.push(`${where} is ${overflow} pixels too wide`)
      }
      await loadAxe(page)
      for (const number of questions.keys()) {
        await page.locator('.numbers button').nth(number).click()
        await check(`question ${number + 1}`)
      }
      await page.locator('.bar > button').click()
      await check('the submission')
      await page.keyboard.press('Escape')
      const answers = createAnswers(attempt.questions, await uploadDocument(person))
      const submitted = await person.post(`/exam-attempts/${attempt.id}/submit`, { answers })
      await page.reload()
      await page.locator('.review article').first().waitFor()
      await loadAxe(page)
      await check('the review')

      assert.equal(submitted.status, 200, submitted.text)
      assert.deepEqual(faults, [])
      await context.close()
    })
})

describe('the pages of exams without scripts', () => {
  const signIn = (browser: ReturnType<typeof createVisitor>, { email }: Person, path: string) =>
    browser.send(`/app/sign-in?next=${path}`, { email, password })

  it('list the exams that the visitor can take, and lead to one', async () => {
    const own = await createApp(hosted)
    const writer = await own.given.user({ role: 'researcher' })
    for (let number = 1; number <= 21; number++) await createExam(writer, { title: `Exam <${number}>` })
    const browser = createVisitor(own)

    const first = await signIn(browser, await own.given.user(), '/app/exams')
    const second = await browser.open('/app/exams?page=2')
    const wrong = await browser.open('/app/exams?page=x')

    const titles = [first, second].map(({ html }) => html.match(/Exam &lt;\d+&gt;/g) ?? [])
    assert.match(first.html, /rel="next" href="\?page=2"/)
    assert.match(second.html, /rel="prev" href="\?page=1"/)
    assert.deepEqual([titles[0]?.length, titles[1]?.length, new Set(titles.flat()).size], [20, 1, 21])
    assert.equal(wrong.status, 200)
  })

  it('start an attempt by a form of this site alone, continue it, and list it', async () => {
    const app = await testApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const exam = await createExam(author, { title: 'Basics <b>', on_expiry: 'void', duration_minutes: 30 })
    const ada = await app.given.user()
    const browser = createVisitor(app)
    const path = `/app/exams/${exam.id}`

    const shown = await signIn(browser, ada, path)
    const foreign = await browser.send(path, {}, { origin: 'https://evil.example' })
    const before = (await ada.get('/exam-attempts')).data
    const started = await browser.send(path)
    const again = await browser.send(path)
    const after = await browser.open(path)

    assert.match(shown.html, /Duration: 30 minutes.*An attempt that is not submitted in time has no result\./s)
    assert.equal(foreign.status, 403)
    assert.deepEqual(before, [])
    assert.match(started.url, /^\/app\/exam-attempts\/\d+$/)
    assert.match(started.html, /<h1 dir="auto">Basics &lt;b&gt;<\/h1>\s*<exam-room attempt="\d+" base-url="\/app\/api"/)
    assert.equal(again.status, 422)
    assert.match(after.html, /Continue the attempt.*My attempts.*In progress/s)
    assert.doesNotMatch(after.html, /Start an attempt/)
  })

  it('show no attempt of another person, and ask a visitor to sign in', async () => {
    const app = await testApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const [ada, stranger] = [await app.given.user(), await app.given.user()]
    const { id } = await startAttempt(ada, (await createExam(author)).id)
    const browser = createVisitor(app)

    const anonymous = await browser.open(`/app/exam-attempts/${id}`)
    const foreign = await signIn(browser, stranger, `/app/exam-attempts/${id}`)

    assert.match(anonymous.url, new RegExp(`^/app/sign-in\\?next=%2Fapp%2Fexam-attempts%2F${id}$`))
    assert.equal(foreign.status, 403)
    assert.doesNotMatch(foreign.html, /exam-room/)
  })

  it('have a policy that allows no code but the modules of this service', async () => {
    const app = await testApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const ada = await app.given.user()
    const { id } = await startAttempt(ada, (await createExam(author)).id)
    const { headers, text } = await app.anonymous.get(`/app/exam-attempts/${id}`, { cookie: `session=${ada.token}` })

    assert.match(
      headers.get('content-security-policy') ?? '',
      /default-src 'none'.*img-src data: 'self' http:\/\/api\.test; .*script-src 'self'; connect-src 'self'$/,
    )
    assert.doesNotMatch(headers.get('content-security-policy') ?? '', /unsafe/)
    assert.doesNotMatch(text, /<script(?![^>]*src=)|\son\w+=|\sstyle=/)
  })

  it('have modules of at most 50 kB, in the language of the reader, and none besides', async () => {
    const { anonymous } = await testApp(hosted)
    const seen = new Set<string>()
    let bytes = 0
    const load = async (path: string) => {
      if (seen.has(path)) return
      seen.add(path)
      const { status, text } = await anonymous.get(path)
      assert.equal(status, 200, path)
      bytes += brotliCompressSync(text).length
      for (const [, file = ''] of text.matchAll(/\bfrom\s*'([^']+)'/g))
        await load(new URL(file, `http://a${path}`).pathname)
    }

    await load('/app/modules/exam-room/element.js')
    const french = await anonymous.get('/app/modules/exam-room/languages.js', { 'accept-language': 'fr' })
    const { headers } = await anonymous.get('/app/modules/answers.js')
    const known = await anonymous.get('/app/modules/answers.js', { 'if-none-match': headers.get('etag') ?? '' })

    assert.ok(seen.size > 20)
    assert.ok(bytes < 50_000, String(bytes))
    assert.match(french.text, /"Time left":"Temps restant"/)
    assert.equal(known.status, 304)
    for (const path of [
      'package.json',
      '../package.json',
      'webhooks.js',
      'exam-room/element.ts',
      '..%2f..%2fconfig.js',
    ])
      assert.equal((await anonymous.get(`/app/modules/${path}`)).status, 404, path)
  })
})

describe('the API under /app/api', () => {
  const own = { 'x-requested-with': 'exam-room' }

  it('has the operations of the exam room alone, for requests of this site with its cookie', async () => {
    const app = await testApp(hosted)
    const author = await app.given.user({ role: 'researcher' })
    const ada = await app.given.user()
    const { id } = await startAttempt(ada, (await createExam(author)).id)
    const cookie = `session=${ada.token}`
    const get = async (path: string, headers: Record<string, string>) =>
      (await app.anonymous.get(`/app/api/${path}`, headers)).status

    assert.equal(await get(`exam-attempts/${id}`, { ...own, cookie }), 200)
    assert.equal(await get(`exam-attempts/${id}`, own), 401)
    assert.equal(await get(`exam-attempts/${id}`, { cookie }), 404)
    assert.equal(await get(`exam-attempts/${id}`, { ...own, cookie, 'sec-fetch-site': 'cross-site' }), 404)
    for (const path of [
      'auth/me',
      'exam-attempts',
      `exam-attempts/${id}/../../auth/me`,
      `exam-attempts/${id}%2f..%2f..%2fauth/me`,
    ])
      assert.equal(await get(path, { ...own, cookie }), 404, path)
  })

  it('does not exist with a frontend', async () => {
    const other = await testApp()
    const ada = await other.given.user()

    const { status } = await other.anonymous.get('/app/api/exam-attempts/1', { ...own, cookie: `session=${ada.token}` })

    assert.equal(status, 404)
  })
})
