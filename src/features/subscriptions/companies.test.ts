import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { addCard, addPhone } from '#test/support/payments.ts'

const app = await testApp({ TOKEN_TTL_DAYS: '3650' }, { poll: 2 ** 31 - 1 })
const { given } = app
const admin = await given.admin()

/** A plan with such limits, which costs 10.00 a month. */
async function addPlan(limits: object) {
  const id = `team_${crypto.randomUUID().slice(0, 8)}`
  const all = { job_postings: 3, candidate_searches: 3, team_members: 5, ...limits }
  const reply = await admin.post('/subscriptions/plans', { id, name: 'Team', price: 10, limits: all })
  assert.equal(reply.status, 201, reply.text)
  return id
}

/** A company whose owner can pay. */
async function createScene() {
  const owner = await given.verifiedUser({ name: 'Olga', role: 'recruiter' })
  const company = await createCompany(owner)
  const payment_method_id = await addCard(owner)
  const company_id: number = company.id
  const subscribe = (plan_id: string, more: object = {}) =>
    owner.post('/subscriptions/subscribe', { plan_id, payment_method_id, company_id, ...more })
  return { owner, company_id, payment_method_id, subscribe }
}

const getPlan = async (person: Person, company_id: number) =>
  (await person.get(`/subscriptions/current?company_id=${company_id}`)).data

async function pass(days: number) {
  app.clock.set(addDuration(app.clock.now(), { days }))
  await app.settle()
}

const countStatus = (replies: { status: number }[], status: number) =>
  replies.filter((reply) => reply.status === status).length

