/** A person chooses a plan, pays for it by phone, changes and ends it, in a browser and without scripts. */

import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createApp, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { noBrowser, openBrowser } from '#test/support/browser.ts'
import { assertFaultless } from '#test/support/page-faults.ts'
import { addCard, addPhone, cards, getBillingHistory, getSubscription } from '#test/support/payments.ts'
import { createVisitor } from '#test/support/visitor.ts'

const hosted = { FRONTEND_URL: '' }
const foreign = { origin: 'https://evil.example' }
const longName = 'W'.repeat(96)

describe('the pages of plans in a browser', { skip: noBrowser }, () => {
  let app: TestApp
  let browser: Browser

  before(async () => {
    app = await createApp({ ...hosted, TAX_RATE: '16' })
    browser = await openBrowser({ 'api.test': app.address })
  })
  after(() => browser?.close())

  const openAs = async ({ email }: Person, options: object): Promise<Page> => {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    await page.goto('http://api.test/app/sign-in')
    await page.fill('[name=email]', email)
    await page.fill('[name=password]', password)
    await page.click('form.stacked button')
    return page
  }

  it('show a payment that waits with its end, and without being loaded again what becomes of it', async () => {
    const ada = await app.given.user()
    const phone = await addPhone(ada, '+254712340002')
    const { data } = await ada.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id: phone })
    const page = await openAs(ada, { viewport: { width: 390, height: 844 }, locale: 'en-GB' })
    await page.clock.install()
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith(`/app/pay/${data.payment.id}`)) asked++
    })

    await page.goto(`http://api.test/app/pay/${data.payment.id}`)
    await assertFaultless(page, 'payment-pending')
    await page.evaluate("document.body.dataset.same = 'yes'")
    const waiting = await page.locator('main').innerText()
    app.clock.advance({ seconds: 3 })
    await app.settle()
    await page.clock.runFor(5_000)
    await page.getByRole('link', { name: 'Show the invoice' }).waitFor()
    const [settled, before] = [await page.locator('main').innerText(), asked]
    await page.clock.runFor(60_000)
    await assertFaultless(page, 'payment-settled')

    assert.match(waiting, /Enter your PIN on .*Not paid yet.*Open until.*\(UTC\)/s)
    assert.match(settled, /The payment was received\..*Paid.*Show the plan/s)
    assert.doesNotMatch(settled, /Open until/)
    assert.deepEqual([before, asked], [2, 2])
    assert.equal(await page.evaluate('document.body.dataset.same'), 'yes')
  })

  it('lead from the first page to a plan that is paid by phone, and to its invoice', async () => {
    const ada = await app.given.user({ name: 'Ada Lovelace' })
    const page = await openAs(ada, { viewport: { width: 390, height: 844 } })

    await page.getByRole('link', { name: 'Plans' }).click()
    await page.getByRole('heading', { name: 'Your plan is Free' }).waitFor()
    await assertFaultless(page, 'plans')
    await page.getByRole('link', { name: 'Choose Professional', exact: true }).click()
    await assertFaultless(page, 'plan-without-method')
    await page.getByLabel('Number of the phone').fill('+254 712 345 678')
    await page.getByRole('button', { name: 'Use this phone' }).click()
    await page.getByText('Included: VAT 16 %').waitFor()
    await assertFaultless(page, 'plan')
    await page.getByRole('button', { name: 'Pay 29.00 USD' }).click()
    await page.getByText('The payment was received.').waitFor()
    await assertFaultless(page, 'plan-paid')
    await page.getByRole('link', { name: 'Payments and invoices' }).click()
    await assertFaultless(page, 'billing')
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: /as PDF$/ }).click(),
    ])

    assert.match(file.suggestedFilename(), /\.pdf$/)
    assert.equal((await getSubscription(ada)).plan.id, 'professional')
    await page.context().close()
  })

  it('have no fault that axe finds with long names, in the dark and from right to left', async () => {
    const ada = await app.given.user({ name: longName })
    await addCard(ada, cards.good, { nickname: longName })
    await addPhone(ada, '+254712345678')
    const company = (await ada.post('/companies', { name: longName })).data
    await ada.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id: await addCard(ada),
    })

    for (const options of [
      { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
      { viewport: { width: 1_200, height: 900 }, locale: 'ar' },
    ]) {
      const page = await openAs(ada, options)
      for (const path of [
        '/plans',
        '/plans/enterprise',
        `/companies/${company.id}/plans`,
        `/companies/${company.id}/plans/professional`,
        '/payment-methods',
        '/payments',
        '/payments/refunds',
      ]) {
        await page.goto(`http://api.test/app${path}`)
        await assertFaultless(page, `plans${path.replaceAll('/', '-')}-${options.viewport.width}`)
      }
      await page.context().close()
    }
  })
})

