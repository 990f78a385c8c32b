import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { getDatabasePath } from '#database/index.ts'
import { ask } from '../contract/empty-database.ts'
import { runCommand, serveInProcess } from '../support/command.ts'
import { createConfig } from '../support/database.ts'
import { createForm } from '../support/forms.ts'
import { stores } from '../support/s3-server.ts'
import { StripeServer } from '../support/stripe/server.ts'
import { freePort } from './program.ts'

// `fetch` refuses some low ports.
const closedPort = await freePort()

async function createSettings(t: TestContext): Promise<Record<string, string>> {
  const { config, drop } = await createConfig()
  t.after(drop)
  const url = config.databaseUrl === null ? {} : { DATABASE_URL: config.databaseUrl }
  return { DATA_DIR: config.dataDir, ...url, LOG_LEVEL: 'error' }
}

async function folder(t: TestContext) {
  const path = await mkdtemp(join(tmpdir(), 'research-platform-doctor-'))
  t.after(() => rm(path, { recursive: true, force: true }))
  return path
}

async function mailServer(t: TestContext) {
  const accepted: string[] = []
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _, answer) =>
      answer(
        address.startsWith('nobody') ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : undefined,
      ),
    async onData(stream, { envelope }, answer) {
      await stream.toArray()
      accepted.push(...envelope.rcptTo.map(({ address }) => address))
      answer()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  t.after(() => new Promise<void>((closed) => server.close(closed)))
  const address = server.server.address()
  return { accepted, port: typeof address === 'object' && address !== null ? address.port : 0 }
}

