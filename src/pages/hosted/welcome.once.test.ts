import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { createApp, createUniqueEmail, password, type TestApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { computeCode } from '#test/support/second-factor.ts'

const own = 'http://api.test'

describe('the page of an invitation in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser
  let axe: string
  const wrong: string[] = []

  before(async () => {
    app = await createApp({ FRONTEND_URL: '', SIGN_UP: 'invited' })
    browser = await openBrowser({ 'api.test': app.address })
    axe = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
  })
  after(() => browser?.close())

  async function openPage(address: string, width = 1_200): Promise<Page> {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    page.on('pageerror', (error) => wrong.push(String(error)))
    await page.goto(address)
    return page
  }

  async function invite(more: object = {}) {
    const admin = await app.given.admin()
    const email = createUniqueEmail()
    const { data, text } = await admin.post('/admin/users', { name: 'Grace Hopper', email, ...more })
    assert.ok(data, text)
    const [mail] = await app.listMails(email)
    const [link = ''] = /http:\/\/api\.test\/app\/welcome\S+/.exec(mail?.text ?? '') ?? []
    return { admin, email, link, id: Number(data.user.id) }
  }

  async function inspect(page: Page, name: string) {
    const folder = process.env.SCREENSHOTS
    if (folder) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
    await page.evaluate(axe)
    const violations = await page.evaluate<{ id: string; nodes: { html: string }[] }[]>(
      "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)",
    )
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]),
      [],
    )
    const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    assert.equal(overflow, 0)
  }

  for (const width of [390, 1_200])
    it(`fits ${width} pixels, has no fault that axe finds, and shows what the inviter wrote as text`, async () => {
      const message = `<img src=x onerror="document.title='hacked'"> ${'W'.repeat(80)}`
      const { link, email } = await invite({ message })

      const page = await openPage(link, width)

      await inspect(page, `welcome-${width}`)
      assert.match(
        (await page.textContent('main')) ?? '',
        /Administrator has created an account for you at Research Platform/,
      )
      assert.ok((await page.textContent('main'))?.includes(email))
      assert.doesNotMatch(await page.title(), /hacked/)
      const signIn = await openPage(`${own}/app/sign-in`, width)
      await inspect(signIn, `sign-in-${width}`)
      await page.context().close()
      await signIn.context().close()
    })

  it('sets a password and signs in, after a message about one that is too short', async () => {
    const { link, id, admin } = await invite()
    const page = await openPage(link)

    const choose = async (text: string) => {
      await page.fill('[name=password]', text)
      await page.fill('[name=password_confirmation]', text)
      await page.click('form.stacked button')
    }
    await choose('123')
    await page.locator('#error-password', { hasText: 'must be at least 6 characters' }).waitFor()
    await choose(password)

    await page.getByRole('heading', { name: 'My account' }).waitFor()
    assert.equal((await admin.get(`/admin/users/${id}`)).data.invitation, null)
    await page.goto(link)
    await page.getByRole('alert').getByText('was used or has expired').waitFor()
    await page.context().close()
  })

  it('signs in through a provider, whose account has another address', async () => {
    const { link, id, admin, email } = await invite()
    const page = await openPage(link, 390)

    await page.getByRole('link', { name: 'Continue with Google' }).click()
    await page.fill('[name=email]', createUniqueEmail())
    await page.click('main form button')

    await page.getByRole('heading', { name: 'My account' }).waitFor()
    const { data } = await admin.get(`/admin/users/${id}`)
    assert.deepEqual([data.invitation, data.user.login_methods, data.user.email], [null, ['google'], email])
    await page.context().close()
  })

  it('lets a known user sign in through a provider, and nobody without an invitation', async () => {
    const { link, email } = await invite()
    const first = await openPage(link)
    await first.getByRole('link', { name: 'Continue with LinkedIn' }).click()
    await first.fill('[name=email]', email)
    await first.click('main form button')
    await first.getByRole('heading', { name: 'My account' }).waitFor()
    await first.context().close()

    const known = await openPage(`${own}/app/sign-in?next=/app/security`)
    await known.getByRole('link', { name: 'Continue with LinkedIn' }).click()
    await known.fill('[name=email]', email)
    await known.click('main form button')
    await known.getByRole('heading', { name: 'Security of my account' }).waitFor()
    await known.click('main form.stacked button')
    const secret = (await known.textContent('main code')) ?? ''
    await known.fill('[name=code]', computeCode(secret, app.clock))
    await known.click('main form.stacked button')
    await known.getByRole('heading', { name: 'The second factor is on' }).waitFor()
    await known.context().close()

    const again = await openPage(`${own}/app/sign-in`)
    await again.getByRole('link', { name: 'Continue with LinkedIn' }).click()
    await again.fill('[name=email]', email)
    await again.click('main form button')
    await again.getByRole('heading', { name: 'Enter a code' }).waitFor()
    await again.context().close()

    const stranger = await openPage(`${own}/app/sign-in`)
    await stranger.getByRole('link', { name: 'Continue with LinkedIn' }).click()
    await stranger.fill('[name=email]', createUniqueEmail())
    await stranger.click('main form button')
    await stranger.getByRole('alert').getByText('Sign-up is by invitation.').waitFor()
    await stranger.context().close()
  })

  it('finishes no sign-in that another browser began', async () => {
    const { link } = await invite()
    const begun = await openPage(link)
    await begun.getByRole('link', { name: 'Continue with Google' }).click()
    await begun.fill('[name=email]', createUniqueEmail())
    const [request] = await Promise.all([
      begun.waitForRequest(/\/app\/sign-in\/callback\?/),
      begun.route(/\/app\/sign-in\/callback\?/, (route) => route.abort()),
      begun.click('main form button').catch(() => undefined),
    ])
    const callback = request.url()

    const other = await openPage(callback)

    await other.getByRole('alert').getByText('The sign-in was not finished').waitFor()
    assert.deepEqual(wrong, [])
    await begun.context().close()
    await other.context().close()
  })
})