describe('the pages of plans', () => {
  const openAs = async (app: TestApp, { email }: Person) => {
    const browser = createVisitor(app)
    await browser.send('/app/sign-in', { email, password })
    return browser
  }
  const path = '/app/plans/professional'
  /** Returns the fields of the form that buys, as the page states them. */
  const readForm = (page: string): Record<string, string> => {
    const inputs = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    return Object.fromEntries(inputs.map(([, name = '', value = '']) => [name, value]))
  }

  it('charge no other price than the one that was shown', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const [card, phone] = [await addCard(ada), await addPhone(ada, '+254712345678')]
    const browser = await openAs(app, ada)

    const shown = readForm((await browser.open(path)).html)
    const other = await browser.send(path, { ...shown, act: 'subscribe', payment_method_id: String(phone) })
    const wrong = await browser.send(path, {
      ...shown,
      act: 'preview',
      payment_method_id: String(card),
      coupon_code: 'X<',
    })
    const unpaid = await getBillingHistory(ada)
    app.clock.advance({ minutes: 20 })
    const old = await browser.send(path, { ...shown, act: 'subscribe', payment_method_id: String(card) })
    const again = readForm(old.html)
    const bought = await browser.send(path, { ...again, act: 'subscribe', payment_method_id: String(card) })
    const twice = await browser.send(path, { ...again, act: 'subscribe', payment_method_id: String(card) })

    assert.match(other.html, /selected>M-Pesa.*Pay 29\.00 USD/s)
    assert.match(wrong.html, /value="X&lt;"/)
    assert.deepEqual([wrong.status, old.status], [422, 422])
    assert.deepEqual(unpaid, [])
    assert.match(old.html, /This preview is too old/)
    assert.match(bought.url, /^\/app\/pay\/\d+$/)
    assert.equal(twice.url, bought.url)
    assert.equal((await getBillingHistory(ada)).length, 1)
  })

  it('change, cancel and resume a subscription, and pay one that is past due', async () => {
    const app = await testApp({ ...hosted, TOKEN_TTL_DAYS: '3650' })
    const ada = await app.given.user()
    const payment_method_id = await addCard(ada)
    await ada.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
    const browser = await openAs(app, ada)

    const larger = await browser.open('/app/plans/enterprise')
    const canceled = await browser.send('/app/plans', { act: 'cancel', reason: 'Kept <b>' })
    const resumed = await browser.send('/app/plans', { act: 'resume' })
    const foreigns = await browser.send('/app/plans', { act: 'cancel' }, foreign)
    const long = await browser.send('/app/plans', { act: 'cancel', reason: 'x'.repeat(1_001) })
    const kept = await getSubscription(ada)
    const ended = await browser.send('/app/plans', { act: 'cancel', cancel_immediately: 'true' })
    const nothing = await browser.send('/app/plans', { act: 'resume' })

    assert.match(larger.html, /Unused time of Professional/)
    assert.match(canceled.html, /It ends on .*Keep the plan/s)
    assert.match(resumed.html, /It renews on /)
    assert.deepEqual([foreigns.status, long.status, nothing.status], [403, 422, 422])
    assert.match(long.html, /<details open>/)
    assert.equal(kept.plan.id, 'professional')
    assert.match(ended.html, /Your plan is <bdi>Free|Your plan is Free/)
  })

  it('are those of a company for the people who manage it alone', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const company = (await ada.post('/companies', { name: 'Kew <b>' })).data
    const payment_method_id = String(await addCard(ada))
    await addCard(eve)
    const list = `/app/companies/${company.id}/plans`
    const [manager, stranger] = [await openAs(app, ada), await openAs(app, eve)]

    const own = await manager.open('/app/plans')
    const offered = readForm((await manager.open(`${list}/professional`)).html)
    const refused = await Promise.all([
      stranger.open(list),
      stranger.open(`${list}/professional`),
      stranger.send(list, { act: 'cancel' }),
      stranger.send(`${list}/professional`, {
        ...offered,
        for_account: String(eve.id),
        act: 'subscribe',
        payment_method_id,
      }),
      manager.open('/app/companies/none/plans'),
      manager.send(`${list}/professional`, { ...offered, act: 'subscribe', payment_method_id }, foreign),
    ])
    await manager.send(`${list}/professional`, { ...offered, act: 'subscribe', payment_method_id })
    const bought = await manager.open(list)

    assert.match(own.html, /Kew &lt;b&gt;/)
    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403, 403, 422, 403],
    )
    assert.match(bought.html, /It renews on /)
    assert.equal((await getSubscription(ada)).plan.id, 'free')
  })

  it('lead a visitor to the sign-in, and say what is unknown', async () => {
    const app = await testApp(hosted)
    const ada = await app.given.user()
    const browser = await openAs(app, ada)

    const anonymous = await Promise.all(
      ['/app/plans', path, '/app/payments'].map((one) => createVisitor(app).open(one)),
    )
    const unknown = await browser.open('/app/plans/none')

    for (const { url } of anonymous) assert.match(url, /^\/app\/sign-in\?next=/)
    assert.equal(unknown.status, 422)
  })
})