describe('npm run doctor', () => {
  it('reports no problems of a running service, and changes nothing', async (t) => {
    const settings = await createSettings(t)
    const port = String(await freePort())
    const program = await serveInProcess({ ...settings, PORT: port })
    t.after(async () => {
      program.kill('SIGKILL')
      await program.ended
    })

    const { code, stdout, stderr } = await runCommand(['doctor'], { ...settings, PORT: port })

    assert.deepEqual([code, stderr], [0, ''], stdout)
    // The PostgreSQL of the tests does not sync commits.
    const expected = settings.DATABASE_URL
      ? /^! Database: +PostgreSQL \d+\S* with fsync=off, full_page_writes=off: what was acknowledged can be lost$/
      : /^✔ Database: +SQLite 3\S*, up to date$/
    const [database] = /^.*Database:.*$/m.exec(stdout) ?? []
    assert.match(database ?? '', expected)
    assert.match(stdout, /^✔ Storage: +a file was written, read and removed on the disk$/m)
    assert.match(stdout, /^✔ Public URL: +http:\/\/127\.0\.0\.1:\d+\/health\/live answers$/m)
    assert.match(stdout, /^! Mail: +no SMTP_URL/m)
    assert.doesNotMatch(stdout, /✘/)
    assert.deepEqual(await readdir(join(settings.DATA_DIR ?? '', 'files/incoming')), [])
  })

  if (process.env.TEST_DATABASE !== 'postgres')
    it('warns of a write-ahead log that is not copied', async (t) => {
      const settings = await createSettings(t)
      const log = `${getDatabasePath(settings.DATA_DIR ?? '')}-wal`
      await writeFile(log, '')
      await truncate(log, 2 * 1024 ** 3)

      const { code, stdout } = await runCommand(['doctor'], { ...settings, PORT: '1' })

      assert.equal(code, 0)
      assert.match(stdout, /^! Database: +SQLite \S+; its write-ahead log has 2\.0 GB, and the database 0\.0 GB$/m)
      assert.match(stdout, /^ +The log is not copied: docs\/operations\/recover\.md, "A long log"\.$/m)
    })

  it('does not migrate a new database', async (t) => {
    const DATA_DIR = await folder(t)

    const { code, stdout } = await runCommand(['doctor'], { DATA_DIR, PORT: '1' })

    assert.equal(code, 0)
    assert.match(stdout, /^✔ Database: +SQLite \S+; the next start runs \d+ migrations$/m)
    assert.deepEqual((await readdir(DATA_DIR)).toSorted(), ['files', 'secret'])
  })

  it('warns of a database that a newer version upgraded, and stops at one that it cannot use', async (t) => {
    const settings = await createSettings(t)
    const config = { dataDir: settings.DATA_DIR ?? '', databaseUrl: settings.DATABASE_URL ?? null }
    await runCommand(['migrate'], settings)
    const upgrade = (name: string) =>
      ask(config, `insert into migrations (name, applied_at) values ('${name}', '2030-01-01')`)

    await upgrade('9998-novelties')
    const compatible = await runCommand(['doctor'], { ...settings, PORT: '1' })
    await upgrade('9999-old-names-contract')
    const incompatible = await runCommand(['doctor'], { ...settings, PORT: '1' })

    assert.equal(compatible.code, 0)
    assert.match(compatible.stdout, /^! Database: .*newer version \(9998-novelties\), beside which this one can run$/m)
    assert.equal(incompatible.code, 1)
    assert.match(incompatible.stdout, /^✘ Database: .*newer version \(9999-old-names-contract\)$/m)
  })

  // Independent of the database, so it runs once.
  if (process.env.TEST_DATABASE !== 'postgres') {
    it('sends a test mail to the given address', async (t) => {
      const { accepted, port } = await mailServer(t)
      const settings = { DATA_DIR: await folder(t), SMTP_URL: `smtp://127.0.0.1:${port}` }

      const { code, stdout } = await runCommand(['doctor', '--mail', 'Ada@Example.org'], settings)

      assert.equal(code, 0, stdout)
      assert.match(stdout, /^✔ Mail: +127\.0\.0\.1:\d+ accepted a mail from .* to ada@example\.org$/m)
      assert.deepEqual(accepted, ['ada@example.org'])
    })

    for (const [what, settings, line] of [
      ['a mail server that is away', { SMTP_URL: 'smtp://user:confidential@127.0.0.1:1' }, /^✘ Mail: +.*ECONNREFUSED/m],
      [
        'an S3 store that is away',
        {
          STORAGE: 's3',
          S3_ENDPOINT: 'http://127.0.0.1:1',
          S3_BUCKET: 'b',
          S3_ACCESS_KEY_ID: 'k',
          S3_SECRET_ACCESS_KEY: 'confidential',
        },
        /^✘ Storage: +.*ECONNREFUSED/m,
      ],
      [
        'a PostgreSQL that is away',
        { DATABASE_URL: 'postgres://user:confidential@127.0.0.1:1/platform' },
        /^✘ Database: +.*ECONNREFUSED/m,
      ],
      [
        'a gateway that is away',
        {
          PAYMENT_GATEWAY: 'stripe',
          STRIPE_SECRET_KEY: 'sk_confidential',
          STRIPE_WEBHOOK_SECRET: 'whsec_confidential',
          STRIPE_API_BASE: 'http://127.0.0.1:1',
        },
        /^✘ Payments: +/m,
      ],
      [
        'an identity provider that is away',
        { GOOGLE_ISSUER: `http://127.0.0.1:${closedPort}`, GOOGLE_CLIENT_ID: 'id' },
        /^✘ Google: +.*ECONNREFUSED/m,
      ],
    ] as const)
      it(`reports ${what} and the remedy, and no secret`, async (t) => {
        const { code, stdout, stderr } = await runCommand(['doctor'], { DATA_DIR: await folder(t), ...settings })

        assert.equal(code, 1)
        assert.match(stdout, line)
        assert.match(stdout, /^ {17}Check /m)
        assert.match(stdout, /The service is not ready\.$/m)
        assert.doesNotMatch(stdout + stderr, /confidential/)
        assert.doesNotMatch(stderr, /^ {4}at /m)
      })

    it('reports a mailbox that the mail server refuses', async (t) => {
      const { port } = await mailServer(t)
      const settings = { DATA_DIR: await folder(t), SMTP_URL: `smtp://127.0.0.1:${port}` }

      const { code, stdout } = await runCommand(['doctor', '--mail', 'nobody@example.org'], settings)

      assert.equal(code, 1)
      assert.match(stdout, /^✘ Mail: +.*550 No such mailbox/m)
    })

    it('warns when the key of Stripe may make no pages on which people add cards', async (t) => {
      const stripe = await new StripeServer().listen()
      t.after(() => stripe.close())
      const settings = {
        DATA_DIR: await folder(t),
        PAYMENT_GATEWAYS: 'stripe',
        STRIPE_SECRET_KEY: 'sk_test_confidential',
        STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
        STRIPE_API_BASE: stripe.address,
      }

      const able = await runCommand(['doctor'], settings)
      stripe.ledger.checkout.isPermitted = false
      const unable = await runCommand(['doctor'], settings)

      assert.match(able.stdout, /^✔ Payments: +stripe knows this service$/m)
      assert.match(unable.stdout, /^! Payments: +.*no pages on which people add cards: .*may not read sessions/m)
      assert.doesNotMatch(unable.stdout, /confidential/)
    })

    it('warns when other users can read the data folder', {
      skip: process.platform === 'win32',
    }, async (t) => {
      const DATA_DIR = join(await folder(t), 'open')
      await mkdir(DATA_DIR)
      await chmod(DATA_DIR, 0o755)

      const { code, stdout } = await runCommand(['doctor'], { DATA_DIR })

      assert.equal(code, 0)
      assert.match(stdout, /^! Data folder: +.* is open to other users of this machine\n +Run: chmod 700 /m)
    })
  }
})