describe('a plan of a company', () => {
  it('is paid by an owner, beside the own plan, and named on the invoice', async () => {
    const { owner, company_id, payment_method_id, subscribe } = await createScene()
    const own = await owner.post('/subscriptions/subscribe', { plan_id: 'professional', payment_method_id })

    const plan_id = await addPlan({})
    const preview = await owner.post('/subscriptions/preview', { plan_id, payment_method_id, company_id })
    const reply = await subscribe(plan_id)

    assert.deepEqual([own.status, reply.status], [201, 201], reply.text)
    // The unused time of the own plan is no credit for the company.
    assert.deepEqual([preview.data.total, reply.data.payment.amount], [10, 10], preview.text)
    assert.equal((await (await given.user()).post('/subscriptions/preview', { plan_id, company_id })).status, 403)
    assert.equal(reply.data.subscription.company_id, company_id)
    assert.equal(reply.data.subscription.plan.name, 'Team')
    assert.equal((await getPlan(owner, company_id)).id, reply.data.subscription.id)
    const mine = (await owner.get('/subscriptions/current')).data
    assert.deepEqual([mine.company_id, mine.plan.id], [null, 'professional'])
    const [invoice] = (await owner.get('/billing/history')).data
    assert.equal(invoice.plan, 'Team · Kew Gardens')
    const again = await subscribe(reply.data.subscription.plan.id)
    assert.deepEqual([again.status, Object.keys(again.errors)], [422, ['plan_id']])
  })

  it('has a reminder of its end that leads to it, and not to the own plan', async () => {
    const { owner, company_id, subscribe } = await createScene()
    const { data } = await subscribe(await addPlan({}))
    await owner.post('/subscriptions/cancel', { company_id, reason: '' })

    app.clock.set(addDuration(data.subscription.next_billing_date, { days: -2 }))
    await app.settle()

    const [notice] = (await owner.get('/notifications?type=subscription_expiring')).data
    assert.equal(notice.data.url, `/subscriptions/current?company_id=${company_id}`)
    assert.equal((await owner.get(notice.data.url)).data.company_id, company_id)
  })

  it('is bought, cancelled and resumed by owners and admins of the company alone, and read by its recruiters', async () => {
    const { owner, company_id } = await createScene()
    const [manager, recruiter, interviewer, stranger] = [
      await given.user(),
      await given.user(),
      await given.user(),
      await given.user(),
    ]
    await addMember(owner, company_id, manager, 'admin')
    await addMember(owner, company_id, recruiter, 'recruiter')
    await addMember(owner, company_id, interviewer, 'interviewer')
    const plan_id = await addPlan({})
    const path = `/subscriptions/current?company_id=${company_id}`

    for (const person of [recruiter, interviewer, stranger, admin]) {
      const payment_method_id = await addCard(person)
      const reply = await person.post('/subscriptions/subscribe', { plan_id, payment_method_id, company_id })
      assert.equal(reply.status, 403, reply.text)
      assert.equal((await person.post('/subscriptions/cancel', { company_id })).status, 403)
      assert.equal((await person.post('/subscriptions/resume', { company_id })).status, 403)
      assert.equal((await person.post('/subscriptions/pay', { company_id })).status, 403)
      assert.deepEqual((await person.get('/billing/history')).data, [])
    }
    const since = (await owner.get('/changes?since=now')).meta.next
    const payment_method_id = await addCard(manager)
    const bought = await manager.post('/subscriptions/subscribe', { plan_id, payment_method_id, company_id })

    assert.equal(bought.status, 201, bought.text)
    assert.deepEqual(
      await Promise.all([owner, recruiter, interviewer, stranger].map(async (who) => (await who.get(path)).status)),
      [200, 200, 403, 403],
    )
    assert.equal((await owner.get('/subscriptions/current?company_id=999999')).status, 404)
    assert.equal((await owner.post('/subscriptions/cancel', { company_id })).status, 200)
    assert.notEqual((await getPlan(recruiter, company_id)).expires_at, null)
    assert.equal((await manager.post('/subscriptions/resume', { company_id })).status, 200)
    assert.equal((await getPlan(recruiter, company_id)).expires_at, null)
    assert.equal((await manager.get('/subscriptions/current')).data.plan.id, 'free')
    await app.settle()
    const told = async (person: Person) =>
      (await person.get(`/changes?since=${since}&types=subscription.created`)).data.length
    assert.deepEqual([await told(owner), await told(manager), await told(recruiter)], [1, 1, 0])
  })

  it('limits the open posts of all members together, exactly, also when they are opened at one moment', async () => {
    const { owner, company_id, subscribe } = await createScene()
    const second = await given.user({ role: 'recruiter' })
    await addMember(owner, company_id, second, 'recruiter')
    await subscribe(await addPlan({ job_postings: 2 }))
    const post = (person: Person, more: object = {}) =>
      person.post('/job-posts', { title: 'Botanist', description: 'Plants', status: 'open', company_id, ...more })
    assert.equal((await post(owner)).status, 201)

    const replies = await runConcurrently(10, (index) => post(index % 2 === 0 ? owner : second))

    assert.deepEqual([countStatus(replies, 201), countStatus(replies, 403)], [1, 9])
    assert.match(replies.find(({ status }) => status === 403)?.message ?? '', /The Team plan allows 2 open job posts/)
    assert.deepEqual((await getPlan(second, company_id)).usage.job_postings, { used: 2, limit: 2 })
    // The own plan has not been used.
    assert.equal((await owner.get('/subscriptions/current')).data.usage.job_postings.used, 0)
    const own = await post(second, { company_id: null })
    assert.equal(own.status, 201)
    assert.equal((await second.put(`/job-posts/${own.data.id}`, { company_id })).status, 403)
    const draft = await post(second, { status: 'draft' })
    assert.equal((await second.put(`/job-posts/${draft.data.id}`, { status: 'open' })).status, 403)
  })

  it('counts posts for their recruiters again once it has ended', async () => {
    const { owner, company_id, subscribe } = await createScene()
    await subscribe(await addPlan({}))
    await owner.post('/job-posts', { title: 'Botanist', description: 'Plants', status: 'open', company_id })
    const before = (await owner.get('/subscriptions/current')).data.usage.job_postings.used

    await owner.post('/subscriptions/cancel', { company_id, cancel_immediately: true })

    const after = (await owner.get('/subscriptions/current')).data.usage.job_postings.used
    assert.deepEqual([before, after], [0, 1])
    const none = await getPlan(owner, company_id)
    assert.deepEqual([none.id, none.company_id, none.usage.job_postings], [0, company_id, { used: 1, limit: -1 }])
  })

  it('counts the searches of its recruiters together, exactly, and then those of each own plan', async () => {
    const { owner, company_id, subscribe } = await createScene()
    const [recruiter, interviewer] = [await given.user({ role: 'recruiter' }), await given.user({ role: 'recruiter' })]
    await addMember(owner, company_id, recruiter, 'recruiter')
    await addMember(owner, company_id, interviewer, 'interviewer')
    await subscribe(await addPlan({ candidate_searches: 4 }))
    const search = (person: Person, index: number) =>
      person.post('/search/intelligent', { query: `orchid ${index} of ${person.id}` })
    const readOwn = async (person: Person) =>
      (await person.get('/subscriptions/current')).data.usage.candidate_searches.used

    const replies = await runConcurrently(6, (index) => search(index % 2 === 0 ? owner : recruiter, index))
    await search(interviewer, 0)

    assert.equal(countStatus(replies, 200), 6, replies.map(({ text }) => text).join('\n'))
    assert.deepEqual((await getPlan(owner, company_id)).usage.candidate_searches, { used: 4, limit: 4 })
    assert.equal((await readOwn(owner)) + (await readOwn(recruiter)), 2)
    assert.equal(await readOwn(interviewer), 1)
  })

  it('limits the members with those who are invited, exactly, also while one leaves', async () => {
    const { owner, company_id, subscribe } = await createScene()
    const first = await given.user()
    const { id: firstId } = await addMember(owner, company_id, first)
    await subscribe(await addPlan({ team_members: 3 }))
    const path = `/companies/${company_id}/members`
    const people = await Promise.all(Array.from({ length: 6 }, () => given.user()))

    const [left, ...replies] = await Promise.all([
      first.delete(`${path}/${firstId}`),
      ...people.map(({ id }) => owner.post(path, { user_id: id, role: 'recruiter' })),
    ])

    const added = countStatus(replies, 201)
    assert.equal(left.status, 200)
    assert.ok(added === 1 || added === 2, String(added))
    assert.equal(countStatus(replies, 403), 6 - added)
    const { usage } = await getPlan(owner, company_id)
    assert.deepEqual(usage.team_members, { used: 1 + added, limit: 3 })
    const last = await Promise.all(
      people.slice(0, 3).map(({ email }) => owner.post(path, { email, role: 'recruiter' })),
    )
    assert.ok(last.every(({ status }) => status === 403 || status === 201 || status === 422))
    assert.equal((await getPlan(owner, company_id)).usage.team_members.used, 3)
  })
})