describe('the pages of payment methods and payments', () => {
  it('add a phone or a card, keep no number of a card, and leave others’ methods alone', async () => {
    const app = await testApp(hosted)
    const [ada, eve] = [await app.given.user(), await app.given.user()]
    const theirs = await addCard(eve)
    const browser = createVisitor(app)
    await browser.send('/app/sign-in', { email: ada.email, password })
    const methods = '/app/payment-methods'
    const card = { type: 'card', card_number: '4242424242424242', expiry_month: '12', expiry_year: '2040', cvv: '123' }

    const bad = await browser.send(methods, { type: 'mobile_money', provider: 'mpesa', phone: '0712<' })
    const wrong = await browser.send(methods, { ...card, cvv: '9' })
    const none = await browser.send(methods, {})
    const forged = await browser.send(methods, card, foreign)
    const elsewhere = await browser.send(`${methods}?next=https://evil.example`, card)
    const added = await browser.send(`${methods}?next=/app/plans`, card)
    const stolen = await browser.send(methods, { act: 'delete', id: String(theirs) })
    const [first, second] = (await ada.get('/payment-methods')).data
    await browser.send(methods, { act: 'default', id: String(second.is_default ? first.id : second.id) })
    await browser.send(methods, { act: 'delete', id: String(first.id) })

    assert.match(bad.html, /value="0712&lt;".*id="error-phone"/s)
    assert.doesNotMatch(wrong.html, /4242424242424242/)
    assert.match(wrong.html, /id="error-cvv"/)
    assert.deepEqual([bad.status, wrong.status, none.status, forged.status, stolen.status], [422, 422, 422, 403, 404])
    assert.match(elsewhere.url, /^\/app\?/)
    assert.match(added.url, /^\/app\/plans\?payment_method_id=\d+&done=method$/)
    assert.deepEqual(
      (await ada.get('/payment-methods')).data.map(({ id }: { id: number }) => id),
      [second.id],
    )
    assert.equal((await eve.get('/payment-methods')).data.length, 1)
  })

  it('list payments and refunds with their documents, to which the notification leads', async () => {
    const app = await testApp(hosted)
    const [ada, admin] = [await app.given.user(), await app.given.admin()]
    const payment_method_id = await addCard(ada)
    const { payment } = (await ada.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id }))
      .data
    await admin.post(`/admin/payments/${payment.id}/refund`, { amount: 9, reason: 'Thank you' })
    await app.settle()
    const browser = createVisitor(app)
    await browser.send('/app/sign-in', { email: ada.email, password })

    const notifications = await browser.open('/app/notifications')
    const payments = await browser.open('/app/payments')
    const refunds = await browser.open('/app/payments/refunds')
    const [, invoice = ''] = /href="http:\/\/api\.test([^"]*\/pdf[^"]*)"/.exec(payments.html) ?? []
    const document = await fetch(`${app.address}${invoice.replaceAll('&amp;', '&')}`)

    assert.match(notifications.html, /href="\/app\/payments"/)
    assert.match(payments.html, /Refunded: .*9\.00 USD/)
    assert.match(refunds.html, /9\.00 USD.*CN-/s)
    assert.equal(document.headers.get('content-type'), 'application/pdf')
  })
})
