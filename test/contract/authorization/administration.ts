/** Authorization of what only administrators may do, and of reports, which all users may send. */

import { randomBytes, randomUUID } from 'node:crypto'
import { runInTransaction } from '#context.ts'
import { differences } from '#features/payments/differences/queries.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { createUniqueEmail } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createForm } from '#test/support/forms.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { cards, createPayer } from '#test/support/payments.ts'
import { content } from '#test/support/projects.ts'
import { byRole, type Ids, type Relation, type Table } from './matrix.ts'
import { signInAgain, type TestObjects } from './world.ts'

/** A kind of task that no worker knows, so that it stays. */
const unknown = defineTask<object>({ kind: 'a_kind_of_tomorrow', handle: async () => undefined })

const withPerson = async ({ who, ids }: Relation, { newcomer }: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, id: (await newcomer('researcher')).id },
})

const withRecords = async (standing: Relation, world: TestObjects): Promise<Relation> => {
  const { who, ids } = await withPerson(standing, world)
  return { who, ids: { ...ids, kind: 'attempt' } }
}

const withSuspended = async (standing: Relation, world: TestObjects): Promise<Relation> => {
  const known = await withPerson(standing, world)
  await world.admin.post(`/admin/users/${known.ids.id}/suspend`, {})
  return known
}

const withInvited = async ({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> => {
  const { data } = await admin.post('/admin/users', { name: 'Ada', email: createUniqueEmail() })
  return { who, ids: { ...ids, id: data.user.id } }
}

const withSession = async (standing: Relation, world: TestObjects): Promise<Relation> => {
  const { who, ids } = await withPerson(standing, world)
  const { data } = await world.admin.get(`/admin/users/${ids.id}`)
  return { who, ids: { ...ids, session_id: data.sessions[0].id } }
}

/** A file whose row is refused: what the background creates would be told during a later request. */
const withImport = async ({ who, ids }: Relation, { admin }: TestObjects): Promise<Relation> => {
  const { data } = await admin.post('/admin/users/import', { csv: 'name,email\nAda,no address' })
  return { who, ids: { ...ids, id: data.id } }
}

const withPost = async ({ who, ids }: Relation, { newcomer }: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, kind: 'job_post', id: (await createJobPost(await newcomer('recruiter'))).id },
})

const withHidden = async (standing: Relation, world: TestObjects): Promise<Relation> => {
  const known = await withPost(standing, world)
  await world.admin.post(`/admin/content/job_post/${known.ids.id}/hide`, { reason: 'Spam' })
  return known
}

const withFile = async (standing: Relation, world: TestObjects): Promise<Relation> => {
  const owner = await world.newcomer('learner')
  const body = createForm({ type: 'document', file: content('maize', 'notes.txt') })
  const { data } = await owner.send('POST', '/upload', { body })
  return { ...standing, ids: { ...standing.ids, id: data.file.id } }
}

const withReport = async (standing: Relation, world: TestObjects): Promise<Relation> => {
  const { who, ids } = await withPost(standing, world)
  const reporter = await world.newcomer('learner')
  const { data } = await reporter.post('/reports', { kind: 'job_post', id: ids.id, reason: 'Spam' })
  return { who, ids: { ...ids, id: data.id } }
}

async function createPaid({ app }: TestObjects): Promise<Ids> {
  const { person, subscribe } = await createPayer(app)
  const { data } = await subscribe('professional')
  return { id: data.payment.id, person: person.id }
}

const withPayment = async ({ who, ids }: Relation, world: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, ...(await createPaid(world)) },
})

const withFailedRefund = async ({ who, ids }: Relation, { app, admin }: TestObjects): Promise<Relation> => {
  const { subscribe } = await createPayer(app, cards.failedRefund)
  const { data } = await subscribe('professional')
  await admin.post(`/admin/payments/${data.payment.id}/refund`, {})
  await app.settle()
  const [refund] = (await admin.get(`/admin/payments/${data.payment.id}`)).data.refunds
  return { who, ids: { ...ids, id: refund.id } }
}

