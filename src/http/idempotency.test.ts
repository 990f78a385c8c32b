import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Type } from 'typebox'
import { type Context, createSystemContext, runInTransaction, system } from '#context.ts'
import { createRuleViolation, ensure } from '#core/problem.ts'
import { Text } from '#core/schema.ts'
import type { Parameters, Statement } from '#database/database.ts'
import { createLocalSignals } from '#database/signals.ts'
import { verbatim } from '#language/sentence.ts'
import { runIdempotent } from '#platform/idempotency.ts'
import { password, type TestApp, testApp } from '#test/support/app.ts'
import { createBlocker, waitUntil } from '#test/support/background.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { responds, respondsMessage } from './envelope.ts'
import type { Routes } from './routes.ts'

const Order = Type.Object({ name: Text(100) })
const Receipt = Type.Object({ name: Type.String(), number: Type.Integer() })
const full = createRuleViolation(verbatim('Nothing is left.'))

let started: Promise<TestApp> | undefined
/** The number of runs by the name in the request. */
const runs = new Map<string, number>()
const held = createBlocker()
const heldForTen = createBlocker()

/** Resolves `done` when it has counted so far. */
function createCountdown(from: number) {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  let left = from
  const count = () => {
    if (--left === 0) resolve()
  }
  return { count, done }
}

const deaths = { before: createBlocker(), after: createBlocker() }

/** Work whose process dies before or after its transaction, or whose answer finds a full disk. */
const committing: Record<string, (ctx: Context, number: number) => Promise<void>> = {
  'dies before': async (_, number) => (number === 1 ? deaths.before.act() : undefined),
  async 'dies after'(ctx) {
    await runInTransaction(ctx, async () => undefined)
    await deaths.after.act()
  },
  'full disk': (ctx) => runInTransaction(ctx, async () => undefined),
}

/** Routes that count their runs and succeed, refuse or fail; `-once` ones fail in the first run only. */
const orderRoutes: Routes = (app) => {
  for (const path of ['/test/orders', '/test/other-orders'])
    app.post(path, {
      config: { access: 'signed-in', scope: null },
      schema: { body: Order, response: responds(201, Receipt, full) },
      async handler({ ctx, body: { name } }) {
        const number = (runs.get(name) ?? 0) + 1
        runs.set(name, number)
        if (name === 'held') await held.act()
        if (name === 'held for ten') await heldForTen.act()
        await committing[name]?.(ctx, number)
        ensure(!name.startsWith('full-once') || number > 1, full)
        if (name.startsWith('broken-once') && number === 1) throw new Error('It broke.')
        return { name, number }
      },
    })
  app.post('/test/bare', {
    config: { access: 'signed-in', scope: null },
    schema: { tags: ['Operations'], response: respondsMessage() },
    handler: async () => undefined,
  })
}

function createOrdersApp() {
  started ??= testApp({}, { routes: [orderRoutes] })
  return started
}

const withKey = (key: string) => ({ 'idempotency-key': key })

