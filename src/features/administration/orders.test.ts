import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInTransaction } from '#context.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { testApp } from '#test/support/app.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { createPayer } from '#test/support/payments.ts'

interface Row {
  id: number
  name: string
  amount: number
  period_end: string
}

const app = await testApp()
const admin = await app.given.admin()
const unknown = defineTask<object>({ kind: 'a_kind_of_tomorrow', handle: async () => undefined })

// Registered in this order, sorted otherwise.
for (const name of ['Zoë Ábel', 'adam Smith', 'Łukasz Öz', 'Émile Zola', 'Eve Adams']) await app.given.user({ name })
for (const plan of ['professional', 'enterprise_yearly', 'enterprise']) {
  const { person, subscribe } = await createPayer(app)
  const { status, text } = await subscribe(plan)
  assert.equal(status, 201, text)
  const recruiter = await app.given.user({ role: 'recruiter' })
  const post = await createJobPost(recruiter)
  await person.post('/reports', { kind: 'job_post', id: post.id, reason: 'It is not a job' })
  await runInTransaction(app.service.context, (tx) => addTask(tx, unknown, {}, { runAt: '2099-01-01T00:00:00.000Z' }))
}
const { data: subscriptions } = await admin.get('/admin/subscriptions')
await admin.post(`/admin/subscriptions/${subscriptions[1].id}/extend`, { days: 20 })

const list = async (path: string, sort: string): Promise<Row[]> => {
  const { status, data, text } = await admin.get(`${path}${path.includes('?') ? '&' : '?'}sort=${sort}&limit=100`)
  assert.equal(status, 200, text)
  return data
}

describe('the order of a list for administrators', () => {
  for (const path of [
    '/admin/users',
    '/admin/users?state=active',
    '/admin/content?kind=job_post',
    '/admin/reports',
    '/admin/reports?state=open',
    '/admin/payments',
    '/admin/payments?status=succeeded',
    '/admin/subscriptions',
    '/admin/mails',
    '/admin/mails?state=sent',
    '/admin/tasks?kind=a_kind_of_tomorrow',
    // The list itself is an act, so only acts of others stay the same.
    '/admin/audit?action=extendSubscription',
  ])
    it(`of ${path} is by age, both ways`, async () => {
      await app.settle()
      const newest = (await list(path, 'recent')).map(({ id }) => id)

      const oldest = (await list(path, 'oldest')).map(({ id }) => id)

      assert.ok(newest.length >= (path.includes('audit') ? 1 : 3), String(newest.length))
      assert.deepEqual(
        newest,
        newest.toSorted((a, b) => b - a),
      )
      assert.deepEqual(oldest, newest.toReversed())
      assert.equal((await admin.get(`${path.split('?')[0]}?sort=color`)).status, 422)
    })

  it('of people is by name, with accents and capitals among their letters', async () => {
    const names = (await list('/admin/users', 'name')).map(({ name }) => name)

    const own = names.filter((name) => / (Ábel|Smith|Öz|Zola|Adams)$/.test(name))
    assert.deepEqual(own, ['adam Smith', 'Émile Zola', 'Eve Adams', 'Łukasz Öz', 'Zoë Ábel'])
  })

  it('of people follows a change of the name', async () => {
    const person = await app.given.user({ name: 'Aaron Aaronson' })
    await person.put(`/users/${person.id}`, { name: 'Zzz Last' })

    assert.equal((await list('/admin/users', 'name')).at(-1)?.id, person.id)
  })

  it('of payments is by amount, the largest first', async () => {
    const amounts = (await list('/admin/payments', 'amount')).map(({ amount }) => amount)

    assert.ok(new Set(amounts).size > 1)
    assert.deepEqual(
      amounts,
      amounts.toSorted((a, b) => b - a),
    )
  })

  it('of subscriptions is by the end, the next first', async () => {
    const ends = (await list('/admin/subscriptions', 'period_end')).map(({ period_end }) => period_end)

    assert.ok(new Set(ends).size > 1)
    assert.deepEqual(ends, ends.toSorted())
  })

  it('is that of the file of all rows', async () => {
    const { text } = await admin.get('/admin/users?sort=name', { accept: 'text/csv' })

    const lines = text.trim().split('\r\n').slice(1)
    const names = (await list('/admin/users', 'name')).map(({ name }) => name)
    assert.deepEqual(
      lines.map((line) => line.split(',')[1]),
      names,
    )
  })
})
