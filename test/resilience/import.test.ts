import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabaseConfig } from '#database/index.ts'
import { ask } from '../contract/empty-database.ts'
import { createConfig } from '../support/database.ts'
import { killPrograms, launch, runProgram } from './program.ts'

const root = await mkdtemp(join(tmpdir(), 'research-platform-import-'))
const drops: (() => Promise<void>)[] = []
after(async () => {
  killPrograms()
  for (const drop of drops) await drop()
  await rm(root, { recursive: true, force: true })
})

const people = 12_000
const created_at = '2024-05-06 07:08:09'

/** Every tenth person is refused, because the role is unknown. */
async function writeRows(folder: string): Promise<void> {
  await mkdir(folder)
  const write = (name: string, count: number, toRow: (n: number) => object) =>
    writeFile(
      join(folder, `${name}.ndjson`),
      Array.from({ length: count }, (_, index) => `${JSON.stringify(toRow(index + 1))}\n`).join(''),
    )
  await write('users', people, (n) => ({
    id: 1_000 + n,
    name: `Ada Lovelace ${n}`,
    email: `person${n}@example.org`,
    role: n % 10 === 0 ? 'boss' : 'learner',
    created_at,
  }))
  await write('notifications', 2 * people, (n) => ({
    id: n,
    user_id: 1_001 + (n % people),
    type: 'course_update',
    title: `Lesson ${n}`,
    read: n % 3 === 0,
    created_at,
  }))
}

async function createSettings() {
  const { config, drop } = await createConfig()
  drops.push(drop)
  const { dataDir, databaseUrl } = config
  const settings = {
    LOG_LEVEL: 'silent',
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
  }
  return { config, settings }
}

/** What the import stores, without the moment of the import and the numbers of rows that count. */
const readStored = async (config: DatabaseConfig) =>
  Promise.all(
    [
      'select id, name, email, role, sort_name, created_at from users order by id',
      'select word, user_id, of_email from user_words order by 1, 2, 3',
      'select * from notifications order by id',
      'select * from inboxes order by user_id',
      'select * from inbox_counts order by user_id, type',
      'select name, sum(change) as total from counters group by name order by name',
      'select file, sha256, done_bytes, done_lines, imported, kept, refused, refused_bytes from import_progress order by file',
    ].map((statement) => ask(config, statement)),
  )

const readRefused = (folder: string) =>
  Promise.all(['users', 'notifications'].map((name) => readFile(join(folder, 'refused', `${name}.ndjson`), 'utf8')))

async function countDone(config: DatabaseConfig): Promise<number> {
  const [row] = await ask(config, 'select coalesce(sum(done_lines), 0) as done from import_progress')
  return Number(row?.done)
}

describe('an import that is killed', () => {
  it('goes on when it is run again, and stores what an uninterrupted one does', async () => {
    const [whole, broken] = [join(root, 'whole'), join(root, 'broken')]
    for (const folder of [whole, broken]) await writeRows(folder)
    const [first, second] = [await createSettings(), await createSettings()]
    await runProgram(['import', whole], first.settings)

    for (const enough of [2_000, people + 5_000]) {
      const program = launch(['import', broken], second.settings)
      while ((await countDone(second.config)) < enough) await pause(50)
      program.kill('SIGKILL')
      assert.equal((await program.ended).signal, 'SIGKILL')
    }
    const { stdout } = await runProgram(['import', broken], second.settings)

    assert.match(stdout, /users\.ndjson: 10800 imported, 0 kept, 1200 refused/)
    assert.deepEqual(await readStored(second.config), await readStored(first.config))
    assert.deepEqual(await readRefused(broken), await readRefused(whole))
    // What follows from the rows is written when the program ends.
    for (const { config } of [first, second]) {
      const [unread] = await ask(config, 'select count(*) as rows from journal')
      assert.equal(Number(unread?.rows), 0)
    }
  })
})
