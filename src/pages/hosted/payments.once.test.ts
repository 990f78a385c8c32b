import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Person, password, testApp } from '#test/support/app.ts'
import { addPhone, getBillingHistory, getSubscription } from '#test/support/payments.ts'
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
const app = await testApp(settings, { poll: 2 ** 31 - 1 })
await app.settle()
after(() => stripe.close())

async function addCard(person: Person) {
  const card = { type: 'card', card_number: '4000002760003184', expiry_month: 12, expiry_year: 2060, cvv: '123' }
  const reply = await person.post('/payment-methods', card)
  return reply.data.payment_method
}

/** Follows the link on a page to the bank, answers there, and returns the path that it leads back to. */
async function visitBank(html: string, answer: 'confirm' | 'refuse'): Promise<string> {
  const [, url = ''] = /href="(http[^"]*\/3ds\/[^"]*)"/.exec(html) ?? []
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' })
  return (reply.headers.get('location') ?? '').replace('http://api.test', '')
}

describe('the page of a payment', () => {
  it('leads to the bank and back, also for the card, and says how it ended', async () => {
    const person = await app.given.user()
    await person.put(`/users/${person.id}`, { timezone: 'Africa/Nairobi' })
    const method = await addCard(person)
    const browser = createVisitor(app)
    await browser.send('/app/sign-in', { email: person.email, password })

    const cards = await browser.open('/app/payment-methods')
    const confirmed = await browser.open(await visitBank(cards.html, 'confirm'))
    const subscribed = { plan_id: 'professional', payment_method_id: method.id }
    const { data } = await person.post('/subscriptions/subscribe', subscribed)
    const asked = await browser.open(`/app/pay/${data.payment.id}`)
    const paid = await browser.open(await visitBank(asked.html, 'confirm'))

    assert.doesNotMatch(confirmed.html, /3ds/)
    assert.match(asked.html, /Continue to your bank/)
    assert.match(asked.html, /<dt>Amount<\/dt><dd><bdi>29\.00 USD<\/bdi><\/dd>.*<dt>State<\/dt><dd><bdi>Not paid yet</s)
    assert.match(asked.html, /<dt>Open until<\/dt><dd><bdi><time datetime="[^"]+">[^<]+ \(Africa\/Nairobi\)<\/time>/)
    assert.match(asked.html, /<noscript><meta http-equiv="refresh" content="10"><\/noscript>/)
    assert.match(asked.html, /<script type="module" src="\/modules\/payment-status\.js">/)
    assert.equal(paid.url, `/app/pay/${data.payment.id}`)
    assert.match(paid.html, /The payment was received/)
    assert.doesNotMatch(paid.html, /<noscript>|<script|Open until/)
    assert.match(paid.html, /<a class="button" href="\/app\/plans">Show the plan<\/a>/)
    const [, invoice = ''] = /href="([^"]+)">Show the invoice/.exec(paid.html) ?? []
    assert.match(
      (await browser.open(invoice.replaceAll('&amp;', '&').replace('http://api.test', ''))).html,
      /INV|Invoice/,
    )
    assert.equal((await getSubscription(person)).plan.id, 'professional')
  })

  it('lets the person pay a renewal for which the bank asks', async () => {
    const person = await app.given.user()
    const method = await addCard(person)
    const browser = createVisitor(app)
    await browser.send('/app/sign-in', { email: person.email, password })
    await browser.open(await visitBank((await browser.open('/app/payment-methods')).html, 'confirm'))
    const subscribed = { plan_id: 'professional', payment_method_id: method.id }
    const { data } = await person.post('/subscriptions/subscribe', subscribed)
    await browser.open(await visitBank((await browser.open(`/app/pay/${data.payment.id}`)).html, 'confirm'))
    app.clock.advance({ days: 31 })
    await app.settle()
    await browser.send('/app/sign-in', { email: person.email, password })
    const mail = (await app.listMails(person.email)).find(({ subject }) => subject.startsWith('Confirm the payment'))
    const [link = ''] = /http:\/\/api\.test\/app\/pay\/\d+/.exec(mail?.text ?? '') ?? []

    const failed = await browser.open(link.replace('http://api.test', ''))
    const begun = await browser.send(failed.url)
    const paid = await browser.open(await visitBank(begun.html, 'confirm'))

    assert.match(failed.html, /Pay now/)
    assert.match(paid.html, /The payment was received/)
    assert.equal((await getSubscription(person)).status, 'active')
    assert.equal((await getBillingHistory(person)).length, 2)
  })

  it('asks a visitor to sign in, and shows nothing to another account', async () => {
    const [person, stranger] = [await app.given.user(), await app.given.user()]
    await addCard(person)
    const browser = createVisitor(app)

    const signIn = await browser.open('/app/pay/1')
    await browser.send('/app/sign-in', { email: stranger.email, password })
    const foreign = await browser.open('/app/pay/1')
    const forged = await browser.send('/app/pay/1', {}, { origin: 'https://evil.example' })

    assert.match(signIn.url, /^\/app\/sign-in\?next=/)
    assert.equal(foreign.status, 404)
    assert.equal(forged.status, 403)
  })
})

describe('the page of a payment by mobile money', () => {
  it('says what to do on the phone, sends the prompt again, and says how it ended', async () => {
    const phones = await testApp({ FRONTEND_URL: '', TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
    const person = await phones.given.user()
    const payment_method_id = await addPhone(person, '+254712000003')
    const browser = createVisitor(phones)
    await browser.send('/app/sign-in', { email: person.email, password })
    const { data } = await person.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })
    const path = `/app/pay/${data.payment.id}`

    const asked = await browser.open(path)
    phones.clock.advance({ minutes: 2 })
    const offered = await browser.open(path)
    const paid = await browser.send(path)

    assert.match(asked.html, /The prompt on \+2547••••0003 was not answered/)
    assert.doesNotMatch(asked.html, /Send the prompt again/)
    assert.match(offered.html, /Send the prompt again/)
    assert.equal(paid.url, path)
    assert.match(paid.html, /The payment was received/)
    assert.equal((await getSubscription(person)).plan.id, 'professional')
  })
})
