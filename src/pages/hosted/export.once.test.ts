import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInTransaction } from '#context.ts'
import { activityLog } from '#features/activity/queries.ts'
import { testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { visitSite } from '#test/support/site.ts'

describe('the export of the page of settings', () => {
  it('is sent while it is read, and ends when its reader has gone', async () => {
    const app = await testApp({ FRONTEND_URL: '' })
    const person = await app.given.user()
    const browser = await visitSite(app, person)
    // More than the buffers of connections hold.
    const entry = { user_id: person.id, activity_type: 'login', description: 'a'.repeat(10_000), metadata: {} }
    const request = { ip_address: '127.0.0.1', user_agent: 'Tester/1.0', api_key_id: null, now: app.clock.now() }
    await runInTransaction(app.service.context, async (tx) => {
      for (let count = 0; count < 3_000; count++) await activityLog.add.run(tx, { ...entry, ...request })
    })
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const requestExport = () => person.get(`/users/${person.id}/export`)

    const sent = await fetch(`${app.address}/app/settings/export`, { headers: { cookie } })
    const reader = sent.body?.getReader()
    const first = await reader?.read()
    const second = await requestExport()
    await reader?.cancel()

    assert.equal(sent.status, 200)
    assert.match(sent.headers.get('content-disposition') ?? '', /my-data\.json/)
    assert.ok(first?.value !== undefined && first.value.length > 0)
    // A person has one export at a time: the first one waits for its reader.
    assert.equal(second.status, 429)
    await waitUntil(async () => (await requestExport()).status === 200)
  })
})
