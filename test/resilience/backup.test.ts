import assert from 'node:assert/strict'
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createStorage } from '#adapters/storage/storage-factory.ts'
import { createBackup } from '#backup/backup.ts'
import { restoreBackup } from '#backup/restore.ts'
import type { DataLocation } from '#config/data-location.ts'
import { readDataLocation } from '#config.ts'
import { openDatabase } from '#service/open-database.ts'
import { ask, emptyDatabase } from '../contract/empty-database.ts'
import { createUniqueEmail, password } from '../support/app.ts'
import { waitUntil } from '../support/background.ts'
import type { Client } from '../support/client.ts'
import { runCommand, serveInProcess } from '../support/command.ts'
import { copyTemplate } from '../support/database.ts'
import { createForm, getPath, readFileAt } from '../support/forms.ts'
import { startS3Server } from '../support/s3-server.ts'
import type { Ending, Serving } from './program.ts'

const engine = process.env.TEST_DATABASE ?? 'sqlite'
const quickly = { RATE_LIMIT_API: '0', RATE_LIMIT_AUTH: '0', RATE_LIMIT_UPLOAD: '0' }

const root = await mkdtemp(join(tmpdir(), 'research-platform-backup-'))
after(() => rm(root, { recursive: true, force: true }))
const resolvePath = (name: string) => join(root, name)
const createSettings = (name: string) => ({ DATA_DIR: resolvePath(name), NODE_ENV: 'test', ...quickly })

/** What the program says of itself. */
const made = { version: 'test' }

const createLocation = (name: string): DataLocation => ({
  dataDir: resolvePath(name),
  databaseUrl: null,
  storage: 'disk',
  s3: null,
})

/** A user who stores and removes files, and what was acknowledged. */
interface Keeper {
  client: Client
  token: string
  /** By address. */
  kept: Map<string, { id: number; content: string }>
}