describe('who pays for a company', () => {
  it('is charged no more after leaving: an owner is told, and pays from then on by resuming', async () => {
    const { owner, company_id } = await createScene()
    const payer = await given.verifiedUser({ name: 'Petra' })
    const { id: memberId } = await addMember(owner, company_id, payer, 'admin')
    const plan_id = await addPlan({})
    const payment_method_id = await addCard(payer)
    const bought = await payer.post('/subscriptions/subscribe', { plan_id, payment_method_id, company_id })
    assert.equal(bought.status, 201, bought.text)

    assert.equal((await payer.delete(`/companies/${company_id}/members/${memberId}`)).status, 200)

    const ending = await getPlan(owner, company_id)
    assert.equal(ending.expires_at, bought.data.subscription.next_billing_date)
    const [notice] = (await owner.get('/notifications')).data
    assert.match(notice.message, /The person who paid for Team · Kew Gardens no longer manages the company/)
    assert.equal((await payer.get(`/subscriptions/current?company_id=${company_id}`)).status, 403)
    assert.equal((await owner.post('/subscriptions/resume', { company_id })).status, 200)
    await pass(32)
    const payments = async (person: Person) => (await person.get('/billing/history')).data.length
    assert.deepEqual([await payments(payer), await payments(owner)], [1, 1])
    assert.equal((await getPlan(owner, company_id)).status, 'active')
  })

  it('resumes with a method of their own alone', async () => {
    const { owner, company_id, subscribe } = await createScene()
    await subscribe(await addPlan({}))
    await owner.post('/subscriptions/cancel', { company_id })
    const foreign = await addCard(await given.user())

    const refused = await owner.post('/subscriptions/resume', { company_id, payment_method_id: foreign })
    const resumed = await owner.post('/subscriptions/resume', { company_id, payment_method_id: await addCard(owner) })

    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['payment_method_id']])
    assert.deepEqual([resumed.status, resumed.data.expires_at], [200, null], resumed.text)
  })

  it('may not pay any more as a recruiter, so that the plan ends with its period', async () => {
    const { owner, company_id } = await createScene()
    const payer = await given.user()
    const { id: memberId } = await addMember(owner, company_id, payer, 'admin')
    const plan_id = await addPlan({})
    await payer.post('/subscriptions/subscribe', { plan_id, payment_method_id: await addCard(payer), company_id })

    await owner.put(`/companies/${company_id}/members/${memberId}`, { role: 'recruiter' })

    const { expires_at } = await getPlan(owner, company_id)
    assert.notEqual(expires_at, null)
    assert.equal((await payer.post('/subscriptions/resume', { company_id })).status, 403)
    await pass(32)
    const free = await getPlan(owner, company_id)
    assert.deepEqual([free.id, free.started_at], [0, expires_at])
    assert.equal((await payer.get('/billing/history')).data.length, 1)
  })

  it('can be another manager, with a renewal that is past due', async () => {
    const { owner, company_id, payment_method_id, subscribe } = await createScene()
    await subscribe(await addPlan({}))
    const other = await given.user()
    await addMember(owner, company_id, other, 'admin')
    await owner.delete(`/payment-methods/${payment_method_id}`)
    await pass(32)
    assert.equal((await getPlan(owner, company_id)).status, 'past_due')

    const paid = await other.post('/subscriptions/pay', { company_id, payment_method_id: await addCard(other) })

    assert.equal(paid.status, 200, paid.text)
    assert.equal((await getPlan(owner, company_id)).status, 'active')
    await pass(32)
    assert.equal((await other.get('/billing/history')).data.length, 2)
  })

  it('gets back what was paid for a company that was left while the payment was pending', async () => {
    const { owner, company_id } = await createScene()
    const payer = await given.user()
    const { id: memberId } = await addMember(owner, company_id, payer, 'admin')
    const payment_method_id = await addPhone(payer, '+254712340002')
    const asked = { plan_id: await addPlan({}), payment_method_id, company_id }
    const bought = await payer.post('/subscriptions/subscribe', asked)
    assert.deepEqual([bought.status, bought.data.payment.status], [201, 'pending'], bought.text)
    assert.equal(bought.data.subscription.id, 0)
    const second = await payer.post('/subscriptions/subscribe', asked)
    assert.deepEqual([second.status, Object.keys(second.errors)], [422, ['payment_method_id']])

    await payer.delete(`/companies/${company_id}/members/${memberId}`)
    app.clock.advance({ seconds: 2 })
    await app.settle()

    assert.equal((await getPlan(owner, company_id)).id, 0)
    const payment = await payer.get(`/payments/${bought.data.payment.id}`)
    assert.equal(payment.data.status, 'refunded', payment.text)
  })

  for (const [when, daysBefore, status] of [
    ['days before the end of the period', 10, 'active'],
    ['on its last day', 1, 'past_due'],
  ] as const)
    it(`is replaced when suspended ${when}: owners and admins are told, and one of them keeps the plan`, async () => {
      const { owner, company_id } = await createScene()
      const [payer, manager, recruiter] = [await given.user(), await given.verifiedUser(), await given.verifiedUser()]
      await addMember(owner, company_id, payer, 'owner')
      await addMember(owner, company_id, manager, 'admin')
      await addMember(owner, company_id, recruiter, 'recruiter')
      const asked = { plan_id: await addPlan({}), payment_method_id: await addCard(payer), company_id }
      const bought = await payer.post('/subscriptions/subscribe', asked)
      const end: string = bought.data.subscription.next_billing_date

      app.clock.set(addDuration(end, { days: -daysBefore }))
      await app.settle()
      const suspended = await admin.post(`/admin/users/${payer.id}/suspend`, { reason: 'Spam' })
      app.clock.set(addDuration(end, { days: daysBefore > 3 ? -2 : 0, minutes: 1 }))
      await app.settle()

      assert.equal(suspended.status, 200, suspended.text)
      const plan = await getPlan(owner, company_id)
      assert.deepEqual([plan.status, plan.expires_at], [status, daysBefore > 3 ? end : null])
      const isAboutPayer = ({ message }: { message: string }) => message.includes('cannot pay any more')
      const told = async (person: Person) => (await person.get('/notifications')).data.filter(isAboutPayer).length
      assert.deepEqual([await told(owner), await told(manager), await told(recruiter)], [1, 1, 0])
      for (const person of [owner, manager]) {
        const mails = await app.listMails(person.email)
        assert.equal(mails.filter(({ subject }) => subject.includes('needs another payer')).length, 1)
      }
      const payment_method_id = await addCard(manager)
      const kept =
        status === 'active'
          ? await manager.post('/subscriptions/resume', { company_id, payment_method_id })
          : await manager.post('/subscriptions/pay', { company_id, payment_method_id })
      assert.equal(kept.status, 200, kept.text)
      await pass(3)
      assert.deepEqual(
        [(await getPlan(owner, company_id)).status, (await manager.get('/billing/history')).data.length],
        ['active', 1],
      )
    })

  it('ends with the plan when suspended, if the company has no other manager', async () => {
    const { owner, company_id, subscribe } = await createScene()
    const recruiter = await given.user()
    await addMember(owner, company_id, recruiter, 'recruiter')
    await subscribe(await addPlan({}))
    await admin.post(`/admin/users/${owner.id}/suspend`, { reason: 'Spam' })

    await pass(32)

    assert.equal((await getPlan(recruiter, company_id)).id, 0)
    const [row] = (await admin.get(`/admin/subscriptions?company_id=${company_id}`)).data
    assert.equal(row.state, 'canceled')
  })

  it('pays nothing for a company that was deleted', async () => {
    const { owner, company_id, subscribe } = await createScene()
    await subscribe(await addPlan({}))

    assert.equal((await owner.delete(`/companies/${company_id}`)).status, 200)

    await pass(32)
    assert.equal((await owner.get('/billing/history')).data.length, 1)
    assert.equal((await owner.get(`/subscriptions/current?company_id=${company_id}`)).status, 404)
    const [row] = (await admin.get(`/admin/subscriptions?company_id=${company_id}`)).data
    assert.deepEqual([row.state, row.company_name], ['canceled', 'Kew Gardens'])
  })
})

