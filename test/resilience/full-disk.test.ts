import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import type { Storage } from '#adapters/storage/storage.ts'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import { isDiskFull } from '#core/disk-full.ts'
import type { Statement } from '#database/database.ts'
import { ask } from '../contract/empty-database.ts'
import { createApp, createUniqueEmail, password } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { countByStatus } from '../support/concurrency.ts'
import { createForm } from '../support/forms.ts'
import { serve } from './program.ts'

const sqlite = (process.env.TEST_DATABASE ?? 'sqlite') === 'sqlite'

const upload = (client: Client, content: string) =>
  client.send('POST', '/upload', {
    body: createForm({ type: 'document', file: new File([content], 'note.txt') }),
  })

function assertNoRoom({ status, message, headers }: Reply) {
  assert.equal(status, 503)
  assert.equal(message, 'There is no room to store this at the moment. Please try again later.')
  assert.equal(headers.get('retry-after'), '60')
}

interface Newcomer {
  email: string
  reply: Reply
}

/** Signs users up until a request is refused, and a few more. */
async function signUpUntilFull(client: Client): Promise<Newcomer[]> {
  const newcomers: Newcomer[] = []
  for (let left = 5; left > 0; ) {
    const email = createUniqueEmail()
    const reply = await client.post('/auth/signup', { name: 'x'.repeat(100), email, password })
    if (reply.status !== 201) left--
    newcomers.push({ email, reply })
    assert.ok(newcomers.length < 3_000, 'There is no end to the room.')
  }
  return newcomers
}

/** Checks that acknowledged accounts exist, and that refused ones can be created now. */
async function assertNothingLost(client: Client, newcomers: readonly Newcomer[]) {
  for (const { email, reply } of newcomers) {
    const login = await client.post('/auth/login', { email, password })
    assert.equal(login.status, reply.status === 201 ? 200 : 401, email)
    if (reply.status === 201) continue
    assertNoRoom(reply)
    const again = await client.post('/auth/signup', { name: 'Ada', email, password })
    assert.equal(again.status, 201, again.text)
  }
}

const pragma = (sql: string): Statement => ({
  key: -1_000_000 - sql.length,
  sql,
  parameters: [],
  decodings: new Map(),
  reads: false,
})

if (sqlite)
  describe('a database that cannot grow', () => {
    it('refuses what it cannot store, keeps what it acknowledged, and continues once there is space', async () => {
      const { anonymous, clock, given, platform, settle } = await createApp()
      const ada = await given.user()
      const [{ page_count } = { page_count: 0 }] = await platform.db.all<{ page_count: number }>(
        pragma('pragma page_count'),
        {},
      )

      await platform.db.all(pragma(`pragma max_page_count = ${page_count + 20}`), {})
      const newcomers = await signUpUntilFull(anonymous)
      const read = await ada.get('/auth/me')
      const ready = await anonymous.get('/health/ready')
      await platform.db.all(pragma('pragma max_page_count = 1000000'), {})

      assert.deepEqual([read.status, ready.status], [200, 200])
      assert.equal(countByStatus(newcomers.map(({ reply }) => reply))[503], 5)
      await assertNothingLost(anonymous, newcomers)
      // Failed background work is retried after its delay.
      clock.advance({ minutes: 10 })
      await settle()
      assert.deepEqual(await ask(platform.config, 'select id from tasks where last_error is not null'), [])
      assert.deepEqual(await ask(platform.config, 'pragma foreign_key_check'), [])
    })
  })

describe('an error that says the disk is full', () => {
  for (const [said, expected] of [
    [{ code: 'ENOSPC' }, true],
    [{ code: 'EDQUOT' }, true],
    [{ code: '53100' }, true],
    [{ errcode: 13 }, true],
    [{ cause: Object.assign(new Error('inner'), { code: 'ENOSPC' }) }, true],
    [{ code: 'ENOENT', errcode: 5 }, false],
  ] as const)
    it(`${expected ? 'is' : 'is not'} one with ${Object.keys(said)} ${Object.values(said)}`, () => {
      assert.equal(isDiskFull(Object.assign(new Error('failed'), said)), expected)
    })
})

describe('a storage without free space', () => {
  it('refuses an upload and leaves nothing of it, and accepts it once there is space', async () => {
    const disk = { full: true, inner: null as Storage | null }
    const inner = () => {
      assert.ok(disk.inner)
      return disk.inner
    }
    const storage: Storage = {
      ...createStorage({ dataDir: '', s3: null }),
      incoming: () => inner().incoming(),
      open: (...asked) => inner().open(...asked),
      remove: (key) => inner().remove(key),
      async keep(...kept) {
        if (disk.full) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        await inner().keep(...kept)
      },
    }
    const { given, platform } = await createApp({}, { storage })
    disk.inner = createStorage(platform.config)
    const ada = await given.user()

    const refused = await upload(ada, 'first')
    const { data: none } = await ada.get('/files')
    const left = await readdir(join(platform.config.dataDir, 'files'), { recursive: true })
    disk.full = false
    const taken = await upload(ada, 'second')

    assertNoRoom(refused)
    assert.deepEqual([none, left], [[], ['incoming']])
    assert.equal(taken.status, 201, taken.text)
    assert.deepEqual(await ask(platform.config, 'select key from pending_objects'), [])
  })
})

if (sqlite)
  describe('a completely full disk', () => {
    it('loses nothing that was acknowledged, and requires no restart', async (t) => {
      const DATA_DIR = await smallDisk(t)
      if (DATA_DIR === null) return t.skip('Only who may mount a disk can fill one.')
      const limits = { RATE_LIMIT_API: '0', RATE_LIMIT_AUTH: '0' }
      const program = await serve({ DATA_DIR, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...limits })
      t.after(() => program.kill('SIGKILL'))
      const { anonymous, as } = program
      const { data } = await anonymous.post('/auth/signup', {
        name: 'Ada',
        email: createUniqueEmail(),
        password,
      })
      const ada = as(data.token)
      const kept = await upload(ada, 'x'.repeat(100_000))

      await fill(DATA_DIR)
      const newcomers = await signUpUntilFull(anonymous)
      const refused = await upload(ada, 'x'.repeat(2_000_000))
      const read = await ada.get('/files')
      await rm(join(DATA_DIR, 'filler'))

      assert.equal(kept.status, 201, kept.text)
      assertNoRoom(refused)
      assert.deepEqual([read.status, read.data.length], [200, 1])
      await assertNothingLost(anonymous, newcomers)
      assert.equal((await upload(ada, 'x'.repeat(2_000_000))).status, 201)
      program.kill('SIGTERM')
      assert.equal((await program.ended).code, 0)
      const [checked] = await ask({ databaseUrl: null, dataDir: DATA_DIR }, 'pragma integrity_check')
      assert.equal(checked?.integrity_check, 'ok')
    })
  })

const tell = (program: string, ...words: string[]) => execFileSync(program, words, { stdio: 'ignore' })

/** A small disk for the test; null without the permission to mount one. */
async function smallDisk(t: TestContext): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'research-platform-disk-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  try {
    tell('mount', '-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder)
  } catch {
    await remove()
    return null
  }
  t.after(async () => {
    tell('umount', '-l', folder)
    await remove()
  })
  return folder
}

async function fill(folder: string) {
  const path = join(folder, 'filler')
  for (let size = 1024 * 1024; size >= 4096; )
    await writeFile(path, Buffer.alloc(size), { flag: 'a' }).catch(() => {
      size /= 2
    })
}
