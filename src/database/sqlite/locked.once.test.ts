import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { Problem } from '#core/problem.ts'
import type { Statement } from '../database.ts'
import { openSqlite } from './engine.ts'

const statement = (key: number, sql: string): Statement => ({
  key,
  sql,
  parameters: [],
  decodings: new Map(),
  reads: /^select/.test(sql),
})
const make = statement(-1, 'create table things (id integer primary key)')
const add = statement(-2, 'insert into things default values')
const count = statement(-3, 'select count(*) as things from things')

// On PostgreSQL no other connection can lock the whole database.
if ((process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite')
  describe('a database that another process locks for a long time', () => {
    it('can be read, refuses all writes of that time, and works again afterwards', async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'research-platform-locked-'))
      const path = join(folder, 'platform.db')
      const db = openSqlite(path, { busyTimeoutMs: 200 })
      const other = new DatabaseSync(path)
      t.after(async () => {
        other.close()
        await db.close()
        await rm(folder, { recursive: true })
      })
      await db.run(make, {})
      other.exec('begin immediate')
      const began = performance.now()

      const refused = await Promise.allSettled([
        ...Array.from({ length: 10 }, () => db.run(add, {})),
        ...Array.from({ length: 10 }, () => db.transaction((tx) => tx.run(add, {}))),
      ])
      const waited = performance.now() - began
      const read = await db.all<{ things: number }>(count, {})
      other.exec('commit')
      const added = await db.run(add, {})

      for (const one of refused) {
        assert.ok(one.status === 'rejected' && one.reason instanceof Problem)
        const { status, message, retryAfter } = one.reason
        assert.deepEqual([status, message, retryAfter], [503, 'The database is busy, please try again.', 1])
      }
      assert.ok(waited >= 200, `They waited ${waited} ms.`)
      assert.deepEqual([read[0]?.things, added], [0, 1])
    })
  })
