import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MailRejected, type MailTransport } from '#adapters/mail/transport.ts'
import { runInTransaction } from '#context.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { createApp, testApp } from '#test/support/app.ts'

/** A task kind that no worker of this version knows, so that it stays. */
const unknown = defineTask<{ note: string; token: string }>({
  kind: 'a_kind_of_tomorrow',
  handle: async () => undefined,
})

const app = await testApp()
const admin = await app.given.admin()

async function createTask(): Promise<number> {
  const { context } = app.service
  const note = String(Math.random())
  await runInTransaction(context, (tx) =>
    addTask(tx, unknown, { note, token: 'a secret token' }, { runAt: '2099-01-01T00:00:00.000Z' }),
  )
  const { data } = await admin.get('/admin/tasks?kind=a_kind_of_tomorrow&limit=100')
  return data.find(({ payload }: { payload: { note: string } }) => payload.note === note).id
}

describe('background tasks', () => {
  it('are listed by state and kind, and shown without secrets', async () => {
    const id = await createTask()

    const { data, meta } = await admin.get('/admin/tasks?state=waiting&kind=a_kind_of_tomorrow')
    assert.ok(meta.total >= 1)
    assert.equal(data[0].state, 'waiting')
    assert.equal((await admin.get('/admin/tasks?state=dead&kind=a_kind_of_tomorrow')).meta.total, 0)
    const shown = await admin.get(`/admin/tasks/${id}`)
    assert.equal(shown.data.payload.token, '[cut]')
    assert.ok(!shown.text.includes('a secret token'))
  })

  it('are made due and deleted, with a row in the audit log', async () => {
    const id = await createTask()

    const retried = await admin.post(`/admin/tasks/${id}/retry`, {})
    assert.equal(retried.data.state, 'due')
    assert.equal((await admin.delete(`/admin/tasks/${id}?reason=Obsolete`)).status, 200)
    assert.equal((await admin.get(`/admin/tasks/${id}`)).status, 404)

    const { data } = await admin.get(`/admin/audit?object_kind=task&object_id=${id}`)
    assert.deepEqual(
      data.map(({ action, reason }: { action: string; reason: string }) => [action, reason]),
      [
        ['deleteTask', 'Obsolete'],
        ['retryTask', null],
      ],
    )
    assert.ok(!JSON.stringify(data).includes('a secret token'))
  })

  it('of a schedule are queued now, at most one at a time', async () => {
    const { data } = await admin.get('/admin/schedules')
    assert.ok(
      data.some(
        ({ name, next_run_at }: { name: string; next_run_at: string }) =>
          name === 'sweep_mails' && next_run_at > app.clock.now(),
      ),
    )

    await Promise.all([1, 2, 3].map(() => admin.post('/admin/schedules/sweep_mails/run', {})))

    // One may run already while another one waits.
    assert.ok((await admin.get('/admin/tasks?kind=sweep_mails')).meta.total <= 2)
    assert.equal((await admin.post('/admin/schedules/nothing/run', {})).status, 404)
  })
})

