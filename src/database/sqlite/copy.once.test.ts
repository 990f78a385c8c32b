import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it, type TestContext } from 'node:test'
import { openDatabase } from '#service/open-database.ts'
import { DatabaseError } from '../database.ts'
import { getDatabasePath, migrationNames } from '../index.ts'
import { checkIntegrity, copySnapshot, lockOut, openSnapshot } from './copy.ts'

async function copyDatabase(path: string, copy: string, atThatMoment: () => Promise<void> = async () => undefined) {
  const snapshot = await openSnapshot(path, atThatMoment)
  await copySnapshot(snapshot, copy).finally(() => snapshot.close())
}

/** A migrated database that a service has open, and another connection. */
async function database(t: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'research-platform-copy-'))
  const db = await openDatabase({ databaseUrl: null, dataDir })
  const path = getDatabasePath(dataDir)
  const beside = new DatabaseSync(path, { timeout: 0 })
  const state = { open: true }
  const close = async () => {
    if (!state.open) return
    state.open = false
    beside.close()
    await db.close()
  }
  t.after(async () => {
    await close()
    await rm(dataDir, { recursive: true, force: true })
  })
  const add = (name: string) =>
    beside.exec(`insert into schedules (name, last_run_at) values ('${name}', '2026-11-21T09:00:00.000Z')`)
  return { path, copy: join(dataDir, 'copy.db'), add, close }
}

const namesIn = (path: string) => {
  const db = new DatabaseSync(path)
  const rows = db.prepare('select name from schedules').all()
  db.close()
  return rows.map(({ name }) => name)
}

describe('a copy of the SQLite database', () => {
  it('contains one moment, in which no transaction commits', async (t) => {
    const { path, copy, add } = await database(t)
    add('before')
    const moment = copyDatabase(path, copy, async () => {
      assert.throws(() => add('meanwhile'), /locked/)
      setImmediate(() => add('later'))
    })

    await moment

    assert.deepEqual(namesIn(copy), ['before'])
    assert.deepEqual(checkIntegrity(copy), migrationNames.toSorted())
  })

  it('waits for a writer', async (t) => {
    const { path, copy, add } = await database(t)
    const writer = new DatabaseSync(path)
    writer.exec('BEGIN IMMEDIATE')
    const made = copyDatabase(path, copy)
    setTimeout(() => {
      writer.exec("insert into schedules (name, last_run_at) values ('written', '2026-11-21T09:00:00.000Z')")
      writer.exec('COMMIT')
      writer.close()
    }, 30)

    await made

    assert.deepEqual(namesIn(copy), ['written'])
    add('goes on')
  })

  it('is refused when the database is damaged', async (t) => {
    const { path, copy } = await database(t)
    await copyDatabase(path, copy)
    const damaged = new DatabaseSync(copy)
    damaged.exec('PRAGMA foreign_keys = OFF')
    damaged.exec(`insert into access_tokens (user_id, token_hash, device, ip_address, user_agent, created_at,
      last_used_at, expires_at) values (77, 'of nobody', '', '', '', '', '', '')`)
    damaged.close()

    assert.throws(() => checkIntegrity(copy), DatabaseError)
  })

  for (const [name, content, sentence] of [
    ['nothing', null, /^There is no database/],
    ['garbage', 'All work and no play.\n'.repeat(500), /is damaged\.$/],
  ] as const)
    it(`is refused for ${name}`, async (t) => {
      const folder = await mkdtemp(join(tmpdir(), 'research-platform-copy-'))
      t.after(() => rm(folder, { recursive: true, force: true }))
      const path = getDatabasePath(folder)
      if (content !== null) await writeFile(path, content)

      const copying = copyDatabase(path, join(folder, 'copy.db'))

      await assert.rejects(copying, { name: 'DatabaseError', message: sentence })
    })
})

describe('the lock against running services', () => {
  it('is refused while a service runs, and keeps services from starting while it is held', async (t) => {
    const { path, add, close } = await database(t)
    add('known')
    assert.equal(lockOut(path), null)
    await close()

    const letIn = lockOut(path)
    const other = new DatabaseSync(path, { timeout: 0 })
    assert.throws(() => other.prepare('select name from schedules').all(), /locked/)
    letIn?.()

    assert.equal(other.prepare('select name from schedules').all().length, 1)
    other.close()
  })
})
