import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { addCard, addPhone } from '#test/support/payments.ts'
import { StripeServer } from '#test/support/stripe/server.ts'

const stripe = await new StripeServer().listen()
const settings = {
  PAYMENT_GATEWAYS: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_platform',
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_API_BASE: stripe.address,
  TOKEN_TTL_DAYS: '3650',
}
const app = await testApp(settings, { poll: 2 ** 31 - 1 })
await app.settle()
after(() => stripe.close())

const { sessions } = stripe.ledger.checkout
const setups = '/payment-methods/setups'
const good = '4242424242424242'
const asksFirst = '4000002500003155'

interface Setup {
  id: number
  url: string
  expires_at: string
}

async function begin(person: Person, more: object = {}): Promise<Setup> {
  const { status, data, text } = await person.post(setups, { type: 'card', ...more })
  assert.equal(status, 201, text)
  return data.setup
}

/** Enters a card on the page of Stripe, and returns where it leads; null where it stays on the page. */
async function enter({ url }: Setup, number = good): Promise<string | null> {
  const reply = await fetch(url, { method: 'POST', body: new URLSearchParams({ number }), redirect: 'manual' })
  return reply.headers.get('location')
}

/** Answers on the page of the bank, to which the page of Stripe has led, and follows it back. */
async function answerBank(bank: string, answer: 'confirm' | 'refuse'): Promise<string | null> {
  const reply = await fetch(bank, { method: 'POST', body: new URLSearchParams({ answer }), redirect: 'manual' })
  const back = await fetch(reply.headers.get('location') ?? '', { redirect: 'manual' })
  return back.headers.get('location')
}

const refresh = (person: Person, { id }: Setup) => person.post(`${setups}/${id}/refresh`)
const listMethods = async (person: Person) => (await person.get('/payment-methods')).data
const newest = () => {
  const session = [...sessions.values()].at(-1)
  assert.ok(session)
  return session
}