const withDifference = async ({ who, ids }: Relation, { app }: TestObjects): Promise<Relation> => {
  const now = app.clock.now()
  const reference = randomUUID()
  const nothing = { charge_id: null, amount_here: null, amount_there: 500, currency: 'USD', occurred_at: now }
  const place = { gateway: 'stripe', kind: 'payment', problem: 'missing_here', reference } as const
  await differences.note.run(app.service.context, { ...place, ...nothing, now })
  const { rows } = await differences.list.page(app.service.context, { status: 'open', limit: 1, offset: 0 })
  return { who, ids: { ...ids, id: rows[0]?.id } }
}

const withSubscription = async ({ who, ids }: Relation, world: TestObjects): Promise<Relation> => {
  const { person } = await createPaid(world)
  const { data } = await world.admin.get(`/admin/subscriptions?user_id=${person}`)
  return { who, ids: { ...ids, id: data[0].id } }
}

const createMoney = () => ({
  ...{ amount: 29, currency: 'USD', method: 'cash', received_on: '2026-11-20' },
  reference: randomBytes(6).toString('hex'),
})
const paidFor = { for: { plan_id: 'professional' }, reason: 'Paid at the desk.' }
const createManualPayment = ({ ids }: Relation) => ({ user_id: ids.id, ...paidFor, ...createMoney() })
const createMatch = ({ ids }: Relation) => ({ user_id: ids.person, ...paidFor })
const createGrant = ({ ids }: Relation) => ({
  ...{ user_id: ids.id, plan_id: 'professional', until: '2027-01-01T00:00:00Z', reason: 'A partner.' },
})

const withUnmatched = async ({ who, ids }: Relation, { admin, newcomer }: TestObjects): Promise<Relation> => {
  const { data } = await admin.post('/admin/payments/unmatched', createMoney())
  return { who, ids: { ...ids, id: data.id, person: (await newcomer('learner')).id } }
}

const withMail = async ({ who, ids }: Relation, { admin, newcomer }: TestObjects): Promise<Relation> => {
  const { email } = await newcomer('learner')
  const { data } = await admin.get(`/admin/mails?to=${email}`)
  return { who, ids: { ...ids, id: data[0].id } }
}

const withTask = async ({ who, ids }: Relation, { admin, app }: TestObjects): Promise<Relation> => {
  await runInTransaction(app.service.context, (tx) => addTask(tx, unknown, {}, { runAt: '2099-01-01T00:00:00.000Z' }))
  const { data } = await admin.get('/admin/tasks?kind=a_kind_of_tomorrow')
  return { who, ids: { ...ids, id: data[0].id } }
}

const withSchedule = async ({ who, ids }: Relation): Promise<Relation> => ({
  who,
  ids: { ...ids, name: 'sweep_mails' },
})

const withCourse = async ({ who, ids }: Relation, { newcomer }: TestObjects): Promise<Relation> => ({
  who,
  ids: { ...ids, course: (await createCourse(await newcomer('researcher'))).id },
})

