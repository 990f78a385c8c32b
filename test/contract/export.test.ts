/** An export of one's own data does not stop the service, however many rows it has. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInTransaction } from '#context.ts'
import { activityLog } from '#features/activity/queries.ts'
import { appendToLog } from '#features/transparency/index.ts'
import { testApp } from '../support/app.ts'

describe('an export', () => {
  it('of thousands of rows is sent in parts, one at a time, and other requests are answered meanwhile', async () => {
    const app = await testApp()
    const person = await app.given.user()
    const rows = 3_000
    const entry = { user_id: person.id, activity_type: 'login', description: 'Signed in', metadata: {} }
    const request = { ip_address: '127.0.0.1', user_agent: 'Tester/1.0', api_key_id: null, now: app.clock.now() }
    await runInTransaction(app.service.context, async (tx) => {
      for (let count = 0; count < rows; count++) await activityLog.add.run(tx, { ...entry, ...request })
    })
    await appendToLog(app.service.context)
    const address = `${app.address}/users/${person.id}/export`
    const headers = { authorization: `Bearer ${person.token}` }
    let others = 0
    let isComplete = false

    const sent = await fetch(address, { headers })
    const reader = sent.body?.getReader()
    const begun = await reader?.read()
    const second = await person.get(`/users/${person.id}/export`)
    const asking = (async () => {
      for (; !isComplete; others++) assert.equal((await app.anonymous.get('/health/live')).status, 200)
    })()
    const chunks = [begun?.value ?? new Uint8Array()]
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) chunks.push(next.value)
    isComplete = true
    await asking

    const { data } = JSON.parse(Buffer.concat(chunks).toString())
    assert.ok(data.activity.length > rows && data.activity.length === data.transparency_log.rows.length)
    assert.equal(second.status, 429)
    assert.ok(others > 10, `${others} requests were answered while the export was sent`)
    assert.equal((await person.get(`/users/${person.id}/export`)).status, 200)
  })
})