describe('administrators', () => {
  it('give a company a plan, and record money for it, in the name of one who manages it', async () => {
    const { owner, company_id } = await createScene()
    const stranger = await given.user()
    const plan_id = await addPlan({})
    const until = new Date(Date.parse(app.clock.now()) + 40 * 86_400_000).toISOString()
    const grant = { plan_id, company_id, until, reason: 'A pilot' }

    const refused = await admin.post('/admin/subscriptions', { ...grant, user_id: stranger.id })
    const granted = await admin.post('/admin/subscriptions', { ...grant, user_id: owner.id })
    const again = await admin.post('/admin/subscriptions', { ...grant, user_id: owner.id })

    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['company_id']])
    assert.equal(granted.status, 201, granted.text)
    assert.deepEqual([granted.data.company_id, granted.data.company_name], [company_id, 'Kew Gardens'])
    assert.equal(again.status, 422)
    assert.equal((await owner.get('/subscriptions/current')).data.plan.id, 'free')
    const money = {
      user_id: owner.id,
      for: { plan_id, company_id },
      amount: 10,
      currency: 'USD',
      method: 'bank',
      reference: `B-${company_id}`,
      received_on: '2026-11-20',
      reason: 'Transfer',
    }
    const wrong = await admin.post('/admin/payments', { ...money, user_id: stranger.id })
    assert.deepEqual([wrong.status, Object.keys(wrong.errors)], [422, ['for.company_id']])
    const paid = await admin.post('/admin/payments', money)
    assert.equal(paid.status, 201, paid.text)
    const current = await getPlan(owner, company_id)
    assert.ok(current.expires_at > until, current.expires_at)
  })
})
