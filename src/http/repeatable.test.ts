import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { ownApp, password, type TestApp } from '../../test/support/app.ts'
import { atOnce, tally } from '../../test/support/at-once.ts'
import { held } from '../../test/support/background.ts'
import { ensure, refusal } from '../core/problem.ts'
import { Text } from '../core/schema.ts'
import { answers, answersMessage } from './envelope.ts'
import type { Routes } from './routes.ts'

const Order = Type.Object({ name: Text(100) })
const Receipt = Type.Object({ name: Type.String(), number: Type.Integer() })
const full = refusal('Nothing is left.')

let started: Promise<TestApp> | undefined
/** How often the work ran, by the name it was given. */
const runs = new Map<string, number>()
const { act: wait, begun, release } = held()

/** POSTs that count their runs: they work, refuse, or break; all but the first run of `-once` ones work. */
const orderRoutes: Routes = (app) => {
  for (const path of ['/test/orders', '/test/other-orders'])
    app.post(path, {
      config: { access: 'signed-in' },
      schema: { body: Order, response: answers(201, Receipt, full) },
      async handler({ body: { name } }) {
        const number = (runs.get(name) ?? 0) + 1
        runs.set(name, number)
        if (name.startsWith('held')) await wait()
        ensure(!name.startsWith('full-once') || number > 1, full)
        if (name.startsWith('broken-once') && number === 1) throw new Error('It broke.')
        return { name, number }
      },
    })
  app.post('/test/bare', {
    config: { access: 'signed-in' },
    schema: { tags: ['Operations'], response: answersMessage() },
    handler: async () => undefined,
  })
}

function ordersApp() {
  started ??= ownApp({}, { routes: [orderRoutes] })
  return started
}

const withKey = (key: string) => ({ 'idempotency-key': key })

describe('Idempotency-Key', () => {
  it('gives the same request the same answer without running it again', async () => {
    const person = await (await ordersApp()).given.user()

    const first = await person.post('/test/orders', { name: 'same' }, withKey('a'))
    const second = await person.post('/test/orders', { name: ' same ', unknown: 1 }, withKey('a'))

    assert.equal(first.status, 201)
    assert.deepEqual(first.data, { name: 'same', number: 1 })
    assert.equal(second.status, 201)
    assert.equal(second.text, first.text)
    assert.equal(runs.get('same'), 1)
  })

  it('leaves requests without a key, and with another, alone', async () => {
    const person = await (await ordersApp()).given.user()

    await person.post('/test/orders', { name: 'alone' })
    await person.post('/test/orders', { name: 'alone' })
    await person.post('/test/orders', { name: 'alone' }, withKey('a'))
    const last = await person.post('/test/orders', { name: 'alone' }, withKey('b'))

    assert.equal(last.data.number, 4)
  })

  for (const [what, path, name] of [
    ['another body', '/test/orders', 'another body'],
    ['another path', '/test/other-orders', 'first'],
    ['another query', '/test/orders?again=1', 'first'],
  ] as const)
    it(`refuses the key for ${what}`, async () => {
      const person = await (await ordersApp()).given.user()
      await person.post('/test/orders', { name: 'first' }, withKey('a'))
      const before = runs.get(name)

      const { status, errors } = await person.post(path, { name }, withKey('a'))

      assert.equal(status, 422)
      assert.deepEqual(Object.keys(errors), ['idempotency_key'])
      assert.equal(runs.get(name), before)
    })

  it('runs twenty requests at once only once, and all get its answer', async () => {
    const person = await (await ordersApp()).given.user()

    const sent = atOnce(20, () => person.post('/test/orders', { name: 'held' }, withKey('a')))
    await begun
    release()
    const replies = await sent

    assert.deepEqual(tally(replies), { 201: 20 })
    assert.equal(new Set(replies.map(({ text }) => text)).size, 1)
    assert.equal(runs.get('held'), 1)
  })

  it('repeats a refusal', async () => {
    const person = await (await ordersApp()).given.user()

    const first = await person.post('/test/orders', { name: 'full-once' }, withKey('a'))
    const second = await person.post('/test/orders', { name: 'full-once' }, withKey('a'))

    assert.equal(first.status, 422)
    assert.equal(first.message, 'Nothing is left.')
    assert.equal(second.text, first.text)
    assert.equal(second.status, 422)
    assert.equal(runs.get('full-once'), 1)
  })

  it('does not repeat a failure of ours', async () => {
    const person = await (await ordersApp()).given.user()

    const first = await person.post('/test/orders', { name: 'broken-once' }, withKey('a'))
    const second = await person.post('/test/orders', { name: 'broken-once' }, withKey('a'))

    assert.equal(first.status, 500)
    assert.equal(second.status, 201)
    assert.equal(second.data.number, 2)
  })

  it('belongs to its user', async () => {
    const { given } = await ordersApp()
    const [person, other] = [await given.user(), await given.user()]

    await person.post('/test/orders', { name: 'of two' }, withKey('a'))
    const { status, data } = await other.post('/test/orders', { name: 'of two' }, withKey('a'))

    assert.equal(status, 201)
    assert.equal(data.number, 2)
  })

  it('means nothing from somebody who is not signed in', async () => {
    const { anonymous } = await ordersApp()
    const newcomer = { name: 'Ada', email: 'twice@example.org', password }

    const first = await anonymous.post('/auth/signup', newcomer, withKey('a'))
    const second = await anonymous.post('/auth/signup', newcomer, withKey('a'))

    assert.deepEqual([first.status, second.status], [201, 422])
  })

  it('never makes a login hand the same token out twice, for answers are kept', async () => {
    const { given } = await ordersApp()
    const person = await given.user()
    const login = () => person.post('/auth/login', { email: person.email, password }, withKey('a'))

    const [first, second] = [await login(), await login()]

    assert.deepEqual([first.status, second.status], [200, 200])
    assert.notEqual(first.data.token, second.data.token)
  })

  it('is forgotten after a day', async () => {
    const { given, clock, settle } = await ordersApp()
    const person = await given.user()
    await settle()
    const order = () => person.post('/test/orders', { name: 'daily' }, withKey('a'))

    await order()
    clock.advance({ hours: 23 })
    await settle()
    const sameDay = await order()
    clock.advance({ hours: 2 })
    await settle()
    const nextDay = await order()

    assert.equal(sameDay.data.number, 1)
    assert.equal(nextDay.data.number, 2)
  })

  for (const [what, key] of [
    ['is empty', ''],
    ['has a space', 'a b'],
    ['has 256 characters', 'a'.repeat(256)],
    ['has a letter beyond ASCII', '\u00e9'],
  ] as const)
    it(`is refused when it ${what}`, async () => {
      const person = await (await ordersApp()).given.user()

      const { status } = await person.post('/test/orders', { name: what }, withKey(key))

      assert.equal(status, 400)
      assert.equal(runs.get(what), undefined)
    })

  it('may have 255 characters', async () => {
    const person = await (await ordersApp()).given.user()

    const { status } = await person.post('/test/orders', { name: 'long key' }, withKey('~'.repeat(255)))

    assert.equal(status, 201)
  })

  it('may be refused by routes without a body, which say so', async () => {
    const person = await (await ordersApp()).given.user()

    // With a tag it is described, so the client holds the answer against what is declared.
    assert.equal((await person.post('/test/bare', undefined, withKey('a b'))).status, 400)
  })
})