export const administration: Table[] = [
  {
    name: 'administration',
    scene: byRole,
    questions: [
      {
        asks: 'POST /reports',
        body: ({ ids }) => ({ kind: 'course', id: ids.course, reason: 'Spam' }),
        first: withCourse,
      },
      { asks: 'GET /admin/waiting' },
      { asks: 'GET /admin/figures' },
      { asks: 'GET /admin/service' },
      { asks: 'GET /admin/audit' },
      { asks: 'GET /admin/audit/head' },
      { asks: 'GET /admin/users' },
      { asks: 'POST /admin/users', body: () => ({ name: 'Ada', email: createUniqueEmail() }) },
      { asks: 'GET /admin/invitations' },
      { asks: 'POST /admin/users/import', body: { csv: 'name,email\nAda,ada@example.org', preview: true } },
      { asks: 'GET /admin/users/imports' },
      { asks: 'GET /admin/users/imports/{id}', first: withImport },
      { asks: 'GET /admin/users/imports/{id}/rows', first: withImport },
      { asks: 'POST /admin/users/{id}/invitation', body: {}, first: withInvited },
      { asks: 'DELETE /admin/users/{id}/invitation', first: withInvited },
      { asks: 'GET /admin/users/{id}', first: withPerson },
      { asks: 'GET /admin/users/{id}/records/{kind}', first: withRecords },
      { asks: 'POST /admin/users/{id}/suspend', body: {}, first: withPerson },
      { asks: 'POST /admin/users/{id}/restore', body: {}, first: withSuspended },
      { asks: 'POST /admin/users/{id}/end-sessions', body: {}, first: withPerson },
      { asks: 'DELETE /admin/users/{id}/sessions/{session_id}', first: withSession },
      { asks: 'POST /admin/users/{id}/password-reset', body: {}, first: withPerson },
      { asks: 'PUT /admin/users/{id}/role', body: { role: 'learner' }, first: withPerson },
      { asks: 'PUT /admin/users/{id}/verified', body: { verified: true }, first: withPerson },
      { asks: 'GET /admin/content', query: '?kind=course' },
      { asks: 'GET /admin/content/{kind}/{id}', first: withPost },
      { asks: 'POST /admin/content/{kind}/{id}/hide', body: { reason: 'Spam' }, first: withPost },
      { asks: 'POST /admin/content/{kind}/{id}/restore', body: {}, first: withHidden },
      { asks: 'GET /admin/reports' },
      { asks: 'GET /admin/files', query: '?user_id=1' },
      { asks: 'DELETE /admin/files/{id}', first: withFile },
      { asks: 'POST /admin/reports/{id}/decide', body: { decision: 'dismissed' }, first: withReport },
      { asks: 'GET /admin/payments' },
      { asks: 'POST /admin/payments', body: createManualPayment, first: withPerson },
      { asks: 'GET /admin/payments/unmatched' },
      { asks: 'POST /admin/payments/unmatched', body: createMoney },
      { asks: 'POST /admin/payments/unmatched/{id}/match', body: createMatch, first: withUnmatched },
      { asks: 'POST /admin/payments/unmatched/{id}/return', body: { reason: 'Unknown.' }, first: withUnmatched },
      { asks: 'GET /admin/payments/differences' },
      {
        asks: 'POST /admin/payments/differences/{id}/close',
        body: { reason: 'Known.' },
        first: withDifference,
      },
      { asks: 'GET /admin/payments/{id}', first: withPayment },
      { asks: 'POST /admin/payments/{id}/refund', body: {}, first: withPayment },
      { asks: 'GET /admin/refunds' },
      { asks: 'POST /admin/refunds/{id}/retry', body: {}, first: withFailedRefund },
      { asks: 'POST /admin/refunds/{id}/close', body: {}, first: withFailedRefund },
      { asks: 'GET /admin/revenue' },
      { asks: 'GET /admin/subscriptions' },
      { asks: 'POST /admin/subscriptions', body: createGrant, first: withPerson },
      { asks: 'GET /admin/subscriptions/{id}', first: withSubscription },
      { asks: 'POST /admin/subscriptions/{id}/cancel', body: {}, first: withSubscription },
      { asks: 'POST /admin/subscriptions/{id}/extend', body: { days: 1 }, first: withSubscription },
      { asks: 'GET /admin/mails' },
      { asks: 'GET /admin/mails/{id}', first: withMail },
      { asks: 'POST /admin/mails/{id}/retry', body: {}, first: withMail },
      { asks: 'POST /admin/mails/{id}/cancel', body: {}, first: withMail },
      { asks: 'GET /admin/tasks' },
      { asks: 'GET /admin/tasks/{id}', first: withTask },
      { asks: 'POST /admin/tasks/{id}/retry', body: {}, first: withTask },
      { asks: 'DELETE /admin/tasks/{id}', first: withTask },
      { asks: 'GET /admin/schedules' },
      { asks: 'POST /admin/schedules/{name}/run', body: {}, first: withSchedule },
      { asks: 'POST /admin/session', first: withOwnSession, turn: 1 },
      { asks: 'PUT /admin/session', first: withOwnSession, turn: 1 },
    ],
  },
]

/** Its expiry changes, so that it must not be the session of the other requests. */
async function withOwnSession({ who, ids }: Relation, world: TestObjects): Promise<Relation> {
  return { who: await signInAgain(world, who), ids }
}
