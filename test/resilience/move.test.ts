import assert from 'node:assert/strict'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { copyRows } from '#database/copy/copy.ts'
import { openPostgresTarget, readPostgresTables } from '#database/copy/postgres.ts'
import { openSqliteSource } from '#database/copy/sqlite.ts'
import type { Row, Table } from '#database/copy/tables.ts'
import { getDatabasePath } from '#database/index.ts'
import { openClient } from '#database/postgres/client.ts'
import { ask, emptyDatabase } from '../contract/empty-database.ts'
import { createUniqueEmail, password } from '../support/app.ts'
import { runCommand, serveInProcess } from '../support/command.ts'
import { createForm, getPath, readFileAt } from '../support/forms.ts'
import { startS3Server } from '../support/s3-server.ts'
import { readAllRows } from '../support/stored-data.ts'
import { type Ending, type Serving, serve } from './program.ts'

const demo = { args: ['demo'], ready: /Sign in with.*admin[^\n]*\n/s }
const demoPassword = 'demo-password'

/** What a signed-in person reads; searches use the full-text indexes of each database. */
const reads = [
  '/auth/me',
  '/notifications?limit=100',
  '/job-posts?search=research&limit=100',
  '/job-posts?employment_type=full_time',
  '/courses?search=stat&limit=100',
  '/projects?limit=100',
  '/researchers?limit=100',
  '/researchers/search?q=biology',
  '/certificates?limit=100',
  '/exams?limit=100',
  '/files?limit=100',
]

