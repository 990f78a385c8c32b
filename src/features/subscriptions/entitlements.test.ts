import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { runInTransaction } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { respondsMessage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { countSearch, requireEntitlement } from './entitlements.ts'
import type { LimitedResource } from './limited-resources.ts'

// Something that a plan limits, in an existing table.
const held = {
  count: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('user_words')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', p.user_id)
      .where('word', '>=', '~held'),
  ),
  add: prepare((q, p: { user_id: number; word: string }) =>
    q.insertInto('user_words').values({ user_id: p.user_id, word: p.word, of_email: false }),
  ),
}

const members: LimitedResource = {
  entitlement: 'team_members',
  count: async (reach, { user_id }) => (await held.count.one(reach, { user_id })).total,
}

const countUsage: Routes = (app) => {
  const schema = { response: respondsMessage(), body: Type.Object({}) }
  app.post('/test/searches', { config: { access: 'signed-in', scope: null }, schema }, ({ ctx }) =>
    runInTransaction(ctx, (tx) => countSearch(tx, tx.actor.id)),
  )
  app.post('/test/members', { config: { access: 'signed-in', scope: null }, schema }, ({ ctx }) =>
    runInTransaction(ctx, async (tx) => {
      await requireEntitlement(tx, { user_id: tx.actor.id, company_id: null }, members)
      await held.add.run(tx, { user_id: tx.actor.id, word: `~held ${randomBytes(6).toString('hex')}` })
    }),
  )
}

const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { routes: [countUsage] })

const times = (count: number, work: () => Promise<{ status: number; message: string }>) =>
  Promise.all(Array.from({ length: count }, work))
const countRows = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length
const readUsage = async (person: Person) => (await person.get('/subscriptions/current')).data.usage

async function subscribe(person: Person, plan_id: string) {
  const card = {
    type: 'card',
    card_number: '4242424242424242',
    expiry_month: 12,
    expiry_year: 2040,
    cvv: '123',
  }
  const payment_method_id = (await person.post('/payment-methods', card)).data.payment_method.id
  const reply = await person.post('/subscriptions/subscribe', { plan_id, payment_method_id })
  assert.equal(reply.status, 201, reply.text)
}

describe('entitlements', () => {
  it('limit searches by the plan, also for simultaneous requests', async () => {
    const person = await app.given.user()
    for (let round = 0; round < 5; round++) await times(19, () => person.post('/test/searches'))

    const replies = await times(20, () => person.post('/test/searches'))

    assert.equal(countRows(replies, 200), 5)
    assert.equal(countRows(replies, 403), 15)
    const refused = replies.find(({ status }) => status === 403)
    assert.match(refused?.message ?? '', /Free plan allows 100 candidate searches/)
    assert.deepEqual((await readUsage(person)).candidate_searches, { used: 100, limit: 100 })
  })

  it('open no further page of a search that was refused', async () => {
    const person = await app.given.user()
    const search = (query: string, page: number) => person.post('/search/intelligent', { query, page, limit: 1 })
    const permitted = await search('soil', 1)
    for (let round = 0; round < 3; round++) await times(33, () => person.post('/test/searches'))

    const refused = [await search('wells', 1), await search('wells', 2), await search('wells', 3)]
    const direct = [await search('rivers', 2), await search('rivers', 2)]
    const further = await search('soil', 2)

    assert.deepEqual(
      [permitted, ...refused, ...direct, further].map(({ status }) => status),
      [200, 403, 403, 403, 403, 403, 200],
    )
    assert.deepEqual((await readUsage(person)).candidate_searches, { used: 100, limit: 100 })
  })

  it('count stored objects exactly when twenty are added at once', async () => {
    const person = await app.given.user()

    const replies = await times(20, () => person.post('/test/members'))

    assert.equal(countRows(replies, 200), 5)
    assert.match(replies.find(({ status }) => status === 403)?.message ?? '', /Free plan allows 5 team members/)
  })

  it('allow more with a larger plan, immediately', async () => {
    const person = await app.given.user()
    await times(6, () => person.post('/test/members'))
    await subscribe(person, 'professional')

    const reply = await person.post('/test/members')

    assert.equal(reply.status, 200)
    assert.deepEqual((await readUsage(person)).team_members.limit, 25)
  })

  it('are unlimited on the enterprise plan, and for administrators', async () => {
    const person = await app.given.user()
    await subscribe(person, 'enterprise')
    const admin = await app.given.admin()

    const replies = [
      ...(await times(10, () => person.post('/test/members'))),
      ...(await times(10, () => admin.post('/test/members'))),
    ]

    assert.equal(countRows(replies, 200), 20)
    assert.deepEqual((await readUsage(person)).team_members.limit, -1)
    assert.deepEqual((await readUsage(admin)).candidate_searches.limit, -1)
  })

  it('count searches anew each month', async () => {
    const person = await app.given.user()
    await times(3, () => person.post('/test/searches'))
    const before = (await readUsage(person)).candidate_searches.used
    app.clock.advance({ days: 15 })

    assert.equal(before, 3)
    assert.equal((await readUsage(person)).candidate_searches.used, 0)
  })

  it('count the searches of a monthly plan by its period, not by the calendar', async () => {
    const person = await app.given.user()
    app.clock.set('2027-01-20T09:00:00.000Z')
    await app.settle()
    await subscribe(person, 'professional')
    await times(3, () => person.post('/test/searches'))

    app.clock.set('2027-02-10T09:00:00.000Z')
    const within = await readUsage(person)
    app.clock.set('2027-02-20T09:00:00.000Z')
    await app.settle()
    const renewed = await readUsage(person)

    assert.deepEqual(within.candidate_searches, { used: 3, limit: 2_000 })
    assert.deepEqual(renewed.candidate_searches, { used: 0, limit: 2_000 })
  })

  it('count the searches of a yearly plan anew each month, on the day of its start', async () => {
    const person = await app.given.user()
    app.clock.set('2027-03-31T09:00:00.000Z')
    await subscribe(person, 'professional_yearly')
    const used: number[] = []

    for (const moment of ['2027-04-30T08:59:59.999Z', '2027-04-30T09:00:00.000Z', '2027-05-31T08:00:00.000Z']) {
      await times(3, () => person.post('/test/searches'))
      app.clock.set(moment)
      used.push((await readUsage(person)).candidate_searches.used)
    }

    assert.deepEqual(used, [3, 0, 3])
  })
})
