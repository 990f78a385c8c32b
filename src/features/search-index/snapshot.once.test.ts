import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Connection } from '#database/database.ts'
import { testApp } from '#test/support/app.ts'
import { workerFunctions } from './worker-functions.ts'

describe('a search', () => {
  it('misses nothing that is added to the index between its first two reads', async () => {
    const { given, settle, service } = await testApp()
    const [admin, ada] = [await given.admin(), await given.user({ role: 'researcher' })]
    const { id } = (await ada.put('/researchers/me', { department: 'Zymurgy' })).data
    await settle()
    const { db } = service.context
    let afterFirstRead: (() => Promise<void>) | null = null
    const all: Connection['all'] = async (statement, parameters) => {
      const rows = await db.all<never>(statement, parameters)
      const work = afterFirstRead
      afterFirstRead = null
      await work?.()
      return rows
    }
    // The cache belongs to a connection.
    const reach = { db: { ...db, all } }
    const listVerified = async () => {
      const order = { sort: 'recent', slice: { limit: 1, offset: 0 } } as const
      const wanted = {
        query: 'zymurgy',
        filters: { verified: true },
        scope: { ids: [] },
        order,
      }
      return (await workerFunctions.search(reach, wanted)).total
    }
    const before = await listVerified()

    afterFirstRead = async () => {
      await admin.post(`/researchers/${id}/verify`)
      await settle()
    }
    const found = await listVerified()

    assert.deepEqual([before, found], [0, 1])
  })
})