describe('a card that is added on a page of the payment provider', () => {
  it('is stored once the person comes back, is the default one, and can be charged', async () => {
    const person = await app.given.user()
    const [offered] = (await person.get('/payment-methods/types')).data

    const setup = await begin(person, { next: '/plans/professional' })
    const before = await listMethods(person)
    const back = await enter(setup)
    const known = await person.get(`${setups}/${setup.id}`)
    const after = await refresh(person, setup)
    const [method] = await listMethods(person)
    const bought = await person.post('/subscriptions/subscribe', {
      plan_id: 'professional',
      payment_method_id: method.id,
    })

    assert.deepEqual([offered.type, offered.tokenize_with, offered.hosted_setup], ['card', 'stripe', true])
    assert.deepEqual(before, [])
    assert.equal(back, `http://app.test/payment-methods/setups/${setup.id}`)
    assert.deepEqual([known.data.status, known.data.url], ['open', setup.url])
    const { status, url, next, payment_method_id } = after.data
    assert.deepEqual([status, url, next, payment_method_id], ['succeeded', null, '/plans/professional', method.id])
    assert.deepEqual([method.nickname, method.is_default, method.action], ['Visa •••• 4242', true, null])
    assert.equal(bought.data.payment.status, 'succeeded')
  })

  it('tells Stripe no more than it needs, with a key, and the page says whose account gets the card', async () => {
    const person = await app.given.user()

    await person.post(setups, { type: 'card' }, { 'accept-language': 'sw' })

    const asked = stripe.asked.findLast(({ path }) => path === 'POST /v1/checkout/sessions')
    assert.match(asked?.key ?? '', /^setup-[\da-f-]{36}$/)
    assert.equal(JSON.stringify(asked?.fields).includes(person.email), false)
    assert.equal(asked?.fields.locale, 'auto')
    assert.match(newest().note, new RegExp(`${person.email.slice(0, 1)}•••@${person.email.split('@')[1]}`))
  })

  for (const [answer, methods] of [
    ['confirm', 1],
    ['refuse', 0],
  ] as const)
    it(`asks the bank on the way, which leads back after ${answer}`, async () => {
      const person = await app.given.user()
      const setup = await begin(person)

      const bank = (await enter(setup, asksFirst)) ?? ''
      const early = await refresh(person, setup)
      const back = await answerBank(bank, answer)
      const after = await refresh(person, setup)

      assert.match(bank, /\/3ds\/seti_/)
      assert.equal(early.data.status, 'open')
      assert.equal(back === null, answer === 'refuse')
      assert.equal(after.data.status, answer === 'confirm' ? 'succeeded' : 'open')
      assert.equal((await listMethods(person)).length, methods)
    })

  it('stays on the page when it is declined, until another card is entered', async () => {
    const person = await app.given.user()
    const setup = await begin(person)

    const declined = await enter(setup, '4000000000000002')
    const between = await refresh(person, setup)
    await enter(setup)
    const after = await refresh(person, setup)

    assert.equal(declined, null)
    assert.deepEqual([between.data.status, after.data.status], ['open', 'succeeded'])
  })

  it('is stored once when the person comes back in twenty tabs and the background asks at the same time', async () => {
    const person = await app.given.user()
    const setup = await begin(person)
    await enter(setup)
    app.clock.advance({ minutes: 2 })

    const [replies] = await Promise.all([runConcurrently(20, () => refresh(person, setup)), app.settle()])

    const methods = await listMethods(person)
    assert.equal(methods.length, 1)
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([200]))
    assert.deepEqual(new Set(replies.map(({ data }) => data.payment_method_id)), new Set([methods[0].id]))
    const log = await person.get(`/users/${person.id}/activity?type=payment_method_added`)
    assert.equal(log.meta.total, 1)
  })

  it('is stored in the background when the person does not come back, and only then counts as used', async () => {
    const person = await app.given.user()
    const setup = await begin(person, { is_default: true })
    await enter(setup)

    app.clock.advance({ minutes: 2 })
    await app.settle()

    assert.equal((await listMethods(person)).length, 1)
    assert.equal((await person.get(`${setups}/${setup.id}`)).data.status, 'succeeded')
  })

  it('is the default one beside others only where that is asked, and of the same customer', async () => {
    const person = await app.given.user()
    const countCustomers = () => stripe.asked.filter(({ path }) => path === 'POST /v1/customers').length
    const customers = countCustomers()
    const ids: number[] = []
    const defaults: (number | undefined)[] = []

    for (const [number, more] of [
      [good, {}],
      ['5555555555554444', {}],
      ['4000056655665556', { is_default: true }],
    ] as const) {
      const setup = await begin(person, more)
      await enter(setup, number)
      ids.push((await refresh(person, setup)).data.payment_method_id)
      const methods: { id: number; is_default: boolean }[] = await listMethods(person)
      defaults.push(methods.find(({ is_default }) => is_default)?.id)
    }

    assert.equal(new Set(ids).size, 3)
    assert.deepEqual(defaults, [ids[0], ids[0], ids[2]])
    assert.equal(countCustomers() - customers, 1)
  })

  it('is stored when it was entered in the last moment, and the page ends after an hour', async () => {
    const [quick, absent] = [await app.given.user(), await app.given.user()]
    const [used, unused] = [await begin(quick), await begin(absent)]
    await enter(used)

    app.clock.advance({ hours: 2 })
    await app.settle()

    assert.equal((await listMethods(quick)).length, 1)
    const { data } = await refresh(absent, unused)
    assert.deepEqual([data.status, data.url, data.payment_method_id], ['expired', null, null])
    assert.match(await (await fetch(unused.url)).text(), /has expired/)
    assert.deepEqual(await listMethods(absent), [])
  })

  it('is the one that the person has, when the same token is stored already', async () => {
    const person = await app.given.user()
    const setup = await begin(person)
    await enter(setup)
    const token = [...stripe.ledger.setups.values()].at(-1)?.payment_method
    const first = await person.post('/payment-methods', { type: 'card', token })
    const again = await person.post('/payment-methods', { type: 'card', token })

    const { data } = await refresh(person, setup)

    const [method, ...others] = await listMethods(person)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [first, again].map((reply) => reply.data.payment_method.id),
      [method.id, method.id],
    )
    assert.equal(data.payment_method_id, method.id)
  })

  it('is not found again after it was deleted, however often the person comes back', async () => {
    const person = await app.given.user()
    const setup = await begin(person)
    await enter(setup)
    const { data } = await refresh(person, setup)
    await person.delete(`/payment-methods/${data.payment_method_id}`)

    const again = await refresh(person, setup)

    assert.deepEqual([again.data.status, again.data.payment_method_id], ['succeeded', null])
    assert.deepEqual(await listMethods(person), [])
  })
})