for (const [kind, openStore] of Object.entries(stores()))
  describe(`npm run check-files on ${kind}`, () => {
    it('reports rows without their file, files of another size, and files without a row', async (t) => {
      const settings = { ...(await createSettings(t)), ...(await openStore()) }
      const program = await serveInProcess(settings)
      t.after(async () => {
        program.kill('SIGKILL')
        await program.ended
      })
      const signUp = { name: 'Ada', email: 'ada@example.org', password: 'analytical' }
      const { data } = await program.anonymous.post('/auth/signup', signUp)
      const ada = program.as(data.token)
      const upload = async (content: string) => {
        const body = createForm({ type: 'document', file: new File([content], 'note.txt') })
        return (await ada.send('POST', '/upload', { body })).data.file
      }
      const [whole, gone] = [await upload('whole'), await upload('gone')]
      const before = await runCommand(['check-files'], settings)

      if (kind === 'disk') {
        const place = join(settings.DATA_DIR ?? '', 'files/public')
        const getName = ({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1) ?? ''
        await rm(join(place, getName(gone)))
        await writeFile(join(place, getName(whole)), 'longer than before')
        await writeFile(join(place, 'stray.txt'), 'stray')
      }
      const after = await runCommand(['check-files'], settings)

      assert.equal(before.code, 0, before.stderr)
      assert.equal(before.stdout, '2 files: 0 missing, 0 of a wrong size. 0 in the storage belong to no file.\n')
      if (kind !== 'disk') return
      assert.equal(after.code, 1)
      assert.match(after.stdout, /^missing {7}file \d+ {2}public\/\S+$/m)
      assert.match(after.stdout, /^wrong size {4}file \d+ {2}public\/\S+ {2}\(18 bytes instead of 5\)$/m)
      assert.match(after.stdout, /^unreferenced {2}public\/stray\.txt {2}\(5 bytes\)$/m)
      assert.match(after.stdout, /2 files: 1 missing, 1 of a wrong size\. 1 in the storage belong to no file\.$/m)
    })
  })
