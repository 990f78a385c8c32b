/** A person chooses a plan and pays it by a card that Stripe's own page takes, in a browser and without scripts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { createCourse } from '#test/support/courses.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { getBillingHistory, getSubscription } from '#test/support/payments.ts'
import { StripeServer } from '#test/support/stripe/server.ts'
import { createVisitor } from '#test/support/visitor.ts'

const stripe = await new StripeServer().listen()
const settings = {
  FRONTEND_URL: '',
  PAYMENT_GATEWAYS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_platform',
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.address,
  TOKEN_TTL_DAYS: '3650',
}
const app: TestApp = await testApp(settings, { poll: 2 ** 31 - 1 })
await app.settle()
after(() => stripe.close())

const plan = '/app/plans/professional'
const good = '4242 4242 4242 4242'
const asksAlways = '4000 0027 6000 3184'

describe('a card at the page of Stripe, in a browser', { skip: noBrowser }, () => {
  let browser: Browser

  before(async () => {
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  const openAs = async ({ email }: Person, options: object): Promise<Page> => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...options })
    const page = await context.newPage()
    await page.goto(`http://api.test/app/sign-in?next=${plan}`)
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.click('form.stacked button')
    return page
  }

  const enterCard = async (page: Page, number: string) => {
    await page.getByRole('button', { name: 'Add a card' }).click()
    await page.getByRole('heading', { name: 'Save a card' }).waitFor()
    await page.getByLabel('Card number').fill(number.replaceAll(' ', ''))
    await page.getByRole('button', { name: 'Save card' }).click()
  }

  it('leads from the plan to Stripe and back, to the payment and to its invoice', async () => {
    const ada = await app.given.user({ name: 'Ada Lovelace' })
    const page = await openAs(ada, { viewport: { width: 390, height: 844 } })

    await page.getByRole('button', { name: 'Add a card' }).waitFor()
    await enterCard(page, good)
    await page.getByRole('button', { name: 'Pay 29.00 USD' }).click()
    await page.getByText('The payment was received.').waitFor()
    await page.getByRole('link', { name: 'Payments and invoices' }).click()
    await page.getByRole('link', { name: /as PDF$/ }).waitFor()

    assert.equal((await getSubscription(ada)).plan.id, 'professional')
    assert.equal((await getBillingHistory(ada)).length, 1)
    await page.context().close()
  })

  it('asks the bank for the card and again for the payment, and leads back to both', async () => {
    const ada = await app.given.user()
    const page = await openAs(ada, {})

    await enterCard(page, asksAlways)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('button', { name: 'Pay 29.00 USD' }).click()
    await page.getByRole('link', { name: 'Continue to your bank' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('The payment was received.').waitFor()

    assert.equal((await getSubscription(ada)).plan.id, 'professional')
    await page.context().close()
  })

  it('is no trap: the way back without a card, an ended page, and the button of the browser', async () => {
    const ada = await app.given.user()
    const page = await openAs(ada, {})

    await page.getByRole('button', { name: 'Add a card' }).click()
    await page.getByRole('link', { name: 'Back' }).click()
    await page.getByText('No card was added yet.').waitFor()
    await page.getByRole('link', { name: 'Continue to the payment provider' }).click()
    await page.getByRole('heading', { name: 'Save a card' }).waitFor()
    stripe.ledger.checkout.expireAll()
    await page.goBack()
    await page.reload()
    await page.getByText('the page of the payment provider has ended').waitFor()
    await page.getByRole('link', { name: 'Back without a card' }).click()
    await page.getByRole('heading', { name: 'Professional' }).waitFor()
    await page.getByRole('button', { name: 'Add a card' }).click()
    await page.getByRole('heading', { name: 'Save a card' }).waitFor()
    await page.goBack()

    await page.getByRole('heading', { name: 'Professional' }).waitFor()
    await page.context().close()
  })

  it('has no fault that axe finds on a phone, in the dark and from right to left', async () => {
    const ada = await app.given.user()
    const { id } = (await ada.post('/payment-methods/setups', { type: 'card', next: plan })).data.setup
    const { setup: ended } = (await ada.post('/payment-methods/setups', { type: 'card' })).data
    stripe.ledger.checkout.answer(
      'POST',
      `/v1/checkout/sessions/${[...stripe.ledger.checkout.sessions].at(-1)?.[0]}/expire`,
      {},
    )

    for (const options of [
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
      { viewport: { width: 390, height: 844 }, locale: 'ar' },
      { viewport: { width: 1_200, height: 900 } },
    ]) {
      const page = await openAs(ada, { ...options, javaScriptEnabled: true })
      const name = `${options.viewport.width}-${options.locale ?? options.colorScheme ?? 'light'}`
      await assertFaultless(page, `card-plan-${name}`)
      for (const [state, path] of [
        ['open', `setups/${id}`],
        ['ended', `setups/${ended.id}`],
      ]) {
        await page.goto(`http://api.test/app/payment-methods/${path}`)
        await assertFaultless(page, `card-${state}-${name}`)
      }
      await page.context().close()
    }
  })
})

describe('the pages of a card at the page of Stripe', () => {
  const openAs = async ({ email }: Person) => {
    const browser = createVisitor(app)
    await browser.send('/app/sign-in', { email, password })
    return browser
  }

  it('lead only to Stripe and to pages of this service, and show nothing to another account', async () => {
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const [own, stranger] = [await openAs(ada), await openAs(eve)]
    const form = { type: 'hosted_card' }
    const before = stripe.ledger.checkout.sessions.size

    const forged = await own.send('/app/payment-methods', form, { origin: 'https://evil.example' })
    const visitor = await createVisitor(app).send('/app/payment-methods', form)
    const unmade = stripe.ledger.checkout.sessions.size - before
    const begun = await own.send('/app/payment-methods?next=https://evil.example', form)
    const [path = ''] = begun.url.split('?')
    const foreign = [await stranger.open(begun.url), await stranger.open(path)]
    const anonymous = await createVisitor(app).open(path)
    const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/c\/pay\/\w+/.exec(begun.html) ?? []
    await fetch(url, { method: 'POST', body: new URLSearchParams({ number: '4242424242424242' }), redirect: 'manual' })
    const back = await own.open(path)
    const twice = await own.open(path)

    assert.equal(forged.status, 403)
    assert.match(visitor.url, /^\/app\/sign-in/)
    assert.equal(unmade, 0)
    assert.match(begun.url, /^\/app\/payment-methods\/setups\/\d+\?leave=1$/)
    assert.deepEqual(
      foreign.map(({ status }) => status),
      [404, 404],
    )
    assert.equal(anonymous.url, `/app/sign-in?next=${encodeURIComponent(path)}`)
    assert.match(back.url, /^\/app\?payment_method_id=\d+&done=method$/)
    assert.equal(twice.url, back.url)
    assert.equal((await ada.get('/payment-methods')).data.length, 1)
    assert.deepEqual((await eve.get('/payment-methods')).data, [])
  })

  it('pay a course with the card that was just added, after another one was declined', async () => {
    const [teacher, ada] = [await app.given.user({ role: 'researcher' }), await app.given.user()]
    const course = await createCourse(teacher, { price: 20 })
    const path = `/app/courses/${course.id}`
    const browser = await openAs(ada)
    const add = async (number: string) => {
      const begun = await browser.send(`/app/payment-methods?next=${path}`, { type: 'hosted_card' })
      const [url = ''] = /http:\/\/127\.0\.0\.1:\d+\/c\/pay\/\w+/.exec(begun.html) ?? []
      await fetch(url, { method: 'POST', body: new URLSearchParams({ number }), redirect: 'manual' })
      return browser.open(begun.url.replace('?leave=1', ''))
    }

    const poor = await add('4000000000009995')
    const [first] = (await ada.get('/payment-methods')).data
    const declined = await browser.send(path, { act: 'enroll', payment_method_id: String(first.id) })
    const rich = await add('4242424242424242')
    const [, second] = (await ada.get('/payment-methods')).data
    const enrolled = await browser.send(path, { act: 'enroll', payment_method_id: String(second.id) })

    assert.equal(poor.url, `${path}?payment_method_id=${first.id}&done=method`)
    assert.equal(declined.status, 422)
    assert.match(declined.html, /insufficient funds.*Pay with another phone or card/s)
    assert.match(rich.html, new RegExp(`value="${second.id}" selected`))
    assert.match(enrolled.html, /My progress/)
  })

  it('say that Stripe cannot be reached, and keep the way to try again', async () => {
    const ada = await app.given.user()
    const browser = await openAs(ada)
    stripe.breakNext('POST /v1/checkout/sessions', 'lost', 'lost')

    const away = await browser.send(`/app/payment-methods?next=${plan}`, { type: 'hosted_card' })

    assert.equal(away.status, 503)
    assert.match(away.html, /cannot be reached at the moment/)
    assert.match(away.html, /Add a card/)
  })
})