// Both databases are needed, so it runs once.
if (process.env.TEST_DATABASE === 'postgres') {
  const root = await mkdtemp(join(tmpdir(), 'research-platform-move-'))
  const drops: (() => Promise<void>)[] = []
  after(async () => {
    for (const drop of drops) await drop()
    await rm(root, { recursive: true, force: true })
  })
  const dataDir = join(root, 'data-demo')
  const settings = { DATA_DIR: dataDir, NODE_ENV: 'development', RATE_LIMIT_API: '0', RATE_LIMIT_AUTH: '0' }

  async function createUrl(): Promise<string> {
    const { config, drop } = await emptyDatabase()
    drops.push(drop)
    return config.databaseUrl ?? ''
  }

  const moveTo = (to: string, more: Record<string, string> = {}, ...options: string[]) =>
    runCommand(['move', '--to', to, ...options], { ...settings, ...more })

  async function readAs({ anonymous, as }: Serving, email: string) {
    const { data } = await anonymous.post('/auth/login', { email, password: demoPassword })
    const answers = await Promise.all(reads.map((path) => as(data.token).get(path)))
    return answers.map(({ status, data, meta }, index) => ({ path: reads[index], status, data, meta }))
  }

  describe('moving to PostgreSQL and S3', async () => {
    const emails = ['luca@demo.example', 'miriam@demo.example', 'omar@demo.example']
    let earlier: unknown[]
    let later: unknown[]
    const target = await createUrl()
    const bucket = await startS3Server()

    before(async () => {
      const filling = await serveInProcess({ ...settings, DATA_DIR: join(root, 'data') }, demo)
      filling.kill('SIGTERM')
      await filling.ended
      const program = await serveInProcess(settings)
      earlier = await Promise.all(emails.map((email) => readAs(program, email)))
      program.kill('SIGTERM')
      await program.ended
    })

    it('is refused while the service runs', async () => {
      const program = await serveInProcess(settings)

      const ending = await moveTo(target)

      program.kill('SIGTERM')
      await program.ended
      assertRefused(ending, /^A service runs on .*data-demo; stop it first\.$/)
      assert.deepEqual(await readAllRows({ databaseUrl: target, dataDir: '' }), [])
    })

    it('goes on after it was killed, and no service starts in between', async () => {
      const moving = await serve(settings, { args: ['move', '--to', target], ready: /rows? of counters/ })
      moving.kill('SIGKILL')
      await moving.ended

      const refused = await runCommand([], { ...settings, DATABASE_URL: target, PORT: '0' })
      assert.match(
        refused.stderr,
        /^The database is the target of a move or a restore that has not finished; run the same/,
      )
      const doctor = await runCommand(['doctor'], { ...settings, DATABASE_URL: target })
      assert.match(doctor.stdout, /✘ Database: +it is the target of a move or a restore that has not finished/)
      const other = await runCommand(['move', '--to', target], { ...settings, DATA_DIR: await createOther() })
      assertRefused(
        other,
        /^The PostgreSQL database is an unfinished copy of something else; name one that is empty\.$/,
      )

      const { code, stdout, stderr } = await moveTo(target, { ...bucket, STORAGE: 'disk' }, '--storage', 's3')
      assert.deepEqual([code, stderr], [0, ''])
      assert.doesNotMatch(stdout, /rows? of access_tokens/)
      assert.match(stdout, /rows of \d+ tables are equal in both databases; [1-9]\d* files were copied and compared/)
      assert.match(stdout, /\nSet DATABASE_URL to the address of --to\.\nSet STORAGE to s3\.\n/)
    })

    it('serves the same as before, from there', async () => {
      const program = await serveInProcess({ ...settings, ...bucket, DATABASE_URL: target })
      const now = await Promise.all(emails.map((email) => readAs(program, email)))
      await assertWorks(program)
      later = await Promise.all(emails.map((email) => readAs(program, email)))
      program.kill('SIGTERM')
      await program.ended

      assert.deepEqual(withoutSignatures(now), withoutSignatures(earlier))
      const moved = { ...settings, ...bucket, DATABASE_URL: target }
      assert.match((await runCommand(['audit', 'verify'], moved)).stdout, /^The audit log is whole/)
      assert.match((await runCommand(['transparency', 'verify'], moved)).stdout, /^The log is whole/)
      assert.match((await runCommand(['check-files'], moved)).stdout, /: 0 missing, 0 of a wrong size\./)
    })

    it('is refused where data are', async () => {
      assertRefused(
        await moveTo(target),
        /^The PostgreSQL database has data of a service already; name a database that is empty\.$/,
      )
      assertRefused(await moveTo('embedded'), /^Database and storage are there already\.$/)
      assertRefused(
        await moveTo('embedded', { DATABASE_URL: target }),
        /^There is a database at .*platform\.db already; name a folder without one\.$/,
      )
      assertRefused(await moveTo('mysql://localhost/x'), /^DATABASE_URL must /)
    })

    it('is refused while a service has sessions of the database, and not for one that ends meanwhile', async () => {
      const there = { ...bucket, DATABASE_URL: target }
      const session = await openClient({ connectionString: target, application_name: 'research-platform' })

      assertRefused(await moveTo('embedded', there), /^A service runs on the PostgreSQL database; stop it first\.$/)
      const [later] = await Promise.all([moveTo('embedded', there), session.end()])

      assertRefused(later, /^There is a database at .*platform\.db already; name a folder without one\.$/)
    })

    it('leads back', async () => {
      const folder = join(root, 'back')
      await cp(join(dataDir, 'secret'), join(folder, 'secret'))
      const there = { ...bucket, DATABASE_URL: target, DATA_DIR: folder }

      const { code, stderr } = await moveTo('embedded', there, '--storage', 'disk')

      assert.deepEqual([code, stderr], [0, ''])
      const program = await serveInProcess({ ...settings, DATA_DIR: folder })
      const now = await Promise.all(emails.map((email) => readAs(program, email)))
      await assertWorks(program)
      program.kill('SIGTERM')
      await program.ended
      assert.deepEqual(withoutSignatures(now), withoutSignatures(later))
      const [checked] = await ask({ databaseUrl: null, dataDir: folder }, 'pragma integrity_check')
      assert.equal(checked?.integrity_check, 'ok')
      assert.deepEqual(await ask({ databaseUrl: null, dataDir: folder }, 'pragma foreign_key_check'), [])
    })

    it('notices a row that differs, one that is missing, and one too many', async () => {
      const spoils: [RegExp, (table: Table, rows: readonly Row[]) => readonly Row[]][] = [
        [/^The copy differs: the row courses \(id 1\)\.$/, (_, rows) => rows.map(spoilTitle)],
        [/^The copy differs: the row courses \(id 1\)\.$/, (_, [, ...rows]) => rows],
        [
          /^The copy differs: it has the row courses \(id 999\) more\.$/,
          (_, rows) => [...rows, [999, ...(rows[0] ?? []).slice(1)]],
        ],
      ]
      for (const [message, spoil] of spoils) {
        const url = await createUrl()
        const source = openSqliteSource(getDatabasePath(dataDir))
        const target = await openPostgresTarget(url)
        const spoiled = {
          ...target,
          write: (table: Table, rows: readonly Row[]) =>
            target.write(table, table.name === 'courses' ? spoil(table, rows) : rows),
        }

        const copying = copyRows({ source, name: 'test', target: spoiled, readTables: () => readPostgresTables(url) })

        await assert
          .rejects(copying, { name: 'DatabaseError', message })
          .finally(() => Promise.all([source.close(), target.close()]))
        const refused = await runCommand(['migrate'], { ...settings, DATABASE_URL: url })
        assert.match(refused.stderr, /^The database is the target of a move/)
      }
    })

    async function createOther(): Promise<string> {
      const folder = await mkdtemp(join(root, 'other-'))
      const { code, stderr } = await runCommand(['migrate'], { DATA_DIR: folder, LOG_LEVEL: 'silent' })
      assert.equal(code, 0, stderr)
      return folder
    }
  })

  const spoilTitle = (row: Row, index: number): Row =>
    index === 0 ? row.map((value) => (value === row[2] ? 'X' : value)) : row

  /** New rows get ids that no row had, triggers count and search finds them; foreign keys hold. */
  async function assertWorks({ anonymous, as }: Serving) {
    const body = { name: 'Ada Lovelace', email: createUniqueEmail(), password, role: 'researcher' }
    const { data } = await anonymous.post('/auth/signup', body)
    const ada = as(data.token)
    const total = (await ada.get('/courses')).meta.total
    const course = { title: 'Zymurgy', description: 'Of yeast', category: 'Botany', level: 'beginner', price: 0 }
    const made = await ada.post('/courses', course)
    assert.equal(made.status, 201, made.text)
    assert.equal((await ada.get('/courses')).meta.total, total + 1)
    const found = await ada.get('/courses?search=zymurg')
    assert.deepEqual(
      found.data.map(({ title }: { title: string }) => title),
      ['Zymurgy'],
    )
    const form = createForm({ type: 'document', file: new File(['hello'], 'hello.txt') })
    const sent = await ada.send('POST', '/upload', { body: form })
    assert.equal(sent.status, 201, sent.text)
    assert.equal(await readFileAt(anonymous, getPath(sent.data.file.url)), 'hello')
    assert.equal((await ada.delete(`/courses/${made.data.id}`)).status, 200)
    assert.equal((await ada.get('/courses')).meta.total, total)
  }

  const withoutSignatures = (answers: unknown): unknown =>
    JSON.parse(JSON.stringify(answers).replaceAll(/http:\/\/127\.0\.0\.1:\d+|\?expires=\d+&signature=[\w-]+/g, ''))
}

function assertRefused({ code, stderr, stdout }: Ending, sentence: RegExp) {
  assert.deepEqual([code, stdout], [1, ''], stderr)
  assert.match(stderr.trimEnd(), sentence)
}