describe('Idempotency-Key', () => {
  it('returns the same response to the same request without running it again', async () => {
    const person = await (await createOrdersApp()).given.user()

    const first = await person.post('/test/orders', { name: 'same' }, withKey('a'))
    const second = await person.post('/test/orders', { name: ' same ', unknown: 1 }, withKey('a'))

    assert.equal(first.status, 201)
    assert.deepEqual(first.data, { name: 'same', number: 1 })
    assert.equal(second.status, 201)
    assert.equal(second.text, first.text)
    assert.equal(runs.get('same'), 1)
  })

  it('does not affect requests without a key or with another key', async () => {
    const person = await (await createOrdersApp()).given.user()

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
      const person = await (await createOrdersApp()).given.user()
      await person.post('/test/orders', { name: 'first' }, withKey('a'))
      const before = runs.get(name)

      const { status, errors } = await person.post(path, { name }, withKey('a'))

      assert.equal(status, 422)
      assert.deepEqual(Object.keys(errors), ['idempotency_key'])
      assert.equal(runs.get(name), before)
    })

  it('runs twenty simultaneous requests once, returns its response to two that wait, and refuses the others at once', async () => {
    const person = await (await createOrdersApp()).given.user()
    const refused = createCountdown(17)

    const sent = runConcurrently(20, async () => {
      const reply = await person.post('/test/orders', { name: 'held' }, withKey('a'))
      if (reply.status === 409) refused.count()
      return reply
    })
    await Promise.all([held.begun, refused.done])
    held.release()
    const replies = await sent

    assert.deepEqual(countByStatus(replies), { 201: 3, 409: 17 })
    assert.equal(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size, 1)
    assert.equal(runs.get('held'), 1)
    const { headers, message } = replies.find(({ status }) => status === 409) ?? assert.fail()
    assert.equal(headers.get('retry-after'), '2')
    assert.equal(message, 'The first request with this Idempotency-Key is still running.')
  })

  it('lets ten repetitions of one person wait, without a query, and another person meanwhile', async (t) => {
    const { given, platform } = await createOrdersApp()
    const [person, other] = [await given.user(), await given.user()]
    const keys = ['a', 'b', 'c', 'd', 'e', 'f']
    const send = (key: string) => person.post('/test/orders', { name: 'held for ten' }, withKey(key))
    const refused = createCountdown(8)
    const firsts = keys.map(send)
    await waitUntil(() => runs.get('held for ten') === keys.length)
    const known = new Set<unknown>()
    const count = (_: Statement, parameters: Parameters) => void known.add(parameters.key)
    for (const name of ['run', 'all'] as const) {
      const real = platform.db[name]
      t.mock.method(platform.db, name, (statement: Statement, parameters: Parameters) => {
        count(statement, parameters)
        return real(statement, parameters)
      })
    }

    const repetitions = keys
      .flatMap((key) => [key, key, key])
      .map(async (key) => {
        const reply = await send(key)
        if (reply.status === 409) refused.count()
        return reply
      })
    await refused.done
    const answer = await other.post('/test/orders', { name: 'of another person' }, withKey('z'))
    const asked = new Set(known)
    heldForTen.release()
    const replies = await Promise.all(repetitions)

    assert.equal(answer.status, 201)
    assert.ok(asked.has('z') && !keys.some((key) => asked.has(key)), [...asked].join())
    assert.deepEqual(countByStatus(replies), { 201: 10, 409: 8 })
    assert.deepEqual(countByStatus(await Promise.all(firsts)), { 201: 6 })
    assert.equal(runs.get('held for ten'), keys.length)
  })

  it('waits for another instance with one read now and then, and returns its response', async () => {
    const { given, platform } = await createOrdersApp()
    const person = await given.user()
    const ctx = { ...createSystemContext(platform), actor: { ...system, id: person.id } }
    // Only the memory tells instances apart.
    const elsewhere = { ...ctx, db: { ...ctx.db, signals: createLocalSignals() } }
    const { act, begun, release } = createBlocker()
    const work = async () => {
      await act()
      return { status: 201, body: { ran: 'elsewhere' } }
    }

    const first = runIdempotent(elsewhere, 'a', 'request', work)
    await begun
    const second = runIdempotent(ctx, 'a', 'request', async () => assert.fail('It ran twice.'))
    const third = runIdempotent(ctx, 'a', 'request', async () => assert.fail('It ran twice.'))
    await assert.rejects(
      runIdempotent(ctx, 'a', 'another request', async () => assert.fail('It ran.')),
      /another request/,
    )
    release()

    const answers = await Promise.all([first, second, third])
    assert.deepEqual(answers, new Array(3).fill({ status: 201, body: { ran: 'elsewhere' } }))
  })

  it('repeats a refusal', async () => {
    const person = await (await createOrdersApp()).given.user()

    const first = await person.post('/test/orders', { name: 'full-once' }, withKey('a'))
    const second = await person.post('/test/orders', { name: 'full-once' }, withKey('a'))

    assert.equal(first.status, 422)
    assert.equal(first.message, 'Nothing is left.')
    assert.equal(second.text, first.text)
    assert.equal(second.status, 422)
    assert.equal(runs.get('full-once'), 1)
  })

  it('does not repeat a server error', async () => {
    const person = await (await createOrdersApp()).given.user()

    const first = await person.post('/test/orders', { name: 'broken-once' }, withKey('a'))
    const second = await person.post('/test/orders', { name: 'broken-once' }, withKey('a'))

    assert.equal(first.status, 500)
    assert.equal(second.status, 201)
    assert.equal(second.data.number, 2)
  })

  it('is taken over from a process that crashed before it changed anything', async () => {
    const { given, clock } = await createOrdersApp()
    const person = await given.user()
    const order = () => person.post('/test/orders', { name: 'dies before' }, withKey('a'))
    const { begun, release } = deaths.before

    const dying = order()
    await begun
    clock.advance({ minutes: 3 })
    const second = await order()
    release()
    await dying

    assert.equal(second.status, 201)
    assert.equal(second.data.number, 2)
  })

  it('never repeats work that was committed by a process that crashed before it responded', async () => {
    const { given, clock } = await createOrdersApp()
    const person = await given.user()
    const order = () => person.post('/test/orders', { name: 'dies after' }, withKey('a'))
    const { begun, release } = deaths.after

    const dying = order()
    await begun
    clock.advance({ minutes: 3 })
    const second = await order()
    release()
    const first = await dying
    const third = await order()

    assert.equal(second.status, 422)
    assert.deepEqual(Object.keys(second.errors), ['idempotency_key'])
    assert.equal(runs.get('dies after'), 1)
    // The first process was only slow, not dead.
    assert.equal(first.status, 201)
    assert.equal(third.text, first.text)
  })

  it('returns the response when it cannot be stored, and does not do the work again', async (t) => {
    const { given, clock, platform } = await createOrdersApp()
    const person = await given.user()
    const order = () => person.post('/test/orders', { name: 'full disk' }, withKey('a'))
    const run = platform.db.run
    const full = t.mock.method(platform.db, 'run', (statement: Statement, parameters: Parameters) =>
      parameters.status === undefined
        ? run(statement, parameters)
        : Promise.reject(Object.assign(new Error('The disk is full.'), { code: 'ENOSPC' })),
    )

    const first = await order()
    full.mock.restore()
    clock.advance({ minutes: 3 })
    const second = await order()

    assert.equal(first.status, 201)
    assert.equal(second.status, 422)
    assert.equal(runs.get('full disk'), 1)
  })

  it('belongs to its user', async () => {
    const { given } = await createOrdersApp()
    const [person, other] = [await given.user(), await given.user()]

    await person.post('/test/orders', { name: 'of two' }, withKey('a'))
    const { status, data } = await other.post('/test/orders', { name: 'of two' }, withKey('a'))

    assert.equal(status, 201)
    assert.equal(data.number, 2)
  })

  it('is ignored for requests without a token', async () => {
    const { anonymous } = await createOrdersApp()
    const newcomer = { name: 'Ada', email: 'twice@example.org', password }

    const first = await anonymous.post('/auth/signup', newcomer, withKey('a'))
    const second = await anonymous.post('/auth/signup', newcomer, withKey('a'))

    assert.deepEqual([first.status, second.status], [201, 422])
  })

  it('never makes a login return the same token twice, although responses are stored', async () => {
    const { given } = await createOrdersApp()
    const person = await given.user()
    const login = () => person.post('/auth/login', { email: person.email, password }, withKey('a'))

    const [first, second] = [await login(), await login()]

    assert.deepEqual([first.status, second.status], [200, 200])
    assert.notEqual(first.data.token, second.data.token)
  })

  it('expires after a day', async () => {
    const { given, clock, settle } = await createOrdersApp()
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
      const person = await (await createOrdersApp()).given.user()

      const { status } = await person.post('/test/orders', { name: what }, withKey(key))

      assert.equal(status, 400)
      assert.equal(runs.get(what), undefined)
    })

  it('may have 255 characters', async () => {
    const person = await (await createOrdersApp()).given.user()

    const { status } = await person.post('/test/orders', { name: 'long key' }, withKey('~'.repeat(255)))

    assert.equal(status, 201)
  })

  it('can be refused by routes without a body, which declare it', async () => {
    const person = await (await createOrdersApp()).given.user()

    // A route with a tag is described, so the client checks the response against its schema.
    assert.equal((await person.post('/test/bare', undefined, withKey('a b'))).status, 400)
  })
})