describe('a page of the payment provider', () => {
  it('is neither shown to another person nor asked about, and stores nothing for them', async () => {
    const [person, stranger, admin] = [await app.given.user(), await app.given.user(), await app.given.admin()]
    const setup = await begin(person)
    await enter(setup)

    for (const other of [stranger, admin])
      assert.deepEqual(
        [(await other.get(`${setups}/${setup.id}`)).status, (await refresh(other, setup)).status],
        [404, 404],
      )
    const bare = await app.anonymous.post(`${setups}/${setup.id}/refresh`)

    assert.equal(bare.status, 401)
    assert.deepEqual(await listMethods(stranger), [])
    assert.equal((await person.get(`${setups}/${setup.id}`)).data.status, 'open')
  })

  it('leads to no other site, and is for cards alone', async () => {
    const person = await app.given.user()

    for (const next of ['https://evil.example', '//evil.example', '/\\evil.example', 'plans', '/a\nb', ' /a b'])
      assert.deepEqual(Object.keys((await person.post(setups, { type: 'card', next })).errors), ['next'], next)
    assert.deepEqual(Object.keys((await person.post(setups, { type: 'mobile_money' })).errors), ['type'])
    assert.deepEqual(Object.keys((await person.post(setups, {})).errors), ['type'])
    assert.equal((await person.post(setups, { type: 'card', next: '/' })).data.setup.next, '/')
  })

  it('leaves nothing when Stripe cannot be reached, and is made once when its answer was lost', async () => {
    const person = await app.given.user()
    const before = sessions.size
    stripe.breakNext('POST /v1/checkout/sessions', 'lost', 'lost')

    const away = await person.post(setups, { type: 'card' })
    const exported = await person.get(`/users/${person.id}/export`)
    stripe.breakNext('POST /v1/checkout/sessions', 'unanswered')
    await begin(person)

    assert.equal(away.status, 503)
    assert.match(away.message, /cannot be reached/)
    assert.equal(exported.text.includes('"session_id"'), false)
    assert.equal(sessions.size, before + 1)
  })

  it('is asked about again when Stripe does not answer the person who comes back', async () => {
    const person = await app.given.user()
    const setup = await begin(person)
    await enter(setup)
    stripe.breakNext(`GET /v1/checkout/sessions/${newest().id}`, 'lost', 'lost')

    const away = await refresh(person, setup)
    const again = await refresh(person, setup)

    assert.equal(away.status, 503)
    assert.equal(again.data.status, 'succeeded')
  })

  it('takes one of the 50 places of methods until it ends, also when many are opened at once', async () => {
    const generous = await testApp({ ...settings, RATE_LIMIT_PAYMENT_METHODS: '1000' }, { poll: 2 ** 31 - 1 })
    const person = await generous.given.user()
    for (let at = 0; at < 45; at++) await begin(person)

    const replies = await runConcurrently(10, () => person.post(setups, { type: 'card' }))
    const method = await person.post('/payment-methods', { type: 'card', token: 'tok_visa' })
    generous.clock.advance({ hours: 2 })
    await generous.settle()

    assert.equal(replies.filter(({ status }) => status === 201).length, 5)
    assert.deepEqual(Object.keys(replies.find(({ status }) => status === 422)?.errors ?? {}), ['type'])
    assert.deepEqual(Object.keys(method.errors), ['type'])
    assert.equal((await person.post(setups, { type: 'card' })).status, 201)
  })

  it('counts as an attempt to add a method', async () => {
    const strict = await testApp({ ...settings, RATE_LIMIT_PAYMENT_METHODS: '2' }, { poll: 2 ** 31 - 1 })
    const person = await strict.given.user()
    await begin(person)
    await person.post('/payment-methods', { type: 'card', token: 'tok_none' })

    assert.equal((await person.post(setups, { type: 'card' })).status, 429)
  })

  it('ends with the account', async () => {
    const person = await app.given.user()
    const setup = await begin(person)

    await person.delete(`/users/${person.id}`)
    await app.settle()

    assert.equal(newest().status, 'expired')
    assert.equal(newest().url, null)
    assert.match(await (await fetch(setup.url)).text(), /has expired/)
  })

  it('is forgotten a month after it ended', async () => {
    const person = await app.given.user()
    const setup = await begin(person)
    await enter(setup)
    await refresh(person, setup)

    app.clock.advance({ days: 32 })
    await app.settle()

    assert.equal((await person.get(`${setups}/${setup.id}`)).status, 404)
    assert.equal((await listMethods(person)).length, 1)
  })

  it('is not offered where no gateway takes cards', async () => {
    const phones = await testApp({ PAYMENT_GATEWAYS: 'pawapay', PAWAPAY_TOKEN: 'token' }, { poll: 2 ** 31 - 1 })
    const person = await phones.given.user()

    const reply = await person.post(setups, { type: 'card' })

    assert.deepEqual(Object.keys(reply.errors), ['type'])
  })
})

describe('the sandbox', () => {
  it('leads straight back with a card, beside its own cards and phones', async () => {
    const sandbox = await testApp()
    const person = await sandbox.given.user()
    await addCard(person)
    await addPhone(person, '+254712345678')

    const setup = await begin(person)
    const { data } = await refresh(person, setup)

    assert.equal(setup.url, `http://app.test/payment-methods/setups/${setup.id}`)
    assert.equal(data.status, 'succeeded')
    assert.equal((await listMethods(person)).length, 3)
  })
})