if (engine === 'sqlite') {
  const keepers: Keeper[] = []
  let acknowledged: Keeper[] = []
  const taken = resolvePath('taken')

  describe('a backup', () => {
    before(async () => {
      await copyTemplate(resolvePath('here'))
      const program = await serveInProcess(createSettings('here'))
      const writing = { on: true }
      for (let each = 0; each < 3; each++) keepers.push(await startKeeper(program))
      const all = startTraffic(keepers, writing)
      await Promise.race([all, waitUntil(() => !writing.on || keepers.every(({ kept }) => kept.size > 5))])
      acknowledged = keepers.map((keeper) => ({ ...keeper, kept: new Map(keeper.kept) }))

      const ending = await runCommand(['backup', taken], createSettings('here'))
      writing.on = false
      await all
      program.kill('SIGTERM')
      await program.ended

      assert.equal(ending.code, 0, ending.stderr)
      assert.match(ending.stdout, /^The database and \d+ files \(\d+\.\d MB\) are in .*\n.*secret is in it/)
    })

    it('taken during writes restores everything that was acknowledged, and no partial changes', async (t) => {
      const ending = await runCommand(['restore', taken], createSettings('there'))
      assert.equal(ending.code, 0, ending.stderr)
      assert.match(ending.stdout, /there is as it was at 20\S+Z\.\n$/)

      const [checked] = await ask({ databaseUrl: null, dataDir: resolvePath('there') }, 'pragma integrity_check')
      assert.equal(checked?.integrity_check, 'ok')
      const program = await serveInProcess(createSettings('there'))
      t.after(() => program.kill('SIGKILL'))
      for (const [index, keeper] of acknowledged.entries()) await assertKept(program, keeper, keepers[index])
      program.kill('SIGTERM')
      assert.equal((await program.ended).code, 0)
    })

    it('is readable only by its owner, and contains exactly the files that rows refer to', async () => {
      const found = await readdir(taken, { recursive: true, withFileTypes: true })
      for (const entry of found) {
        const { mode } = await stat(join(entry.parentPath, entry.name))
        assert.equal(mode & 0o777, entry.isFile() ? 0o600 : 0o700, entry.name)
      }
      const files = found.filter((one) => one.isFile() && one.parentPath.includes('files'))
      const rows = await ask({ databaseUrl: null, dataDir: taken }, 'select key from files')
      const names = new Set(files.map(({ name }) => name))
      for (const { key } of rows) assert.ok(names.has(String(key).split('/').at(-1) ?? ''), String(key))
      assert.deepEqual(await readdir(resolvePath('here')).then((all) => all.sort()), ['files', 'platform.db', 'secret'])
    })

    it('contains no files that are in a bucket, and says so when it is restored elsewhere', async () => {
      const { files } = await createBackup({ ...createLocation('here'), storage: 's3' }, resolvePath('without'), {
        ...made,
        withFiles: false,
      })

      const restoring = restoreBackup(createLocation('elsewhere'), resolvePath('without'), false)

      assert.equal(files, 0)
      const message = 'The files of this backup are in a bucket; set STORAGE to s3.'
      await assert.rejects(restoring, { name: 'BackupError', message })
    })

    it('never overwrites anything', async () => {
      const making = createBackup(createLocation('here'), taken, made)

      await assert.rejects(making, { name: 'BackupError', message: /is there already/ })
    })

    it('is refused where there is no database', async () => {
      const making = createBackup(createLocation('nowhere'), resolvePath('nothing'), made)

      await assert.rejects(making, {
        name: 'BackupError',
        message: /^There is no database in .*nowhere; check DATA_DIR\.$/,
      })
      assert.deepEqual((await readdir(root)).includes('nothing'), false)
    })

    it('that cannot be written reports why, and leaves nothing', async () => {
      const making = createBackup(createLocation('here'), join(resolvePath('here'), 'secret', 'x'), made)

      await assert.rejects(making, { name: 'BackupError', message: /^The backup cannot be made: ENOTDIR/ })
      assert.deepEqual(await readdir(resolvePath('here')).then((all) => all.sort()), ['files', 'platform.db', 'secret'])
    })
  })

  describe('a refused restore changes nothing', () => {
    const damages: [string, RegExp, (folder: string) => Promise<void>][] = [
      [
        'a damaged database',
        /^The backup is damaged: platform\.db is not/,
        (folder) => flipByte(join(folder, 'platform.db')),
      ],
      ['a file that is missing', /^The backup is damaged: files\/public\/\S+ is not/, removeOne],
      ['no manifest', /is not a backup: it has no manifest\.json\.$/, (folder) => rm(join(folder, 'manifest.json'))],
      [
        'half a manifest',
        /is damaged: its manifest\.json cannot be read\.$/,
        (folder) => writeFile(join(folder, 'manifest.json'), '{"program":'),
      ],
      [
        'the manifest of another program',
        /is not a backup of this service\.$/,
        (folder) => writeFile(join(folder, 'manifest.json'), '{"name":"x"}'),
      ],
      [
        'a path that leads out of it',
        /is damaged: its manifest\.json/,
        (folder) => alterFile(folder, '"path": "secret"', '"path": "files/../../secret"'),
      ],
      [
        'a manifest without the database',
        /is damaged: its manifest\.json/,
        (folder) => alterFile(folder, '"path": "platform.db"', '"path": "files/platform.db"'),
      ],
      [
        'a newer format',
        /^The backup was made by a newer version/,
        (folder) => alterFile(folder, '"format": 1', '"format": 2'),
      ],
      [
        'a migration it does not know',
        /^The backup was made by a newer version/,
        (folder) => alterFile(folder, '"0097-baseline"', '"9999-future"'),
      ],
    ]
    for (const [index, [what, sentence, damage]] of damages.entries())
      it(what, async () => {
        const backup = resolvePath(`damaged-${index}`)
        await cp(taken, backup, { recursive: true })
        await damage(backup)

        const restoring = restoreBackup(createLocation(`elsewhere-${index}`), backup, true)

        await assert.rejects(restoring, { name: 'BackupError', message: sentence })
        assert.deepEqual(
          (await readdir(root)).filter((name) => name.startsWith(`elsewhere-${index}`)),
          [],
        )
      })

    it('of a folder that is not empty, which --replace keeps under another name', async () => {
      await cp(resolvePath('here'), resolvePath('full'), { recursive: true })
      await writeFile(join(resolvePath('full'), 'secret'), 'a former secret\n')

      const message = /full is not empty; --replace puts/
      await assert.rejects(restoreBackup(createLocation('full'), taken, false), {
        name: 'BackupError',
        message,
      })
      assert.match(await readFile(join(resolvePath('full'), 'secret'), 'utf8'), /former/)

      const { former } = await restoreBackup(createLocation('full'), taken, true)
      assert.match(await readFile(join(former ?? '', 'secret'), 'utf8'), /former/)
      assert.deepEqual(await readFile(join(resolvePath('full'), 'secret')), await readFile(join(taken, 'secret')))
    })

    it('while a service runs', async (t) => {
      const db = await openDatabase(createLocation('running'))
      t.after(() => db.close())

      const restoring = restoreBackup(createLocation('running'), taken, true)

      const message = /^A service runs on .*running; stop it first\.$/
      await assert.rejects(restoring, { name: 'BackupError', message })
      await db.ping()
    })
  })
} else {
  /** The service on a database of its own, with its files in a bucket of its own. */
  async function createPlace(name: string) {
    const { config, drop } = await emptyDatabase()
    after(drop)
    return { ...createSettings(name), DATABASE_URL: config.databaseUrl ?? '', ...(await startS3Server()) }
  }

  describe('a backup of PostgreSQL and a bucket', async () => {
    const taken = resolvePath('taken')
    const here = await createPlace('here')
    const keepers: Keeper[] = []
    let acknowledged: Keeper[] = []

    before(async () => {
      const program = await serveInProcess(here)
      const writing = { on: true }
      for (let each = 0; each < 3; each++) keepers.push(await startKeeper(program))
      const all = startTraffic(keepers, writing)
      await Promise.race([all, waitUntil(() => !writing.on || keepers.every(({ kept }) => kept.size > 5))])
      acknowledged = keepers.map((keeper) => ({ ...keeper, kept: new Map(keeper.kept) }))

      const ending = await runCommand(['backup', taken], here)
      writing.on = false
      await all
      program.kill('SIGTERM')
      await program.ended

      assert.equal(ending.code, 0, ending.stderr)
      assert.match(ending.stdout, /^The database and \d+ files \(\d+\.\d MB\) are in .*\n.*secret is in it/)
    })

    async function assertRestored(settings: Record<string, string>) {
      const ending = await runCommand(['restore', taken], settings)
      assert.deepEqual([ending.code, ending.stderr], [0, ''])
      const program = await serveInProcess(settings)
      after(() => program.kill('SIGKILL'))
      for (const [index, keeper] of acknowledged.entries()) await assertKept(program, keeper, keepers[index])
      const verified = await runCommand(['audit', 'verify'], settings)
      assert.match(verified.stdout, /^The audit log is whole/)
      await startKeeper(program)
      program.kill('SIGTERM')
      assert.equal((await program.ended).code, 0)
    }

    it('taken during writes restores everything that was acknowledged, in another database and bucket', async () => {
      const there = await createPlace('there')
      await assertRestored(there)
      assert.deepEqual(await readdir(there.DATA_DIR), ['secret'])
      assert.deepEqual(
        (await readdir(root)).filter((name) => name.startsWith('there')),
        ['there'],
      )
    })

    it('restores it in a folder of its own as well', async () => {
      await assertRestored(createSettings('embedded'))
    })

    it('never overwrites a database, and changes nothing when it refuses', async () => {
      // A bucket without the files of the backup.
      const settings = { ...here, ...(await startS3Server()), DATA_DIR: resolvePath('second') }

      assertRefused(
        await runCommand(['restore', taken], settings),
        /^The PostgreSQL database has data of a service already; name a database that is empty\.$/,
      )
      await assert.rejects(readdir(settings.DATA_DIR), { code: 'ENOENT' })
      const bucket = createStorage(readDataLocation(settings))
      for (const area of ['public', 'private']) assert.deepEqual(await Array.fromAsync(bucket.walk(area)), [])
    })

    it('without files is restored beside its bucket only', async () => {
      const small = resolvePath('small')
      const { stdout } = await runCommand(['backup', small, '--without-files'], here)
      assert.match(
        stdout,
        /^The database and 0 files[\s\S]*\nThe files are in the bucket: protect them by its versioning\.\n/,
      )

      const elsewhere = createSettings('elsewhere')

      assertRefused(
        await runCommand(['restore', small], elsewhere),
        /^The files of this backup are in a bucket; set STORAGE/,
      )
    })

    it('is made although a file was lost before, and says so', async () => {
      const storage = createStorage(readDataLocation(here))
      const [row] = await ask({ databaseUrl: here.DATABASE_URL, dataDir: '' }, 'select key from files limit 1')
      await storage.remove(String(row?.key))

      const { code, stdout } = await runCommand(['backup', resolvePath('lossy')], here)

      assert.equal(code, 0)
      assert.match(stdout, /\nFiles that were lost before: 1\. "npm run check-files" names them\.\n/)
    })

    it('says in one sentence that the bucket cannot be reached, and leaves nothing', async () => {
      const away = { ...here, S3_ENDPOINT: 'http://127.0.0.1:1' }

      const ending = await runCommand(['backup', resolvePath('away')], away)

      assertRefused(ending, /^The backup cannot be made: The file storage cannot be reached at the moment\.$/)
      assert.deepEqual(
        (await readdir(root)).filter((name) => name.startsWith('away')),
        [],
      )
    })

    it('says in one sentence that the bucket refuses', async () => {
      const refused = { ...here, S3_BUCKET: 'another' }

      const ending = await runCommand(['backup', resolvePath('refused')], refused)

      assertRefused(ending, /^The backup cannot be made: The specified bucket does not exist\.$/)
    })

    it('says why the server cannot be used', async () => {
      const settings = { ...createSettings('data'), DATABASE_URL: 'postgres://platform@127.0.0.1:1/none' }

      assertRefused(
        await runCommand(['backup', resolvePath('none')], settings),
        /^The PostgreSQL server cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\.$/,
      )
    })
  })
}

