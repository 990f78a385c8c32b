import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInTransaction } from '#context.ts'
import { recordActivity } from '#features/activity/index.ts'
import { testApp } from '#test/support/app.ts'
import { waitUntil } from '#test/support/background.ts'
import { visitSite } from '#test/support/site.ts'

describe('the export of the page of settings', () => {
  it('is sent while it is read, and ends when its reader has gone', async () => {
    const app = await testApp({ FRONTEND_URL: '' })
    const person = await app.given.user()
    const browser = await visitSite(app, person)
    // More than the buffers of connections hold.
    await runInTransaction(app.service.context, async (tx) => {
      for (let count = 0; count < 3_000; count++)
        await recordActivity(tx, 'login', { userId: person.id, metadata: { note: 'a'.repeat(10_000) } })
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