describe('mails', () => {
  it('are shown as they are sent, without the secrets of their links', async () => {
    const person = await app.given.user()
    await app.anonymous.post('/auth/forgot-password', { email: person.email })
    await app.settle()

    const { data: mails } = await admin.get(`/admin/mails?to=${person.email}`)
    const reset = mails.find(({ subject }: { subject: string }) => subject.startsWith('Reset'))
    const { data } = await admin.get(`/admin/mails/${reset.id}`)

    assert.equal(data.state, 'sent')
    const listed = (state: string) => admin.get(`/admin/mails?state=${state}&to=${person.email}`)
    assert.deepEqual([(await listed('waiting')).meta.total, (await listed('sent')).meta.total], [0, mails.length])
    const { data: waiting } = await admin.get('/admin/mails?state=waiting&limit=100')
    assert.ok(waiting.every(({ to }: { to: string }) => to !== person.email))
    assert.match(data.text, /reset-password\?token=…/)
    assert.ok(!/token=[\w-]{20}/.test(data.text))
  })

  it('wait while no server takes them, are tried again, and can be canceled', async () => {
    const own = await createApp({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'us@example.org' })
    const root = await own.given.admin()
    await own.given.user({ email: 'waits@example.org' })
    await own.settle()

    const { data } = await root.get('/admin/mails?state=waiting&limit=100')
    const { id } = data.find(({ to }: { to: string }) => to === 'waits@example.org')
    const shown = await root.get(`/admin/mails/${id}`)
    assert.equal(shown.data.attempts, 1)
    assert.match(shown.data.last_error, /ECONNREFUSED|connect/)
    assert.equal((await root.get('/admin/waiting')).data.waiting_mails, data.length)

    await root.post(`/admin/mails/${id}/retry`, {})
    await own.settle()
    assert.equal((await root.get(`/admin/mails/${id}`)).data.attempts, 2)

    const replies = await Promise.all(
      [1, 2].map(() => root.post(`/admin/mails/${id}/cancel`, { reason: 'Wrong address' })),
    )
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
    const canceled = (await root.get(`/admin/mails/${id}`)).data
    assert.deepEqual([canceled.state, canceled.text], ['canceled', ''])
    own.clock.advance({ hours: 2 })
    await own.settle()
    assert.equal((await root.get(`/admin/mails/${id}`)).data.state, 'canceled')
    assert.equal((await root.post(`/admin/mails/${id}/retry`, {})).status, 422)
  })

  it('that a server refuses show its answer', async () => {
    const refuses: MailTransport = {
      kind: 'smtp',
      deliver: async () => {
        throw new MailRejected('550 5.1.1 No such user', true)
      },
      check: async () => undefined,
      close: () => undefined,
    }
    const own = await createApp({}, { mail: refuses })
    const root = await own.given.admin()
    const { email } = await own.given.user()
    await own.settle()

    const { data } = await root.get(`/admin/mails?to=${email}`)

    assert.deepEqual([data[0].state, data[0].failure], ['failed', '550 5.1.1 No such user'])
    assert.equal(
      (await root.post(`/admin/mails/${data[0].id}/retry`, {})).message,
      'This mail does not wait to be sent.',
    )
  })
})

describe('the state of the service', () => {
  it('has sizes, requests and settings without secrets', async () => {
    const { data, text } = await admin.get('/admin/service')

    assert.ok(data.database.bytes > 0)
    assert.ok(data.requests.total > 0 && data.requests.p95_ms !== null)
    const find = (name: string) => data.settings.find(({ setting }: { setting: string }) => setting === name)
    assert.equal(find('APP_SECRET').value, '***')
    assert.equal(find('RATE_LIMIT_API').risk, 'warning')
    assert.ok(!text.includes('a secret that only the tests know of'))
    assert.equal(new Set(data.settings.map(({ setting }: { setting: string }) => setting)).size, data.settings.length)
  })

  it('advises in the language of the request', async () => {
    const { data } = await admin.get('/admin/service', { 'accept-language': 'fr' })

    const { advice } = data.settings.find(({ setting }: { setting: string }) => setting === 'SMTP_URL')
    assert.equal(advice, 'Aucun e-mail ne quitte le service.')
  })

  it('counts what people do by day, once', async () => {
    const own = await createApp()
    const root = await own.given.admin()
    const getFigures = async (days: number) => (await root.get(`/admin/figures?days=${days}`)).data
    await own.settle()
    await own.given.user()
    await own.given.user()
    const [today] = await getFigures(1)
    own.clock.advance({ days: 1 })
    await own.settle()
    await own.given.user()

    const figures = await getFigures(3)

    assert.equal(today.sign_ups, 2)
    assert.deepEqual(
      figures.map(({ sign_ups }: { sign_ups: number }) => sign_ups),
      [0, 2, 1],
    )
    assert.equal(figures.at(-1).day, own.clock.now().slice(0, 10))
  })
})