async function startKeeper({ anonymous, as }: Serving): Promise<Keeper> {
  const body = { name: 'Ada Lovelace', email: createUniqueEmail(), password }
  const { data } = await anonymous.post('/auth/signup', body)
  return { client: as(data.token), token: data.token, kept: new Map() }
}

/** Lets all of them store files, until one fails or `on` is false. */
async function startTraffic(keepers: readonly Keeper[], writing: { on: boolean }) {
  await Promise.all(keepers.map((keeper) => createTraffic(keeper, writing))).finally(() => {
    writing.on = false
  })
}

/** Stores files and removes every third one. */
async function createTraffic({ client, kept }: Keeper, writing: { on: boolean }) {
  for (let number = 0; writing.on && number < 400; number++) {
    const content = `${number} ${'x'.repeat(number * 100)}`
    const body = createForm({ type: 'document', file: new File([content], `note-${number}.txt`) })
    const { status, data, text } = await client.send('POST', '/upload', { body })
    assert.equal(status, 201, text)
    if (number % 3 === 2) await client.delete(`/files/${data.file.id}`)
    else kept.set(getPath(data.file.url), { id: data.file.id, content })
    await pause(1)
  }
}

/** Checks that everything acknowledged is there, that nothing else was added, and that every file can be read. */
async function assertKept({ as, anonymous }: Serving, { token, kept }: Keeper, later: Keeper | undefined) {
  const { data: files, meta } = await as(token).get('/files?limit=100')
  assert.ok(meta.total >= kept.size)
  for (const [path, { content }] of kept) assert.equal(await readFileAt(anonymous, path), content)
  for (const { url } of files) {
    const text = await readFileAt(anonymous, getPath(url))
    const known = later?.kept.get(getPath(url))
    if (known) assert.equal(text, known.content)
  }
}

function assertRefused({ code, stderr, stdout }: Ending, sentence: RegExp) {
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr, /^[^\n]*[.]\n$/)
  assert.match(stderr.trimEnd(), sentence)
}

async function flipByte(path: string) {
  const bytes = await readFile(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
  await writeFile(path, bytes)
}

async function removeOne(folder: string) {
  const [name = ''] = await readdir(join(folder, 'files', 'public'))
  await rm(join(folder, 'files', 'public', name))
}

async function alterFile(folder: string, from: string, to: string) {
  const path = join(folder, 'manifest.json')
  const text = await readFile(path, 'utf8')
  assert.ok(text.includes(from))
  await writeFile(path, text.replace(from, to))
}
