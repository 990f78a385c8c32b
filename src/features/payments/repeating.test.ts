import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createPayer, getBillingHistory, getSubscription } from '#test/support/payments.ts'

const app = await testApp()

const card = {
  type: 'card',
  card_number: '5555555555554444',
  expiry_month: 12,
  expiry_year: 2040,
  cvv: '123',
}
const limits = { job_postings: 1, candidate_searches: 1, team_members: 1 }

interface Case {
  path: string
  status: number
  /** The user and the request. */
  asks: () => Promise<{ person: Person; body: object }>
  /** A different request. */
  other: object
  /** The list in which the result is found once. */
  has: (person: Person) => Promise<number>
}

const acts = async (person: Person, type: string) =>
  (await person.get(`/users/${person.id}/activity?type=${type}`)).meta.total

const cases: Case[] = [
  {
    path: '/payment-methods',
    status: 201,
    asks: async () => ({ person: await app.given.user(), body: card }),
    other: { nickname: 'Another' },
    has: async (person) => (await person.get('/payment-methods')).data.length,
  },
  {
    path: '/subscriptions/subscribe',
    status: 201,
    async asks() {
      const { person, payment_method_id } = await createPayer(app)
      return { person, body: { plan_id: 'professional', payment_method_id } }
    },
    other: { plan_id: 'enterprise' },
    has: async (person) => (await getBillingHistory(person)).length,
  },
  {
    path: '/subscriptions/cancel',
    status: 200,
    async asks() {
      const { person, subscribe } = await createPayer(app)
      await subscribe('professional')
      return { person, body: { cancel_immediately: true } }
    },
    other: { cancel_immediately: false },
    has: (person) => acts(person, 'subscription_canceled'),
  },
  {
    path: '/subscriptions/resume',
    status: 200,
    async asks() {
      const { person, subscribe } = await createPayer(app)
      await subscribe('professional')
      await person.post('/subscriptions/cancel', {})
      return { person, body: {} }
    },
    other: { company_id: 1 },
    has: async (person) => ((await getSubscription(person)).canceled_at === null ? 1 : 0),
  },
  {
    path: '/subscriptions/plans',
    status: 201,
    asks: async () => ({
      person: await app.given.admin(),
      body: { id: 'once', name: 'Once', price: 5, limits },
    }),
    other: { id: 'twice' },
    has: async (person) =>
      (await person.get('/subscriptions/plans')).data.filter(({ id }: { id: string }) => id === 'once').length,
  },
  {
    path: '/coupons',
    status: 201,
    asks: async () => ({ person: await app.given.admin(), body: { code: 'ONCE', percent_off: 5 } }),
    other: { code: 'TWICE' },
    has: async (person) => (await person.get('/coupons')).meta.total,
  },
]

describe('an Idempotency-Key', () => {
  for (const { path, status, asks, other, has } of cases)
    it(`makes one POST ${path} of twenty simultaneous and of later ones`, async () => {
      const { person, body } = await asks()
      const post = (sent: object) => person.post(path, sent, { 'idempotency-key': path })

      const replies = await runConcurrently(20, () => post(body))
      const later = await post(body)
      const another = await post({ ...body, ...other })

      // Two repetitions wait for the answer; others that come meanwhile are told that it is still running.
      const answered = replies.filter((reply) => reply.status === status)
      const { [status]: count = 0, 409: refused = 0 } = countByStatus(replies)
      assert.equal(count + refused, 20)
      assert.ok(count >= 3, String(count))
      assert.equal(new Set([...answered, later].map(({ text }) => text)).size, 1)
      assert.equal(await has(person), 1)
      assert.deepEqual(Object.keys(another.errors), ['idempotency_key'])
    })
})
